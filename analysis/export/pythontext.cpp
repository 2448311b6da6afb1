// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/pythontext.h"

#include <algorithm>
#include <format>
#include <ranges>

namespace halftone {
namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isIdentifier(std::string_view text)
{
    return !text.empty() && isLetter(text.front()) &&
        std::ranges::all_of(text, [](char c) { return isLetter(c) || isDigit(c); });
}

}

std::string onOneLine(std::string_view text)
{
    std::string line(text);
    std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return line;
}

std::string pythonString(std::string_view text)
{
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            literal += std::string("\\") + c;
        else if (static_cast<unsigned char>(c) < 0x20)
            literal += std::format("\\x{:02x}", static_cast<unsigned>(c));
        else
            literal += c;
    }
    return literal + "\"";
}

std::string shellWord(std::string_view text)
{
    const std::string_view kPlain = "-_./=:,+@%";
    const auto isPlain = [&](char c) { return isLetter(c) || isDigit(c) || kPlain.contains(c); };
    if (!text.empty() && std::ranges::all_of(text, isPlain))
        return std::string(text);
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string scopeOf(std::string_view nodeName, std::string_view opType)
{
    if (nodeName.starts_with('/'))
        nodeName.remove_prefix(1);
    const std::size_t slash = nodeName.rfind('/');
    if (slash == std::string_view::npos)
        return std::string(nodeName);
    // "Conv", or "Conv_3" where a scope has several.
    const std::string_view last = nodeName.substr(slash + 1);
    return std::string(last.starts_with(opType) ? nodeName.substr(0, slash) : nodeName);
}

std::optional<std::string> pythonPath(std::string_view scope)
{
    std::string path;
    std::string parts(scope);
    std::ranges::replace(parts, '.', '/');
    if (parts.starts_with('/'))
        parts.erase(0, 1);
    if (parts.empty())
        return path;
    for (const auto range : std::views::split(parts, '/')) {
        const std::string_view part(range);
        if (isIdentifier(part))
            path += "." + std::string(part);
        else if (!part.empty() && !path.empty() && std::ranges::all_of(part, isDigit))
            path += "[" + std::string(part) + "]";
        else
            return std::nullopt;
    }
    return path;
}

}
