// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/ascendrecipe.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <memory>
#include <mutex>
#include <ranges>
#include <shared_mutex>
#include <unordered_map>

namespace halftone {
namespace {

struct TypeWord
{
    std::string_view word;
    DType dtype;
};
constexpr auto kTypeWords = std::to_array<TypeWord>({
    {"bool", DType::Bool},
    {"f16", DType::Float16},
    {"f32", DType::Float32},
    {"i32", DType::Int32},
    {"i64", DType::Int64},
});

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    if (trimmed(text).empty())
        return pieces;
    for (const auto piece : std::views::split(text, separator))
        pieces.push_back(trimmed(std::string_view(piece)));
    return pieces;
}

std::uint32_t number(std::string_view text)
{
    std::uint32_t value = 0;
    [[maybe_unused]] const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    assert(read.ptr == text.data() + text.size() && "a recipe counts slots and steps");
    return value;
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

InnerType innerType(std::string_view word)
{
    if (word.starts_with("=in"))
        return InnerType::ofInput(number(word.substr(3)));
    if (word.starts_with("=out"))
        return InnerType::ofOutput(number(word.substr(4)));
    const auto row = std::ranges::find(kTypeWords, word, &TypeWord::word);
    assert(row != kTypeWords.end() && "a recipe names types as kTypeWords does");
    return InnerType::fixed(row->dtype);
}

class RecipeReader
{
public:
    RecipeReader(std::size_t inputCount, std::size_t outputCount)
        : m_inputCount(static_cast<std::uint32_t>(inputCount))
        , m_outputCount(static_cast<std::uint32_t>(outputCount))
    {
    }

    std::vector<AscendPart> read(std::string_view recipe)
    {
        const std::vector<std::string_view> steps = split(recipe, ';');
        for (std::size_t i = 0; i < steps.size(); ++i)
            readStep(steps[i], i + 1 == steps.size());
        dropUnused();
        return std::move(m_parts);
    }

private:
    void readStep(std::string_view step, bool isLast)
    {
        const std::size_t arrow = std::min(step.find('>'), step.size());
        const std::string_view head = trimmed(step.substr(0, arrow));
        const std::size_t open = std::min(head.find('('), head.size());
        AscendPart part{.isMain = head.starts_with('!')};
        for (std::string_view type :
            split(head.substr(part.isMain ? 1 : 0, open - (part.isMain ? 1 : 0)), '|'))
            part.types.emplace_back(type);
        const std::string_view inputs =
            open == head.size() ? "*" : head.substr(open + 1, head.size() - open - 2);
        if (inputs == "<")
            return addChain(std::move(part));
        for (std::string_view input : split(inputs, ','))
            readInput(part, input);
        if (arrow < step.size()) {
            for (std::string_view output : split(step.substr(arrow + 1), ','))
                part.outputs.push_back(readOutput(output));
        } else {
            part.outputs = isLast ? allOutputs() : std::vector<AscendOutput>{{}};
        }
        m_parts.push_back(std::move(part));
    }

    std::vector<AscendOutput> allOutputs() const
    {
        std::vector<AscendOutput> outputs;
        for (std::uint32_t slot = 0; slot < m_outputCount; ++slot)
            outputs.push_back({.slot = slot});
        return outputs;
    }

    void readInput(AscendPart& part, std::string_view text) const
    {
        if (text.ends_with('*')) {
            const std::string_view first = text.substr(0, text.size() - 1);
            for (std::uint32_t slot = first.empty() ? 0 : number(first); slot < m_inputCount; ++slot)
                part.inputs.push_back(AscendInput::slot(slot));
            return;
        }
        if (text.starts_with('%')) {
            const std::size_t dot = std::min(text.find('.'), text.size());
            part.inputs.push_back(AscendInput::part(
                number(text.substr(1, dot - 1)), dot < text.size() ? number(text.substr(dot + 1)) : 0));
        } else if (!isDigit(text.front())) {
            part.inputs.push_back(AscendInput::constant(innerType(text)));
        } else if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
            part.inputs.push_back({.source = AscendInput::Source::SlotOrConstant,
                .index = number(text.substr(0, mark)),
                .type = innerType(text.substr(mark + 1))});
        } else {
            part.inputs.push_back(AscendInput::slot(number(text)));
        }
    }

    AscendOutput readOutput(std::string_view text) const
    {
        if (!isDigit(text.front()))
            return {.type = innerType(text)};
        const std::uint32_t slot = number(text);
        return slot < m_outputCount ? AscendOutput{.slot = slot} : AscendOutput{};
    }

    void addChain(AscendPart step)
    {
        for (std::uint32_t slot = 1; slot < m_inputCount; ++slot) {
            AscendPart link = step;
            const auto previous = static_cast<std::uint32_t>(m_parts.size()) - 1;
            link.inputs = {
                slot == 1 ? AscendInput::slot(0) : AscendInput::part(previous), AscendInput::slot(slot)};
            link.outputs = slot + 1 < m_inputCount ? std::vector<AscendOutput>{{}} : allOutputs();
            m_parts.push_back(std::move(link));
        }
    }

    static bool givesAnOutput(const AscendPart& part)
    {
        return std::ranges::any_of(
            part.outputs, [](const AscendOutput& output) { return !output.isInside(); });
    }

    // Backwards: a step is wanted when it gives an output of the node or feeds a step that is wanted. Of a
    // node that gives nothing the last step is.
    void dropUnused()
    {
        std::vector<bool> isWanted(m_parts.size());
        if (!m_parts.empty() && std::ranges::none_of(m_parts, givesAnOutput))
            isWanted.back() = true;
        for (std::size_t i = m_parts.size(); i-- > 0;) {
            const AscendPart& part = m_parts[i];
            if (!isWanted[i] && !givesAnOutput(part))
                continue;
            isWanted[i] = true;
            for (const AscendInput& input : part.inputs) {
                if (input.source == AscendInput::Source::Part)
                    isWanted[input.index] = true;
            }
        }
        std::vector<std::uint32_t> newIndex(m_parts.size());
        std::vector<AscendPart> kept;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            newIndex[i] = static_cast<std::uint32_t>(kept.size());
            if (isWanted[i])
                kept.push_back(std::move(m_parts[i]));
        }
        for (AscendPart& part : kept) {
            for (AscendInput& input : part.inputs) {
                if (input.source == AscendInput::Source::Part)
                    input.index = newIndex[input.index];
            }
        }
        m_parts = std::move(kept);
    }

