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
    if (auto* button = m_content->findChild<QPushButton*>(QStringLiteral("proposalApply")))
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
        start({*m_pending}); // another graph
}

// What is proposed or offered holds a whole policy, so that taking it later would take other changes back.
void ProposalPanel::followPolicy()
{
    m_offers.clear();
    m_content->setEnabled(false); // until there are new ones
    discard();
}

void ProposalPanel::rebuild()
{
    m_jobs.cancel();
    m_effects.clear();
    m_operators = nullptr;
    // A button of the old content may be what brought us here, so it must outlive this call.
    if (m_content) {
        m_content->hide();
        m_content->setParent(nullptr);
        m_content->deleteLater();
    }
    m_content = named(new QWidget(this), "proposals", tr("Preview of changes"));
    auto* grid = new QGridLayout(m_content);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    layout()->addWidget(m_content);
    if (m_pending)
        addProposal(*grid, *m_content);
    else
        addOffers(*grid, *m_content);
}

QLabel* ProposalPanel::addEffect(QGridLayout& grid, QWidget& content, int row, const QString& name)
{
    auto* effect = named(new QLabel(m_document.judgement() ? tr("…") : tr("No model is open."), &content),
        qPrintable(name), tr("What it would change"));
    effect->setWordWrap(true);
    effect->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid.addWidget(effect, row, 2);
    m_effects.push_back(effect);
    return effect;
}

void ProposalPanel::addProposal(QGridLayout& grid, QWidget& content)
{
    auto* title =
        named(new QLabel(tr("Proposed: %1").arg(m_pending->what), &content), "proposalTitle", tr("Proposed"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    grid.addWidget(title, 0, 2);
    addEffect(grid, content, 1, QStringLiteral("proposalEffect"));
    m_operators = named(new QLabel(&content), "proposalOperators", tr("Operators that would change"));
    m_operators->setWordWrap(true);
    m_operators->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_operators, &QLabel::linkActivated, this,
        [this](const QString& link) { emit nodeChosen(NodeId{link.toUInt()}); });
    grid.addWidget(m_operators, 2, 2);
    auto* apply = named(new QPushButton(tr("&Apply"), &content), "proposalApply", tr("Apply the proposal"));
    auto* discard =
        named(new QPushButton(tr("&Discard"), &content), "proposalDiscard", tr("Discard the proposal"));
    connect(apply, &QPushButton::clicked, this, &ProposalPanel::apply);
    connect(discard, &QPushButton::clicked, this, &ProposalPanel::discard);
    grid.addWidget(apply, 0, 3);
    grid.addWidget(discard, 1, 3);
    start({*m_pending});
}

void ProposalPanel::addOffers(QGridLayout& grid, QWidget& content)
{
    if (m_offers.empty()) {
        auto* hint = named(
            new QLabel(tr("Select operator types: here stands what moving them would change."), &content),
            "proposalHint", tr("What stands here"));
        hint->setForegroundRole(QPalette::PlaceholderText);
        grid.addWidget(hint, 0, 2);
        return;
    }
    auto* subject = named(new QLabel(m_subject, &content), "proposalSubject", tr("Selected types"));
    subject->setWordWrap(true);
    subject->setFixedWidth(atTextSize(kSubjectWidth));
    grid.addWidget(subject, 0, 0, static_cast<int>(m_offers.size()), 1);
    std::vector<Proposal> proposals;
    for (std::size_t i = 0; i < m_offers.size(); ++i) {
        const Offer& offer = m_offers[i];
        auto* button = named(
            new QPushButton(offer.label, &content), qPrintable("offer." + offer.name), offer.proposal.what);
        connect(button, &QPushButton::clicked, this,
            [this, proposal = offer.proposal] { changePolicy(m_document, proposal.policy, proposal.what); });
        grid.addWidget(button, static_cast<int>(i), 1);
        addEffect(grid, content, static_cast<int>(i), "offerEffect." + offer.name);
        proposals.push_back(offer.proposal);
    }
    start(proposals);
}

void ProposalPanel::start(const std::vector<Proposal>& proposals)
{
    const JudgementPtr& now = m_document.judgement();
    if (!now)
        return;
    m_jobs.start(
        tr("Previewing changes"),
        [now, proposals](const std::stop_token& stop) { return effectsOf(now, proposals, stop); },
        [this](const std::vector<ProposalEffect>& effects) { showEffects(effects); });
}

void ProposalPanel::showEffects(const std::vector<ProposalEffect>& effects)
{
    for (std::size_t i = 0; i < std::min(effects.size(), m_effects.size()); ++i) {
        m_effects[i]->setText(effectText(effects[i]));
        m_effects[i]->setAccessibleName(m_effects[i]->text()); // what a screen reader says
    }
    if (m_operators && !effects.empty())
        m_operators->setText(operatorsText(effects.front()));
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
