// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr std::string_view kAmp = "MindSpore, mindspore/train/amp.py (2.0 to 2.5)";
constexpr std::string_view kAmpCc = "MindSpore, ccsrc/.../amp.cc and train/amp.py (2.4 and 2.5)";
constexpr std::string_view kFlags =
    "MindSpore, mindspore/nn/cell.py and the graph compiler's GetMixedPrecisionTargetType";
constexpr std::string_view kGrappler =
    "TensorFlow, core/grappler/optimizers/auto_mixed_precision.cc and ..._lists.h";
constexpr std::string_view kTorch = "PyTorch, aten/src/ATen/autocast_mode.h";
constexpr std::string_view kClassifier = "TensorRT Model Optimizer, modelopt/onnx/autocast/nodeclassifier.py";
constexpr std::string_view kConverter =
    "TensorRT Model Optimizer, modelopt/onnx/autocast/precisionconverter.py";
constexpr std::string_view kFloat16 = "onnxconverter-common, onnxconverter_common/float16.py";
constexpr std::string_view kAutodiff = "Automatic differentiation: the gradient of a Cast is a Cast back";
constexpr std::string_view kOnnx = "ONNX operator schemas";
constexpr std::string_view kOurs = "An assumption of this program; the tool takes such Casts out first";
constexpr std::string_view kYou = "Your override";

struct PolicyRule
{
    Rule rule;
    std::string_view advice;
};

