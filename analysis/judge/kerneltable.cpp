// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/kerneltable.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr std::size_t kLastEntry = static_cast<std::size_t>(-1);

// Operators with one entry that takes any number of inputs, where the table does not say so itself (910B
// library). All others there have their dynamic entries more than once, which ONNX models do not use.
struct DynamicInput
{
    std::string_view type;
    std::size_t entry = kLastEntry;
};
constexpr auto kDynamicInputs = std::to_array<DynamicInput>({
    {"AccumulateNV2"},
    {"AddN"},
    {"Concat"},
    {"ConcatD"},
    {"ConcatDV2"},
    {"ConcatOffset"},
    {"ConcatOffsetD"},
    {"ConcatV2", 0},
    {"ConcatV2D"},
    {"Eltwise"},
    {"GatherShapes"},
    {"Index"},
    {"IndexByTensor"},
    {"IndexPutV2"},
    {"Merge"},
    {"NonFiniteCheck"},
    {"Pack"},
    {"ParallelConcat"},
    {"RefMerge"},
    {"RoiExtractor", 0},
});

std::vector<DType> floatsOf(const std::vector<DType>& bound)
{
    std::vector<DType> floats;
    std::ranges::copy_if(bound, std::back_inserter(floats), isReducibleFloat);
    return floats;
}

}

KernelTable::KernelTable(const LibraryOp& op, std::size_t inputCount, DType firstInput, DType firstOutput)
    : m_op(&op)
    , m_inputCount(inputCount)
    , m_isAssumed(op.columns.empty())
{
    if (m_isAssumed)
        assume(firstInput, firstOutput);
}

void KernelTable::assume(DType firstInput, DType firstOutput)
{
    const std::vector<DType> in =
        isReducibleFloat(firstInput) ? floatsOf(m_op->firstInput) : std::vector<DType>{};
    const std::vector<DType> out =
        isReducibleFloat(firstOutput) ? floatsOf(m_op->firstOutput) : std::vector<DType>{};
    m_assumed = in.empty() ? out : in;
    if (!in.empty() && !out.empty())
        std::erase_if(m_assumed, [&](DType dtype) { return !std::ranges::contains(out, dtype); });

    const auto isOutside = [&](DType dtype) {
        const bool isKnown = dtype != DType::Undefined && !isReducibleFloat(dtype);
        return isKnown && !std::ranges::contains(m_op->firstInput, dtype) &&
            !std::ranges::contains(m_op->firstOutput, dtype);
    };
    const bool hasBounds = !m_op->firstInput.empty() || !m_op->firstOutput.empty();
    m_isRefused = hasBounds && (isOutside(firstInput) || isOutside(firstOutput));
}

ColumnView KernelTable::assumedView(DType original) const
{
    if (m_assumed.empty())
        return {};
    return isReducibleFloat(original) ? ColumnView::ofList(m_assumed) : ColumnView::ofOne(original);
}

std::optional<std::size_t> KernelTable::dynamicEntry(std::size_t entries) const
{
    const auto declared = std::ranges::find(m_op->inputs, ParamKind::Dynamic, &LibraryTensor::kind);
    if (declared != m_op->inputs.end())
        return static_cast<std::size_t>(declared - m_op->inputs.begin());
    const auto known = std::ranges::find(kDynamicInputs, m_op->type, &DynamicInput::type);
    if (known == kDynamicInputs.end())
        return std::nullopt;
    return std::min(known->entry, entries - 1);
}

// More inputs than entries: the dynamic entry takes all that the entries around it do not
// (ascend.md, 2.1(5)).
std::optional<std::size_t> KernelTable::inputEntry(std::size_t index, bool isConstant) const
{
    const std::size_t entries = m_op->columns.front().inputs.size();
    if (entries == 0)
        return std::nullopt;
    const std::optional<std::size_t> dynamic = dynamicEntry(entries);
    if (!dynamic) {
        if (index < entries)
            return index;
        return isConstant ? std::nullopt : std::optional(entries - 1);
    }
    const std::size_t behind = entries - 1 - *dynamic;
    if (m_inputCount <= entries || index < *dynamic)
        return index;
    return index + behind >= m_inputCount ? index - (m_inputCount - entries) : *dynamic;
}

// A dynamic output is always the only entry.
std::optional<std::size_t> KernelTable::outputEntry(std::size_t index) const
{
    const std::size_t entries = m_op->columns.front().outputs.size();
    if (index < entries)
        return index;
    return entries == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

ColumnView KernelTable::input(std::size_t index, DType original, bool isConstant) const
{
    if (m_isAssumed)
        return assumedView(original);
    const std::optional<std::size_t> entry = inputEntry(index, isConstant);
    return entry ? ColumnView::ofInput(m_op->columns, *entry) : ColumnView();
}

ColumnView KernelTable::output(std::size_t index, DType original) const
{
    if (m_isAssumed)
        return assumedView(original);
    const std::optional<std::size_t> entry = outputEntry(index);
    const auto isInt32 = [&](const DTypeColumn& column) { return column.outputs[*entry] == DType::Int32; };
    if (!entry || (original == DType::Int64 && std::ranges::all_of(m_op->columns, isInt32)))
        return {};
    return ColumnView::ofOutput(m_op->columns, *entry);
}

}
