// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times training steps: FP32 and mixed FP16 in turn, on one thread, by the process's CPU time.
//
//   bench_training MODEL.onnx [BATCH]      five rounds, then minimum, median and the ratio mixed / FP32
//   bench_training --serve MODEL [BATCH]   waits for lines "fp32 STEPS" or "mixed STEPS" and answers each with the
//                                          CPU milliseconds of a step, so that a peer can be timed in between
//                                          (training_peer.py)
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <print>
#include <random>
#include <string>

using namespace halftone;

namespace {

double cpuMilliseconds()
{
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Random samples in the shape of the model's input, with ten classes.
DatasetPair syntheticData(const std::vector<std::int64_t>& inputShape)
{
    DatasetPair data;
    for (Dataset* part : {&data.train, &data.test}) {
        part->sampleShape.assign(inputShape.begin() + 1, inputShape.end());
        std::int64_t elements = 1;
        for (std::int64_t size : part->sampleShape)
            elements *= size;
        std::mt19937 generator(1);
        part->divisor = 255;
        part->samples.resize(static_cast<std::size_t>(2 * inputShape[0] * elements));
        std::ranges::generate(part->samples, [&] { return static_cast<std::uint8_t>(generator()); });
        part->labels.resize(static_cast<std::size_t>(2 * inputShape[0]));
        std::ranges::generate(part->labels, [&] { return static_cast<std::int64_t>(generator() % 10); });
    }
    return data;
}

Trainer makeTrainer(const std::string& model, const DatasetPair& data, std::size_t batch, std::optional<Precision> precision)
{
    auto trainer = Trainer::create(model, {}, data,
        {.batch = batch, .steps = 1'000'000, .learningRate = 1e-3f, .threads = 1, .precision = std::move(precision)});
    if (!trainer) {
        std::println(stderr, "{}", describe(trainer.error()));
        std::exit(1);
    }
    return *std::move(trainer);
}

double stepMilliseconds(Trainer& trainer, int steps)
{
    const double start = cpuMilliseconds();
    for (int i = 0; i < steps; ++i)
        trainer.step();
    return (cpuMilliseconds() - start) / steps;
}

void serve(Trainer& full, Trainer& mixed)
{
    std::string mode;
    for (int steps = 0; std::cin >> mode >> steps;) {
        std::println("{:.4f}", stepMilliseconds(mode == "mixed" ? mixed : full, steps));
        std::fflush(stdout);
    }
}

void measure(const std::string& model, Trainer& full, Trainer& mixed)
{
    constexpr int kRounds = 5;
    constexpr double kBurst = 500; // milliseconds
    std::vector<double> fullTimes, mixedTimes;
    const int steps = std::max(1, static_cast<int>(kBurst / stepMilliseconds(full, 2)));
    stepMilliseconds(mixed, 2);
    for (int round = 0; round < kRounds; ++round) {
        fullTimes.push_back(stepMilliseconds(full, steps));
        mixedTimes.push_back(stepMilliseconds(mixed, steps));
    }
    std::ranges::sort(fullTimes);
    std::ranges::sort(mixedTimes);
    std::println("{}: FP32 {:.3f} ms (median {:.3f}), mixed {:.3f} ms (median {:.3f}), mixed / FP32 {:.3f}", model,
        fullTimes.front(), fullTimes[kRounds / 2], mixedTimes.front(), mixedTimes[kRounds / 2],
        mixedTimes.front() / fullTimes.front());
}

}

int main(int argc, char** argv)
{
    const bool serves = argc > 1 && std::string_view(argv[1]) == "--serve";
    const int first = serves ? 2 : 1;
    if (argc <= first) {
        std::println(stderr, "usage: bench_training [--serve] MODEL.onnx [BATCH]");
        return 2;
    }
    const std::string model = argv[first];
    const std::size_t batch = argc > first + 1 ? std::stoul(argv[first + 1]) : 32;
    const auto opened = openWithBatch(model, {}, batch);
    if (!opened) {
        std::println(stderr, "{}", describe(opened.error()));
        return 1;
    }
    const DatasetPair data = syntheticData(*opened->graph->fixedShape(findDataInput(*opened->graph)));
    Trainer full = makeTrainer(model, data, batch, std::nullopt);
    Precision precision;
    precision.lossScale = LossScaleParameters{.initial = 1024};
    Trainer mixed = makeTrainer(model, data, batch, precision);
    if (serves)
        serve(full, mixed);
    else
        measure(model, full, mixed);
}
