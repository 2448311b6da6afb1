// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/scalechanges.h"

#include <QCoreApplication>

#include <utility>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct ScaleCauses
{
    Q_DECLARE_TR_FUNCTIONS(halftone::ScaleCauses)
};

}

QString shortCauseText(const ScaleChange& change)
{
    switch (change.cause) {
    case ScaleCause::Kept:
        return {};
    case ScaleCause::Overflow:
        return ScaleCauses::tr("overflow");
    case ScaleCause::Growth:
        return ScaleCauses::tr("growth (%1 clean)").arg(change.cleanSteps);
    case ScaleCause::AtFloor:
        return ScaleCauses::tr("floor");
    case ScaleCause::AtCeiling:
        return ScaleCauses::tr("ceiling (%1 clean)").arg(change.cleanSteps);
    case ScaleCause::Hysteresis:
        return ScaleCauses::tr("forgiven (hysteresis)");
    case ScaleCause::Stuck:
        return ScaleCauses::tr("stuck");
    }
    return {};
}

std::uint64_t CleanSteps::count(const StepDone& step)
{
    if (step.overflow)
        return std::exchange(m_count, 0);
    ++m_count;
    const bool isFull = step.cause == ScaleCause::Growth || step.cause == ScaleCause::AtCeiling;
    return isFull ? std::exchange(m_count, 0) : m_count;
}

}