constexpr auto kPolicyRules = std::to_array<PolicyRule>({
    {{rules::kAutoCastBody,
         "It stands in a body of If, Loop or Scan, which are never low precision, so it stays in FP32",
         kConverter},
        "Nothing but taking it out of the body."},
    {{rules::kAutoCastCast, "A Cast keeps the types it was written with", kOurs}, ""},
    {{rules::kAutoCastDepth, "Sums more terms than the limit, so it stays in FP32", kClassifier},
        "Raise or drop max_depth_of_reduction, or include the operator."},
    {{rules::kAutoCastExcludedName, "Its name matches an exclude pattern, so it stays in FP32", kClassifier},
        "Take the pattern out of nodes_to_exclude, or include the operator."},
    {{rules::kAutoCastExcludedType, "Its type is excluded, so it stays in FP32", kClassifier},
        "Take the type out of op_types_to_exclude, or include the operator."},
    {{rules::kAutoCastIncluded, "An include rule takes it to low precision in spite of the exclude rules",
         kClassifier},
        "Take it out of nodes_to_include or op_types_to_include."},
    {{rules::kAutoCastInitRange, "A constant is larger than the limit, so it stays in FP32", kClassifier},
        "Raise init_max, include the operator, or rescale the constant."},
    {{rules::kAutoCastLow, "No rule excludes it, so it is low precision", kClassifier},
        "Exclude it by name (nodes_to_exclude) or by type (op_types_to_exclude)."},
    {{rules::kAutoCastUnsupported, "It cannot be low precision in a valid model, so it stays in FP32",
         kConverter},
        "Nothing but another operator in its place."},
    {{rules::kFloat16BlockedBody,
         "It stands in a body of an operator that a block list keeps in FP32, so it stays there too",
         kFloat16},
        "Take the operator that owns the body out of its block list."},
    {{rules::kFloat16BlockedNode, "Its name is in the node block list, so it stays in FP32", kFloat16},
        "Take the name out of node_block_list."},
    {{rules::kFloat16BlockedType, "Its type is in the operator block list, so it stays in FP32", kFloat16},
        "Give an op_block_list without the type."},
    {{rules::kFloat16Low, "Not in a block list, so it is converted to FP16", kFloat16},
        "Put its type into op_block_list or its name into node_block_list."},
    {{rules::kMindSporeAutoBlack, "In the black list of level auto: inputs are cast to FP32", kAmpCc},
        "Another level, or to_float on the cell."},
    {{rules::kMindSporeAutoIgnored, "In no list of level auto: runs in the type that it receives", kAmpCc},
        "to_float on the cell."},
    {{rules::kMindSporeAutoPromote,
         "In the promote list of level auto: inputs meet in the widest of their types", kAmpCc},
        "to_float on the cell, or inputs of one type."},
    {{rules::kMindSporeAutoWhite, "In the white list of level auto: inputs are cast to low precision",
         kAmpCc},
        "Another level, or to_float on the cell."},
    {{rules::kMindSporeBlack, "In the black list: runs in FP32, and its result is cast to low precision",
         kAmp},
        "Level O3, a custom black list without it, or to_float on the cell."},
    {{rules::kMindSporeCast, "A Cast keeps the types it was written with", kAmp}, "Only another model."},
    {{rules::kMindSporeFlags, "Of the flags of a cell fp32 counts before fp16, and fp16 before bf16", kFlags},
        "Call to_float last: it sets all flags."},
    {{rules::kMindSporeLoss, "The loss wrapper casts prediction and label to FP32", kAmp},
        "Compute the loss inside the network; that is rarely wise."},
    {{rules::kMindSporeLossReceived,
         "Nothing casts what the loss reads, so it runs in the type that it receives", kAmp},
        "Give the loss to build_train_network at level O2 or O3."},
    {{rules::kMindSporeLow, "At this level the whole network is low precision", kAmp},
        "Level O1 or O2, a custom black list with its cell, or to_float on the cell."},
    {{rules::kMindSporeNotWhite, "Not in the white list: runs in the type that it receives", kAmp},
        "Level O2 or O3, a custom white list with it, or to_float on the cell."},
    {{rules::kMindSporeOff, "At this level the network is left as it is", kAmp}, "Another level."},
    {{rules::kMindSporeToFloat, "to_float or a flag of the cell says so; the level leaves such cells alone",
         kFlags},
        "Take the call out."},
    {{rules::kMindSporeWhite, "In the white list: runs in low precision, and its result is cast back to FP32",
         kAmp},
        "A custom white list without it, or to_float on the cell."},
    {{rules::kControlFlow,
         "Control flow keeps its types, so that branches and what a loop carries agree; its bodies are "
         "decided for themselves",
         kOnnx},
        "Whatever changes the operators in its bodies."},
    {{rules::kGradient, "A gradient is computed in the type of its forward operator", kAutodiff},
        "Whatever changes the forward operator."},
    {{rules::kGradientSum, "Gradients of several uses of a tensor are added in the type of the tensor",
         kAutodiff},
        "Whatever changes the type of the tensor."},
    {{rules::kNoLowType, "Nothing in it can change its type", kOnnx},
        "Nothing but another operator in its place."},
    {{rules::kOverride, "You asked for this type here", kYou}, "Take the override out."},
    {{rules::kUpdate, "The optimizer keeps its types: weights are updated in FP32", kAutodiff}, "Nothing."},
    {{rules::kTorchFp32, "In the FP32 list of autocast: inputs are cast to FP32", kTorch},
        "torch.autocast(enabled=False) around it, with FP16 inputs."},
    {{rules::kTorchLow, "In the low-precision list of autocast: inputs are cast down", kTorch},
        "torch.autocast(enabled=False) around it."},
    {{rules::kTorchPromote, "In the promote list of autocast: inputs meet in the widest of their types",
         kTorch},
        "Inputs of one type."},
    {{rules::kTorchReceived, "In no list of autocast: runs in the type that it receives", kTorch},
        "A cast in front of it."},
    {{rules::kTensorFlowAllow, "In the allow list: always FP16", kGrappler},
        "ALLOWLIST_REMOVE with its TensorFlow type."},
    {{rules::kTensorFlowBetween,
         "In the infer or clear list, and on a path from one FP16 operator to another", kGrappler},
        "DENYLIST_ADD with its TensorFlow type, or INFERLIST_REMOVE or CLEARLIST_REMOVE."},
    {{rules::kTensorFlowCast, "A Cast to FP32 that only FP16 operators read becomes one to FP16", kGrappler},
        "Whatever keeps one of its consumers in FP32."},
    {{rules::kTensorFlowClear, "In the clear list, and beside an FP16 operator", kGrappler},
        "CLEARLIST_REMOVE with its TensorFlow type."},
    {{rules::kTensorFlowClearLeft, "In the clear list, but no FP16 operator is beside it", kGrappler},
        "Whatever takes its neighbour to FP16."},
    {{rules::kTensorFlowDenied, "In the deny list: FP32, and so is what follows it through the infer list",
         kGrappler},
        "DENYLIST_REMOVE with its TensorFlow type."},
    {{rules::kTensorFlowInferLeft, "In the infer list, but on no path from one FP16 operator to another",
         kGrappler},
        "ALLOWLIST_ADD with its TensorFlow type."},
    {{rules::kTensorFlowNoHalf, "Listed, but nothing in it is FP32 that could be FP16", kGrappler},
        "Nothing."},
    {{rules::kTensorFlowNothingAllowed,
         "No operator of the graph is in the allow list, so the pass does nothing", kGrappler},
        "ALLOWLIST_ADD with a TensorFlow type of the model."},
    {{rules::kTensorFlowTainted, "Fed by an operator of the deny list, so it stays in FP32", kGrappler},
        "DENYLIST_REMOVE with the type of the operator that feeds it."},
    {{rules::kTensorFlowUnlisted, "In none of the four lists: FP32", kGrappler},
        "ALLOWLIST_ADD, INFERLIST_ADD or CLEARLIST_ADD with its TensorFlow type."},
});

constexpr auto kRules = [] {
    std::array<Rule, kPolicyRules.size()> rules;
    std::ranges::transform(kPolicyRules, rules.begin(), &PolicyRule::rule);
    return rules;
}();
static_assert(std::ranges::is_sorted(kRules, {}, &Rule::id), "adviceFor() searches by halving");

}

std::span<const Rule> policyRules()
{
    return kRules;
}

std::string_view adviceFor(std::string_view rule)
{
    const auto found = std::ranges::lower_bound(kRules, rule, {}, &Rule::id);
    return found != kRules.end() && found->id == rule
        ? kPolicyRules[static_cast<std::size_t>(found - kRules.begin())].advice
        : std::string_view{};
}

}
