// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ids of the rules of all policies but Ascend's; policyrules.cpp has their titles, sources and advice.
#pragma once

#include "analysis/judge/decisions.h"

#include <span>
#include <string_view>

namespace halftone {

namespace rules {

inline constexpr std::string_view kAutoCastBody = "autocast.body";
inline constexpr std::string_view kAutoCastCast = "autocast.cast";
inline constexpr std::string_view kAutoCastDepth = "autocast.depth";
inline constexpr std::string_view kAutoCastExcludedName = "autocast.excluded-name";
inline constexpr std::string_view kAutoCastExcludedType = "autocast.excluded-type";
inline constexpr std::string_view kAutoCastIncluded = "autocast.included";
inline constexpr std::string_view kAutoCastInitRange = "autocast.init-range";
inline constexpr std::string_view kAutoCastLow = "autocast.low";
inline constexpr std::string_view kAutoCastUnsupported = "autocast.unsupported";
inline constexpr std::string_view kFloat16BlockedBody = "float16.blocked-body";
inline constexpr std::string_view kFloat16BlockedNode = "float16.blocked-node";
inline constexpr std::string_view kFloat16BlockedType = "float16.blocked-type";
inline constexpr std::string_view kFloat16Low = "float16.low";
inline constexpr std::string_view kMindSporeAutoBlack = "mindspore.auto.black";
inline constexpr std::string_view kMindSporeAutoIgnored = "mindspore.auto.ignored";
inline constexpr std::string_view kMindSporeAutoPromote = "mindspore.auto.promote";
inline constexpr std::string_view kMindSporeAutoWhite = "mindspore.auto.white";
inline constexpr std::string_view kMindSporeBlack = "mindspore.black";
inline constexpr std::string_view kMindSporeCast = "mindspore.cast";
inline constexpr std::string_view kMindSporeFlags = "mindspore.flags";
inline constexpr std::string_view kMindSporeLoss = "mindspore.loss";
inline constexpr std::string_view kMindSporeLossReceived = "mindspore.loss-received";
inline constexpr std::string_view kMindSporeLow = "mindspore.low";
inline constexpr std::string_view kMindSporeNotWhite = "mindspore.not-white";
inline constexpr std::string_view kMindSporeOff = "mindspore.off";
inline constexpr std::string_view kMindSporeToFloat = "mindspore.to-float";
inline constexpr std::string_view kMindSporeWhite = "mindspore.white";
inline constexpr std::string_view kControlFlow = "policy.control-flow";
inline constexpr std::string_view kGradient = "policy.gradient";
inline constexpr std::string_view kGradientSum = "policy.gradient-sum";
inline constexpr std::string_view kNoLowType = "policy.no-low-type";
inline constexpr std::string_view kOverride = "policy.override";
inline constexpr std::string_view kUpdate = "policy.update";
inline constexpr std::string_view kTorchFp32 = "pytorch.fp32";
inline constexpr std::string_view kTorchLow = "pytorch.low";
inline constexpr std::string_view kTorchPromote = "pytorch.promote";
inline constexpr std::string_view kTorchReceived = "pytorch.received";
inline constexpr std::string_view kTensorFlowAllow = "tensorflow.allow";
inline constexpr std::string_view kTensorFlowBetween = "tensorflow.between";
inline constexpr std::string_view kTensorFlowCast = "tensorflow.cast";
inline constexpr std::string_view kTensorFlowClear = "tensorflow.clear";
inline constexpr std::string_view kTensorFlowClearLeft = "tensorflow.clear-left";
inline constexpr std::string_view kTensorFlowDenied = "tensorflow.denied";
inline constexpr std::string_view kTensorFlowInferLeft = "tensorflow.infer-left";
inline constexpr std::string_view kTensorFlowNoHalf = "tensorflow.no-half";
inline constexpr std::string_view kTensorFlowNothingAllowed = "tensorflow.nothing-allowed";
inline constexpr std::string_view kTensorFlowTainted = "tensorflow.tainted";
inline constexpr std::string_view kTensorFlowUnlisted = "tensorflow.unlisted";

}

/// The rows of these rules, sorted by id. allRules() has them too.
std::span<const Rule> policyRules();

/// What would change a decision by this rule, one sentence; empty for Ascend's rules, whose explanations try
/// it out.
std::string_view adviceFor(std::string_view rule);

}
