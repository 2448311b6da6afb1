// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/policybar.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/shell/actions.h"
#include "gui/shell/modecombo.h"
#include "gui/shell/named.h"

#include <QFileInfo>
#include <QLabel>
#include <QToolButton>

namespace halftone {
namespace {

// "▲+2", "▼−3", and nothing for no change.
QString deltaText(int delta)
{
    if (delta == 0)
        return {};
    return delta > 0 ? QStringLiteral(" ▲+%1").arg(delta) : QStringLiteral(" ▼−%1").arg(-delta);
}

}

PolicyBar::PolicyBar(Document& document, const Actions& actions, QWidget* parent)
    : QToolBar(parent)
    , m_document(document)
    , m_mode(new ModeCombo(this))
    , m_chip(new ChipCombo(this))
    , m_summary(named(new QLabel(this), "policySummary", tr("Result of the mode")))
{
    named(this, "policyBar", tr("View and policy"));
    setWindowTitle(tr("View and policy"));
    setMovable(false);
    toggleViewAction()->setVisible(false); // without it no mode could be chosen
    addSwitch(actions, {"view.graph", "view.mixlist", "view.compare", "view.training", "view.library"});
    addSeparator();
    addCaption("modeCaption", tr("Mode"), m_mode);
    addCaption("chipCaption", tr("Chip"), m_chip);
    addSwitch(actions, {"model.options"});
    m_options = qobject_cast<QToolButton*>(widgetForAction(actions.get("model.options")));
    addSeparator();
    addSwitch(actions, {"view.showForward", "view.showTraining"});
    auto* space = named(new QWidget(this), "policyBarSpace", tr("Space"));
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    m_summary->setContentsMargins(8, 0, 8, 0);
    m_summary->setTextFormat(Qt::PlainText);
    addWidget(m_summary);

    connect(m_mode, &ModeCombo::choiceChosen, this,
        [this](const PolicyChoice& choice) { changeChoice(m_document, choice); });
    connect(m_chip, &ChipCombo::chipChosen, this,
        [this](const QString& soc) { changeChip(m_document, soc.toStdString()); });
    connect(&document, &Document::policyChanged, this, &PolicyBar::refreshPolicy);
    connect(&document, &Document::decisionsChanged, this, &PolicyBar::refreshSummary);
    refreshPolicy();
    refreshSummary();
}

void PolicyBar::addSwitch(const Actions& actions, std::initializer_list<const char*> ids)
{
    for (const char* id : ids) {
        QAction* action = actions.get(id);
        addAction(action);
        auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
        named(button, id, Actions::plainText(*action));
        button->setFocusPolicy(Qt::TabFocus);
    }
}

void PolicyBar::addCaption(const char* objectName, const QString& text, QWidget* buddy)
{
    auto* caption = named(new QLabel(text, this), objectName, text);
    caption->setContentsMargins(8, 0, 4, 0);
    caption->setBuddy(buddy);
    addWidget(caption);
    addWidget(buddy);
}

void PolicyBar::refreshPolicy()
{
    const Policy& policy = m_document.policy();
    const auto chip = std::ranges::find(OpLibrary::chips(), std::string_view(policy.soc), &ChipTraits::soc);
    m_mode->setChoice(*policy.choice, *chip);
    m_chip->offerLibrary(QFileInfo(policy.options.libraryPath).fileName());
    if (policy.options.library)
        m_chip->setOwnLibrary(policy.choice->isAscend());
    else
        m_chip->setChip(policy.soc, policy.choice->isAscend());
    const QStringList options = optionsInForce(policy.options, *policy.choice);
    m_options->setText(options.isEmpty() ? tr("Options…") : tr("Options (%1)…").arg(options.size()));
    m_options->setToolTip(m_options->defaultAction()->toolTip() + '\n' + options.join('\n'));
}

void PolicyBar::refreshSummary()
{
    const JudgementPtr& judgement = m_document.judgement();
    if (!judgement) {
        m_summary->clear();
        return;
    }
    if (judgement->refusal()) {
        m_summary->setText(tr("not possible"));
        return;
    }
    const PrecisionSummary& summary = judgement->summary();
    m_summary->setText(tr("%1 %2%  ·  casts %3%4")
            .arg(summary.lowType == DType::BFloat16 ? QStringLiteral("bf16") : QStringLiteral("fp16"))
            .arg(summary.lowPercent())
            .arg(summary.casts)
            .arg(deltaText(m_document.castDelta())));
    m_summary->setToolTip(tr("%1 of %2 operators with float results run in low precision.\n"
                             "%3 conversions move %L4 KiB; the mark says what the last edit changed.")
            .arg(summary.lowNodes)
            .arg(summary.floatNodes)
            .arg(summary.casts)
            .arg(summary.castBytes / 1024));
}

}
