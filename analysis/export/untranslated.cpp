// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/untranslated.h"

#include "analysis/export/pythontext.h"

#include <algorithm>
#include <format>

namespace halftone {
void Untranslated::note(std::string_view where, std::string_view reason)
{
    auto row = m_rows.find(reason);
    if (row == m_rows.end())
        row = m_rows.emplace(reason, Row{}).first;
    ++row->second.count;
    if (!std::ranges::contains(row->second.names, where))
        row->second.names.emplace_back(where);
}

std::vector<Finding> Untranslated::findings() const
{
    std::vector<Finding> findings;
    for (const auto& [reason, row] : m_rows) {
        const std::string more = row.count == 1 ? "" : std::format(" (and {} more)", row.count - 1);
        findings.push_back({"export.untranslated", row.names.front(),
            std::format("\"{}\"{} {}.", row.names.front(), more, reason), {}});
    }
    return findings;
}

std::string Untranslated::comments(std::string_view mark) const
{
    std::string text;
    for (const auto& [reason, row] : m_rows) {
        text += std::format("{}Not translated, because it {}:", mark, reason);
        for (const std::string& name : row.names)
            text += " " + onOneLine(name);
        text += '\n';
    }
    return text;
}

}
