// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparecard.h"

#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/shell/modecombo.h"
#include "gui/shell/named.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace halftone {
namespace {

// " ▲27", " ▼2", and nothing where there is no difference.
QString deltaText(qint64 here, qint64 baseline)
{
    const qint64 delta = here - baseline;
    if (delta == 0)
        return {};
    return delta > 0 ? QStringLiteral(" ▲%L1").arg(delta) : QStringLiteral(" ▼%L1").arg(-delta);
}

// Each column has its own set of controls, which tests and scripts tell apart by the letter.
template <typename Control>
Control* lettered(Control* control, const char* name, std::size_t column, const QString& accessibleName)
{
    control->setObjectName(QLatin1String(name) + ComparedColumn::letter(column));
    control->setAccessibleName(QStringLiteral("%1, %2").arg(accessibleName, ComparedColumn::letter(column)));
    return control;
}

}

CompareCard::CompareCard(Comparison& comparison, std::size_t column, QWidget* parent)
    : QFrame(parent)
    , m_comparison(comparison)
    , m_column(column)
    , m_title(lettered(new QLabel(this), "compareTitle", column, tr("Column")))
    , m_mode(lettered(new ModeCombo(this), "compareMode", column, tr("Precision mode")))
    , m_chip(lettered(new ChipCombo(this), "compareChip", column, tr("Target chip")))
    , m_edits(lettered(new QCheckBox(tr("with my lists"), this), "compareEdits", column, tr("With my lists")))
    , m_variant(lettered(new QComboBox(this), "compareVariant", column, tr("List")))
    , m_summary(lettered(new QLabel(this), "compareSummary", column, tr("Result")))
    , m_remove(lettered(new QToolButton(this), "compareRemove", column, tr("Remove this column")))
{
    lettered(this, "compareCard", column, tr("Way to decide"));
    setFrameShape(QFrame::StyledPanel);
    m_mode->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_mode->setMinimumContentsLength(14);
    m_edits->setToolTip(
        tr("Read the mixlist and the types asked for, or decide by the built-in lists alone"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true);
    m_remove->setText(QStringLiteral("✕"));
    m_remove->setAutoRaise(true);
    m_remove->setFocusPolicy(Qt::TabFocus);
    m_remove->setToolTip(tr("Remove this column"));

    auto* first = new QHBoxLayout;
    first->addWidget(m_title);
    first->addWidget(m_mode, 1);
    first->addWidget(m_remove);
    auto* second = new QHBoxLayout;
    second->addWidget(m_chip);
    second->addWidget(m_edits);
    second->addWidget(m_variant);
    second->addStretch();
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 4, 6, 4);
    rows->addLayout(first);
    rows->addLayout(second);
    rows->addWidget(m_summary);

    connect(m_mode, &ModeCombo::choiceChosen, this,
        [this](const PolicyChoice& choice) { m_comparison.setChoice(m_column, choice); });
    connect(m_chip, &ChipCombo::chipChosen, this,
        [this](const QString& soc) { m_comparison.setChip(m_column, soc.toStdString()); });
    connect(m_edits, &QCheckBox::clicked, this,
        [this](bool isChecked) { m_comparison.setUsesEdits(m_column, isChecked); });
    connect(m_variant, &QComboBox::activated, this, [this](int index) {
        const QVariant name = m_variant->itemData(index);
        m_comparison.setVariant(m_column, name.isValid() ? std::optional(name.toString()) : std::nullopt);
    });
    connect(m_remove, &QToolButton::clicked, this, [this] { m_comparison.removeColumn(m_column); });
    refresh();
}

void CompareCard::refresh()
{
    const ComparedColumn& column = m_comparison.columns()[m_column];
    const auto chip = std::ranges::find(OpLibrary::chips(), std::string_view(column.soc), &ChipTraits::soc);
    m_title->setText(m_column == 0 ? tr("<b>A</b> baseline")
                                   : QStringLiteral("<b>%1</b>").arg(ComparedColumn::letter(m_column)));
    m_mode->setChoice(*column.choice, *chip);
    m_chip->setChip(column.soc, column.choice->isAscend());
    m_edits->setChecked(column.usesEdits);
    refreshVariants(column);
    m_remove->setEnabled(m_comparison.columns().size() > 2);
    m_summary->setText(column.judgement ? summaryText() : QString());
}

void CompareCard::refreshVariants(const ComparedColumn& column)
{
    m_variant->clear();
    m_variant->addItem(tr("list in force"));
    for (const QString& name : m_comparison.policy().variantNames())
        m_variant->addItem(variantTitle(name), name);
    m_variant->setCurrentIndex(column.variant ? std::max(0, m_variant->findData(*column.variant)) : 0);
    m_variant->setVisible(!m_comparison.policy().variants.empty());
    m_variant->setEnabled(column.usesEdits);
}

QString CompareCard::summaryText() const
{
    const Judgement& judgement = *m_comparison.columns()[m_column].judgement;
    if (judgement.refusal())
        return tr("Not possible: %1").arg(text(judgement.refusal()->what));
    const PrecisionSummary& here = judgement.summary();
    const JudgementPtr& first = m_comparison.columns().front().judgement;
    const PrecisionSummary& base = first && !first->refusal() ? first->summary() : here;
    constexpr std::uint64_t kKibi = 1024;
    return tr("%1 %2%%3  ·  casts %L4%5  ·  %L6 KiB cast%7")
        .arg(here.lowType == DType::BFloat16 ? QStringLiteral("bf16") : QStringLiteral("fp16"))
        .arg(here.lowPercent())
        .arg(deltaText(here.lowPercent(), base.lowPercent()))
        .arg(here.casts)
        .arg(deltaText(static_cast<qint64>(here.casts), static_cast<qint64>(base.casts)))
        .arg(here.castBytes / kKibi)
        .arg(deltaText(
            static_cast<qint64>(here.castBytes / kKibi), static_cast<qint64>(base.castBytes / kKibi)));
}

}
