// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/numbercheck.h"

#include <CLI/CLI.hpp>

#include <format>
#include <functional>

namespace halftone::cli {
namespace {

template <typename IsFit>
CLI::Validator numbers(std::string range, IsFit isFit)
{
    return CLI::Validator(
        [range, isFit](const std::string& text) -> std::string {
            double number = 0;
            const bool isRead = CLI::detail::lexical_cast(text, number);
            return isRead && isFit(number) ? std::string() : std::format("{} is no number {}", text, range);
        },
        "FLOAT");
}

}

CLI::Validator numbersFrom(double low, double high)
{
    return numbers(std::format("from {:g} to {:g}", low, high),
        [low, high](double number) { return number >= low && number <= high; });
}

CLI::Validator numbersBetween(double low, double high)
{
    return numbers(std::format("between {:g} and {:g}", low, high),
        [low, high](double number) { return number > low && number < high; });
}

}
