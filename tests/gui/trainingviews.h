// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingview.h"
#include "tests/gui/runs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>

#include <memory>

namespace halftone::test {

inline void fillSteps(TrainingView& view, int steps)
{
    auto& unit = control<QComboBox>(view, "trainingLengthUnit");
    unit.setCurrentIndex(unit.findText("steps"));
    control<QDoubleSpinBox>(view, "trainingLength").setValue(steps);
}

/// A view on the sample model that trains that many steps, in FP32 and as the window would.
inline std::unique_ptr<TrainingView> makeTrainingView(int steps)
{
    auto view = std::make_unique<TrainingView>();
    view->resize(1280, 800);
    view->setModel("sample:lenet5", {});
    fillSteps(*view, steps);
    view->show();
    return view;
}

/// With one run, in mixed precision.
inline std::unique_ptr<TrainingView> makeMixedView(int steps)
{
    auto view = makeTrainingView(steps);
    control<QCheckBox>(*view, "runUse0").setChecked(false); // FP32
    return view;
}

inline const TrainingRun& lastRun(const TrainingView& view)
{
    return *view.runs()->runs().back();
}

/// Whether it is paused and its state is known.
inline bool stands(const TrainingRun& run)
{
    return run.state() == RunController::State::Paused && run.controller()->checkpoint() != nullptr;
}

}

#define WAIT_FOR_END(view) QTRY_VERIFY_WITH_TIMEOUT(!(view).isRunning(), 120000)
#define WAIT_FOR_STEPS(run, count) QTRY_VERIFY_WITH_TIMEOUT((run).history().steps.size() > (count), 60000)
