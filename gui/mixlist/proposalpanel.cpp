// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/proposalpanel.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/text.h"
#include "gui/shell/named.h"
#include "gui/theme/textsize.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace halftone {
namespace {

constexpr int kRows = 3; // as many as there are other lists, so that nothing jumps
constexpr int kSubjectWidth = 150;

}

ProposalPanel::ProposalPanel(Document& document, QWidget* parent)
    : QFrame(parent)
    , m_document(document)
{
    named(this, "proposalPanel", tr("Preview of changes"));
    setFrameShape(QFrame::StyledPanel);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    const int line = QPushButton(QStringLiteral("x")).sizeHint().height();
    setMinimumHeight(kRows * line + 2 * (kRows + 1));
    connect(&document, &Document::decisionsChanged, this, &ProposalPanel::followDocument);
    connect(&document, &Document::policyChanged, this, &ProposalPanel::followPolicy);
    rebuild();
}

void ProposalPanel::offer(const QString& subject, std::vector<Offer> offers)
{
    m_subject = subject;
    m_offers = std::move(offers);
    if (!m_pending)
        rebuild();
}

void ProposalPanel::propose(const Proposal& proposal)
{
    m_pending = proposal;
    rebuild();
    if (auto* button = m_sheet.content->findChild<QPushButton*>(QStringLiteral("proposalApply")))
        button->setFocus(Qt::OtherFocusReason);
}

void ProposalPanel::apply()
{
    const std::optional<Proposal> chosen = std::exchange(m_pending, std::nullopt);
    if (!chosen)
        return;
    changePolicy(m_document, chosen->policy, chosen->what);
    rebuild();
}

void ProposalPanel::discard()
{
    if (std::exchange(m_pending, std::nullopt))
        rebuild();
}

void ProposalPanel::followDocument()
{
    if (m_pending)
        start(m_sheet, {*m_pending}); // another graph
}

// What is proposed or offered holds a whole policy, so that taking it later would take other changes back.
void ProposalPanel::followPolicy()
{
    hideDrop();
    m_offers.clear();
    m_sheet.content->setEnabled(false); // until there are new ones
    discard();
}

void ProposalPanel::showDrop(const Proposal& proposal)
{
    QGridLayout* grid = renew(m_drop, "dropPreview");
    addChange(m_drop, *grid, tr("Dropped here: %1").arg(proposal.what), QStringLiteral("drop"));
    m_sheet.content->hide();
    m_drop.content->show(); // the layout would do so later
    start(m_drop, {proposal});
}

void ProposalPanel::hideDrop()
{
    clear(m_drop);
    m_sheet.content->show();
}

void ProposalPanel::clear(Sheet& sheet)
{
    sheet.jobs.cancel();
    sheet.effects.clear();
    sheet.operators = nullptr;
    // A button of the old content may be what brought us here, so it must outlive this call.
    if (QWidget* old = std::exchange(sheet.content, nullptr)) {
        old->hide();
        old->setParent(nullptr);
        old->deleteLater();
    }
}

QGridLayout* ProposalPanel::renew(Sheet& sheet, const char* name)
{
    clear(sheet);
    sheet.content = named(new QWidget(this), name, tr("Preview of changes"));
    auto* grid = new QGridLayout(sheet.content);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    layout()->addWidget(sheet.content);
    return grid;
}

void ProposalPanel::rebuild()
{
    QGridLayout* grid = renew(m_sheet, "proposals");
    if (m_pending)
        addProposal(*grid);
    else
        addOffers(*grid);
    m_sheet.content->setVisible(!m_drop.content);
}

QLabel* ProposalPanel::addEffect(Sheet& sheet, QGridLayout& grid, int row, const QString& name)
{
    auto* effect =
        named(new QLabel(m_document.judgement() ? tr("…") : tr("No model is open."), sheet.content),
            qPrintable(name), tr("What it would change"));
    effect->setWordWrap(true);
    effect->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid.addWidget(effect, row, 2);
    sheet.effects.push_back(effect);
    return effect;
}

void ProposalPanel::addChange(Sheet& sheet, QGridLayout& grid, const QString& title, const QString& name)
{
    auto* label = named(new QLabel(title, sheet.content), qPrintable(name + "Title"), tr("Proposed"));
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    grid.addWidget(label, 0, 2);
    addEffect(sheet, grid, 1, name + "Effect");
    sheet.operators =
        named(new QLabel(sheet.content), qPrintable(name + "Operators"), tr("Operators that would change"));
    sheet.operators->setWordWrap(true);
    sheet.operators->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(sheet.operators, &QLabel::linkActivated, this,
        [this](const QString& link) { emit nodeChosen(NodeId{link.toUInt()}); });
    grid.addWidget(sheet.operators, 2, 2);
}

