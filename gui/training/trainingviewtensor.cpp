// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the tensor panel of the training view is tied to runs and plots.
#include "gui/training/exponentchart.h"
#include "gui/training/runplots.h"
#include "gui/training/tensorpanel.h"
#include "gui/training/trainingview.h"

#include <QToolButton>

namespace halftone {

QToolButton* TrainingView::makeTensorButton()
{
    m_showsTensor = new QToolButton(this);
    m_showsTensor->setObjectName(QStringLiteral("trainingTensor"));
    m_showsTensor->setText(tr("Tensor"));
    m_showsTensor->setAccessibleName(tr("Show the exponents of a tensor"));
    m_showsTensor->setToolTip(
        tr("Show how large the numbers of a tensor are, step by step, against the limits of FP16 and BF16."));
    m_showsTensor->setCheckable(true);
    m_showsTensor->setFocusPolicy(Qt::StrongFocus);
    connect(m_showsTensor, &QToolButton::toggled, this, &TrainingView::showTensor);
    return m_showsTensor;
}

void TrainingView::connectTensor()
{
    m_tensor->setOpen(false);
    connect(m_tensor, &TensorPanel::wishChanged, this, [this] {
        for (const auto& run : m_runs->runs()) {
            if (run->controller())
                run->controller()->watch(m_tensor->wish());
        }
    });
    connect(m_tensor, &TensorPanel::stepPointed, m_plots, &RunPlots::pointAt);
    connect(m_plots, &RunPlots::stepPointed, m_tensor->chart(), &ExponentChart::pointAt);
    connect(m_plots->plot(), &QCustomPlot::afterReplot, this,
        [this] { m_tensor->chart()->setStepRange(m_plots->stepRange().lower, m_plots->stepRange().upper); });
}

void TrainingView::setOperator(const QString& node)
{
    m_tensor->setOperator(node);
}

void TrainingView::showTensor(bool isShown)
{
    if (m_tensor->isOpen() == isShown)
        return;
    m_showsTensor->setChecked(isShown);
    m_tensor->setOpen(isShown);
    emit tensorShown(isShown);
}

}
