// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/table.h"

#include <algorithm>

namespace halftone::cli {
namespace {

// Every byte of UTF-8 but the continuation bytes starts a character.
std::size_t characters(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

}

std::string Table::render() const
{
    std::vector<std::size_t> widths(m_rows.front().size(), 0);
    for (const auto& row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], characters(row[column]));
    }
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            line += row[column];
            if (column + 1 < row.size())
                line += std::string(widths[column] - characters(row[column]) + 2, ' ');
        }
        text += line + "\n";
    }
    return text;
}

}
