// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/finding.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace halftone {
namespace {

constexpr auto kKinds = std::to_array<FindingKind>({
    {"differentiate.not-differentiable", Severity::Warning,
        "Put the operator behind the output that is trained, unless those weights are to stay."},
    {"differentiate.not-implemented", Severity::Note,
        "Train a model without this operator, or inspect and decide only."},
    {"differentiate.softmax-skipped", Severity::Note,
        "Nothing to do: this is what training on logits means."},
    {"dtypes.line-too-long", Severity::Warning, "Shorten the line; nothing from there on is read."},
    {"dtypes.names-nothing", Severity::Problem,
        "CANN stops with an error; give at least one tensor of the operator a type."},
    {"dtypes.not-found", Severity::Warning, "Check the spelling; the line changes nothing."},
    {"dtypes.renamed", Severity::Warning,
        "Use OpType::Type instead; CANN numbers the operators that such a node becomes."},
    {"dtypes.repeated-name", Severity::Note, "Only the first line for a name counts; remove the others."},
    {"export.bf16-kernels", Severity::Note,
        "Run it where the runtime has BF16 kernels, as on many GPUs, or export a mode with FP16."},
    {"export.computed-as-written", Severity::Note,
        "Nothing to do: they compute in the types as written, and Casts around them round as decided."},
    {"export.untranslated", Severity::Warning,
        "Set it by hand there: nothing in what was written stands for it."},
    {"graph.branch-known", Severity::Note,
        "Nothing to do; the branch that is left out cannot run with these sizes and values."},
    {"graph.empty", Severity::Warning, "Check that the right file was exported."},
    {"graph.ir-newer", Severity::Warning,
        "If something looks wrong, export the model with an older IR version."},
    {"graph.loop-known", Severity::Note,
        "Nothing to do; all turns share their weights, and what each adds to a gradient is summed up."},
    {"graph.master-weights", Severity::Note,
        "Nothing to do: updates smaller than 16 bits show add up; a model that is saved has 16 bits again."},
    {"graph.needs-values", Severity::Note, "Fetch the data file if you want to train or to look at weights."},
    {"graph.opset-missing", Severity::Warning,
        "Add an opset import to the model; until then the newest known one is assumed."},
    {"graph.opset-newer", Severity::Warning,
        "Operators are read by their newest known definition; export with an older opset to be sure."},
    {"graph.repeated-name", Severity::Note,
        "Give the nodes different names if you want to address them by name."},
    {"graph.shape-inference", Severity::Problem,
        "Check the shapes at the named node; running would fail there."},
    {"graph.sorted", Severity::Note, "Nothing to do: the nodes were put into topological order."},
    {"graph.subgraphs", Severity::Note,
        "Bodies of control flow are shown and run; training goes through those whose condition or turns are "
        "known."},
    {"graph.unknown-domain", Severity::Problem,
        "The node can be viewed and decided by assumption, but not run; replace it by standard operators to "
        "train."},
    {"graph.unknown-op", Severity::Problem,
        "The node can be viewed and decided by assumption, but not run; replace it by standard operators to "
        "train."},
    {"graph.unknown-type", Severity::Problem,
        "The node can be viewed, but not run; give it an element type that ONNX has."},
    {"graph.untyped-input", Severity::Warning, "Add a type and shape to the input of the model."},
    {"graph.unused-initializer", Severity::Note, "Nothing to do; removing it makes the file smaller."},
    {"graph.zero-dim", Severity::Warning, "Bind the dimension to a real size (--dim) before running."},
    {"judge.ai-cpu", Severity::Note, "The operator runs on the AI CPU in its original type; this is slow."},
    {"judge.assumed-columns", Severity::Note,
        "The library takes this operator's types from code; one column per common type is assumed."},
    {"judge.flags-differ", Severity::Note,
        "Put both types into the same list if the choice must not depend on it."},
    {"judge.no-hif8", Severity::Warning,
        "Choose a mixed mode without hif8; the documents name Ascend 950 only, and CANN itself does not "
        "warn."},
    {"judge.no-kernel", Severity::Problem,
        "CANN would stop with EZ3003; take the operator off the black list or choose another mode."},
    {"judge.not-in-library", Severity::Warning,
        "It is shown in its original type; unless CANN replaces it on the way, it would stop with EZ3003."},
    {"judge.unmapped", Severity::Warning,
        "No Ascend operator is known for it; it is shown in its original type and CANN would stop with "
        "E16002."},
    {"judge.white-without-low", Severity::Warning,
        "The white list cannot make it faster here; the entry or the mode changes nothing for it."},
    {"keep-dtype.beaten", Severity::Warning, "Leave the operator in one of the two files."},
    {"keep-dtype.idle", Severity::Note, "Leave the file out in this mode, or choose another mode."},
    {"keep-dtype.not-found", Severity::Warning, "Check the spelling; the line changes nothing."},
    {"mixlist.already-there", Severity::Note, "The entry changes nothing and can be removed."},
    {"mixlist.black-without-fp32", Severity::Warning,
        "In an FP32 model CANN would stop with EZ3003; leave the operator off the black list."},
    {"mixlist.cast", Severity::Note,
        "A Cast keeps the types it was written with; black only stops gray operators from looking through "
        "it."},
    {"mixlist.comments", Severity::Problem,
        "CANN's own loader refuses comments; saving from here writes strict JSON without them."},
    {"mixlist.gray-add", Severity::Warning,
        "Remove the operator from the list that it is in; that makes it gray."},
    {"mixlist.needs-mixed-mode", Severity::Problem,
        "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."},
    {"mixlist.never-judged", Severity::Warning,
        "The entry does nothing and can be removed; lists move AI Core operators only."},
    {"mixlist.no-effect", Severity::Note,
        "No operator of this model has the type; the entry can stay or go."},
    {"mixlist.not-in-list", Severity::Warning, "The operator is not in that list; the removal does nothing."},
    {"mixlist.onnx-name", Severity::Warning, "Write the Ascend type instead; the lists know no other names."},
    {"mixlist.repeated-key", Severity::Warning,
        "Only the last value of a repeated key counts; merge the two."},
    {"mixlist.repeated-name", Severity::Note, "Nothing to do: a name in an array counts once."},
    {"mixlist.tensorflow-name", Severity::Warning,
        "Write the Ascend type instead; the lists know no other names."},
    {"mixlist.trailing-text", Severity::Warning, "Text behind the closing brace is ignored; remove it."},
    {"mixlist.unknown-type", Severity::Warning,
        "Check the spelling; CANN accepts the name silently and ignores it."},
    {"policy.auto-by-device", Severity::Note,
        "Name the level itself, or choose version 2.4 or newer for the level that works by lists."},
    {"policy.bias-in-float32", Severity::Note,
        "Nothing to do: MindSpore does so; with a 16-bit bias, or none, the layer gives 16 bits."},
    {"policy.black-default-missing", Severity::Warning,
        "Add it to your black list, unless it is meant to run in 16 bits."},
    {"policy.cast-model-type", Severity::Warning,
        "Choose level O3 if the whole network is meant, or leave cast_model_type out."},
    {"policy.clamped-constants", Severity::Warning,
        "Rescale the constants, or give the tool min_positive_val=5.96e-8 and max_finite_val=65504."},
    {"policy.cpu-loss-scale", Severity::Note,
        "Nothing to do here; in MindSpore pass loss_scale_manager=None on this device."},
    {"policy.float16-despite-float32", Severity::Warning,
        "Set keep_batchnorm_fp32=True, or choose level O0."},
    {"policy.idle-loss-scale", Severity::Warning, "Choose level O0, or pass loss_scale_manager=None."},
    {"policy.inference-tool", Severity::Note, "For training choose a policy of a training framework."},
    {"policy.input-rounding", Severity::Note,
        "Nothing to do here; in MindSpore the input has 16-bit accuracy at this level."},
    {"policy.kept-casts", Severity::Note,
        "Take the Casts out of the model to see what the tool would do without them."},
    {"policy.lossy-round-trip", Severity::Warning,
        "Keep the operators that read them in 16 bits, or put them together in one list."},
    {"policy.low-output", Severity::Note,
        "Here the output is cast back, so that whoever reads it gets the original type."},
    {"policy.no-effect", Severity::Warning, "Check which cells the model has; the entry can be removed."},
    {"policy.no-low-type", Severity::Note, "Nothing to do: their neighbours are cast around them."},
    {"policy.no-reference-run", Severity::Note,
        "Train or run the model, look for tensors beyond 512, and exclude their operators by name."},
    {"policy.override-lost", Severity::Warning, "Change the order of the calls, or take the override out."},
    {"policy.override-no-target", Severity::Warning,
        "Check the spelling; a scope is the beginning of a node name up to a slash or point."},
    {"policy.shared-initializer", Severity::Warning, "Give the operators constants of their own."},
    {"policy.to-float-order", Severity::Note,
        "In MindSpore call auto_mixed_precision first and to_float on the cells after it."},
    {"policy.unknown-name", Severity::Warning,
        "Check the spelling; list cells as nn.Conv2d and primitives as ops.MatMul."},
    {"policy.unlisted", Severity::Note, "Add them to a list if they are safe in 16 bits."},
    {"weights.beyond-fp16", Severity::Warning,
        "In FP16 these values become infinite; keep the operator in FP32 or rescale the weights."},
    {"weights.non-finite", Severity::Warning,
        "Check the export: training from NaN or infinity cannot recover."},
});

static_assert(std::ranges::is_sorted(kKinds, {}, &FindingKind::id), "kindOf() searches by halving");

}

std::string_view name(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Problem:
        return "problem";
    }
    return {};
}

std::span<const FindingKind> findingKinds()
{
    return kKinds;
}

const FindingKind& kindOf(const Finding& finding)
{
    const auto found = std::ranges::lower_bound(kKinds, finding.id, {}, &FindingKind::id);
    assert(found != kKinds.end() && found->id == finding.id && "every finding has a row in the catalogue");
    return *found;
}

}
