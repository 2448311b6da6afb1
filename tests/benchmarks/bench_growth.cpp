// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the cost of a training step grows: with the batch, with the depth of a net, with the number of nodes,
// and how the time to plan grows with nodes. Prints the rows of a table; CPU time, one thread, the least of
// several rounds.
//
//   bench_growth
#include "analysis/graph/graphbuilder.h"
#include "executor/data/synthetic.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "tests/benchmarks/measuring.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <print>
#include <string>
#include <vector>

using namespace halftone;

namespace {

TensorData waves(const std::vector<std::int64_t>& dims, float size)
{
    std::size_t count = 1;
    for (const std::int64_t dim : dims)
        count *= static_cast<std::size_t>(dim);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = size * std::sin(static_cast<float>(i * i % 4099));
    return TensorData::of(DType::Float32, dims, std::move(values));
}

using Ints = std::vector<std::int64_t>;

ValueId addMatrix(GraphBuilder& builder, ValueId x, std::int64_t batch, std::int64_t from, std::int64_t to)
{
    const ValueId weight = builder.addInitializer(std::format("weight{}", x.index), waves({from, to}, 0.1f));
    const ValueId y =
        builder.addValue(std::format("product{}", x.index), DType::Float32, fixedDims(Ints{batch, to}));
    builder.addNode({.opType = "Gemm", .inputs = {x, weight}, .outputs = {y}});
    return y;
}

GraphPtr finished(GraphBuilder builder, ValueId logits)
{
    builder.markOutput(logits);
    return orExit(std::move(builder).finish()).graph;
}

/// A product, \p nodes rectifiers of 64 numbers, and a product.
GraphPtr smallNodes(int nodes)
{
    GraphBuilder builder;
    ValueId last = builder.addInput("input", DType::Float32, fixedDims(Ints{1, 64}));
    last = addMatrix(builder, last, 1, 64, 64);
    for (int i = 0; i < nodes; ++i) {
        const ValueId next = builder.addValueLike(std::format("v{}", i), last);
        builder.addNode({.opType = "Relu", .inputs = {last}, .outputs = {next}});
        last = next;
    }
    const ValueId logits = addMatrix(builder, last, 1, 64, 10);
    return finished(std::move(builder), logits);
}

/// \p blocks layers of 512 with a rectifier each.
GraphPtr deep(int blocks)
{
    constexpr std::int64_t kBatch = 64, kWidth = 512;
    GraphBuilder builder;
    ValueId last = builder.addInput("input", DType::Float32, fixedDims(Ints{kBatch, kWidth}));
    for (int i = 0; i < blocks; ++i) {
        const ValueId product = addMatrix(builder, last, kBatch, kWidth, kWidth);
        last = builder.addValueLike(std::format("v{}", i), product);
        builder.addNode({.opType = "Relu", .inputs = {product}, .outputs = {last}});
    }
    const ValueId logits = addMatrix(builder, last, kBatch, kWidth, 10);
    return finished(std::move(builder), logits);
}

GraphPtr sample(std::size_t batch)
{
    return orExit(openWithBatch(kSampleModel, {}, batch)).graph;
}

struct Cost
{
    double step = 1e9; ///< Milliseconds of CPU.
    double plan = 1e9; ///< The same, to differentiate and compile.
    double bytes = 0; ///< Of the memory that a step shares.
};

Cost measure(const GraphPtr& graph)
{
    constexpr int kRounds = 5;
    constexpr double kBurst = 100; // milliseconds
    DatasetPair data = syntheticData(*graph, findDataInput(*graph), {.classes = 10}, 1);
    data.test = {}; // nothing is evaluated
    ImportedModel model;
    model.graph = graph;
    Cost cost;
    std::optional<Trainer> trainer;
    for (int round = 0; round < kRounds; ++round) {
        const double start = cpuMilliseconds();
        trainer = orExit(Trainer::create(
            model, "growth", data, {.steps = 1'000'000, .learningRate = 1e-5f, .threads = 1}));
        cost.plan = std::min(cost.plan, cpuMilliseconds() - start);
    }
    trainer->step();
    trainer->step();
    for (int round = 0; round < kRounds; ++round) {
        int steps = 0;
        const double start = cpuMilliseconds();
        do {
            trainer->step();
            ++steps;
        } while (cpuMilliseconds() - start < kBurst);
        cost.step = std::min(cost.step, (cpuMilliseconds() - start) / steps);
    }
    cost.bytes = static_cast<double>(trainer->program().activationBytes());
    return cost;
}

void row(std::string_view what, double value, double goal)
{
    std::println("| {} | {:.2f} | {:.2f}{} |", what, value, goal, value <= goal ? "" : ", missed");
}

void growthOfBatch()
{
    const Cost small = measure(sample(32)), middle = measure(sample(128)), large = measure(sample(256));
    row("LeNet-5: step of batch 256 / batch 128", large.step / middle.step, 2.2);
    row("LeNet-5: step of batch 256 / batch 32", large.step / small.step, 9);
    row("LeNet-5: memory of batch 256 / batch 128", large.bytes / middle.bytes, 2.2);
}

void growthOfDepth()
{
    const Cost shallow = measure(deep(8)), deeper = measure(deep(32)), deepest = measure(deep(64));
    row("32 layers of 512 / 8 layers: step", deeper.step / shallow.step, 4.2);
    row("64 layers of 512 / 32 layers: step", deepest.step / deeper.step, 2.2);
    row("32 layers of 512 / 8 layers: plan", deeper.plan / shallow.plan, 4.2);
}

void growthOfNodes()
{
    const Cost few = measure(smallNodes(1000)), many = measure(smallNodes(2000)),
               most = measure(smallNodes(4000));
    row("1000 small nodes, forward and backward: µs of a step a node", few.step * 1e3 / 2000, 3);
    row("2000 small nodes / 1000: step", many.step / few.step, 2.2);
    row("2000 small nodes / 1000: plan", many.plan / few.plan, 2.2);
    row("4000 small nodes / 2000: plan", most.plan / many.plan, 2.2);
    std::println("| 1000 small nodes: ms to differentiate and plan | {:.1f} | |", few.plan);
}

}

int main()
{
    std::println("| growth | measured | goal |\n| --- | --- | --- |");
    growthOfBatch();
    growthOfDepth();
    growthOfNodes();
}
