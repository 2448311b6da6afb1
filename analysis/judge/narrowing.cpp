// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/narrowing.h"

#include "analysis/judge/promotion.h"
#include "analysis/judge/rules.h"
#include "analysis/judge/strategy/strategies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace halftone {
namespace {

constexpr auto kModeStrategies = std::to_array<Strategy>({
    forceFp16,
    forceFp32,
    allowFp32ToFp16,
    allowFp32ToBf16,
    mixFp16,
    mixBf16,
    keepOrigin,
    cubeHif8,
    mixHif8,
    forceLowerPrecision,
    allowFp32ToLowPrecision,
});
static_assert(kModeStrategies.size() == static_cast<std::size_t>(Mode::AllowFp32ToLowPrecision) + 1,
    "one row per mode, in the order of the enum");

// The order in which inputs are judged: by index, those fed by constants or nothing last. Of two inputs with
// one key, which needs more than 255 inputs, only the first is judged.
std::vector<std::uint32_t> inputOrder(std::span<const JudgedTensor> inputs)
{
    constexpr std::uint32_t kConstantOffset = 255;
    const auto key = [&](std::uint32_t i) {
        const Peer::Kind kind = inputs[i].peer.kind;
        const bool isLast = kind == Peer::Kind::Constant || kind == Peer::Kind::None;
        return isLast ? kConstantOffset + i : i;
    };
    std::vector<std::uint32_t> order(inputs.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(key(i), i); });
    const auto repeated = std::ranges::unique(order, {}, key);
    order.erase(repeated.begin(), repeated.end());
    return order;
}

class Narrower
{
public:
    explicit Narrower(const NarrowingInput& op)
        : m_op(op)
        , m_hasComplex(anyComplex())
    {
        m_result.steps.reserve(op.inputs.size() + op.outputs.size());
        fill();
        chooseWatched();
        if (m_op.isCustom && !m_op.allowed.empty())
            leaveAllowed();
    }

    Narrowing run()
    {
        if (isPromoted(m_op))
            promoteInputs();
        else
            judgeTensors();
        m_result.column = !m_left.empty() ? m_left.front() : m_op.allowed.empty() ? 0 : m_op.allowed.front();
        m_result.rule = ruleOfChoice();
        return std::move(m_result);
    }

private:
    bool anyComplex() const
    {
        const auto complex = [](const JudgedTensor& tensor) { return isComplex(tensor.original); };
        return std::ranges::any_of(m_op.inputs, complex) || std::ranges::any_of(m_op.outputs, complex);
    }

    void fill()
    {
        m_left.resize(m_op.columnCount);
        std::iota(m_left.begin(), m_left.end(), 0U);
    }

    void leaveAllowed()
    {
        m_left.assign(m_op.allowed.begin(), m_op.allowed.end());
        note({.isOutput = m_op.inputs.empty(), .matched = true, .rule = rules::kCustomDTypes});
    }

    // One bit for each type that the remaining columns give the tensor.
    std::uint64_t typesLeft(const ColumnView& view) const
    {
        static_assert(static_cast<unsigned>(DType::Other) < 64);
        std::uint64_t types = 0;
        for (std::uint32_t column : m_left)
            types |= std::uint64_t{1} << static_cast<unsigned>(view.at(column));
        return types;
    }

    // The tensor whose dtype is to be explained.
    void chooseWatched()
    {
        const auto varies = [&](const JudgedTensor& tensor) {
            return tensor.columns.exists() && !std::has_single_bit(typesLeft(tensor.columns));
        };
        if (!m_op.outputs.empty() && varies(m_op.outputs.front())) {
            m_watched = &m_op.outputs.front().columns;
        } else {
            const auto input = std::ranges::find_if(m_op.inputs, varies);
            if (input != m_op.inputs.end())
                m_watched = &input->columns;
        }
        watchAnew();
    }

    void watchAnew()
    {
        m_openTypes = m_watched ? typesLeft(*m_watched) : 0;
        m_result.decidingStep = Narrowing::kNoStep;
    }

    void judgeTensors()
    {
        for (std::uint32_t i : inputOrder(m_op.inputs))
            judge(m_op.inputs[i], i, false);
        if (m_left.empty()) {
            // White inputs without a low-precision kernel can empty the set. The outputs start anew, and what
            // customize_dtypes had taken out is back.
            fill();
            watchAnew();
        }
        for (std::uint32_t i = 0; i < m_op.outputs.size(); ++i)
            judge(m_op.outputs[i], i, true);
    }

    void judge(const JudgedTensor& tensor, std::uint32_t index, bool isOutput)
    {
        if (!tensor.columns.exists() || tensor.original == DType::Undefined)
            return;
        const StrategyInput in{m_op, tensor, index, isOutput};
        const StrategyResult result = apply(in);
        m_wasReduced = m_wasReduced || result.reduced;
        note({.tensor = index,
            .isOutput = isOutput,
            .matched = result.matched,
            .followed = result.followed,
            .rule = result.rule});
    }

