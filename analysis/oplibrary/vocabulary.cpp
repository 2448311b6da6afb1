// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/vocabulary.h"

#include "analysis/core/embedded.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <unordered_map>
#include <vector>

namespace halftone {
namespace {

using Names = std::unordered_map<std::string_view, std::vector<std::string_view>>;

struct Vocabulary
{
    Names ascendTypes; // by name in the framework
    Names frameworkNames; // by Ascend type
};

void addOnce(std::vector<std::string_view>& names, std::string_view name)
{
    if (!std::ranges::contains(names, name))
        names.push_back(name);
}

// Both tables begin with the framework's name and the Ascend types ("A|B").
Vocabulary readTable(std::string_view file)
{
    Vocabulary vocabulary;
    for (const auto lineRange : std::views::split(embeddedText(file), '\n') | std::views::drop(1)) {
        const std::string_view line(lineRange);
        const std::size_t first = line.find('\t');
        if (first == std::string_view::npos)
            continue;
        const std::string_view name = line.substr(0, first);
        const std::string_view rest = line.substr(first + 1);
        for (const auto piece : std::views::split(rest.substr(0, rest.find('\t')), '|')) {
            const std::string_view type(piece);
            addOnce(vocabulary.ascendTypes[name], type);
            addOnce(vocabulary.frameworkNames[type], name);
        }
    }
    for (auto& [type, names] : vocabulary.frameworkNames)
        std::ranges::sort(names);
    return vocabulary;
}

const Vocabulary& vocabularyOf(Framework framework)
{
    static const Vocabulary onnx = readTable("oplibrary/onnx_to_ascend.tsv");
    static const Vocabulary tensorFlow = readTable("oplibrary/tf_to_ascend.tsv");
    return framework == Framework::Onnx ? onnx : tensorFlow;
}

std::span<const std::string_view> find(const Names& names, std::string_view key)
{
    const auto found = names.find(key);
    return found == names.end() ? std::span<const std::string_view>() : found->second;
}

}

std::string_view name(Framework framework)
{
    return framework == Framework::Onnx ? "ONNX" : "TensorFlow";
}

std::span<const std::string_view> ascendTypesOf(Framework framework, std::string_view frameworkName)
{
    return find(vocabularyOf(framework).ascendTypes, frameworkName);
}

std::span<const std::string_view> frameworkNamesOf(Framework framework, std::string_view ascendType)
{
    return find(vocabularyOf(framework).frameworkNames, ascendType);
}

}
