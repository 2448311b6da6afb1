// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparecard.h"

#include "executor/train/errortrace.h"
#include "gui/document/commands.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/modecombo.h"
#include "gui/shell/named.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
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

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

// " ▲2.5 KiB": small models have few.
QString bytesDeltaText(std::uint64_t here, std::uint64_t baseline)
{
    if (here == baseline)
        return {};
    return here > baseline ? QStringLiteral(" ▲%1").arg(bytesText(here - baseline))
                           : QStringLiteral(" ▼%1").arg(bytesText(baseline - here));
}

// Lines end between the parts, and no number loses its unit.
QString withUnbrokenParts(const QString& text)
{
    const QString mark = QStringLiteral("  ·  ");
    QStringList parts = text.split(mark);
    std::ranges::transform(parts, parts.begin(), unbroken);
    return parts.join(mark);
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

CompareCard::CompareCard(ColumnComparison& comparison, std::size_t column, QWidget* parent)
    : QFrame(parent)
    , m_comparison(comparison)
    , m_column(column)
    , m_title(lettered(new QLabel(this), "compareTitle", column, tr("Column")))
    , m_mode(lettered(new ModeCombo(this), "compareMode", column, tr("Precision mode")))
    , m_chip(lettered(new ChipCombo(this), "compareChip", column, tr("Target chip")))
    , m_lists(lettered(new QComboBox(this), "compareVariant", column, tr("Lists that decide")))
    , m_summary(lettered(new QLabel(this), "compareSummary", column, tr("Result")))
    , m_numbers(lettered(new QLabel(this), "compareNumbers", column, tr("Error against FP32")))
    , m_remove(lettered(new QToolButton(this), "compareRemove", column, tr("Remove this column")))
{
    lettered(this, "compareCard", column, tr("Way to decide"));
    setFrameShape(QFrame::StyledPanel);
    for (QComboBox* combo : {static_cast<QComboBox*>(m_mode), static_cast<QComboBox*>(m_chip), m_lists}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        combo->setMinimumContentsLength(6); // in four columns of a narrow window
    }
    m_lists->setToolTip(
        tr("Read the mixlist, the types asked for and the options of the window, the built-in lists "
           "alone, or a mixlist from a file"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true);
    m_numbers->setWordWrap(true);
    m_numbers->setTextFormat(Qt::RichText);
    m_numbers->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_numbers->setToolTip(tr("The largest error of a tensor in units of its largest right element, with all "
                             "errors before it; how many tensors fail Ascend's rule; where it begins"));
    m_remove->setText(QStringLiteral("✕"));
    m_remove->setAutoRaise(true);
    m_remove->setFocusPolicy(Qt::TabFocus);
    m_remove->setToolTip(tr("Remove this column"));

    m_head = new QGridLayout;
    m_head->setColumnStretch(1, 1);
    auto* second = new QHBoxLayout;
    second->addWidget(m_chip);
    second->addWidget(m_lists, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 4, 6, 4);
    rows->addLayout(m_head);
    rows->addLayout(second);
    rows->addWidget(m_summary);
    rows->addWidget(m_numbers);

    connect(m_mode, &ModeCombo::choiceChosen, this,
        [this](const PolicyChoice& choice) { m_comparison.setChoice(m_column, choice); });
    connect(m_chip, &ChipCombo::chipChosen, this,
        [this](const QString& soc) { m_comparison.setChip(m_column, soc.toStdString()); });
    connect(m_chip, &ChipCombo::ownLibraryChosen, this, [this] { m_comparison.useOwnLibrary(m_column); });
    connect(m_lists, &QComboBox::activated, this, &CompareCard::chooseLists);
    connect(m_numbers, &QLabel::linkActivated, this,
        [this](const QString& link) { emit nodeSelected(NodeId{link.toUInt()}); });
    connect(m_remove, &QToolButton::clicked, this, [this] { m_comparison.removeColumn(m_column); });
    refresh();
}

void CompareCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

// In four columns there is no room for the name of a mode beside the title.
void CompareCard::arrange()
{
    const int wanted = m_title->sizeHint().width() + m_mode->sizeHint().width() +
        m_remove->sizeHint().width() + 2 * m_head->horizontalSpacing();
    const bool isNarrow = wanted > contentsRect().marginsRemoved(layout()->contentsMargins()).width();
    if (m_isNarrow == isNarrow)
        return;
    m_isNarrow = isNarrow;
    for (QWidget* part :
        {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_mode), static_cast<QWidget*>(m_remove)})
        m_head->removeWidget(part);
    m_head->addWidget(m_title, 0, 0);
    m_head->addWidget(m_remove, 0, 2);
    if (isNarrow)
        m_head->addWidget(m_mode, 1, 0, 1, 3);
    else
        m_head->addWidget(m_mode, 0, 1);
}

void CompareCard::refresh()
{
    const ComparedColumn& column = m_comparison.columns()[m_column];
    const auto chip = std::ranges::find(OpLibrary::chips(), std::string_view(column.soc), &ChipTraits::soc);
    m_title->setText(m_column == m_comparison.baseline()
            ? tr("<b>%1</b> baseline").arg(ComparedColumn::letter(m_column))
            : QStringLiteral("<b>%1</b>").arg(ComparedColumn::letter(m_column)));
    m_mode->setChoice(*column.choice, *chip);
    const PolicyOptions& options = m_comparison.policy().options;
    m_chip->offerLibrary(QFileInfo(options.libraryPath).fileName());
    if (options.library && column.readsOwnLibrary(m_comparison.policy()))
        m_chip->setOwnLibrary(column.choice->isAscend());
    else
        m_chip->setChip(column.soc, column.choice->isAscend());
    refreshLists();
    m_remove->setEnabled(m_comparison.columns().size() > 2);
    m_summary->setText(column.judgement ? summaryText() : QString());
    m_numbers->setText(numbersText());
    m_numbers->setVisible(m_comparison.hasNumbers() || column.way.numerics);
    arrange();
}

// The list in force, the others by their names, none, and one from a file.
void CompareCard::refreshLists()
{
    const ComparedColumn& column = m_comparison.columns()[m_column];
    const QStringList variants =
        m_comparison.policy().variants.empty() ? QStringList() : m_comparison.policy().variantNames();
    m_lists->clear();
    m_lists->addItem(variants.isEmpty() ? tr("my lists") : tr("list in force"));
    for (const QString& name : variants)
        m_lists->addItem(variantTitle(name), name);
    m_lists->addItem(tr("built-in lists"));
    m_lists->addItem(column.file ? QFileInfo(text(column.file->fileName)).fileName() : tr("a mixlist file…"));
    int row = 0;
    if (column.file)
        row = m_lists->count() - 1;
    else if (!column.usesEdits)
        row = m_lists->count() - 2;
    else if (column.variant)
        row = std::max(0, m_lists->findData(*column.variant));
    m_lists->setCurrentIndex(row);
}

void CompareCard::chooseLists(int row)
{
    m_fileError.clear();
    if (row == m_lists->count() - 1)
        return askForFile();
    if (row == m_lists->count() - 2)
        return m_comparison.setUsesEdits(m_column, false);
    const QVariant name = m_lists->itemData(row);
    m_comparison.setVariant(m_column, name.isValid() ? std::optional(name.toString()) : std::nullopt);
}

void CompareCard::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Mixlist for This Column"), {}, tr("Mixlists (*.json)"));
    dialog->setObjectName(QStringLiteral("compareFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &CompareCard::readFile);
    connect(dialog, &QDialog::rejected, this, &CompareCard::refreshLists);
    dialog->open();
}

void CompareCard::readFile(const QString& path)
{
    auto loaded = readMixlist(path);
    if (!loaded) {
        m_fileError = errorText(loaded.error());
        return refresh();
    }
    loaded->mixlist.fileName = path.toStdString(); // for the command
    m_comparison.setMixlist(m_column, std::move(loaded->mixlist));
}

QString CompareCard::summaryText() const
{
    if (!m_fileError.isEmpty())
        return m_fileError;
    const ComparedColumn& column = m_comparison.columns()[m_column];
    const Judgement& judgement = *column.judgement;
    if (judgement.refusal())
        return tr("Not possible: %1").arg(messageText(judgement.refusal()->what));
    const ComparedColumn& first = m_comparison.columns()[m_comparison.baseline()];
    const ComparedColumn& base = first.judgement && !first.judgement->refusal() ? first : column;
    const PrecisionSummary& here = judgement.summary();
    const PrecisionSummary& there = base.judgement->summary();
    const auto delta = [](std::uint64_t now, std::uint64_t before) {
        return deltaText(static_cast<qint64>(now), static_cast<qint64>(before));
    };
    const DecisionSummary& ops = column.way.summary;
    const DecisionSummary& baseOps = base.way.summary;
    const bool isBrain = here.lowType == DType::BFloat16;
    const std::size_t low = isBrain ? ops.bfloat16 : ops.float16;
    const std::size_t baseLow = isBrain ? baseOps.bfloat16 : baseOps.float16;
    return withUnbrokenParts(tr("%1 %2%%3, %L4 operators%5  ·  fp32 %L6%7  ·  casts %L8%9")
               .arg(isBrain ? QStringLiteral("bf16") : QStringLiteral("fp16"))
               .arg(here.lowPercent())
               .arg(deltaText(here.lowPercent(), there.lowPercent()))
               .arg(low)
               .arg(delta(low, baseLow))
               .arg(ops.float32)
               .arg(delta(ops.float32, baseOps.float32))
               .arg(here.casts)
               .arg(delta(here.casts, there.casts)) +
        tr("  ·  %1 cast%2  ·  %3 of results%4")
            .arg(bytesText(here.castBytes), bytesDeltaText(here.castBytes, there.castBytes),
                bytesText(column.way.tensorBytes),
                bytesDeltaText(column.way.tensorBytes, base.way.tensorBytes)));
}

QString CompareCard::numbersText() const
{
    const ComparedWay& way = m_comparison.columns()[m_column].way;
    if (way.numerics && !*way.numerics)
        return tr("No numbers: %1").arg(messageText(way.numerics->error().what).toHtmlEscaped());
    const Comparison* numbers = way.numbers();
    if (!numbers)
        return tr("Not computed");
    QString line = tr("max rel err <b>%1%2</b>  ·  %L3 of %L4 tensors fail")
                       .arg(numbers->worst(), 0, 'g', 2)
                       .arg(numbers->isFinite() ? QString() : QStringLiteral(" !inf"))
                       .arg(numbers->failing())
                       .arg(numbers->nodes.size());
    return line + originText(*numbers);
}

// The first place of the gravest kind, as a link to its operator.
QString CompareCard::originText(const Comparison& numbers) const
{
    const ErrorTrace trace = traceErrors(*m_comparison.graph(), numbers.nodes);
    const auto link = [&](const std::vector<std::size_t>& rows, const QString& sentence) {
        const NodeComparison& row = numbers.nodes[rows.front()];
        return QStringLiteral("  ·  ") +
            sentence.arg(QStringLiteral("<a href=\"%1\">%2</a>")
                    .arg(row.id.index)
                    .arg(text(row.node).toHtmlEscaped()));
    };
    if (!trace.births.empty())
        return link(trace.births, tr("infinite from %1"));
    if (!trace.collapses.empty())
        return link(trace.collapses, tr("zero from %1"));
    if (!trace.jumps.empty())
        return link(trace.jumps, tr("jumps at %1"));
    return {};
}

}
