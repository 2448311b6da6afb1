// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/tensorpanel.h"

#include "gui/document/text.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/exponentchart.h"
#include "gui/training/runlook.h"
#include "gui/training/trainingrun.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace halftone {
namespace {

QString roleTitle(WatchableTensor::Role role)
{
    switch (role) {
    case WatchableTensor::Role::Result:
        return TensorPanel::tr("result");
    case WatchableTensor::Role::Gradient:
        return TensorPanel::tr("gradient");
    case WatchableTensor::Role::Input:
        return TensorPanel::tr("input");
    }
    return {};
}

/// What a combo of tensors holds.
struct TensorItem
{
    QString title;
    QString name;
};

std::vector<TensorItem> tensorsOf(const RunHistory& history, const QString& node)
{
    std::vector<TensorItem> items;
    if (!history.info || !history.info->graph) { // of a file
        for (const auto& [name, exponents] : history.exponents)
            items.push_back({text(name), text(name)});
        return items;
    }
    const Graph& graph = *history.info->graph;
    for (const WatchableTensor& tensor : watchableTensors(graph, node.toStdString())) {
        const Value& value = graph.value(tensor.value);
        items.push_back({QStringLiteral("%1 · %2 · %3")
                             .arg(text(value.name), roleTitle(tensor.role), text(name(value.dtype))),
            text(value.name)});
    }
    return items;
}

}

TensorPanel::TensorPanel(QWidget* parent)
    : QWidget(parent)
    , m_run(addChoice("tensorRun", tr("Run"), tr("The run whose numbers are shown.")))
    , m_tensor(addChoice("tensorName", tr("Tensor"), tr("A tensor of the operator that is selected.")))
    , m_window(addChoice("tensorWindow", tr("Format"), tr("The 16-bit format whose limits are drawn.")))
    , m_readout(new ElidedLabel(this))
    , m_chart(new ExponentChart(this))
{
    setObjectName(QStringLiteral("tensorPanel"));
    setAccessibleName(tr("Exponents of a tensor"));
    m_window->addItem(QStringLiteral("FP16"), QVariant::fromValue(static_cast<int>(DType::Float16)));
    m_window->addItem(QStringLiteral("BF16"), QVariant::fromValue(static_cast<int>(DType::BFloat16)));
    m_readout->setObjectName(QStringLiteral("tensorReadout"));
    m_readout->setAccessibleName(tr("Exponents of the step"));
    auto* choices = new QHBoxLayout;
    choices->addWidget(m_run, 2);
    choices->addWidget(m_tensor, 3);
    choices->addWidget(m_window);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(choices);
    column->addWidget(m_readout);
    column->addWidget(m_chart, 1);
    connect(m_run, &QComboBox::activated, this, [this] { fillTensors(); });
    connect(m_tensor, &QComboBox::activated, this, &TensorPanel::choose);
    connect(m_window, &QComboBox::activated, this, [this] {
        m_format = static_cast<DType>(m_window->currentData().toInt());
        refresh();
    });
    connect(m_chart, &ExponentChart::readoutChanged, this, &TensorPanel::showReadout);
    connect(m_chart, &ExponentChart::stepPointed, this, &TensorPanel::stepPointed);
    refresh();
}

QComboBox* TensorPanel::addChoice(const char* name, const QString& accessibleName, const QString& tip)
{
    auto* combo = new QComboBox(this);
    combo->setObjectName(QLatin1StringView(name));
    combo->setAccessibleName(accessibleName);
    combo->setToolTip(tip);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    return combo;
}

void TensorPanel::setOperator(const QString& node)
{
    if (node.isEmpty() || node == m_node)
        return;
    m_node = node;
    m_chosen.clear();
    fillTensors();
}

void TensorPanel::setRuns(const std::vector<TrainingRun*>& runs)
{
    const QString before = m_run->currentText();
    m_runs = runs;
    m_run->clear();
    for (const TrainingRun* run : runs)
        m_run->addItem(runSwatch(run->look()), run->label());
    int shown = m_run->findText(before);
    for (std::size_t i = 0; shown < 0 && i < runs.size(); ++i) {
        if (runs[i]->hasScale()) // What 16 bits do is seen where there are any.
            shown = static_cast<int>(i);
    }
    m_run->setCurrentIndex(runs.empty() ? -1 : std::max(0, shown));
    m_run->setEnabled(runs.size() > 1);
    fillTensors();
}

