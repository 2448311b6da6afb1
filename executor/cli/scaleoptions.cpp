// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/scaleoptions.h"

#include "analysis/lossscale/scaleparameters.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <format>

namespace halftone::cli {
namespace {

std::string namesRead(const LossScaleRule& rule)
{
    std::string names;
    for (const ScaleParameterRow& row : scaleParameterRows()) {
        if (reads(rule, row.parameter))
            names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    return names;
}

Result<void> applySetting(const LossScaleRule& rule, const std::string& text, LossScaleParameters& parameters)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view key = std::string_view(text).substr(0, equals);
    const auto rows = scaleParameterRows();
    const auto row = std::ranges::find(rows, key, &ScaleParameterRow::name);
    double value = 0;
    const char* end = text.data() + text.size();
    const bool isNumber =
        equals + 1 < text.size() && std::from_chars(text.data() + equals + 1, end, value).ptr == end;
    const bool isRead = row != rows.end() && reads(rule, row->parameter);
    if (!isNumber || !isRead) {
        return std::unexpected(Error{ErrorKind::Usage, "E-LOSS-SCALE",
            row == rows.end() || !isNumber
                ? std::format("\"{}\" does not set a parameter of a loss-scale rule.", text)
                : std::format("The rule {} has no parameter {}.", rule.id, row->name),
            "--loss-scale-set",
            std::format("Write NAME=NUMBER (1 for yes, 0 for no) with one of {}.", namesRead(rule))});
    }
    row->set(parameters, value);
    return {};
}

}

void addScaleOptions(CLI::App& app, ScaleOptions& options)
{
    std::string rules;
    for (const LossScaleRule& rule : lossScaleRules())
        rules += (rules.empty() ? "" : ", ") + std::string(rule.id);
    app.add_option("--loss-scale-rule", options.rule,
        "One of " + rules +
            "; without it what comes with the policy (ms_dynamic_loss_scale_update_cell on Ascend)");
    app.add_option(
        "--loss-scale", options.initial, "Scale of the first step; the rule's own default without it");
    app.add_option("--loss-scale-window", options.window, "Clean steps before the scale grows");
    app.add_option("--loss-scale-set", options.set,
           "Another parameter of the rule: growth=4, backoff=0.25, minimum=1, hysteresis=2, "
           "skips-overflow=0, ...")
        ->type_name("NAME=NUMBER");
    app.add_flag(
        "--saturate", options.saturate, "FP16 overflow gives 65504 instead of infinity, as on older chips");
    app.add_flag("--any-tensor", options.anyTensor,
        "Skip a step when any FP16 tensor overflowed, not only a gradient");
    app.add_option("--accumulate", options.accumulation,
           "Sums of FP16 operators: f32, or f16 rounded after every addition, to see what that does")
        ->capture_default_str()
        ->check(CLI::IsMember({"f32", "f16"}));
}

Result<void> applyScaleOptions(const ScaleOptions& options, Precision& precision)
{
    precision.onOverflow = options.saturate ? kernels::OnOverflow::Saturate : kernels::OnOverflow::Infinity;
    precision.overflowTest = options.anyTensor ? OverflowTest::AnyTensor : OverflowTest::Gradients;
    if (options.accumulation == "f16")
        precision.accumulation = ProgramOptions::Accumulation::Float16;
    if (!options.rule.empty()) {
        precision.lossScaleRule = options.rule;
        precision.lossScale = std::nullopt;
    }
    const LossScaleRule* rule = findLossScaleRule(precision.lossScaleRule);
    if (!rule || (!options.initial && !options.window && options.set.empty()))
        return {}; // an unknown rule is refused where the run starts
    LossScaleParameters parameters = rule->defaults;
    parameters.initial = options.initial.value_or(parameters.initial);
    parameters.window = options.window.value_or(parameters.window);
    for (const std::string& text : options.set) {
        if (auto applied = applySetting(*rule, text, parameters); !applied)
            return applied;
    }
    precision.lossScale = parameters;
    return {};
}

}
