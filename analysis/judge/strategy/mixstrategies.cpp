// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mixed modes: by list, and for gray operators by what stands in front of each input.
#include "analysis/judge/rules.h"
#include "analysis/judge/strategy/strategies.h"

#include <array>

namespace halftone {
namespace {

// What sets the FP16 and the BF16 variant apart.
struct Flavour
{
    DType low; // the type that white operators take
    DType otherLow; // the type that is forbidden, unless a tensor already has it
    bool forbids = true;
    Strategy withoutPeer; // for tensors of gray operators that have nothing to follow
};

constexpr Flavour kFp16{DType::Float16, DType::BFloat16, true, allowFp32ToFp16};
constexpr Flavour kBf16{DType::BFloat16, DType::Float16, true, allowFp32ToBf16};
constexpr Flavour kFree{DType::Float16, DType::BFloat16, false, allowFp32ToLowPrecision};

Forbidden forbiddenFor(const Flavour& flavour, const JudgedTensor& tensor)
{
    return flavour.forbids ? forbidUnlessOriginal(flavour.otherLow, tensor) : kNothingForbidden;
}

StrategyResult white(ColumnSet& left, const StrategyInput& in, const Flavour& flavour)
{
    const JudgedTensor& tensor = in.tensor;
    const bool isFloat = isReducibleFloat(tensor.original);
    const bool matched = isFloat ? matchMix(left, tensor.columns, forbiddenFor(flavour, tensor))
                                 : matchExact(left, tensor.columns, tensor.original);
    return {.matched = matched, .rule = matched || !isFloat ? rules::kWhite : rules::kWhiteNoLow};
}

StrategyResult black(ColumnSet& left, const StrategyInput& in, const Flavour& flavour)
{
    return {
        .matched = matchRise(left, in.tensor.columns, in.tensor.original, forbiddenFor(flavour, in.tensor)),
        .rule = rules::kBlack};
}

// A Cast from the low type upwards is looked through: the operator behind it may stay low.
bool looksThrough(const Peer& peer, const Flavour& flavour)
{
    return peer.castInput == flavour.low && (peer.dtype == DType::Float32 || peer.dtype == flavour.otherLow);
}

std::string_view grayRule(const StrategyInput& in, bool throughCast)
{
    if (in.op.isNullKernel)
        return rules::kNullKernel;
    switch (in.tensor.peer.kind) {
    case Peer::Kind::GraphInput:
        return rules::kGrayGraphInput;
    case Peer::Kind::Constant:
        return rules::kGrayConstant;
    case Peer::Kind::None:
    case Peer::Kind::Operator:
        break;
    }
    return throughCast ? rules::kGrayLooksThrough : rules::kGrayFollows;
}

StrategyResult gray(ColumnSet& left, const StrategyInput& in, const Flavour& flavour)
{
    const Peer& peer = in.tensor.peer;
    if (in.isOutput || peer.kind == Peer::Kind::None) {
        StrategyResult result = flavour.withoutPeer(left, in);
        result.rule = rules::kGrayNoPredecessor;
        return result;
    }
    const bool throughCast = looksThrough(peer, flavour);
    const DType expected = throughCast ? peer.beforeCast : peer.dtype;
    const Forbidden forbidden = forbiddenFor(flavour, in.tensor);
    return {.matched = matchRise(left, in.tensor.columns, expected, forbidden) ||
            matchReduce(left, in.tensor.columns, expected, forbidden),
        .rule = grayRule(in, throughCast),
        .followed = throughCast ? Followed::BeforeCast : Followed::Peer};
}

StrategyResult byList(ColumnSet& left, const StrategyInput& in, const Flavour& flavour)
{
    switch (in.op.list) {
    case List::White:
        return white(left, in, flavour);
    case List::Black:
        return black(left, in, flavour);
    case List::Gray:
        return gray(left, in, flavour);
    }
    return {};
}

}

StrategyResult mixFp16(ColumnSet& left, const StrategyInput& in)
{
    return byList(left, in, kFp16);
}

StrategyResult mixBf16(ColumnSet& left, const StrategyInput& in)
{
    return byList(left, in, kBf16);
}

StrategyResult mixFreely(ColumnSet& left, const StrategyInput& in)
{
    return byList(left, in, kFree);
}

}
