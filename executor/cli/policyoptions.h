// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that choose a policy other than Ascend's, spelled alike in all subcommands, and what they stand
// for.
#pragma once

#include "analysis/policy/policy.h"
#include "executor/cli/options.h"

#include <optional>
#include <string>
#include <vector>

namespace halftone::cli {

/// As they are typed.
struct PolicyOptions
{
    std::string policy; ///< Empty: mindspore where one of its options is given, else ascend.
    std::optional<std::string> level;
    std::optional<std::string> ampVersion;
    std::optional<std::string> ampApi;
    std::optional<std::string> ampDevice;
    std::optional<std::string> keepBatchNormFp32;
    std::optional<std::string> castModelType;
    std::optional<std::string> lossScaleManager;
    std::optional<std::string> whiteList; ///< Names with commas between them; "" is the empty list.
    std::optional<std::string> blackList;
    std::optional<std::string> lowType;
    std::vector<std::string> toFloat; ///< "fc3=float32"
    std::vector<std::string> addFlags;
    std::vector<std::string> groups; ///< "head=fc1,fc2"
    std::string overrides; ///< A file; see parseOverrides().
    std::vector<std::string> settings; ///< "ALLOWLIST_ADD=Softmax"; see setPolicyOption().

    bool operator==(const PolicyOptions&) const = default;
};

/// \p prefix goes in front of each name behind "--", where a command takes two sets.
void addPolicyOptions(CLI::App& app, PolicyOptions& options, const std::string& prefix = {});

/// The policy that the options stand for; Ascend's with \p judge, whose settings are read already.
/// \p training says whether a training step is decided: MindSpore's level then means build_train_network.
Result<PrecisionPolicy> readPolicy(const PolicyOptions& options, const JudgeSettings& judge, bool training);

/// A model, decided by a policy.
struct DecidedModel
{
    JudgedModel judged;
    PrecisionPolicy policy;
    std::string modeName; ///< For headings and JSON: the mode of Ascend, else the policy in words.
    std::optional<Error> refusal; ///< What CANN would stop with on the way.
};

/// What CANN would stop with when it builds the graph; nothing for other policies.
std::optional<Error> refusalOf(
    const Decisions& decisions, const PrecisionPolicy& policy, const std::string& modelFile);

/// The same graph, of \p modelFile, decided in another way.
Result<DecidedModel> decideAlso(const DecidedModel& first, const std::string& modelFile,
    const JudgeOptions& judge, const PolicyOptions& options);

Result<DecidedModel> openAndDecide(const ModelOptions& model, const JudgeOptions& judge,
    const PolicyOptions& options, const DifferentiateOptions& loss);

}
