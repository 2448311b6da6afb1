// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace halftone {

/// This finds the known name that a person probably meant: "MatMulV2" for "MatMu1V2" or "matmulv2". Letter
/// case counts least; then the name that needs the fewest letters inserted, removed or replaced wins, the
/// first one offered among equals. A name that differs in more than a third of its letters is not near.
class NearestName
{
public:
    explicit NearestName(std::string_view wanted);

    /// \p candidate must stay valid as long as best() is used.
    void offer(std::string_view candidate);

    /// Empty when no candidate was near.
    std::string_view best() const { return m_best; }

private:
    std::string m_wanted; // in lower case
    std::size_t m_limit; // the largest number of changes that would still be an improvement
    std::string_view m_best;
};

}
