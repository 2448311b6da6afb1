// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/constantforms.h"

#include "analysis/core/embedded.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <ranges>
#include <unordered_map>

namespace halftone {
namespace {

// Passes with code of their own, for which the table names no inputs: these are from the operators'
// prototypes. StridedSliceV2 goes on to become what StridedSlice becomes.
struct OwnPass
{
    std::string_view from;
    std::string_view to;
    std::string_view constants; // digits
    std::string_view dropped;
};
constexpr auto kOwnPasses = std::to_array<OwnPass>({
    {"Pad", "PadD", "1", "1"},
    {"PadV2", "PadV2D", "12", "12"},
    {"StridedSlice", "StridedSliceD", "123", "123"},
    {"StridedSliceV2", "StridedSliceD", "1234", "1234"},
    {"StridedSliceV2", "StridedSlice", "1234", "3"},
    {"StridedSliceV2", "StridedSliceV3", "", ""},
    {"TopK", "TopKD", "1", "1"},
    {"TopK", "TopKV2D", "1", "1"},
});

// What the rows of ONNX operators say themselves (onnxmapping.cpp, normalizationops.cpp).
constexpr auto kSaidElsewhere = std::to_array<std::string_view>({"BatchNorm", "GlobalAveragePool"});

std::vector<std::uint32_t> digits(std::string_view text)
{
    std::vector<std::uint32_t> numbers;
    for (char digit : text)
        numbers.push_back(static_cast<std::uint32_t>(digit - '0'));
    return numbers;
}

// "1:offsets;2:size"
std::vector<std::uint32_t> inputNumbers(std::string_view text)
{
    std::vector<std::uint32_t> numbers;
    if (text.empty())
        return numbers;
    for (const auto piece : std::views::split(text, ';')) {
        const std::string_view input(piece);
        std::uint32_t index = 0;
        [[maybe_unused]] const auto read = std::from_chars(input.data(), input.data() + input.size(), index);
        assert(*read.ptr == ':' && "the embedded table is tested");
        numbers.push_back(index);
    }
    return numbers;
}

using Forms = std::unordered_map<std::string_view, std::vector<ConstantForm>>;

Forms readForms()
{
    Forms forms;
    for (const OwnPass& pass : kOwnPasses)
        forms[pass.from].push_back({pass.to, digits(pass.constants), digits(pass.dropped)});
    for (const auto lineRange :
        std::views::split(embeddedText("oplibrary/ascend_const2attr.tsv"), '\n') | std::views::drop(1)) {
        std::vector<std::string_view> fields;
        for (const auto field : std::views::split(std::string_view(lineRange), '\t'))
            fields.emplace_back(field);
        if (fields.size() < 3 || std::ranges::contains(kSaidElsewhere, fields[0]) ||
            std::ranges::contains(kOwnPasses, fields[0], &OwnPass::from))
            continue;
        const std::vector<std::uint32_t> inputs = inputNumbers(fields[2]);
        forms[fields[0]].push_back({fields[1], inputs, inputs});
    }
    return forms;
}

}

std::span<const ConstantForm> constantFormsOf(std::string_view type)
{
    static const Forms forms = readForms();
    const auto found = forms.find(type);
    return found == forms.end() ? std::span<const ConstantForm>() : found->second;
}

}
