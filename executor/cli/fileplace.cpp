// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/fileplace.h"

#include <charconv>
#include <optional>

namespace halftone::cli {
namespace {

// The number behind the last colon, which is cut off.
std::optional<int> takeNumber(std::string& text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon + 1 == text.size())
        return std::nullopt;
    int number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, number);
    if (read.ptr != end || read.ec != std::errc{})
        return std::nullopt;
    text.resize(colon);
    return number;
}

}

FilePlace filePlace(const std::string& where)
{
    FilePlace place{.file = where};
    const std::optional<int> last = takeNumber(place.file);
    const std::optional<int> first = last ? takeNumber(place.file) : std::nullopt;
    place.line = first.value_or(last.value_or(0));
    place.column = first ? *last : 0;
    return place;
}

}
