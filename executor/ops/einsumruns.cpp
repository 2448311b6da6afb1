// SPDX-License-Identifier: GPL-3.0-or-later
//
// Einsum in its general form: any number of operands, repeated letters, an ellipsis. Every letter becomes an
// axis with a stride in each operand; the axes of the result are walked outside, the others are added up
// inside, in float64. Plain products are better written as MatMul, which runs on oneDNN.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr std::size_t kMostOperands = 4;
constexpr std::string_view kEllipsis = "0123456789"; // Letters for the axes behind "...", the last one first.

struct Axis
{
    char letter = 0;
    std::size_t size = 1;
    std::array<std::size_t, kMostOperands> strides{};
};

struct Equation
{
    std::vector<std::string> terms;
    std::string result;
};

// "..." as one letter for each axis that it stands for.
std::string expanded(std::string term, std::size_t rank)
{
    const std::size_t dots = term.find("...");
    if (dots == std::string::npos)
        return term;
    const std::size_t count = std::min(rank + 3 - std::min(rank + 3, term.size()), kEllipsis.size());
    std::string letters(kEllipsis.substr(0, count));
    std::ranges::reverse(letters);
    return term.replace(dots, 3, letters);
}

// Without an arrow the result has the letters that occur once, in alphabetical order, behind the ellipsis.
std::string impliedResult(const std::vector<std::string>& terms)
{
    std::string all;
    for (const std::string& term : terms)
        all += term;
    std::string result;
    for (const char letter : all) {
        const bool isOfEllipsis = kEllipsis.contains(letter);
        if (!result.contains(letter) && (isOfEllipsis || std::ranges::count(all, letter) == 1))
            result += letter;
    }
    const auto key = [](char letter) {
        return kEllipsis.contains(letter) ? -static_cast<int>(letter) : static_cast<int>(letter);
    };
    std::ranges::sort(result, {}, key);
    return result;
}

Equation parse(const ProgramBuilder& b)
{
    std::string text = b.attribute("equation", std::string());
    std::erase(text, ' ');
    const std::size_t arrow = text.find("->");
    Equation equation;
    std::string left = text.substr(0, arrow);
    std::size_t widest = 0;
    for (std::size_t slot = 0; slot < b.graph().inputs(b.node()).size(); ++slot) {
        const std::size_t comma = left.find(',');
        const std::size_t rank = b.dims(b.input(slot)).size();
        const std::string term = left.substr(0, comma);
        equation.terms.push_back(expanded(term, rank));
        if (term.find("...") != std::string::npos)
            widest = std::max(widest, rank + 3 - term.size());
        left = comma == std::string::npos ? std::string() : left.substr(comma + 1);
    }
    if (arrow == std::string::npos)
        equation.result = impliedResult(equation.terms);
    else
        equation.result = expanded(text.substr(arrow + 2), widest + text.size() - arrow - 2 - 3);
    return equation;
}

/// All axes, those of the result first.
std::vector<Axis> axesOf(const ProgramBuilder& b, const Equation& equation)
{
    std::vector<Axis> axes;
    for (const char letter : equation.result)
        axes.push_back({.letter = letter});
    for (std::size_t slot = 0; slot < equation.terms.size(); ++slot) {
        const std::vector<std::int64_t> dims = b.dims(b.input(slot));
        std::size_t stride = 1;
        for (std::size_t at = dims.size(); at-- > 0;) {
            auto found = std::ranges::find(axes, equation.terms[slot][at], &Axis::letter);
            if (found == axes.end())
                found = axes.insert(axes.end(), {.letter = equation.terms[slot][at]});
            const auto size = static_cast<std::size_t>(dims[at]);
            found->size = std::max(found->size, size);
            found->strides[slot] += size == 1 ? 0 : stride; // A letter twice in one term walks the diagonal.
            stride *= size;
        }
    }
    return axes;
}

using Offsets = std::array<std::size_t, kMostOperands>;

template <typename Visit>
void walk(std::span<const Axis> axes, const Offsets& offsets, const Visit& visit)
{
    if (axes.empty())
        return visit(offsets);
    Offsets now = offsets;
    for (std::size_t i = 0; i < axes[0].size; ++i) {
        walk(axes.subspan(1), now, visit);
        for (std::size_t operand = 0; operand < kMostOperands; ++operand)
            now[operand] += axes[0].strides[operand];
    }
}

Result<void> compileEinsum(ProgramBuilder& b)
{
    const std::size_t operands = b.graph().inputs(b.node()).size();
    if (operands > kMostOperands)
        return b.refuse("Einsum of more than four operands is not supported.");
    const Equation equation = parse(b);
    for (std::size_t slot = 0; slot < operands; ++slot) {
        if (equation.terms[slot].size() != b.dims(b.input(slot)).size())
            return b.refuse("The equation of Einsum does not fit its operands.");
    }
    std::vector<Elements> inputs;
    std::vector<BufferId> reads;
    for (std::size_t slot = 0; slot < operands; ++slot) {
        inputs.push_back(readElements(b, b.input(slot)));
        reads.push_back(inputs.back().buffer);
    }
    const Elements out = writeElements(b, b.output());
    const std::vector<Axis> axes = axesOf(b, equation);
    const std::size_t kept = equation.result.size();
    withType(out.dtype, [&]<typename T>() {
        b.addLoop("own einsum", reads, {out.buffer}, [=](StepContext& context) {
            std::array<const T*, kMostOperands> sources{};
            for (std::size_t i = 0; i < operands; ++i)
                sources[i] = context.arena.data<const T>(inputs[i].buffer);
            T* to = context.arena.data<T>(out.buffer);
            walk(std::span(axes).first(kept), {}, [&](const Offsets& start) {
                double sum = 0;
                walk(std::span(axes).subspan(kept), start, [&](const Offsets& at) {
                    double product = 1;
                    for (std::size_t i = 0; i < operands; ++i)
                        product *= static_cast<double>(sources[i][at[i]]);
                    sum += product;
                });
                *to++ = static_cast<T>(sum);
            });
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Einsum", .compile = compileEinsum},
};

}

std::span<const OpRun> einsumRuns()
{
    return kRows;
}

}
