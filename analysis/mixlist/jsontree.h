// SPDX-License-Identifier: GPL-3.0-or-later
//
// A JSON text as a tree that remembers where everything stands, which a message about a file needs and the
// JSON library's own values do not have. Numbers, booleans and null have no value here: the files that are
// read this way hold none.
#pragma once

#include "analysis/core/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is a place in a text: both numbers count from 1, columns are characters.
struct TextPlace
{
    int line = 0;
    int column = 0;
    bool operator==(const TextPlace&) const = default;
};

struct JsonNode
{
    enum class Kind : std::uint8_t { Object, Array, String, Other };

    Kind kind = Kind::Other;
    TextPlace place; ///< Of the first character.
    std::size_t begin = 0; ///< The bytes of the value in the text, quotes and brackets included. Of the kind
    std::size_t end = 0; ///< Other, nothing.
    std::string text; ///< Of a string.
    std::string key; ///< Where this is the member of an object.
    TextPlace keyPlace;
    std::vector<JsonNode> children; ///< Members or elements, in the order of the text.
    /// Of an object: where keys stood that came again later. Only the last member of a key is kept, as by the
    /// JSON library's own values.
    std::vector<JsonNode> dropped;
};

/// This is what a JSON text holds besides its value.
struct JsonText
{
    JsonNode root;
    TextPlace comment; ///< The first comment, where there is one; else line 0.
    TextPlace trailing; ///< The first character behind the value that is not white space; else line 0.
};

/// Reads the first JSON value of \p text; comments are allowed. The error has place and detail, no code.
Result<JsonText> parseJsonText(std::string_view text);

}
