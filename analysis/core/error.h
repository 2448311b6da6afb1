// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace halftone {

/// This classifies errors for scripts: the command line turns it into its exit status.
enum class ErrorKind : std::uint8_t {
    Usage, ///< The question itself is wrong: unknown option value, options that exclude each other.
    File, ///< A file cannot be read or written.
    Format, ///< A file can be read, but does not hold what it should.
    Unsupported, ///< The request is sensible, but not possible with this model, chip or machine.
    Resource, ///< Memory or disk ran out.
};

/// This says why something could not be done: what happened, where, and what the person can do about it.
struct Error
{
    ErrorKind kind = ErrorKind::Usage;
    std::string code; ///< Stable identifier; CANN's own ("E21002") where CANN would refuse the same input.
    std::string what; ///< One sentence.
    std::string where; ///< File, line, node or option; may be empty.
    std::string remedy; ///< One sentence.
    int line = 0; ///< 1-based position in the file named by `where`; 0 when there is none.
    int column = 0;

    bool operator==(const Error&) const = default;
};

template <typename T>
using Result = std::expected<T, Error>;

/// Renders "where: what remedy" on one line, as compilers do.
std::string describe(const Error& error);

}
