// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/rules.h"

#include "analysis/judge/decisions.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <vector>

namespace halftone {
namespace {

constexpr std::string_view kStrategies =
    "GraphEngine, nn_engine/optimizer/graph_optimizer/op_judge/format_and_dtype/strategy/dtype_strategy";
constexpr std::string_view kStrategyManager =
    "GraphEngine, nn_engine/.../strategy/op_format_dtype_strategy_manager.cc";
constexpr std::string_view kJudge = "GraphEngine, nn_engine/.../format_and_dtype/op_format_dtype_judge.cc";
constexpr std::string_view kOpsStore = "GraphEngine, nn_engine/optimizer/ops_kernel_store/sub_ops_store.cc";
constexpr std::string_view kEngines = "GraphEngine, engines/manager/engine_manager/dnnengine_manager.cc";
constexpr std::string_view kParser =
    "GraphEngine, parser/onnx, and the ONNX plugins of the operator repositories";
constexpr std::string_view kOurs = "An assumption of this program, where published sources say nothing";

constexpr auto kRules = std::to_array<Rule>({
    {rules::kAiCpu, "The AI CPU runs the operator in its original types; no mode moves it", kEngines},
    {rules::kAllowBf16, "Keeps the original type where a kernel takes it, else BF16", kStrategies},
    {rules::kAllowFp16, "Keeps the original type where a kernel takes it, else FP16", kStrategies},
    {rules::kAllowFp16Cube, "In this mode matrix operators take FP16 where a kernel does", kStrategies},
    {rules::kAllowFp16Reduced, "One tensor had to go down to FP16, so the others of the operator follow",
        kStrategyManager},
    {rules::kAllowLowPrecision, "Keeps the original type where a kernel takes it, else BF16 or FP16",
        kStrategies},
    {rules::kBlack, "Black: keeps its original type, and FP16 may rise to FP32", kStrategies},
    {rules::kCast, "A Cast keeps the types it was written with", kStrategyManager},
    {rules::kComplex, "With complex numbers the operator keeps its original types", kStrategyManager},
    {rules::kCustomDTypes, "The customize_dtypes file prescribes the types", kJudge},
    {rules::kFirstColumn, "No kernel fits what is asked for, so the first kernel of the library is taken",
        kJudge},
    {rules::kForceFp16, "In this mode everything that has an FP16 kernel takes it", kStrategies},
    {rules::kForceFp32, "In this mode everything that has an FP32 kernel takes it", kStrategies},
    {rules::kForceFp32Cube, "In this mode matrix operators take FP16 and give FP32 where a kernel does",
        kStrategies},
    {rules::kForceLowerPrecision, "In this mode everything takes BF16 or FP16 where a kernel does",
        kStrategies},
    {rules::kGrayConstant, "Gray: only constants come in, and it follows the first of them", kStrategies},
    {rules::kGrayFollows, "Gray: follows the operator before it", kStrategies},
    {rules::kGrayGraphInput, "Gray: follows the input of the graph", kStrategies},
    {rules::kGrayLooksThrough, "Gray: follows the operator in front of the Cast before it", kStrategies},
    {rules::kGrayNoPredecessor,
        "Gray with nothing to follow: keeps the original type where a kernel takes it", kStrategies},
    {rules::kHif8Cube, "Takes HiFloat8 where a kernel does, else the next smaller step down", kStrategies},
    {rules::kHif8Vector, "Stays out of HiFloat8 and keeps its type where a kernel takes it", kStrategies},
    {rules::kKeepDType,
        "The keep_dtype file names the operator, so it keeps its types where a kernel takes them",
        kStrategyManager},
    {rules::kKeepOrigin, "In this mode every operator keeps its original type", kStrategies},
    {rules::kLocal, "No kernel runs: the graph engine handles the operator, in its original types", kEngines},
    {rules::kNoEngine, "No engine takes the operator with these types", kEngines},
    {rules::kNoTable, "The library names no types for the operator; it is taken to keep its own", kOurs},
    {rules::kNotInLibrary, "No published library of the chip has the operator", kEngines},
    {rules::kNullKernel, "No kernel runs, so the tensor passes in the type that it comes in",
        kStrategyManager},
    {rules::kOneType, "All kernels of the library have one type here", kJudge},
    {rules::kPromote, "Inputs of different types meet in the type that holds both", kJudge},
    {rules::kUnknownType, "The types of its tensors are not known, so there is nothing to decide", kOurs},
    {rules::kUnmapped, "No Ascend operator is known for this node", kParser},
    {rules::kWhite, "White: takes low precision where a kernel does", kStrategies},
    {rules::kWhiteNoLow, "White, but no kernel takes low precision here", kStrategies},
});
static_assert(std::ranges::is_sorted(kRules, {}, &Rule::id), "ruleOf() searches by halving");

std::vector<Rule> gatherRules()
{
    std::vector<Rule> rules;
    std::ranges::merge(kRules, policyRules(), std::back_inserter(rules), {}, &Rule::id, &Rule::id);
    return rules;
}

}

std::span<const Rule> allRules()
{
    static const std::vector<Rule> rules = gatherRules();
    return rules;
}

const Rule& ruleOf(std::string_view id)
{
    const std::span<const Rule> rules = allRules();
    const auto found = std::ranges::lower_bound(rules, id, {}, &Rule::id);
    assert(found != rules.end() && found->id == id && "every decision names a row of the catalogue");
    return *found;
}

}
