// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the plots: the line of controls, and the page in their place while there is no run.
#include "gui/training/elidedlabel.h"
#include "gui/training/runplots.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace halftone {

void RunPlots::makeEmptyPage()
{
    m_empty->setObjectName(QStringLiteral("runPlotsEmpty"));
    m_empty->setAccessibleName(tr("No training yet"));
    m_empty->setAutoFillBackground(true);
    auto* text = new QLabel(m_empty);
    text->setAlignment(Qt::AlignCenter);
    text->setWordWrap(true);
    text->setText(tr(
        "<p><b>No training yet</b></p><p>Start trains the open model in FP32 and in mixed precision side by "
        "side, and in up to four ways at once.<br>Loss, loss scale and skipped steps appear here while it "
        "runs.</p>"));
    m_emptyButton = new QToolButton(m_empty);
    m_emptyButton->setObjectName(QStringLiteral("runPlotsStart"));
    m_emptyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_emptyButton->setFocusPolicy(Qt::StrongFocus);
    m_emptyButton->hide();
    auto* column = new QVBoxLayout(m_empty);
    column->setContentsMargins(24, 24, 24, 24);
    column->addStretch();
    column->addWidget(text);
    column->addWidget(m_emptyButton, 0, Qt::AlignHCenter);
    column->addStretch();
}

void RunPlots::setEmptyAction(QAction* action)
{
    m_emptyButton->setDefaultAction(action);
    m_emptyButton->setAccessibleName(action->text());
    m_emptyButton->show();
}

QWidget* RunPlots::makeToolBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_logarithmic = new QCheckBox(tr("Log loss"), bar);
    m_logarithmic->setObjectName(QStringLiteral("plotLogarithmic"));
    m_logarithmic->setAccessibleName(tr("Logarithmic axis for the loss"));
    m_logarithmic->setToolTip(tr("Logarithmic axis for the loss"));
    connect(m_logarithmic, &QCheckBox::toggled, this, &RunPlots::setLogarithmic);
    m_follow = new QCheckBox(tr("Follow"), bar);
    m_follow->setObjectName(QStringLiteral("plotFollow"));
    m_follow->setAccessibleName(tr("Keep all steps in view"));
    m_follow->setToolTip(
        tr("Keep all steps in view while training; a double click on the plots does the same."));
    m_follow->setChecked(true);
    connect(m_follow, &QCheckBox::toggled, this, [this](bool follows) {
        if (follows)
            showAll();
    });
    auto* caption = new QLabel(tr("Smooth"), bar);
    m_smoothing = new QDoubleSpinBox(bar);
    m_smoothing->setObjectName(QStringLiteral("plotSmoothing"));
    m_smoothing->setAccessibleName(tr("Smoothing of the loss"));
    m_smoothing->setToolTip(tr("0 draws the loss as it is, 0.9 averages over some ten steps."));
    m_smoothing->setRange(0, 0.99);
    m_smoothing->setSingleStep(0.1);
    m_smoothing->setValue(0.6);
    caption->setBuddy(m_smoothing);
    connect(m_smoothing, &QDoubleSpinBox::valueChanged, this, &RunPlots::setSmoothing);
    m_readout = new ElidedLabel(this);
    m_readout->setObjectName(QStringLiteral("plotReadout"));
    m_readout->setAccessibleName(tr("Values of the step"));
    row->addWidget(makeCurveMenu(bar));
    row->addWidget(m_logarithmic);
    row->addWidget(m_follow);
    row->addWidget(caption);
    row->addWidget(m_smoothing);
    row->addStretch(1);
    return bar;
}

QPushButton* RunPlots::makeCurveMenu(QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setObjectName(QStringLiteral("plotCurves"));
    button->setText(tr("Plots"));
    button->setAccessibleName(tr("Choose the plots"));
    button->setToolTip(tr("Choose which numbers of a step have a plot."));
    auto* menu = new QMenu(button);
    menu->setObjectName(QStringLiteral("plotCurvesMenu"));
    menu->setToolTipsVisible(true);
    for (const CurveRow& row : curveRows()) {
        QAction* action = menu->addAction(curveTitle(row));
        action->setObjectName(QLatin1StringView("plotCurve.") + QLatin1StringView(row.id));
        action->setToolTip(curveDoc(row));
        action->setCheckable(true);
        action->setChecked(m_plot->isShown(row.kind));
        connect(action, &QAction::toggled, this,
            [this, kind = row.kind](bool isShown) { showCurve(kind, isShown); });
    }
    button->setMenu(menu);
    return button;
}

}
