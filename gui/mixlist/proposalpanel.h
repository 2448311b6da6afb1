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
/// one that another part of the program proposes, which is applied or discarded, or the one that dropping
/// what is dragged would make. What would come of them is worked out on another thread.
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
    /// Shows what a drop would do in place of all else, until that is hidden or the policy changes.
    void showDrop(const Proposal& proposal);
    void hideDrop();

signals:
    /// An operator that would get another type was clicked.
    void nodeChosen(halftone::NodeId node);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void followDocument();
    void followPolicy();
    /// Labels that are filled when the effects are known, on one sheet.
    struct Sheet
    {
        QWidget* content = nullptr;
        std::vector<QLabel*> effects; // of each offer, or of the one change
        QLabel* operators = nullptr; // of the one change
        JobRunner jobs;
    };

    void rebuild();
    QGridLayout* renew(Sheet& sheet, const char* name);
    void clear(Sheet& sheet);
    void addChange(Sheet& sheet, QGridLayout& grid, const QString& title, const QString& name);
    void addProposal(QGridLayout& grid);
    void addOffers(QGridLayout& grid);
    QLabel* addEffect(Sheet& sheet, QGridLayout& grid, int row, const QString& name);
    void start(Sheet& sheet, const std::vector<Proposal>& proposals);
    void showEffects(const Sheet& sheet, const std::vector<ProposalEffect>& effects);
    QString operatorsText(const ProposalEffect& effect) const;

    Document& m_document;
    QString m_subject;
    std::vector<Offer> m_offers;
    std::optional<Proposal> m_pending;
    Sheet m_sheet; // the offers, or the proposal
    Sheet m_drop; // covers the other one; without content while nothing is dragged here
};

}
