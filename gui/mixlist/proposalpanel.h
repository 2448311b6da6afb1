// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/document/proposal.h"

#include <QFrame>

class QGridLayout;
class QLabel;

namespace halftone {

class Document;

/// Here changes are looked at before they are made: those that are offered, each with a button that makes it,
/// or one that another part of the program proposes, which is applied or discarded. What would come of them
/// is worked out on another thread.
class ProposalPanel : public QFrame
{
    Q_OBJECT

public:
    /// One of several changes that a person could make.
    struct Offer
    {
        QString name; ///< "black": of its controls, for tests and scripts.
        QString label; ///< Of its button.
        Proposal proposal;
    };

    explicit ProposalPanel(Document& document, QWidget* parent = nullptr);

    /// Shows what could be done with \p subject; a hint where there is nothing. Waits behind a proposal. The
    /// offers can be taken until the policy changes, and have to be made anew then.
    void offer(const QString& subject, std::vector<Offer> offers);
    /// Shows one change and moves the keyboard to it. A change of the policy withdraws it.
    void propose(const Proposal& proposal);
    bool hasProposal() const { return m_pending.has_value(); }
    void apply();
    void discard();
    const JobRunner& jobs() const { return m_jobs; }

signals:
    /// An operator that would get another type was clicked.
    void nodeChosen(halftone::NodeId node);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void followDocument();
    void followPolicy();
    void rebuild();
    void addProposal(QGridLayout& grid, QWidget& content);
    void addOffers(QGridLayout& grid, QWidget& content);
    QLabel* addEffect(QGridLayout& grid, QWidget& content, int row, const QString& name);
    void start(const std::vector<Proposal>& proposals);
    void showEffects(const std::vector<ProposalEffect>& effects);
    QString operatorsText(const ProposalEffect& effect) const;

    Document& m_document;
    QWidget* m_content = nullptr;
    QString m_subject;
    std::vector<Offer> m_offers;
    std::optional<Proposal> m_pending;
    std::vector<QLabel*> m_effects; // of each offer, or of the proposal
    QLabel* m_operators = nullptr; // of the proposal
    JobRunner m_jobs;
};

}
