// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pieces of Python and shell text made of names that come from strangers' files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace halftone {

/// Control characters become blanks, so that a comment stays one.
std::string onOneLine(std::string_view text);

/// A string literal with double quotes.
std::string pythonString(std::string_view text);

/// An argument for a POSIX shell, in single quotes where it needs them.
std::string shellWord(std::string_view text);

/// The scope that a node's name states: "/layer1/0/conv/Conv" of type Conv is "layer1/0/conv". A name that is
/// no path is its own scope.
std::string scopeOf(std::string_view nodeName, std::string_view opType);

/// The attribute path of a scope: "layer1/0/conv" becomes ".layer1[0].conv", the empty scope nothing. Nullopt
/// when a part is neither an identifier nor a number.
std::optional<std::string> pythonPath(std::string_view scope);

}
