// SPDX-License-Identifier: GPL-3.0-or-later
//
// The HiFloat8 modes choose from fixed orders instead of rising and reducing: the first type of the row that
// some column has. Nothing is forbidden, and Casts are not looked through.
#include "analysis/judge/rules.h"
#include "analysis/judge/strategy/strategies.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

using enum DType;

struct Row
{
    DType from;
    std::array<DType, 3> wanted; // filled up with Undefined, which no column has
};

constexpr auto kCubeRows = std::to_array<Row>({
    {Float32, {HiFloat8, Float16, Float32}},
    {Float16, {HiFloat8, Float16, Float32}},
    {HiFloat8, {HiFloat8, Float16, Float32}},
    {BFloat16, {HiFloat8, BFloat16, Float32}},
});
constexpr auto kVectorRows = std::to_array<Row>({
    {BFloat16, {BFloat16, Float32}},
    {Float16, {Float16, Float32}},
    {Float32, {Float32}},
});

bool matchRow(ColumnSet& left, const ColumnView& tensor, std::span<const Row> rows, DType from)
{
    const auto row = std::ranges::find(rows, from, &Row::from);
    return row == rows.end() ? matchExact(left, tensor, from) : matchFirstOf(left, tensor, row->wanted);
}

StrategyResult cube(ColumnSet& left, const StrategyInput& in)
{
    return {.matched = matchRow(left, in.tensor.columns, kCubeRows, in.tensor.original),
        .rule = rules::kHif8Cube};
}

StrategyResult vector(ColumnSet& left, const StrategyInput& in)
{
    return {.matched = matchRow(left, in.tensor.columns, kVectorRows, in.tensor.original),
        .rule = rules::kHif8Vector};
}

std::string_view followRule(Peer::Kind kind)
{
    return kind == Peer::Kind::GraphInput ? rules::kGrayGraphInput
        : kind == Peer::Kind::Constant    ? rules::kGrayConstant
                                          : rules::kGrayFollows;
}

// Behind HiFloat8 the next best is the 16-bit type nearer to the original.
StrategyResult gray(ColumnSet& left, const StrategyInput& in)
{
    const Peer& peer = in.tensor.peer;
    if (in.isOutput || peer.kind == Peer::Kind::None) {
        StrategyResult result = vector(left, in);
        result.rule = rules::kGrayNoPredecessor;
        return result;
    }
    const DType low = in.tensor.original == BFloat16 ? BFloat16 : Float16;
    const auto behindHif8 = std::to_array({HiFloat8, low, Float32});
    const bool matched = peer.dtype == HiFloat8 ? matchFirstOf(left, in.tensor.columns, behindHif8)
                                                : matchRow(left, in.tensor.columns, kVectorRows, peer.dtype);
    return {.matched = matched, .rule = followRule(peer.kind), .followed = Followed::Peer};
}

}

StrategyResult cubeHif8(ColumnSet& left, const StrategyInput& in)
{
    return in.op.isCube ? cube(left, in) : vector(left, in);
}

StrategyResult mixHif8(ColumnSet& left, const StrategyInput& in)
{
    StrategyResult result;
    switch (in.op.list) {
    case List::White:
        result = cube(left, in);
        result.rule = result.matched ? rules::kWhite : rules::kWhiteNoLow;
        break;
    case List::Black:
        result = vector(left, in);
        result.rule = rules::kBlack;
        break;
    case List::Gray:
        result = gray(left, in);
        break;
    }
    return result;
}

}
