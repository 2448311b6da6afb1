// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/lossscale/lossscale.h"

namespace halftone {

/// This is a parameter of loss-scale rules as command lines and forms set it: by a name and a number.
struct ScaleParameterRow
{
    enum class Kind : std::uint8_t {
        Number,
        Count, ///< A whole number.
        Switch, ///< 1 for yes, 0 for no.
    };
    ScaleParameter parameter;
    std::string_view name; ///< "refills-hysteresis"
    Kind kind;
    double (*get)(const LossScaleParameters& parameters);
    void (*set)(LossScaleParameters& parameters, double value); ///< A count is cut off behind the point.
};

/// All of them, by ScaleParameter.
std::span<const ScaleParameterRow> scaleParameterRows();

/// Whether the framework of \p rule has that parameter.
bool reads(const LossScaleRule& rule, ScaleParameter parameter);

}
