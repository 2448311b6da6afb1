// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/graphoptions.h"

#include "executor/cli/numbercheck.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <format>
#include <ranges>

namespace halftone::cli {
namespace {

std::unexpected<Error> badGroup(const std::string& text)
{
    return std::unexpected(
        Error{ErrorKind::Usage, "E-GROUP", std::format("\"{}\" is no group.", text), "--group",
            "Write PATTERN:weight-decay=NUMBER,lr=FACTOR with one or both of them, such as *.bias:lr=2."});
}

Result<ParameterGroup> parseGroup(const std::string& text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0)
        return badGroup(text);
    ParameterGroup group{.pattern = text.substr(0, colon)};
    for (const auto part : std::views::split(std::string_view(text).substr(colon + 1), ',')) {
        const std::string_view setting(part);
        const std::size_t equals = setting.find('=');
        const std::string_view key = setting.substr(0, equals);
        const std::string_view number =
            equals == std::string_view::npos ? std::string_view() : setting.substr(equals + 1);
        float value = 0;
        const bool isNumber = !number.empty() &&
            std::from_chars(number.data(), number.data() + number.size(), value).ptr ==
                number.data() + number.size();
        if (!isNumber || !(value >= 0 && std::isfinite(value)))
            return badGroup(text);
        if (key == "weight-decay")
            group.weightDecay = value;
        else if (key == "lr")
            group.rateFactor = value;
        else
            return badGroup(text);
    }
    return group;
}

void addOptimizerOptions(CLI::App& app, GraphOptions& options)
{
    DifferentiateOptions& graph = options.graph;
    const auto number = [&app](const char* name, float& target, const char* text,
                            const CLI::Validator& range = numbersFrom(0)) {
        app.add_option(name, target, text)->capture_default_str()->check(range);
    };
    // Adam divides by 1 - beta.
    const double below = static_cast<double>(std::nextafter(1.0f, 0.0f));
    app.add_option("--optimizer", options.optimizer, "sgd, momentum, adam or adamw")
        ->capture_default_str()
        ->check(CLI::IsMember({"sgd", "momentum", "adam", "adamw"}));
    number("--momentum", graph.momentum, "Momentum");
    app.add_flag("--nesterov", graph.nesterov, "Nesterov momentum");
    app.add_flag("--centralize", graph.centralizes,
        "Centralize the gradients of convolutions, as MindSpore's grad_centralization (momentum only)");
    app.add_option("--optimizer-loss-scale", graph.optimizerLossScale,
           "The loss_scale that MindSpore's Momentum is built with; gradients are divided by it")
        ->capture_default_str()
        ->check(numbersBetween(0));
    number("--beta1", graph.beta1, "Adam: how much of the first moment is kept", numbersFrom(0, below));
    number("--beta2", graph.beta2, "Adam: how much of the second moment is kept", numbersFrom(0, below));
    number("--epsilon", graph.epsilon, "Adam: added to the root of the second moment");
    number("--weight-decay", graph.weightDecay, "Weight decay");
}

}

void addGraphOptions(CLI::App& app, GraphOptions& options)
{
    app.add_option("--loss", options.loss,
           "softmax-cross-entropy, dense-cross-entropy, nll, mse, l1, bce-with-logits, or graph for the "
           "model's "
           "own scalar output")
        ->capture_default_str()
        ->check(CLI::IsMember({"softmax-cross-entropy", "dense-cross-entropy", "nll", "mse", "l1",
            "bce-with-logits", "graph"}));
    addOptimizerOptions(app, options);
    app.add_option("--no-decay", options.noDecay, "No weight decay for parameters with such names: *.bias")
        ->type_name("PATTERN");
    app.add_option("--group", options.groups,
           "Weight decay and learning-rate factor of parameters with such names: *.bias:weight-decay=0,lr=2")
        ->type_name("GROUP");
    app.add_option("--clip-norm", options.graph.clipping.globalNorm,
           "Limit the norm of all unscaled gradients together")
        ->check(numbersBetween(0));
    app.add_option(
           "--clip-value", options.graph.clipping.value, "Limit each element of the unscaled gradients")
        ->check(numbersBetween(0));
}

Result<DifferentiateOptions> readGraphOptions(const GraphOptions& options)
{
    DifferentiateOptions graph = options.graph;
    graph.loss = *parseLoss(options.loss);
    graph.optimizer = *parseOptimizer(options.optimizer);
    for (const std::string& text : options.groups) {
        auto group = parseGroup(text);
        if (!group)
            return std::unexpected(group.error());
        graph.groups.push_back(*std::move(group));
    }
    for (const std::string& pattern : options.noDecay)
        graph.groups.push_back({.pattern = pattern, .weightDecay = 0.0f});
    return graph;
}

}
