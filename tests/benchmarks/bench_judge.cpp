// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long decisions take.
//
// Goals for 100,000 nodes: everything anew below 100 ms, again after one edit of the mixlist below 16 ms (a
// frame); both linear in nodes, which the column "per node" shows. A model with 2 GiB of weights opens and
// decides in 0.5 s with at most 150 MiB resident (column "residentMiB"; run that row alone, by
// --benchmark_filter=2gib, because it is the peak of the process).
#include "analysis/judge/graphjudge.h"
#include "executor/files/modelfile.h"
#include "tests/benchmarks/bigmodels.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <unistd.h>

namespace {

using namespace halftone;

const OpLibrary& library()
{
    return **OpLibrary::embedded("ascend910b");
}

void countNodes(benchmark::State& state, std::size_t nodes)
{
    state.counters["per node"] = benchmark::Counter(static_cast<double>(nodes),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void decideAnew(benchmark::State& state)
{
    const GraphPtr graph = test::scaleGraph(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(judge(graph, {&library(), Mode::MixFp16, nullptr}));
    countNodes(state, graph->nodeCount());
}

// One operator type changes its list, as after a click of the person: to and fro.
void decideAgain(benchmark::State& state, const char* type)
{
    const GraphPtr graph = test::scaleGraph(static_cast<std::size_t>(state.range(0)));
    GraphJudge judge(graph);
    const List list = library().find(type)->list;
    const std::array<Mixlist, 2> lists{
        Mixlist{}, withOpInList({}, type, list, list == List::Black ? List::White : List::Black)};
    benchmark::DoNotOptimize(judge.decide({&library(), Mode::MixFp16, &lists[0]}));
    std::size_t turn = 0;
    std::size_t judged = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(judge.decide({&library(), Mode::MixFp16, &lists[++turn % 2]}));
        judged = judge.judgedNodes();
    }
    countNodes(state, graph->nodeCount());
    state.counters["judged"] = static_cast<double>(judged);
}

double peakResidentMib()
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.starts_with("VmHWM:"))
            return std::strtod(line.c_str() + 6, nullptr) / 1024;
    }
    return 0;
}

void openAndDecide(benchmark::State& state)
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / std::format("halftone-bench-{}", ::getpid());
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = test::writeTwoGibModel(folder);
    for (auto _ : state) {
        const auto model = openModel(path);
        if (!model)
            return state.SkipWithError(describe(model.error()).c_str());
        benchmark::DoNotOptimize(judge(model->graph, {&library(), Mode::MixFp16, nullptr}));
    }
    state.counters["residentMiB"] = peakResidentMib();
    std::filesystem::remove_all(folder);
}

void sizes(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
}

BENCHMARK(decideAnew)->Name("decide anew")->Apply(sizes);
BENCHMARK_CAPTURE(decideAgain, relu, "Relu")->Name("decide again, Relu black")->Apply(sizes);
BENCHMARK_CAPTURE(decideAgain, matMul, "BatchMatMulV2")
    ->Name("decide again, BatchMatMulV2 black")
    ->Apply(sizes);
BENCHMARK_CAPTURE(decideAgain, absent, "Erf")->Name("decide again, a type that is not there")->Apply(sizes);
BENCHMARK(openAndDecide)->Name("open and decide 2gib")->Unit(benchmark::kMillisecond);

}

BENCHMARK_MAIN();
