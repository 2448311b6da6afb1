// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the layout of the graph view takes, for the shapes of nets that people have.
//
// Goals: 1,000 boxes below 20 ms, 10,000 below 100 ms, 100,000 below 1 s. Columns: boxes a second, width of
// the drawing (a net that drifts sideways shows here) and crossings.
#include "tests/gui/layoutnets.h"

#include <benchmark/benchmark.h>

namespace {

using namespace halftone;

template <LayoutInput (*Make)(std::size_t)>
void layout(benchmark::State& state)
{
    const LayoutInput input = Make(static_cast<std::size_t>(state.range(0)));
    GraphLayout result;
    for (auto _ : state)
        benchmark::DoNotOptimize(result = layOut(input));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(input.sizes.size()));
    state.counters["width"] = result.width;
    state.counters["crossings"] = static_cast<double>(result.crossings);
}

void sizes(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
}

BENCHMARK(layout<test::chainNet>)->Name("chain")->Apply(sizes);
BENCHMARK(layout<test::residualNet>)->Name("residual")->Apply(sizes);
BENCHMARK(layout<test::transformerNet>)->Name("transformer")->Apply(sizes);
BENCHMARK(layout<test::uNet>)->Name("u-net")->Apply(sizes);
BENCHMARK(layout<test::randomNet>)->Name("random")->Apply(sizes);
BENCHMARK(layout<test::wideNet>)->Name("wide")->Apply(sizes);

}

BENCHMARK_MAIN();
