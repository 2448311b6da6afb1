// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/target.h"

#include "analysis/core/nearestname.h"
#include "analysis/export/families.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

constexpr auto kTargets = std::to_array<ExportTarget>({
    {"ops-info", "ops_info.json for modify_mixlist, only what differs from the chip's lists", "ops_info.json",
        true, exportOpsInfo},
    {"ops-info-full", "the same with every operator type of the model", "ops_info.json", true,
        exportFullOpsInfo},
    {"keep-dtype", "file for keep_dtype: the nodes that stay in FP32", "keep_dtype.cfg", true,
        exportKeepDType},
    {"customize-dtypes", "file for customize_dtypes: the types of every node", "customize_dtypes.cfg", true,
        exportCustomizeDTypes},
    {kOnnxTarget, "ONNX model with the casts and the converted weights", "mixed.onnx", false, nullptr},
    {"mindspore", "Python lines for mindspore.amp", "mixed_precision.py", false, exportMindSpore},
    {"tf-adapter", "Python lines for the session of Ascend's TF adapter", "session_config.py", true,
        exportTfAdapter},
    {"tf-env", "TF_AUTO_MIXED_PRECISION variables for TensorFlow's own pass", "-", false,
        exportTfEnvironment},
    {"autocast", "command line of ModelOpt's AutoCast", "-", false, exportAutoCast},
    {"trtexec", "command line of TensorRT's trtexec", "-", false, exportTrtexec},
    {"csv", "table of all decisions", "-", true, exportCsv},
    {"json", "the same as decide --json", "-", true, exportJson},
    {"markdown", "report to read", "-", true, exportMarkdown},
});

bool decidesHif8(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        if (std::ranges::contains(decisions.inputDTypes(node), DType::HiFloat8) ||
            std::ranges::contains(decisions.outputDTypes(node), DType::HiFloat8))
            return true;
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i) {
            if (decidesHif8(decisions.body(node, i)))
                return true;
        }
    }
    return false;
}

}

std::span<const ExportTarget> exportTargets()
{
    return kTargets;
}

Result<ExportTarget> findExportTarget(std::string_view id)
{
    const auto found = std::ranges::find(kTargets, id, &ExportTarget::id);
    if (found != kTargets.end())
        return *found;
    std::string known;
    NearestName nearest(id);
    for (const ExportTarget& target : kTargets) {
        known += (known.empty() ? "" : ", ") + std::string(target.id);
        nearest.offer(target.id);
    }
    const std::string hint = nearest.best().empty() ? "" : std::format(" Did you mean {}?", nearest.best());
    return std::unexpected(
        Error{ErrorKind::Usage, "E-EXPORT-TARGET", std::format("Nothing can be exported to \"{}\".", id),
            "--to", std::format("Choose one of {}.{}", known, hint)});
}

Result<ExportedText> writeTarget(const ExportTarget& target, const ExportInput& input)
{
    if (!target.hasHif8 && decidesHif8(input.decisions))
        return std::unexpected(Error{ErrorKind::Unsupported, "E-EXPORT", "HiFloat8 is known to Ascend alone.",
            std::format("--to {}", target.id), "Choose a mode with FP16 or BF16."});
    return target.write(input);
}

}