    std::uint32_t m_inputCount;
    std::uint32_t m_outputCount;
    std::vector<AscendPart> m_parts;
};

// Recipes live forever, so their address tells them apart.
struct Key
{
    const char* recipe;
    std::size_t inputCount;
    std::size_t outputCount;
    bool operator==(const Key&) const = default;
};

struct KeyHash
{
    std::size_t operator()(const Key& key) const
    {
        constexpr std::size_t kMix = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio
        return std::hash<const char*>()(key.recipe) * kMix + key.inputCount * 31 + key.outputCount;
    }
};

}

std::vector<AscendPart> readRecipe(std::string_view recipe, std::size_t inputCount, std::size_t outputCount)
{
    return RecipeReader(inputCount, outputCount).read(recipe);
}

const std::vector<AscendPart>& sharedRecipe(
    std::string_view recipe, std::size_t inputCount, std::size_t outputCount)
{
    static std::shared_mutex mutex;
    static std::unordered_map<Key, std::unique_ptr<const std::vector<AscendPart>>, KeyHash> known;
    const Key key{recipe.data(), inputCount, outputCount};
    {
        const std::shared_lock lock(mutex);
        if (const auto found = known.find(key); found != known.end())
            return *found->second;
    }
    auto parts = std::make_unique<const std::vector<AscendPart>>(readRecipe(recipe, inputCount, outputCount));
    const std::unique_lock lock(mutex);
    return *known.try_emplace(key, std::move(parts)).first->second;
}

}
