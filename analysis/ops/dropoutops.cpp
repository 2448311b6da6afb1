// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dropout drops while it trains, and passes its input on otherwise. Its training form gets the attribute
// training_mode, a seed that is its place among the model's values, and a counter of steps that it carries
// on: the same settings drop the same elements, every step others, and a resumed run goes on as it would
// have.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr std::size_t kCounterSlot = 3;

bool isUsed(const std::vector<ValueId>& values, std::size_t slot)
{
    return slot < values.size() && values[slot].isValid();
}

void prepareDropout(GraphBuilder& builder, TrainingNode& node)
{
    const std::string name = builder.value(node.outputs[0]).name;
    const std::vector<Dim> dims(builder.dims(node.outputs[0]).begin(), builder.dims(node.outputs[0]).end());
    if (!isUsed(node.outputs, 1)) {
        node.outputs.resize(1);
        node.outputs.push_back(builder.addValue(name + "/mask", DType::Bool, dims));
    }
    builder.setType(
        node.outputs[1], DType::Bool, dims); // Before opset 10 it had no shape, or that of a number.
    const ValueId counter = builder.addInitializer(
        name + "/dropout_step", TensorData::of(DType::Float32, {1}, std::vector{0.0f}));
    const ValueId next = builder.addValueLike(name + "/dropout_step/updated", counter);
    node.inputs.resize(kCounterSlot);
    node.inputs.push_back(counter);
    node.outputs.push_back(next);
    node.attributes.push_back({"training_mode", std::int64_t{1}});
    node.attributes.push_back({"seed", static_cast<std::int64_t>(node.outputs[0].index)});
    node.states.push_back({counter, next});
}

void dropoutGradient(GradientBuilder& b)
{
    std::vector<ValueId> inputs{b.outputGradient(), b.output(1)};
    if (b.input(1).isValid())
        inputs.push_back(b.input(1));
    b.setGradient(0,
        b.append({.opType = "DropoutGrad",
            .domain = kTrainingDomain,
            .inputs = std::move(inputs),
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

constexpr OpDef kRows[] = {
    {.name = "Dropout",
        .doc = "In training, elements made zero at random and the others scaled up; else the same tensor.",
        .opClass = OpClass::Elementwise,
        .why = "A factor; it overflows only next to the end of the range.",
        .gradient = {GradientRule::State::Implemented, dropoutGradient, prepareDropout}},
    {.name = "DropoutGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of Dropout: (dY, mask) to dY scaled up where the element was kept, else 0.",
        .opClass = OpClass::Elementwise,
        .why = "A factor; it overflows only next to the end of the range.",
        .ascend = {.types = "DropOutDoMask(0,1,=in0)"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> dropoutOps()
{
    return kRows;
}

}
