// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/curvekind.h"

#include <QCoreApplication>

#include <array>

namespace halftone {
namespace {

constexpr double kPercent = 100;
constexpr double kMilliseconds = 1e-6;

constexpr std::array<CurveRow, kCurveKinds> kRows{{
    {CurveKind::Loss, "loss", QT_TRANSLATE_NOOP("RunCurves", "loss"),
        QT_TRANSLATE_NOOP("RunCurves", "The loss of each step, without the loss scale."),
        [](const StepDone& step) { return static_cast<double>(step.loss); }, false, false, true, 5},
    {CurveKind::Scale, "scale", QT_TRANSLATE_NOOP("RunCurves", "loss scale"),
        QT_TRANSLATE_NOOP("RunCurves", "The factor of the loss, with every change and its cause."),
        [](const StepDone& step) { return step.scaleUsed; }, true, true, true, 3},
    {CurveKind::GradientNorm, "gradientNorm", QT_TRANSLATE_NOOP("RunCurves", "gradient norm"),
        QT_TRANSLATE_NOOP("RunCurves", "The length of all gradients together, after unscaling."),
        [](const StepDone& step) { return step.gradientNorm; }, true, false, false, 2},
    {CurveKind::LearningRate, "learningRate", QT_TRANSLATE_NOOP("RunCurves", "learning rate"),
        QT_TRANSLATE_NOOP("RunCurves", "The rate of each update."),
        [](const StepDone& step) { return static_cast<double>(step.learningRate); }, false, false, false, 2},
    {CurveKind::Underflow, "underflow", QT_TRANSLATE_NOOP("RunCurves", "underflow %"),
        QT_TRANSLATE_NOOP("RunCurves", "Of all numbers rounded to 16 bits, the share that became zero."),
        [](const StepDone& step) { return kPercent * step.underflowShare; }, false, true, false, 2},
    {CurveKind::StepTime, "stepTime", QT_TRANSLATE_NOOP("RunCurves", "step time (ms)"),
        QT_TRANSLATE_NOOP("RunCurves", "How long each step took."),
        [](const StepDone& step) { return kMilliseconds * static_cast<double>(step.nanoseconds); }, false,
        false, false, 2},
}};

}

std::span<const CurveRow> curveRows()
{
    return kRows;
}

const CurveRow& curveRow(CurveKind kind)
{
    return kRows[static_cast<std::size_t>(kind)];
}

QString curveTitle(const CurveRow& row)
{
    return QCoreApplication::translate("RunCurves", row.title);
}

QString curveDoc(const CurveRow& row)
{
    return QCoreApplication::translate("RunCurves", row.doc);
}

}