    // Section 2.3: the first of these that fits the operator.
    StrategyResult apply(const StrategyInput& in)
    {
        if (m_op.keepsDType || m_op.isCast || m_hasComplex) {
            StrategyResult result =
                m_op.keepsDType ? allowReductionOnly(m_left, in) : allowFp32ToLowPrecision(m_left, in);
            result.rule = m_op.isCast ? rules::kCast : m_op.keepsDType ? rules::kKeepDType : rules::kComplex;
            return result;
        }
        if (m_op.isNullKernel && m_op.mode != Mode::ForceFp16)
            return mixFreely(m_left, in);
        if (m_op.mode == Mode::AllowFp32ToFp16 && m_wasReduced) {
            StrategyResult result = forceFp16(m_left, in);
            result.rule = rules::kAllowFp16Reduced;
            return result;
        }
        return kModeStrategies[static_cast<std::size_t>(m_op.mode)](m_left, in);
    }

    void promoteInputs()
    {
        const DType target = promotionTarget(m_op);
        for (std::uint32_t i = 0; i < m_op.promotedInputs; ++i) {
            const ColumnView& view = m_op.inputs[i].columns;
            ColumnSet wider;
            ColumnSet wanted;
            for (std::uint32_t column : m_left) {
                if (view.at(column) == target)
                    wanted.push_back(column);
                else if (promotedType(target, view.at(column)) == view.at(column))
                    wider.push_back(column);
            }
            wanted.insert(wanted.end(), wider.begin(), wider.end());
            if (!wanted.empty())
                m_left = wanted;
            note({.tensor = i, .matched = !wanted.empty(), .rule = rules::kPromote});
        }
        // The inputs only reorder the columns; the first one is the choice.
        m_result.decidingStep = 0;
    }

    // A step decides when it takes types of the watched tensor away, the first that leaves only one for good.
    // Where several are left to the end, the last that took some away.
    void note(NarrowingStep step)
    {
        m_result.steps.push_back(step);
        if (!m_watched || m_left.empty() || std::has_single_bit(m_openTypes))
            return;
        const std::uint64_t openTypes = typesLeft(*m_watched);
        if (openTypes != m_openTypes)
            m_result.decidingStep = m_result.steps.size() - 1;
        m_openTypes = openTypes;
    }

    // Where no step took a type away, the order of the library chose; the rule is then the one that was
    // content.
    std::string_view ruleOfChoice() const
    {
        if (m_result.decidingStep != Narrowing::kNoStep)
            return m_result.steps[m_result.decidingStep].rule;
        if (wasWhiteInVain())
            return rules::kWhiteNoLow;
        if (!m_watched)
            return rules::kOneType;
        const auto content = std::ranges::find(m_result.steps, true, &NarrowingStep::matched);
        return content == m_result.steps.end() ? rules::kFirstColumn : content->rule;
    }

    // White, and not one of the float tensors found a low-precision kernel.
    bool wasWhiteInVain() const
    {
        const auto foundOne = [&](const NarrowingStep& step) {
            const JudgedTensor& tensor = (step.isOutput ? m_op.outputs : m_op.inputs)[step.tensor];
            return step.rule == rules::kWhite && isReducibleFloat(tensor.original);
        };
        return std::ranges::contains(m_result.steps, rules::kWhiteNoLow, &NarrowingStep::rule) &&
            std::ranges::none_of(m_result.steps, foundOne);
    }

    const NarrowingInput& m_op;
    const bool m_hasComplex;
    ColumnSet m_left;
    const ColumnView* m_watched = nullptr;
    std::uint64_t m_openTypes = 0; // of the watched tensor
    bool m_wasReduced = false; // meant by rule 2.3(3)
    Narrowing m_result;
};

}

bool isPromoted(const NarrowingInput& op)
{
    if (op.promotedInputs == 0 || op.inputs.size() < op.promotedInputs)
        return false;
    const auto listed = op.inputs.first(op.promotedInputs);
    const auto isKnown = [](const JudgedTensor& tensor) {
        return tensor.columns.exists() && tensor.original != DType::Undefined;
    };
    return std::ranges::all_of(listed, isKnown) &&
        std::ranges::any_of(
            listed, [&](const JudgedTensor& tensor) { return tensor.original != listed.front().original; });
}

DType promotionTarget(const NarrowingInput& op)
{
    DType target = op.inputs[0].original;
    for (const JudgedTensor& tensor : op.inputs.first(op.promotedInputs))
        target = promotedType(target, tensor.original);
    return target;
}

Narrowing narrow(const NarrowingInput& op)
{
    return Narrower(op).run();
}

}
