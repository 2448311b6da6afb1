// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This collects what a target has no words for, by reason: nothing is dropped silently, and a model of ten
/// thousand such nodes makes one finding.
class Untranslated
{
public:
    /// \p reason is a clause about the thing: "has no name", "is unknown to MindSpore".
    void note(std::string_view where, std::string_view reason);
    bool isEmpty() const { return m_rows.empty(); }
    std::vector<Finding> findings() const;
    /// One line per reason behind \p mark ("# "), with all names.
    std::string comments(std::string_view mark) const;

private:
    struct Row
    {
        std::vector<std::string> names; ///< Each once, in order.
        std::size_t count = 0;
    };
    std::map<std::string, Row, std::less<>> m_rows; // by reason
};

}