void ProposalPanel::addProposal(QGridLayout& grid)
{
    QWidget* content = m_sheet.content;
    addChange(m_sheet, grid, tr("Proposed: %1").arg(m_pending->what), QStringLiteral("proposal"));
    auto* apply = named(new QPushButton(tr("&Apply"), content), "proposalApply", tr("Apply the proposal"));
    auto* discard =
        named(new QPushButton(tr("&Discard"), content), "proposalDiscard", tr("Discard the proposal"));
    connect(apply, &QPushButton::clicked, this, &ProposalPanel::apply);
    connect(discard, &QPushButton::clicked, this, &ProposalPanel::discard);
    grid.addWidget(apply, 0, 3);
    grid.addWidget(discard, 1, 3);
    start(m_sheet, {*m_pending});
}

void ProposalPanel::addOffers(QGridLayout& grid)
{
    QWidget* content = m_sheet.content;
    if (m_offers.empty()) {
        auto* hint = named(
            new QLabel(tr("Select operator types: here stands what moving them would change."), content),
            "proposalHint", tr("What stands here"));
        hint->setForegroundRole(QPalette::PlaceholderText);
        grid.addWidget(hint, 0, 2);
        return;
    }
    auto* subject = named(new QLabel(m_subject, content), "proposalSubject", tr("Selected types"));
    subject->setWordWrap(true);
    subject->setFixedWidth(atTextSize(kSubjectWidth));
    grid.addWidget(subject, 0, 0, static_cast<int>(m_offers.size()), 1);
    std::vector<Proposal> proposals;
    for (std::size_t i = 0; i < m_offers.size(); ++i) {
        const Offer& offer = m_offers[i];
        auto* button = named(
            new QPushButton(offer.label, content), qPrintable("offer." + offer.name), offer.proposal.what);
        connect(button, &QPushButton::clicked, this,
            [this, proposal = offer.proposal] { changePolicy(m_document, proposal.policy, proposal.what); });
        grid.addWidget(button, static_cast<int>(i), 1);
        addEffect(m_sheet, grid, static_cast<int>(i), "offerEffect." + offer.name);
        proposals.push_back(offer.proposal);
    }
    start(m_sheet, proposals);
}

void ProposalPanel::start(Sheet& sheet, const std::vector<Proposal>& proposals)
{
    const JudgementPtr& now = m_document.judgement();
    if (!now)
        return;
    sheet.jobs.start(
        tr("Previewing changes"),
        [now, proposals](const std::stop_token& stop) { return effectsOf(now, proposals, stop); },
        [this, &sheet](const std::vector<ProposalEffect>& effects) { showEffects(sheet, effects); });
}

void ProposalPanel::showEffects(const Sheet& sheet, const std::vector<ProposalEffect>& effects)
{
    for (std::size_t i = 0; i < std::min(effects.size(), sheet.effects.size()); ++i) {
        sheet.effects[i]->setText(effectText(effects[i]));
        sheet.effects[i]->setAccessibleName(sheet.effects[i]->text()); // what a screen reader says
    }
    if (sheet.operators && !effects.empty())
        sheet.operators->setText(operatorsText(effects.front()));
}

QString ProposalPanel::operatorsText(const ProposalEffect& effect) const
{
    constexpr std::size_t kShown = 6;
    QStringList names;
    for (const NodeId node : std::span(effect.nodes).first(std::min(kShown, effect.nodes.size())))
        names += QStringLiteral("<a href='%1'>%2</a>")
                     .arg(node.index)
                     .arg(text(m_document.graph()->displayName(node)).toHtmlEscaped());
    const QString shown = names.join(QStringLiteral(", "));
    return effect.nodes.size() > kShown ? tr("%1 and %2 more").arg(shown).arg(effect.nodes.size() - kShown)
                                        : shown;
}

void ProposalPanel::keyPressEvent(QKeyEvent* event)
{
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (event->key() == Qt::Key_Escape && m_pending)
        discard();
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && button)
        button->click();
    else
        QFrame::keyPressEvent(event);
}

}
