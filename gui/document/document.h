// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/document/judgement.h"
#include "gui/document/mixlistadvice.h"
#include "gui/document/openedmodel.h"

#include <QHash>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

namespace halftone {

/// This is the one truth behind a window: the model, what the person chose, and what follows from it. The
/// policy changes only through the undo steps of commands.h; what follows is made anew after each, at once
/// for small graphs and on another thread for large ones.
class Document : public QObject
{
    Q_OBJECT

public:
    /// Which graph the views show.
    enum class Shown { Forward, Training };
    Q_ENUM(Shown)

    explicit Document(QObject* parent = nullptr);

    /// Opens a file or kSampleModel. The old model stays until the new one is there or for ever, when opening
    /// fails; the policy stays. The training graph comes a while after the model.
    void open(const QString& path, const DimSizes& dims = {});
    void closeModel();

    bool hasModel() const { return m_model != nullptr; }
    const OpenedModel& model() const { return *m_model; } ///< Only while hasModel().
    GraphPtr graph() const; ///< The one shown; null without a model.

    Shown shown() const { return m_shown; }
    bool hasTraining() const { return m_model && m_model->training; }
    bool isTrainingPending() const { return m_trainingWaits.isActive() || m_trainingJobs.isBusy(); }
    /// Shows the other graph; the selection moves to the same operator there. Training without a training
    /// graph is ignored.
    void show(Shown shown);

    const Policy& policy() const { return m_policy; }
    /// What follows from graph and policy; null without a model. While isJudging() it still is that of the
    /// policy before.
    const JudgementPtr& judgement() const { return m_judgement; }
    /// The same with no mixlist: what the lists of the library alone give.
    const JudgementPtr& builtIn() const { return m_builtIn; }
    /// Nodes that the last change of the policy moved.
    const std::vector<NodeId>& changed() const { return m_changed; }
    /// Casts now, less those before the last change of the policy.
    int castDelta() const { return m_castDelta; }
    const std::vector<Finding>& findings() const { return m_findings; } ///< Nodes are those of graph().
    /// What is to be said about the mixlist; part of findings() too.
    const std::vector<MixlistAdvice>& advice() const { return m_advice; }

    bool isMixlistModified() const;
    /// The same for all variants of the list.
    bool hasUnsavedList() const;
    /// Remembers that the file holds the list as it is now, so that the title shows no mark.
    void markMixlistSaved(const QString& path, const Mixlist& mixlist);

    NodeId selection() const { return m_selection; }
    void select(NodeId node);
    /// All that are selected, in node order: selection() alone, or with others.
    const std::vector<NodeId>& selectedNodes() const { return m_selectedNodes; }
    /// Selects several; \p current is what the panes describe: one of them, for which the last one stands in
    /// where it is not, or none.
    void selectNodes(std::vector<NodeId> nodes, NodeId current);

    /// Lets a person look at a change before it is made; \p what is the text of the undo step that it would
    /// be. Nothing changes here.
    void propose(const QString& what, const Policy& policy) { emit proposed(what, policy); }

    QUndoStack& undoStack() { return m_undoStack; }
    JobRunner& jobs() { return m_jobs; }
    JobRunner& trainingJobs() { return m_trainingJobs; } ///< Makes the training graph.

signals:
    void modelChanged();
    void openingFailed(const halftone::Error& error);
    void trainingChanged(); ///< The training graph is there now, or the reason why there is none.
    void shownChanged();
    void policyChanged(); ///< Mode, chip or list.
    void mixlistChanged();
    void decisionsChanged();
    void findingsChanged();
    void selectionChanged(halftone::NodeId node);
    void selectedNodesChanged();
    void savedStateChanged();
    void proposed(const QString& what, const halftone::Policy& policy);

private:
    friend class PolicyCommand;
    struct Judged
    {
        JudgementPtr judgement;
        JudgementPtr builtIn;
    };

    static Judged judgeBoth(const GraphPtr& graph, const Policy& policy, const JudgementPtr& oldBuiltIn);
    void setPolicy(const Policy& policy);
    void setModel(OpenedModelPtr model);
    void startTraining();
    void judgeAgain();
    void accept(Judged judged);
    void collectFindings();
    NodeId inShownGraph(NodeId forward) const;
    bool isModified(const Mixlist& mixlist, const QString& path) const;
    bool isQuick(const Graph& graph) const;

    OpenedModelPtr m_model;
    Shown m_shown = Shown::Forward;
    Policy m_policy;
    JudgementPtr m_judgement;
    JudgementPtr m_builtIn;
    std::vector<NodeId> m_changed;
    int m_castDelta = 0;
    std::vector<Finding> m_findings;
    std::vector<MixlistAdvice> m_advice;
    NodeId m_selection;
    std::vector<NodeId> m_selectedNodes;
    QHash<QString, Mixlist> m_saved; // what the files hold that were read or written
    qint64 m_nanosecondsPerNode = 0; // of the last judgement; 0 before there was one
    QUndoStack m_undoStack;
    JobRunner m_jobs;
    JobRunner m_trainingJobs;
    QTimer m_trainingWaits; // of a large graph, until the first picture had its time
};

}
