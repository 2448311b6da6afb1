// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lossscale/scaleparameters.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

using Parameters = LossScaleParameters;

template <auto Member>
double get(const Parameters& parameters)
{
    return static_cast<double>(parameters.*Member);
}

template <auto Member>
void setNumber(Parameters& parameters, double value)
{
    parameters.*Member = value;
}

template <auto Member>
void setCount(Parameters& parameters, double value)
{
    parameters.*Member = static_cast<std::int64_t>(value);
}

template <auto Member>
void setSwitch(Parameters& parameters, double value)
{
    parameters.*Member = value != 0;
}

template <auto Member>
constexpr ScaleParameterRow number(ScaleParameter parameter, std::string_view name)
{
    return {parameter, name, ScaleParameterRow::Kind::Number, get<Member>, setNumber<Member>};
}

template <auto Member>
constexpr ScaleParameterRow count(ScaleParameter parameter, std::string_view name)
{
    return {parameter, name, ScaleParameterRow::Kind::Count, get<Member>, setCount<Member>};
}

template <auto Member>
constexpr ScaleParameterRow choice(ScaleParameter parameter, std::string_view name)
{
    return {parameter, name, ScaleParameterRow::Kind::Switch, get<Member>, setSwitch<Member>};
}

using enum ScaleParameter;

constexpr auto kRows = std::to_array<ScaleParameterRow>({
    number<&Parameters::initial>(Initial, "initial"),
    number<&Parameters::growth>(Growth, "growth"),
    number<&Parameters::backoff>(Backoff, "backoff"),
    count<&Parameters::window>(Window, "window"),
    number<&Parameters::minimum>(Minimum, "minimum"),
    number<&Parameters::maximum>(Maximum, "maximum"),
    choice<&Parameters::refusesInfinity>(RefusesInfinity, "refuses-infinity"),
    count<&Parameters::hysteresis>(Hysteresis, "hysteresis"),
    choice<&Parameters::refillsHysteresis>(RefillsHysteresis, "refills-hysteresis"),
    choice<&Parameters::raisesAtMinimum>(RaisesAtMinimum, "raises-at-minimum"),
    choice<&Parameters::skipsOverflow>(SkipsOverflow, "skips-overflow"),
});

}

std::span<const ScaleParameterRow> scaleParameterRows()
{
    return kRows;
}

bool reads(const LossScaleRule& rule, ScaleParameter parameter)
{
    return std::ranges::contains(rule.reads, parameter);
}

}
