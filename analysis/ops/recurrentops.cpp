// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr std::size_t kInputs = 8, kLengths = 4, kOutputs = 3;

// An operator "<Type>Grad" of the operands in their slots and the gradients of the outputs behind them, to
// the gradients of those operands that are there.
void recurrentGradient(GradientBuilder& b)
{
    if (b.input(kLengths).isValid())
        return b.refuse("the gradient of a recurrent layer with sequence lengths");
    std::vector<ValueId> inputs, likes;
    std::vector<std::size_t> slots;
    for (std::size_t slot = 0; slot < kInputs; ++slot) {
        inputs.push_back(b.input(slot));
        if (!b.input(slot).isValid())
            continue;
        likes.push_back(b.input(slot));
        slots.push_back(slot);
    }
    for (std::size_t slot = 0; slot < kOutputs; ++slot) {
        const bool isThere = slot < b.node().outputs.count && b.output(slot).isValid();
        inputs.push_back(isThere ? b.outputGradient(slot) : ValueId{});
    }
    const std::string type = b.node().opType + "Grad";
    const std::vector<ValueId> gradients = b.append({.opType = type,
                                                        .domain = kTrainingDomain,
                                                        .inputs = std::move(inputs),
                                                        .attributes = b.node().attributes},
        likes);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (b.wants(slots[i]))
            b.setGradient(slots[i], gradients[i]);
    }
}

constexpr std::string_view kWideSum =
    "Sums many products in every step; errors of the state add up over the sequence.";

constexpr OpDef recurrent(std::string_view name, std::string_view doc)
{
    return {.name = name,
        .doc = doc,
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(recurrentGradient)};
}

constexpr OpDef gradientOf(std::string_view name, std::string_view doc, std::string_view ascendTypes)
{
    return {.name = name,
        .domain = kTrainingDomain,
        .doc = doc,
        .opClass = OpClass::Compute,
        .why = "Gradients of all steps add up; over long sequences they vanish or grow.",
        .ascend = {.types = ascendTypes},
        .gradient = GradientRule::none()};
}

constexpr OpDef kRows[] = {
    recurrent("GRU", "Recurrent layer of gated units."),
    recurrent("LSTM", "Recurrent layer of long short-term memory cells."),
    recurrent("RNN", "Recurrent layer of plain units."),
    gradientOf("GRUGrad", "Gradient of GRU: (operands, dY, dY_h) to the gradients of the operands.",
        "DynamicGRUV2Grad"),
    gradientOf("LSTMGrad", "Gradient of LSTM: (operands, dY, dY_h, dY_c) to the gradients of the operands.",
        "DynamicRNNGrad"),
    gradientOf("RNNGrad", "Gradient of RNN: (operands, dY, dY_h) to the gradients of the operands.",
        "DynamicRNNGrad"),
};

}

std::span<const OpDef> recurrentOps()
{
    return kRows;
}

}
