// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace halftone::cli {

/// A table of text with columns as wide as their widest cell; widths are counted in characters, not bytes.
class Table
{
public:
    explicit Table(std::vector<std::string> header) { m_rows.push_back(std::move(header)); }
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    std::string render() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

}
