// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/training/runestimator.h"
#include "gui/training/runrecipe.h"
#include "gui/training/runset.h"
#include "gui/training/trainingmessage.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPushButton;
class QToolButton;

namespace halftone {

class RunBar;
class RunEventModel;
class RunList;
class RunOpener;
class RunPlots;
class RunSummary;
class TensorPanel;
class TrainingForm;
struct Diagnosis;
struct Remedy;

/// This trains the open model in up to four ways at once, in FP32 and in mixed precision by default, and
/// shows loss, loss scale and overflows while it goes on.
class TrainingView : public QWidget
{
    Q_OBJECT

public:
    explicit TrainingView(QWidget* parent = nullptr);
    /// Ends runs after their step in hand.
    ~TrainingView() override;

    /// What the next run trains: a file or "sample:lenet5"; an empty path: nothing.
    /// \p forward is its graph, or null.
    void setModel(const QString& path, const std::map<std::string, std::int64_t>& dims,
        const GraphPtr& forward = nullptr);
    /// The mode, chip and list that the window shows. The loss scale comes from the form.
    void setPolicy(const Policy& policy);

    TrainingForm* form() const { return m_form; }
    RunSet* runs() const { return m_runs; }
    RunEstimator& estimator() { return m_estimator; }
    RunPlots* plots() const { return m_plots; }
    RunEventModel* events() const { return m_events; }
    TensorPanel* tensor() const { return m_tensor; }

    /// Trains all runs that are used.
    void start();
    void stop();
    /// Goes on from where a run stands, as a new run in the precision that is chosen now.
    void branch(TrainingRun* run);
    /// The operator whose tensors the tensor panel shows, by its name for people.
    void setOperator(const QString& node);
    /// Shows the exponents of a tensor beside the plots.
    void showTensor(bool isShown);
    /// Shows recorded runs beside the others; goes on from checkpoints.
    void openRuns(const QStringList& paths);
    /// The files of the runs that were opened, those that are still being read among them.
    QStringList openedFiles() const;
    void askForRuns();
    /// From now on every run is kept in \p folder while it goes on. Offers those that were not over when the
    /// program ended.
    void keepRunsIn(const QString& folder);
    bool isRunning() const { return m_runs->isRunning(); }
    /// The histories of the runs that are shown, in the order in which they are drawn.
    std::vector<NamedHistory> histories() const;

    /// Writes the plots as they are shown; the suffix says whether as PNG, SVG or PDF.
    Result<void> exportPlots(const QString& path) const;
    /// Writes all steps of all shown runs as CSV.
    Result<void> exportHistory(const QString& path) const;
    /// Writes the state of the run with that number, which must be paused or over; halftone-cli train resumes
    /// it, too.
    Result<void> saveCheckpoint(int run, const QString& path) const;
    QString checkpointName(const TrainingRun& run) const; ///< Of a file for it.
    /// Trains on from a checkpoint, under what the form and the window say now.
    void goOnFrom(const QString& name, const std::shared_ptr<const Checkpoint>& from);

signals:
    /// A person asked for the operator of an event, by the name that it has in the model.
    void nodeRequested(QString nodeName);
    /// A person wants the types of that operator kept in FP32,
    void blackListRequested(QString nodeName);
    /// or the operator alone, where no list is in force.
    void overrideRequested(QString nodeName);
    /// A person wants the plots in a file,
    void plotsRequested();
    /// all steps,
    void stepsRequested();
    /// or the state of a run that is paused or over.
    void checkpointRequested(const halftone::TrainingRun* run);
    void runningChanged(bool isRunning);
    void tensorShown(bool isShown);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void arrange();
    void connectParts();
    QPushButton* makeExportButton();
    QToolButton* makeTensorButton();
    void connectTensor();
    void connectEstimates();
    void refreshEstimate();
    void estimate();
    QByteArray estimateKey() const;
    void startRuns(const std::vector<TrainingRun*>& runs);
    std::vector<TrainingRun*> shownRuns() const;
    /// Plots and events begin anew with the runs that are to be shown.
    void showRuns();
    void showResults();
    void onHistoryChanged(TrainingRun* run);
    void onStateChanged(TrainingRun* run);
    /// Says what is wrong with a run that is over, and nothing else about it.
    void advise(const TrainingRun& run);
    /// Says what has gone wrong since with runs that go on.
    void adviseLive();
    void forgetAdvice(); ///< For runs that are gone.
    void say(const Diagnosis& diagnosis, const TrainingRun& run);
    TrainingMessage::Remedy remedyFor(const Remedy& remedy, const TrainingRun& run);
    /// Lets \p change fill in the form, which from now on says how the scale of that run moves.
    std::function<void()> inForm(const TrainingRun& run, std::function<void(TrainingForm&)> change);
    RunRequest requestFor(const TrainingSetup& setup, const RunSpec& spec) const;
    void launch(TrainingRun* run, const QString& label, RunRequest request, const RunRecipe& recipe);
    RunRecipe recipeOf(const RunSpec& spec) const;
    void offerCutOffRuns();
    void goOnWith(const std::vector<CutOffRun>& runs);
    static Error cannotGoOn(const QString& why, const QString& remedy);
    void branchFrom(
        const std::shared_ptr<const Checkpoint>& from, TrainingRun* run, std::uint64_t cleanBefore);
    void rescue(const CutOffRun& cutOff, const RunRecipe& recipe, RunHistory history,
        std::shared_ptr<const Checkpoint> from);
    void updateControls();
    void updateProgress();

    QString m_model;
    std::map<std::string, std::int64_t> m_dims;
    Policy m_policy;
    bool m_wasRunning = false;
    std::optional<RunFolder> m_folder;

    RunSet* m_runs;
    TrainingForm* m_form;
    RunBar* m_bar;
    RunList* m_list;
    TrainingMessage* m_message;
    RunPlots* m_plots;
    RunEventModel* m_events;
    RunSummary* m_summary;
    TensorPanel* m_tensor;
    RunOpener* m_opener;
    JobRunner m_rescues;
    QTimer m_progress;
    QTimer m_advice;
    RunEstimator m_estimator;
    QByteArray m_estimatedKey; // what the estimate was made or is being made for
    std::size_t m_weightBytes = 0; // of the model
    QPushButton* m_export = nullptr;
    QToolButton* m_showsTensor = nullptr;
    std::vector<TrainingRun*> m_shown; // in the order of the plots
};

}