void TensorPanel::update(const TrainingRun* changed)
{
    if (changed != run())
        return;
    if (!m_knowsGraph && changed->history().info)
        fillTensors();
    else if (isVisible())
        refresh();
}

const TrainingRun* TensorPanel::run() const
{
    const auto index = static_cast<std::size_t>(std::max(0, m_run->currentIndex()));
    return index < m_runs.size() ? m_runs[index] : nullptr;
}

void TensorPanel::fillTensors()
{
    m_tensor->clear();
    const TrainingRun* shown = run();
    m_knowsGraph = shown && shown->history().info;
    if (shown) {
        for (const TensorItem& item : tensorsOf(shown->history(), m_node))
            m_tensor->addItem(item.title, item.name);
        if (!m_node.isEmpty() && shown->isRecorded() && m_chosen.empty())
            m_tensor->setCurrentIndex(std::max(0, m_tensor->findData(m_node)));
    }
    if (const int chosen = m_tensor->findData(text(m_chosen)); chosen >= 0)
        m_tensor->setCurrentIndex(chosen);
    m_tensor->setEnabled(m_tensor->count() > 1);
    refresh();
}

void TensorPanel::choose()
{
    m_chosen = m_tensor->currentData().toString().toStdString();
    refresh();
}

std::string TensorPanel::tensor() const
{
    return m_tensor->currentData().toString().toStdString();
}

TensorWish TensorPanel::wish() const
{
    return m_isOpen ? TensorWish{m_node.toStdString(), m_chosen} : TensorWish{};
}

DType TensorPanel::storedType() const
{
    const TrainingRun* shown = run();
    if (!shown || !shown->history().info || !shown->history().info->graph)
        return DType::Undefined;
    const Graph& graph = *shown->history().info->graph;
    const ValueId value = graph.findValue(tensor());
    return value.isValid() ? graph.value(value).dtype : DType::Undefined;
}

DType TensorPanel::format() const
{
    return m_format.value_or(storedType() == DType::BFloat16 ? DType::BFloat16 : DType::Float16);
}

void TensorPanel::refresh()
{
    m_window->setCurrentIndex(m_window->findData(static_cast<int>(format())));
    const ExponentHistory* history = nullptr;
    if (const TrainingRun* shown = run()) {
        const auto found = shown->history().exponents.find(tensor());
        history = found == shown->history().exponents.end() ? nullptr : &found->second;
    }
    m_chart->setHistory(history, format(), message());
    if (const TensorWish now = wish(); now != m_announced) {
        m_announced = now;
        emit wishChanged();
    }
}

QString TensorPanel::message() const
{
    const TrainingRun* shown = run();
    if (shown && shown->isRecorded())
        return tr(
            "The file of this run holds no exponents. Record some with halftone-cli train --run-file FILE "
            "--histogram TENSOR.");
    if (m_node.isEmpty())
        return tr(
            "Select an operator in the graph, in its table or among the events: how large the numbers of its "
            "tensors are is shown here, step by step, against the limits of FP16 and BF16.");
    if (!shown)
        return tr("Start a run: the exponents of %1 are counted while it goes on.").arg(m_node);
    if (shown->history().info && m_tensor->count() == 0)
        return tr("No tensor of %1 is computed in this run.").arg(m_node);
    if (shown->isActive())
        return tr("Exponents of %1 are counted from the next step on.").arg(m_node);
    return tr("This run was over before anyone asked for %1. Start it again: exponents are counted while "
              "this panel "
              "is open.")
        .arg(m_node);
}

void TensorPanel::showReadout()
{
    m_readout->setLine(m_chart->readout());
}

QString TensorPanel::readout() const
{
    return m_readout->text();
}

void TensorPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TensorPanel::setOpen(bool isOpen)
{
    m_isOpen = isOpen;
    setVisible(isOpen);
    refresh();
}

}
