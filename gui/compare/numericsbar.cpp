// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/numericsbar.h"

#include "executor/train/modeldata.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/shell/named.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/flowlayout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace halftone {
namespace {

constexpr int kTick = 100; // ms
constexpr int kSteps = 1000; // of the progress bar

}

NumericsBar::NumericsBar(ColumnComparison& comparison, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
{
    named(this, "compareNumericsBar", tr("Baseline and numbers"));
    makeParts();
    m_ticks.setInterval(kTick);
    connect(&m_ticks, &QTimer::timeout, this,
        [this] { m_progress->setValue(static_cast<int>(m_comparison.numericsProgress() * kSteps)); });
    connect(m_baseline, &QComboBox::activated, this,
        [this](int row) { m_comparison.setBaseline(static_cast<std::size_t>(row)); });
    connect(m_link, &QCheckBox::toggled, this, &NumericsBar::linkToggled);
    connect(m_folder, &QToolButton::clicked, this, &NumericsBar::chooseFolder);
    connect(m_run, &QPushButton::clicked, this, &NumericsBar::startOrStop);
    connect(m_add, &QPushButton::clicked, this, &NumericsBar::addRequested);
    connect(m_report, &QPushButton::clicked, this, &NumericsBar::reportRequested);
    connect(&comparison, &ColumnComparison::columnsChanged, this, &NumericsBar::refreshColumns);
    connect(&comparison, &ColumnComparison::judged, this, &NumericsBar::refreshRun);
    connect(&comparison, &ColumnComparison::numericsChanged, this, &NumericsBar::refreshRun);
    refreshColumns();
    refreshRun();
}

// Side by side also where the rest goes on in the next line.
QWidget* NumericsBar::besides(QWidget* first, QWidget* second)
{
    auto* pair = new QWidget(this);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins({});
    row->setSpacing(4);
    row->addWidget(first);
    row->addWidget(second);
    return pair;
}

void NumericsBar::makeParts()
{
    m_baseline = named(new QComboBox(this), "compareBaseline", tr("Baseline"));
    m_baseline->setToolTip(tr("The column that the others are compared with"));
    m_link = named(new QCheckBox(tr("&Link graphs"), this), "compareLink", tr("Link graphs"));
    m_link->setChecked(true);
    m_link->setToolTip(tr("All graphs scroll and zoom together"));
    m_data = named(new QComboBox(this), "compareData", tr("Data for the numbers"));
    m_data->setEditable(true);
    m_data->setInsertPolicy(QComboBox::NoInsert);
    m_data->addItem(tr("Digits (built in)"), text(kSampleDigits));
    m_data->addItem(tr("Random, as the inputs want it"), text(kSyntheticData));
    m_data->setToolTip(tr("What the numbers are computed on: a choice, or a folder or file with samples"));
    m_data->setMinimumContentsLength(12);
    connect(m_data, &QComboBox::currentIndexChanged, m_data,
        [this] { m_data->lineEdit()->setCursorPosition(0); }); // the beginning tells more than the end
    m_data->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_folder = named(new QToolButton(this), "compareDataFolder", tr("Choose a folder with samples"));
    m_folder->setText(QStringLiteral("…"));
    m_folder->setToolTip(tr("Choose a folder with samples"));
    m_folder->setFocusPolicy(Qt::TabFocus);
    m_batch = named(new QSpinBox(this), "compareBatch", tr("Batch size"));
    m_batch->setRange(1, 65536);
    m_batch->setValue(static_cast<int>(TrainSettings().batch));
    m_batch->setPrefix(tr("batch "));
    m_after = named(new QSpinBox(this), "compareAfter", tr("Steps trained before"));
    m_after->setRange(0, 100'000);
    m_after->setPrefix(tr("after step "));
    m_after->setToolTip(
        tr("Train the first column for so many steps and compare the next one: what goes wrong "
           "may begin later. For a training step only."));
    m_run = named(new QPushButton(this), "compareRun", tr("Run numerics"));
    m_progress = named(new QProgressBar(this), "compareProgress", tr("Progress of the numbers"));
    m_progress->setRange(0, kSteps);
    m_progress->setMaximumWidth(120);
    m_state = named(new ElidedLabel(this), "compareState", tr("State of the numbers"));
    m_add = named(new QPushButton(tr("Add Column"), this), "compareAdd", tr("Add a way to decide"));
    m_add->setToolTip(tr("Compare with one more mode, level or tool"));
    m_report = named(new QPushButton(tr("Export Report…"), this), "compareReport", tr("Export the report"));
    m_report->setToolTip(tr("Write tables, graph and plots into one HTML file"));
    auto* title = named(new QLabel(tr("&Baseline"), this), "compareBaselineTitle", tr("Baseline"));
    title->setBuddy(m_baseline);
    auto* parts = new QWidget(this);
    auto* flow = new FlowLayout(parts);
    flow->setContentsMargins({});
    for (QWidget* part :
        {besides(title, m_baseline), static_cast<QWidget*>(m_link), besides(m_data, m_folder),
            static_cast<QWidget*>(m_batch), static_cast<QWidget*>(m_after), static_cast<QWidget*>(m_run),
            static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_add),
            static_cast<QWidget*>(m_report)})
        flow->addWidget(part);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addWidget(parts);
    column->addWidget(m_state);
}

bool NumericsBar::isLinked() const
{
    return m_link->isChecked();
}

void NumericsBar::setData(const QString& place)
{
    if (const int known = m_data->findData(place); known >= 0)
        return m_data->setCurrentIndex(known);
    m_data->setEditText(QDir::toNativeSeparators(place));
}

std::string NumericsBar::data() const
{
    const int item = m_data->findText(m_data->currentText());
    return (item >= 0 ? m_data->itemData(item).toString() : m_data->currentText().trimmed()).toStdString();
}

void NumericsBar::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder with samples"));
    dialog->setObjectName(QStringLiteral("compareFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &NumericsBar::setData);
    dialog->open();
}

void NumericsBar::startOrStop()
{
    if (m_comparison.isComputing())
        return m_comparison.cancelNumerics();
    m_comparison.runNumerics({.data = data(),
        .batch = static_cast<std::size_t>(m_batch->value()),
        .after = static_cast<std::size_t>(m_after->value())});
}

void NumericsBar::refreshColumns()
{
    const QSignalBlocker quiet(m_baseline);
    m_baseline->clear();
    for (std::size_t i = 0; i < m_comparison.columns().size(); ++i)
        m_baseline->addItem(ComparedColumn::letter(i));
    m_baseline->setCurrentIndex(static_cast<int>(m_comparison.baseline()));
    m_add->setEnabled(m_comparison.columns().size() < ColumnComparison::kMostColumns);
}

QString NumericsBar::stateText() const
{
    if (m_comparison.isComputing())
        return {};
    if (m_comparison.numericsRefusal())
        return tr("No numbers: %1").arg(errorText(*m_comparison.numericsRefusal()));
    const auto lacks = [](const ComparedColumn& column) {
        return !column.way.numerics && !column.way.refusal;
    };
    if (m_comparison.hasNumbers() && std::ranges::any_of(m_comparison.columns(), lacks))
        return tr("A column changed: run again.");
    return {};
}

void NumericsBar::refreshRun()
{
    const bool isComputing = m_comparison.isComputing();
    m_run->setText(tr("&Run Numerics"));
    m_run->setMinimumWidth(std::max(m_run->minimumWidth(), m_run->sizeHint().width())); // both texts fit
    m_run->setText(isComputing ? tr("&Stop") : tr("&Run Numerics"));
    m_run->setToolTip(isComputing
            ? tr("Stop computing; earlier numbers stay")
            : tr("Compute a batch in FP32 and in every column, and measure the errors"));
    m_run->setEnabled(m_comparison.graph() != nullptr);
    m_after->setEnabled(m_comparison.isTraining());
    m_report->setEnabled(m_comparison.graph() != nullptr);
    m_progress->setVisible(isComputing);
    m_progress->setValue(0);
    if (isComputing)
        m_ticks.start();
    else
        m_ticks.stop();
    m_state->setLine(stateText());
    m_state->setVisible(!m_state->text().isEmpty());
}

}
