// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times training steps on one thread, by the process's CPU time, and answers one question a line, so that a
// peer can be timed in between (training_peer.py makes the table of it):
//
//   bench_training MODEL.onnx [BATCH]
//     fp32 STEPS        CPU milliseconds of a step in FP32
//     mixed STEPS       in mixed FP16
//     uncounted STEPS   in mixed FP16 without the counts of overflow and underflow
//     recorded STEPS    in mixed FP16 with a run file, to be compared with mixed
//     memory            bytes, all in FP32: of activations and gradients, of a step's memory; with all in
//     FP16: of
//                       activations and gradients, of copies that casts make (weights above all), of a step's
//                       memory
//     node              CPU microseconds that a node of the least work costs
//     profile WAY STEPS microseconds of each node in one of the ways above, the least of STEPS runs; last an
//     empty line
#include "analysis/graph/graphbuilder.h"
#include "executor/data/synthetic.h"
#include "executor/telemetry/runfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "tests/benchmarks/measuring.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <print>
#include <string>

using namespace halftone;

namespace {

/// One way to train, made when it is first asked for.
struct Way
{
    TrainSettings settings;
    bool isRecorded = false;
    std::optional<Trainer> trainer = {};
    std::unique_ptr<FileSink> sink = {};
};

Precision mixedBy(const std::string& mode)
{
    Precision precision{.policy = {.settings = AscendSettings{.modeName = mode}}};
    precision.lossScale = LossScaleParameters{.initial = 1024};
    return precision;
}

std::map<std::string, Way> waysOf(std::size_t batch)
{
    TrainSettings settings{.batch = batch, .steps = 100'000'000, .learningRate = 1e-3f, .threads = 1};
    std::map<std::string, Way> ways;
    ways["fp32"].settings = settings;
    settings.precision = mixedBy("allow_mix_precision_fp16");
    ways["mixed"].settings = settings;
    ways["recorded"] = {.settings = settings, .isRecorded = true};
    settings.counting = kernels::Counting::Off;
    ways["uncounted"].settings = settings;
    settings.counting = kernels::Counting::On;
    settings.precision = mixedBy("force_fp16");
    ways["half"].settings = settings;
    return ways;
}

double stepMilliseconds(Way& way, int steps)
{
    const double start = cpuMilliseconds();
    for (int i = 0; i < steps; ++i) {
        const StepDone done = way.trainer->step();
        if (way.sink)
            way.trainer->deliver(done, *way.sink);
    }
    return (cpuMilliseconds() - start) / steps;
}

/// What running a chain of rectifiers on eight numbers costs for each of them.
double nodeMicroseconds()
{
    constexpr int kNodes = 2000;
    constexpr int kRuns = 200;
    GraphBuilder builder;
    ValueId last = builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{1, 8}));
    for (int i = 0; i < kNodes; ++i) {
        const ValueId next = builder.addValueLike("v", last);
        builder.addNode({.opType = "Relu", .inputs = {last}, .outputs = {next}});
        last = next;
    }
    builder.markOutput(last);
    Program program = orExit(Program::compile(orExit(std::move(builder).finish()).graph));
    program.run(Stage::Compute);
    double least = 1e9;
    for (int round = 0; round < 5; ++round) {
        const double start = cpuMilliseconds();
        for (int i = 0; i < kRuns; ++i)
            program.run(Stage::Compute);
        least = std::min(least, (cpuMilliseconds() - start) * 1e3 / (kRuns * kNodes));
    }
    return least;
}

/// Where the time of a step goes: a line for each node, slowest first.
void printProfile(Program& program, int runs)
{
    using Clock = std::chrono::steady_clock;
    IdMap<NodeId, double> least(program.graph()->nodeCount(), 1e9);
    Clock::time_point start;
    const NodeWatch watch{.before = [&](NodeId) { start = Clock::now(); },
        .after =
            [&](NodeId node) {
                const std::chrono::duration<double, std::micro> took = Clock::now() - start;
                least[node] = std::min(least[node], took.count());
            }};
    for (int i = 0; i < runs; ++i)
        program.runWatched(watch);
    std::vector<PlanRow> rows(program.plan().begin(), program.plan().end());
    std::erase_if(rows, [&](const PlanRow& row) { return least[row.node] == 1e9; });
    std::ranges::sort(rows, std::greater{}, [&](const PlanRow& row) { return least[row.node]; });
    for (const PlanRow& row : rows)
        std::println("{:10.1f}  {:28}  {:24}  {:10}  {}", least[row.node], row.opType, row.implementation,
            row.layout, row.name);
    std::println("");
}

/// Bytes of the tensors of forward, loss and backward by their own types, each counted once whether or not
/// they are alive at one time, and of the memory that a step really takes for them and for all scratch.
struct Memory
{
    std::size_t values = 0; ///< Activations and gradients.
    std::size_t copies = 0; ///< What casts make of others: weights and activations in another type.
    std::size_t planned = 0;
};

Memory memoryOf(Trainer& trainer)
{
    const Graph& graph = *trainer.mixedGraph();
    Memory memory{.planned = trainer.program().activationBytes()};
    for (NodeId node : graph.nodes()) {
        if (graph.node(node).phase == Phase::Update)
            continue;
        for (ValueId id : graph.outputs(node)) {
            if (!id.isValid())
                continue;
            std::size_t elements = 1;
            for (const Dim& dim : graph.dims(id))
                elements *= static_cast<std::size_t>(dim.size);
            (graph.node(node).opType == "Cast" ? memory.copies : memory.values) +=
                elements * bitsPerElement(graph.value(id).dtype) / 8;
        }
    }
    return memory;
}

}

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::println(stderr, "usage: bench_training MODEL.onnx [BATCH]");
        return 2;
    }
    const std::string model = argv[1];
    const std::size_t batch = argc > 2 ? std::stoul(argv[2]) : 32;
    const auto opened = orExit(openWithBatch(model, {}, batch));
    constexpr std::int64_t kClasses = 10;
    const DatasetPair data =
        syntheticData(*opened.graph, findDataInput(*opened.graph), {.classes = kClasses}, 1);
    std::map<std::string, Way> ways = waysOf(batch);
    const std::string runFile = std::filesystem::temp_directory_path() / "bench_training.run";
    const auto ready = [&](const std::string& name) -> Way& {
        Way& way = ways.at(name);
        if (!way.trainer) {
            way.trainer = orExit(Trainer::create(model, {}, data, way.settings));
            if (way.isRecorded) {
                way.sink = orExit(FileSink::create(runFile));
                way.sink->begin(way.trainer->info());
            }
        }
        return way;
    };
    std::string question;
    while (std::cin >> question) {
        if (question == "node") {
            std::println("{}", nodeMicroseconds());
        } else if (question == "memory") {
            const Memory full = memoryOf(*ready("fp32").trainer), half = memoryOf(*ready("half").trainer);
            std::println("{} {} {} {} {}", full.values, full.planned, half.values, half.copies, half.planned);
        } else if (question == "profile") {
            std::string name;
            int runs = 0;
            if (!(std::cin >> name >> runs) || !ways.contains(name))
                return 2;
            stepMilliseconds(ready(name), 2);
            printProfile(ready(name).trainer->program(), runs);
        } else if (int steps = 0; ways.contains(question) && std::cin >> steps) {
            std::println("{}", stepMilliseconds(ready(question), steps));
        } else {
            std::println(stderr, "bench_training: cannot answer \"{}\"", question);
            return 2;
        }
        std::fflush(stdout);
    }
    std::filesystem::remove(runFile);
}
