// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/mindspore/ampplan.h"

#include "analysis/policy/mindspore/ampcall.h"
#include "analysis/policy/mindspore/opnames.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

using Way = AmpPlan::Way;
using LossIn = AmpPlan::LossIn;

void setLevel(AmpPlan& plan, std::string_view level)
{
    if (level == "O1") {
        plan.way = Way::White;
        plan.white = ampList(AmpList::White, *plan.version);
    } else if (level == "O2" || level == "O3") {
        plan.way = Way::Low;
        if (level == "O2")
            plan.black = ampList(AmpList::Black, *plan.version);
    } else if (level == "auto") {
        plan.way = Way::Auto;
        plan.white = ampList(AmpList::AutoWhite, *plan.version);
        plan.black = ampList(AmpList::AutoBlack, *plan.version);
        plan.promote = ampList(AmpList::AutoPromote, *plan.version);
    }
}

// A name without a module can be the cell or the primitive.
std::vector<AmpEntry> customList(const std::vector<std::string>& names)
{
    std::vector<AmpEntry> entries;
    for (const std::string& text : names) {
        const KnownName known = findMindSporeName(text);
        if (known.isCell)
            entries.push_back({AmpEntry::Kind::Cell, withoutModule(text)});
        if (known.isPrimitive)
            entries.push_back({AmpEntry::Kind::Primitive, withoutModule(text)});
    }
    return entries;
}

void noteUnknownNames(AmpPlan& plan, const std::vector<std::string>& names)
{
    for (const std::string& text : names) {
        const KnownName known = findMindSporeName(text);
        if (known.isCell || known.isPrimitive)
            continue;
        const std::string_view nearest = nearestMindSporeName(text);
        plan.findings.push_back({.id = "policy.unknown-name",
            .where = text,
            .message = nearest.empty()
                ? std::string("No operator of ONNX becomes a cell or primitive of this name.")
                : std::format(
                      "No operator of ONNX becomes a cell or primitive of this name; did you mean {}?",
                      nearest)});
    }
}

void planCustom(AmpPlan& plan, const MindSporeSettings& settings)
{
    if (settings.whiteList) {
        plan.way = Way::White;
        plan.white = customList(*settings.whiteList);
        noteUnknownNames(plan, *settings.whiteList);
        return;
    }
    plan.way = Way::Low;
    plan.black = customList(*settings.blackList);
    plan.castsOutput = true;
    noteUnknownNames(plan, *settings.blackList);
    for (const AmpEntry& entry : ampList(AmpList::Black, *plan.version)) {
        if (!std::ranges::contains(plan.black, entry.name, &AmpEntry::name))
            plan.findings.push_back({.id = "policy.black-default-missing",
                .where = std::string(entry.name),
                .message =
                    std::format("{} is in MindSpore's own black list, and not in yours.", entry.name)});
    }
}

// The chain of decisions in build_train_network (mindspore.md, section 2.1), with its surprises.
void planTrainNetwork(AmpPlan& plan, const MindSporeSettings& settings)
{
    const AmpLevelConfig& config = ampLevelConfig(settings.level, settings.device, *plan.version);
    const DType type = settings.castModelType.value_or(config.castModelType);
    const bool keepsBlack = settings.keepBatchNormFp32.value_or(config.keepBatchNormFp32);
    const bool isLevelLow = config.level == "O2" || config.level == "O3";
    if (settings.level == "auto" && !plan.version->autoIsLists)
        plan.findings.push_back({.id = "policy.auto-by-device",
            .where = "level",
            .message = std::format("In MindSpore {} the level auto means {} on {}.", plan.version->name,
                config.level, name(settings.device))});
    plan.low = DType::Float16; // cast_model_type knows no other, and the black cells' casts neither.
    plan.loss = LossIn::Received;
    if (type == DType::Float16) {
        plan.way = Way::Low;
        plan.loss = LossIn::Float32;
        if (keepsBlack)
            plan.black = ampList(AmpList::Black, *plan.version);
        if (!isLevelLow)
            plan.findings.push_back({.id = "policy.cast-model-type",
                .where = "cast_model_type",
                .message =
                    std::format("cast_model_type=float16 casts the whole network; what {} would have done is "
                                "not done.",
                        config.level)});
    } else if (!keepsBlack && config.level == "O2") {
        plan.way = Way::Low;
        plan.findings.push_back({.id = "policy.float16-despite-float32",
            .where = "cast_model_type",
            .message = "At O2 without keep_batchnorm_fp32 the network is cast to float16 although "
                       "cast_model_type is "
                       "float32, and the loss is not kept in float32."});
    } else if (isLevelLow) {
        if (config.hasDynamicLossScale)
            plan.findings.push_back({.id = "policy.idle-loss-scale",
                .where = "loss_scale_manager",
                .message = "Nothing is float16, but the dynamic loss scale of O2 stays on."});
    } else {
        setLevel(plan, config.level);
        if (plan.way == Way::Auto)
            plan.loss = LossIn::Float32;
    }
}

}

AmpPlan ampPlan(const MindSporeSettings& settings)
{
    AmpPlan plan{.version = findAmpVersion(settings.version), .low = settings.low};
    switch (settings.api) {
    case AmpApi::AutoMixedPrecision:
        setLevel(plan, settings.level);
        plan.castsOutput = plan.way == Way::Low;
        // Behind O2 and O3 stands a cast to FP32, and build_train_network wraps the loss of networks at these
        // levels and at auto; at O1 the output is FP32 anyway.
        plan.loss = plan.way == Way::Off ? LossIn::Received : LossIn::Float32;
        break;
    case AmpApi::CustomMixedPrecision:
        planCustom(plan, settings);
        plan.loss = LossIn::Float32;
        break;
    case AmpApi::BuildTrainNetwork:
        planTrainNetwork(plan, settings);
        break;
    }
    if (!settings.hasLossFunction)
        plan.loss = LossIn::Network;
    for (Finding& finding : ampDeviations(ampCall(settings)))
        plan.findings.push_back(std::move(finding));
    return plan;
}

}
