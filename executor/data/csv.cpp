// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <format>
#include <ranges>

namespace halftone {
namespace {

std::unexpected<Error> badCsv(const std::string& name, std::size_t line, std::string what)
{
    return std::unexpected(Error{ErrorKind::Format, "E-CSV", std::move(what), name,
        "Write numbers between commas, the label last or under the heading \"label\".",
        static_cast<int>(line)});
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\"");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (const auto cell : std::views::split(line, ','))
        cells.push_back(trimmed(std::string_view(cell)));
    return cells;
}

std::optional<float> parseNumber(std::string_view text)
{
    float value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The rows of numbers, and which column is the label.
struct Rows
{
    std::size_t columns = 0;
    std::size_t label = 0;
    std::vector<float> samples;
    std::vector<float> labels;
};

std::size_t labelColumn(const std::vector<std::string_view>& heading)
{
    const auto isLabel = [](std::string_view cell) { return cell == "label" || cell == "target"; };
    const auto found = std::ranges::find_if(heading, isLabel);
    return static_cast<std::size_t>((found == heading.end() ? heading.end() - 1 : found) - heading.begin());
}

Result<Rows> readRows(std::string_view text, const std::string& name)
{
    Rows rows;
    std::size_t line = 0;
    for (const auto part : std::views::split(text, '\n')) {
        ++line;
        const std::string_view content(part);
        if (trimmed(content).empty())
            continue;
        const std::vector<std::string_view> cells = cellsOf(content);
        if (rows.columns == 0) {
            rows.columns = cells.size();
            rows.label = labelColumn(cells);
            if (rows.columns < 2)
                return badCsv(name, line, "A line needs a sample and a label.");
            if (!parseNumber(cells[0]))
                continue; // the heading
        }
        if (cells.size() != rows.columns)
            return badCsv(name, line,
                std::format("The line has {} numbers instead of {}.", cells.size(), rows.columns));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto number = parseNumber(cells[i]);
            if (!number || !std::isfinite(*number))
                return badCsv(name, line, std::format("\"{}\" is no finite number.", cells[i]));
            (i == rows.label ? rows.labels : rows.samples).push_back(*number);
        }
    }
    return rows;
}

}

Result<Dataset> parseCsv(std::string_view text, const std::string& name)
{
    auto rows = readRows(text, name);
    if (!rows)
        return std::unexpected(rows.error());
    const auto count = static_cast<std::int64_t>(rows->labels.size());
    Array samples{
        .dims = {count, static_cast<std::int64_t>(rows->columns) - 1}, .elements = std::move(rows->samples)};
    const Array labels{.dims = {count}, .elements = std::move(rows->labels)};
    return combine(std::move(samples), labels, name);
}

}
