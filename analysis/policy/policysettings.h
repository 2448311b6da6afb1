// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be set of each policy: plain values with the defaults of the tool that is imitated. Equality comes
// with them, so a policy can be compared, kept in an undo step and written to a file.
#pragma once

#include "analysis/judge/customdtypes.h"
#include "analysis/judge/judge.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/policy/mindspore/mindsporesettings.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace halftone {

/// Ascend's engine, see judge().
struct AscendSettings
{
    std::string soc = "ascend910b";
    std::shared_ptr<const OpLibrary> library; ///< Of a file; null for the embedded one of `soc`.
    std::string modeName = "allow_mix_precision_fp16"; ///< A value of precision_mode or precision_mode_v2.
    Mixlist mixlist; ///< Not read outside the mixed modes.
    KeepDTypes keepDTypes;
    CustomDTypes customDTypes;

    bool operator==(const AscendSettings&) const = default;
};

/// TensorFlow's grappler pass auto_mixed_precision.
struct TensorFlowSettings
{
    bool tensorCoresOnly =
        false; ///< TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_LEVEL=TENSOR_CORES_ONLY: allow list only.
    /// The environment variables ..._{ALLOW,INFER,DENY,CLEAR}LIST_{ADD,REMOVE}; TensorFlow operator types.
    std::vector<std::string> allowAdd, allowRemove, inferAdd, inferRemove, denyAdd, denyRemove, clearAdd,
        clearRemove;

    bool operator==(const TensorFlowSettings&) const = default;
};

/// PyTorch's torch.autocast.
struct TorchSettings
{
    DType low = DType::Float16; ///< Float16 or BFloat16.

    bool operator==(const TorchSettings&) const = default;
};

/// TensorRT ModelOpt's AutoCast. Names are regular expressions that match from the start of a node's name.
struct AutoCastSettings
{
    DType low = DType::Float16; ///< Float16 or BFloat16.
    double initMax = 65504; ///< Nodes with a larger constant stay high.
    std::optional<std::int64_t> maxDepthOfReduction; ///< Nodes that sum more terms stay high; off without it.
    std::vector<std::string> nodesToExclude, opTypesToExclude, nodesToInclude, opTypesToInclude;

    bool operator==(const AutoCastSettings&) const = default;
};

/// onnxconverter-common's convert_float_to_float16.
struct OnnxFloat16Settings
{
    std::optional<std::vector<std::string>> opBlockList; ///< Replaces the default list; ONNX operator types.
    std::vector<std::string> nodeBlockList; ///< Node names.
    bool checkFp16Ready = true; ///< Refuse a model that has FP16 tensors.

    bool operator==(const OnnxFloat16Settings&) const = default;
};

/// One alternative for each row of policyTable(), in its order.
using PolicySettings = std::variant<AscendSettings, MindSporeSettings, TensorFlowSettings, TorchSettings,
    AutoCastSettings, OnnxFloat16Settings>;

}
