// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/event.h"

#include <QWidget>

#include <limits>

namespace halftone::test {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

inline StepDone step(std::uint64_t number, float loss, double scale = 1)
{
    return {.step = number, .loss = loss, .scaleUsed = scale, .scaleAfter = scale, .nanoseconds = 1'000'000};
}

/// A step whose gradients overflowed: it is skipped and halves the scale.
inline StepDone overflowing(std::uint64_t number, double scale)
{
    StepDone done = step(number, kNan, scale);
    done.scaleAfter = scale / 2;
    done.overflow = done.skipped = true;
    done.cause = ScaleCause::Overflow;
    return done;
}

/// The control of that name, which must be there.
template <typename Control>
Control& control(QWidget& view, const char* name)
{
    auto* found = view.findChild<Control*>(QLatin1StringView(name));
    if (!found)
        qFatal("there is no control %s", name);
    return *found;
}

}
