// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/steptext.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <format>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN; they are spelled as words.
Json number(double value)
{
    if (std::isnan(value))
        return "nan";
    return std::isinf(value) ? Json(value > 0 ? "inf" : "-inf") : Json(value);
}

Json overflowJson(const std::optional<OverflowDescription>& overflow)
{
    if (!overflow)
        return nullptr;
    return {{"node", overflow->node}, {"op", overflow->op}, {"phase", overflow->phase},
        {"value", overflow->value}, {"element", overflow->element}};
}

std::string overflowText(const std::optional<OverflowDescription>& overflow)
{
    if (!overflow)
        return "a gradient in float32";
    // A cast has no name that a person gave; what it converts does.
    if (!overflow->converted.empty())
        return std::format("{} rounded to {} for the {} phase, element {}", overflow->converted,
            overflow->dtype, overflow->phase, overflow->element);
    return std::format("{} of {} ({}, {}), element {}", overflow->value, overflow->node, overflow->op,
        overflow->phase, overflow->element);
}

std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json startJson(std::string_view run)
{
    Json json = Json::object();
    if (!run.empty())
        json["run"] = run;
    return json;
}

}

std::string lossText(const RunFinished& finished)
{
    return finished.hasLoss() ? std::format("{:.5f}", finished.meanLoss) : "-";
}

std::string accuracyText(const RunFinished& finished)
{
    return std::isnan(finished.accuracy) ? "-" : std::format("{:.2f} %", 100 * finished.accuracy);
}

std::string scaleText(double scale)
{
    const double exponent = std::log2(scale);
    return exponent == std::floor(exponent) ? std::format("2^{:.0f}", exponent) : std::format("{:g}", scale);
}

bool isEvent(const StepDone& done)
{
    return done.overflow || done.scaleUsed != done.scaleAfter;
}

std::string eventText(const StepDone& done, const std::optional<OverflowDescription>& overflow)
{
    if (!done.overflow)
        return std::format("step {}: scale {} → {} ({})", done.step, scaleText(done.scaleUsed),
            scaleText(done.scaleAfter), name(done.cause));
    std::string scales;
    if (done.scaleUsed != done.scaleAfter)
        scales = std::format(", scale {} → {}", scaleText(done.scaleUsed), scaleText(done.scaleAfter));
    else if (done.scaleUsed != 1) // 1 is no scale
        scales = std::format(", scale stays {}", scaleText(done.scaleUsed));
    return std::format("step {}: overflow{}{}; first: {}", done.step, done.skipped ? ", skipped" : "", scales,
        overflowText(overflow));
}

std::string stepJson(const StepDone& done, const StepPlaces& places, std::string_view run)
{
    Json json = startJson(run);
    json.update({{"step", done.step}, {"loss", number(static_cast<double>(done.loss))},
        {"learningRate", number(static_cast<double>(done.learningRate))},
        {"scaleUsed", number(done.scaleUsed)}, {"scaleAfter", number(done.scaleAfter)},
        {"overflow", done.overflow}, {"skipped", done.skipped},
        {"firstOverflow", overflowJson(places.overflow)}, {"firstCollapse", overflowJson(places.collapse)},
        {"gradientNorm", number(done.gradientNorm)}, {"underflowShare", done.underflowShare},
        {"ms", static_cast<double>(done.nanoseconds) / 1e6}});
    return dump(json);
}

std::string countsJson(
    std::uint64_t step, std::string_view tensor, const kernels::RoundStats& counts, std::string_view run)
{
    Json json = startJson(run);
    json.update({{"step", step}, {"tensor", tensor}, {"count", counts.count}, {"overflows", counts.overflows},
        {"underflows", counts.underflows}, {"subnormals", counts.subnormals},
        {"absMax", number(static_cast<double>(counts.absMax))}});
    return dump(json);
}

std::string exponentsJson(
    std::uint64_t step, std::string_view tensor, const ExponentHistogram& histogram, std::string_view run)
{
    constexpr int kBias = 127;
    Json exponents = Json::object();
    for (std::size_t i = 0; i < histogram.size(); ++i) {
        if (histogram[i] == 0)
            continue;
        const std::string key = i == 0  ? "zero"
            : i == histogram.size() - 1 ? "notFinite"
                                        : std::to_string(static_cast<int>(i) - kBias);
        exponents[key] = histogram[i];
    }
    Json json = startJson(run);
    json.update({{"step", step}, {"tensor", tensor}, {"exponents", exponents}});
    return dump(json);
}

std::string finishedJson(const RunFinished& finished, std::string_view run)
{
    Json json = startJson(run);
    json.update(
        {{"finished", name(finished.why)}, {"steps", finished.steps}, {"skippedSteps", finished.skippedSteps},
            {"meanLoss", finished.hasLoss() ? number(finished.meanLoss) : Json()},
            {"accuracy", number(finished.accuracy)}});
    return dump(json);
}

}
