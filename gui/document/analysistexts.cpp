// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lists are for lupdate, which reads no string outside of gui/; a test compares them with the tables that
// they repeat.
#include "gui/document/analysistexts.h"

#include <QCoreApplication>

#include <string>

namespace halftone {
namespace {

// modeNames(), and the tools of policyTable()
[[maybe_unused]] constexpr const char* kModes[] = {
    QT_TRANSLATE_NOOP("Analysis", "Matrix operators take FP16 and give FP32, everything else runs in FP32."),
    QT_TRANSLATE_NOOP("Analysis",
        "White operators run in FP16, black ones keep FP32, gray ones follow the operator before them."),
    QT_TRANSLATE_NOOP("Analysis",
        "White operators run in BF16, black ones keep FP32, gray ones follow the operator before them."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Everything that has an FP16 kernel runs in FP16; the default for inference."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Every operator keeps its original type; the default for training on the 910B."),
    QT_TRANSLATE_NOOP("Analysis",
        "Matrix operators run in FP16, others only where they have no FP32 kernel; the default for training "
        "on the 910."),
    QT_TRANSLATE_NOOP("Analysis", "The older spelling of allow_mix_precision_fp16."),
    QT_TRANSLATE_NOOP("Analysis", "Operators run in BF16 only where they have no FP32 kernel."),
    QT_TRANSLATE_NOOP("Analysis", "Matrix operators run in HiFloat8; Ascend 950 only."),
    QT_TRANSLATE_NOOP("Analysis",
        "White operators run in HiFloat8, black ones keep their type, gray ones follow; Ascend 950 only."),
    QT_TRANSLATE_NOOP("Analysis",
        "Everything low but what its static rules exclude: names, types, large constants, long sums, "
        "validity."),
    QT_TRANSLATE_NOOP("Analysis", "Everything FP16 but operators whose type or name is in a block list."),
    QT_TRANSLATE_NOOP("Analysis",
        "Grappler's pass: paints the whole graph, gradients included, by an allow, infer, deny and clear "
        "list."),
    QT_TRANSLATE_NOOP("Analysis",
        "torch.autocast on CUDA: each operator by itself, by a low-precision, an FP32 and a promote list."),
};

// policyChoices()
[[maybe_unused]] constexpr const char* kLevels[] = {
    QT_TRANSLATE_NOOP("Analysis", "Nothing is lowered."),
    QT_TRANSLATE_NOOP(
        "Analysis", "All cells but batch normalisation and the loss run in FP16, with dynamic loss scaling."),
    QT_TRANSLATE_NOOP("Analysis", "The whole network runs in FP16, without loss scaling."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Matrix operators and what is known to be safe run in FP16, the black list in FP32."),
    QT_TRANSLATE_NOOP("Analysis", "Operators of the white list run in FP16, everything else in FP32."),
    QT_TRANSLATE_NOOP("Analysis", "Operators of the black list keep FP32, everything else runs in FP16."),
    QT_TRANSLATE_NOOP("Analysis", "The whole network runs in FP16."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Matrix operators run in FP16, the black list in FP32, others as their inputs are."),
    QT_TRANSLATE_NOOP(
        "Analysis", "All cells run in FP16 but those of a black list, or only those of a white list."),
};

// lossScaleRules()
[[maybe_unused]] constexpr const char* kScaleRules[] = {
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 2000 clean steps, halves at an overflow but not below 1. This is what a run with "
        "DynamicLossScaleManager uses on the device; it has no ceiling."),
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 2000 clean steps, halves at an overflow but not below 1, and gives up at the 1001st "
        "overflow in a row."),
    QT_TRANSLATE_NOOP("Analysis",
        "Grows after a full window, shrinks at an overflow but not below 1, and does not grow to infinity. "
        "MindSpore asks for every value; here they start as the manager's."),
    QT_TRANSLATE_NOOP("Analysis",
        "The scale never moves. A step that overflows is dropped, or with drop_overflow_update=False applied "
        "as it is."),
    QT_TRANSLATE_NOOP("Analysis",
        "The scale never moves; whether a step that overflows is dropped is up to the caller. MindSpore asks "
        "for the value; here it starts as that of FixedLossScaleManager."),
    QT_TRANSLATE_NOOP("Analysis",
        "Each clean step multiplies the scale by 2^(1/1000), each overflow by 2^-0.5, without floor or "
        "ceiling. MindSpore asks for the first value; here it is that of its example."),
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 2000 clean steps unless that is infinite, halves at an overflow but not below 1."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Doubles after 2000 clean steps, halves at an overflow, with neither floor nor ceiling."),
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 2000 clean steps unless that is infinite (releases before 2.1 did not look), halves "
        "at an overflow without a floor: 166 overflows in a row give 0."),
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 2000 clean steps up to 2^24, halves at an overflow; a floor only on request."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Doubles after 1000 clean steps, halves at an overflow but not below 1; no ceiling."),
    QT_TRANSLATE_NOOP("Analysis",
        "Doubles after 1000 clean steps, halves at an overflow, after forgiving some where asked to, and "
        "gives up at an overflow at the minimum."),
};

// findingKinds()
[[maybe_unused]] constexpr const char* kRemedies[] = {
    QT_TRANSLATE_NOOP(
        "Analysis", "Put the operator behind the output that is trained, unless those weights are to stay."),
    QT_TRANSLATE_NOOP("Analysis", "Train a model without this operator, or inspect and decide only."),
    QT_TRANSLATE_NOOP("Analysis", "Nothing to do: this is what training on logits means."),
    QT_TRANSLATE_NOOP("Analysis", "Shorten the line; nothing from there on is read."),
    QT_TRANSLATE_NOOP(
        "Analysis", "CANN stops with an error; give at least one tensor of the operator a type."),
    QT_TRANSLATE_NOOP("Analysis", "Check the spelling; the line changes nothing."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Use OpType::Type instead; CANN numbers the operators that such a node becomes."),
    QT_TRANSLATE_NOOP("Analysis", "Only the first line for a name counts; remove the others."),
    QT_TRANSLATE_NOOP("Analysis",
        "Run it where the runtime has BF16 kernels, as on many GPUs, or export a mode with FP16."),
    QT_TRANSLATE_NOOP("Analysis",
        "Nothing to do: they compute in the types as written, and Casts around them round as decided."),
    QT_TRANSLATE_NOOP("Analysis", "Set it by hand there: nothing in what was written stands for it."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Nothing to do; the branch that is left out cannot run with these sizes and values."),
    QT_TRANSLATE_NOOP("Analysis", "Check that the right file was exported."),
    QT_TRANSLATE_NOOP("Analysis", "If something looks wrong, export the model with an older IR version."),
    QT_TRANSLATE_NOOP("Analysis",
        "Nothing to do; all turns share their weights, and what each adds to a gradient is summed up."),
    QT_TRANSLATE_NOOP("Analysis",
        "Nothing to do: updates smaller than 16 bits show add up; a model that is saved has 16 bits again."),
    QT_TRANSLATE_NOOP("Analysis", "Fetch the data file if you want to train or to look at weights."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Add an opset import to the model; until then the newest known one is assumed."),
    QT_TRANSLATE_NOOP("Analysis",
        "Operators are read by their newest known definition; export with an older opset to be sure."),
    QT_TRANSLATE_NOOP("Analysis", "Give the nodes different names if you want to address them by name."),
    QT_TRANSLATE_NOOP("Analysis", "Check the shapes at the named node; running would fail there."),
    QT_TRANSLATE_NOOP("Analysis", "Nothing to do: the nodes were put into topological order."),
    QT_TRANSLATE_NOOP("Analysis",
        "Bodies of control flow are shown and run; training goes through those whose condition or turns are "
        "known."),
    QT_TRANSLATE_NOOP("Analysis",
        "The node can be viewed and decided by assumption, but not run; replace it by standard operators to "
        "train."),
    QT_TRANSLATE_NOOP(
        "Analysis", "The node can be viewed, but not run; give it an element type that ONNX has."),
    QT_TRANSLATE_NOOP("Analysis", "Add a type and shape to the input of the model."),
    QT_TRANSLATE_NOOP("Analysis", "Nothing to do; removing it makes the file smaller."),
    QT_TRANSLATE_NOOP("Analysis", "Bind the dimension to a real size (--dim) before running."),
    QT_TRANSLATE_NOOP("Analysis", "The operator runs on the AI CPU in its original type; this is slow."),
    QT_TRANSLATE_NOOP("Analysis",
        "The library takes this operator's types from code; one column per common type is assumed."),
    QT_TRANSLATE_NOOP("Analysis", "Put both types into the same list if the choice must not depend on it."),
    QT_TRANSLATE_NOOP("Analysis",
        "Choose a mixed mode without hif8; the documents name Ascend 950 only, and CANN itself does not "
        "warn."),
    QT_TRANSLATE_NOOP("Analysis",
        "CANN would stop with EZ3003; take the operator off the black list or choose another mode."),
    QT_TRANSLATE_NOOP("Analysis",
        "It is shown in its original type; unless CANN replaces it on the way, it would stop with EZ3003."),
    QT_TRANSLATE_NOOP("Analysis",
        "No Ascend operator is known for it; it is shown in its original type and CANN would stop with "
        "E16002."),
    QT_TRANSLATE_NOOP("Analysis",
        "The white list cannot make it faster here; the entry or the mode changes nothing for it."),
    QT_TRANSLATE_NOOP("Analysis", "Leave the operator in one of the two files."),
    QT_TRANSLATE_NOOP("Analysis", "Leave the file out in this mode, or choose another mode."),
    QT_TRANSLATE_NOOP("Analysis", "The entry changes nothing and can be removed."),
    QT_TRANSLATE_NOOP(
        "Analysis", "In an FP32 model CANN would stop with EZ3003; leave the operator off the black list."),
    QT_TRANSLATE_NOOP("Analysis",
        "A Cast keeps the types it was written with; black only stops gray operators from looking through "
        "it."),
    QT_TRANSLATE_NOOP(
        "Analysis", "CANN's own loader refuses comments; saving from here writes strict JSON without them."),
    QT_TRANSLATE_NOOP("Analysis", "Remove the operator from the list that it is in; that makes it gray."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."),
    QT_TRANSLATE_NOOP(
        "Analysis", "The entry does nothing and can be removed; lists move AI Core operators only."),
    QT_TRANSLATE_NOOP("Analysis", "No operator of this model has the type; the entry can stay or go."),
    QT_TRANSLATE_NOOP("Analysis", "The operator is not in that list; the removal does nothing."),
    QT_TRANSLATE_NOOP("Analysis", "Write the Ascend type instead; the lists know no other names."),
    QT_TRANSLATE_NOOP("Analysis", "Only the last value of a repeated key counts; merge the two."),
    QT_TRANSLATE_NOOP("Analysis", "Nothing to do: a name in an array counts once."),
    QT_TRANSLATE_NOOP("Analysis", "Text behind the closing brace is ignored; remove it."),
    QT_TRANSLATE_NOOP("Analysis", "Check the spelling; CANN accepts the name silently and ignores it."),
    QT_TRANSLATE_NOOP("Analysis",
        "Name the level itself, or choose version 2.4 or newer for the level that works by lists."),
    QT_TRANSLATE_NOOP("Analysis",
        "Nothing to do: MindSpore does so; with a 16-bit bias, or none, the layer gives 16 bits."),
    QT_TRANSLATE_NOOP("Analysis", "Add it to your black list, unless it is meant to run in 16 bits."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Choose level O3 if the whole network is meant, or leave cast_model_type out."),
    QT_TRANSLATE_NOOP("Analysis",
        "Rescale the constants, or give the tool min_positive_val=5.96e-8 and max_finite_val=65504."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Nothing to do here; in MindSpore pass loss_scale_manager=None on this device."),
    QT_TRANSLATE_NOOP("Analysis", "Set keep_batchnorm_fp32=True, or choose level O0."),
    QT_TRANSLATE_NOOP("Analysis", "Choose level O0, or pass loss_scale_manager=None."),
    QT_TRANSLATE_NOOP("Analysis", "For training choose a policy of a training framework."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Nothing to do here; in MindSpore the input has 16-bit accuracy at this level."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Take the Casts out of the model to see what the tool would do without them."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Keep the operators that read them in 16 bits, or put them together in one list."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Here the output is cast back, so that whoever reads it gets the original type."),
    QT_TRANSLATE_NOOP("Analysis", "Check which cells the model has; the entry can be removed."),
    QT_TRANSLATE_NOOP("Analysis", "Nothing to do: their neighbours are cast around them."),
    QT_TRANSLATE_NOOP("Analysis",
        "Train or run the model, look for tensors beyond 512, and exclude their operators by name."),
    QT_TRANSLATE_NOOP("Analysis", "Change the order of the calls, or take the override out."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Check the spelling; a scope is the beginning of a node name up to a slash or point."),
    QT_TRANSLATE_NOOP("Analysis", "Give the operators constants of their own."),
    QT_TRANSLATE_NOOP(
        "Analysis", "In MindSpore call auto_mixed_precision first and to_float on the cells after it."),
    QT_TRANSLATE_NOOP(
        "Analysis", "Check the spelling; list cells as nn.Conv2d and primitives as ops.MatMul."),
    QT_TRANSLATE_NOOP("Analysis", "Add them to a list if they are safe in 16 bits."),
    QT_TRANSLATE_NOOP("Analysis",
        "In FP16 these values become infinite; keep the operator in FP32 or rescale the weights."),
    QT_TRANSLATE_NOOP("Analysis", "Check the export: training from NaN or infinity cannot recover."),
};

}

QString analysisText(std::string_view english)
{
    return QCoreApplication::translate("Analysis", std::string(english).c_str());
}

}
