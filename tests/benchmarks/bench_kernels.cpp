// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the kernels pass over memory, beside plain loops timed in the same run: only such ratios mean
// something on a shared machine. Each variant runs in short bursts by turns and the fastest burst counts.
//
// Columns: G elements a second of each variant; "cost of counting" is uncounted / counted and "against plain"
// is counted / plain, or ours / plain where nothing is counted (1 = as fast).
#include "kernels/binary.h"
#include "kernels/elementwise.h"
#include "kernels/optimizer.h"
#include "kernels/reduce.h"
#include "kernels/round.h"
#include "kernels/target.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <limits>
#include <random>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

using namespace halftone::kernels;

constexpr std::size_t kBurst = std::size_t{1} << 22; // Elements: about a millisecond.

template <class Pass>
double secondsPerElement(std::size_t elements, Pass& pass)
{
    const std::size_t passes = std::max<std::size_t>(1, kBurst / elements);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < passes; ++i) {
        pass();
        benchmark::ClobberMemory();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count() / static_cast<double>(passes * elements);
}

/// Times all passes by turns and returns the rate of each in G elements a second.
template <class... Passes>
std::array<double, sizeof...(Passes)> rates(benchmark::State& state, std::size_t elements, Passes... passes)
{
    std::array<double, sizeof...(Passes)> best;
    best.fill(std::numeric_limits<double>::infinity());
    for (auto _ : state) {
        std::size_t i = 0;
        ((best[i] = std::min(best[i], secondsPerElement(elements, passes)), ++i), ...);
    }
    for (double& value : best)
        value = 1e-9 / value;
    return best;
}

/// Values as activations have them: half of them zero, a few beyond the range of f16 and a few too small for
/// it.
std::vector<float> activations(std::size_t count)
{
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 4);
    std::vector<float> values(count);
    for (float& value : values)
        value = std::max(0.0f, normal(random));
    for (std::size_t i = 0; i < count; i += 97)
        values[i] = 1e-8f;
    return values;
}

std::size_t elementsOf(const benchmark::State& state)
{
    return static_cast<std::size_t>(state.range(0));
}

#if defined(__x86_64__)
[[gnu::target("avx2,f16c")]] void plainRound(const float* src, std::uint16_t* dst, std::size_t size)
{
    for (std::size_t i = 0; i + 8 <= size; i += 8)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + i), _mm256_cvtps_ph(_mm256_loadu_ps(src + i), 0));
}

[[gnu::target("avx2,f16c")]] void plainWiden(const std::uint16_t* src, float* dst, std::size_t size)
{
    for (std::size_t i = 0; i + 8 <= size; i += 8)
        _mm256_storeu_ps(
            dst + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(src + i))));
}

[[gnu::target("avx2,f16c")]] void plainRoundInPlace(float* values, std::size_t size)
{
    for (std::size_t i = 0; i + 8 <= size; i += 8)
        _mm256_storeu_ps(values + i, _mm256_cvtph_ps(_mm256_cvtps_ph(_mm256_loadu_ps(values + i), 0)));
}

bool hasF16c()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
}
#else
void plainRound(const float*, std::uint16_t*, std::size_t) { }
void plainWiden(const std::uint16_t*, float*, std::size_t) { }
void plainRoundInPlace(float*, std::size_t) { }
bool hasF16c()
{
    return false;
}
#endif

void reportRound(benchmark::State& state, double counted, double uncounted, double plain)
{
    state.counters["counted"] = counted;
    state.counters["uncounted"] = uncounted;
    state.counters["cost of counting"] = uncounted / counted;
    if (plain == 0)
        return;
    state.counters["plain"] = plain;
    state.counters["against plain"] = counted / plain;
}

void roundToF16(benchmark::State& state)
{
    const std::vector<float> src = activations(elementsOf(state));
    std::vector<std::uint16_t> dst(src.size());
    const auto [counted, uncounted, plain] = rates(
        state, src.size(), [&] { benchmark::DoNotOptimize(roundTo16(src, dst)); },
        [&] { benchmark::DoNotOptimize(roundTo16(src, dst, {.counting = Counting::Off})); },
        [&] {
            if (hasF16c())
                plainRound(src.data(), dst.data(), src.size());
        });
    reportRound(state, counted, uncounted, hasF16c() ? plain : 0);
}

void roundToBf16(benchmark::State& state)
{
    const std::vector<float> src = activations(elementsOf(state));
    std::vector<std::uint16_t> dst(src.size());
    constexpr Rounding kCounted{.format = Format16::Bf16};
    constexpr Rounding kUncounted{.format = Format16::Bf16, .counting = Counting::Off};
    const auto [counted, uncounted] = rates(
        state, src.size(), [&] { benchmark::DoNotOptimize(roundTo16(src, dst, kCounted)); },
        [&] { benchmark::DoNotOptimize(roundTo16(src, dst, kUncounted)); });
    reportRound(state, counted, uncounted, 0);
}

void roundF16InPlace(benchmark::State& state)
{
    std::vector<float> values = activations(elementsOf(state));
    const auto [counted, uncounted, plain] = rates(
        state, values.size(), [&] { benchmark::DoNotOptimize(roundInPlace(values)); },
        [&] { benchmark::DoNotOptimize(roundInPlace(values, {.counting = Counting::Off})); },
        [&] {
            if (hasF16c())
                plainRoundInPlace(values.data(), values.size());
        });
    reportRound(state, counted, uncounted, hasF16c() ? plain : 0);
}

void widenF16(benchmark::State& state)
{
    const std::vector<float> values = activations(elementsOf(state));
    std::vector<std::uint16_t> src(values.size());
    std::vector<float> dst(values.size());
    roundTo16(values, src);
    const auto [ours, plain] = rates(
        state, src.size(), [&] { widen(src, dst, Format16::F16); },
        [&] {
            if (hasF16c())
                plainWiden(src.data(), dst.data(), src.size());
        });
    state.counters["ours"] = ours;
    if (hasF16c()) {
        state.counters["plain"] = plain;
        state.counters["against plain"] = ours / plain;
    }
}

/// The passes of a training step that do not round, or round as part of other work.
void otherPasses(benchmark::State& state)
{
    const std::vector<float> values = activations(elementsOf(state));
    std::vector<float> weight = values;
    std::vector<float> moment(values.size());
    std::vector<float> sums(64);
    std::vector<std::uint16_t> halves(values.size());
    std::vector<std::uint16_t> dst(values.size());
    roundTo16(values, halves);
    const ChannelShape shape{.batch = values.size() / 4096, .channels = sums.size(), .inner = 64};
    const MomentumParameters parameters{.learningRate = 1e-6f, .momentum = 0.9f};
    const auto [reluF16, addF16, unscaled, finite, momentum, channels] = rates(
        state, values.size(), [&] { relu(halves, dst, Format16::F16); },
        [&] {
            benchmark::DoNotOptimize(
                binary16(Binary::Add, {halves.data()}, {halves.data()}, dst, dst.size(), {}));
        },
        [&] { benchmark::DoNotOptimize(unscale(weight, 1.0f)); },
        [&] { benchmark::DoNotOptimize(allFinite(values)); },
        [&] { momentumUpdate(weight, moment, values, parameters); },
        [&] { channelSum(values, shape, sums); });
    state.counters["relu f16"] = reluF16;
    state.counters["add f16, counted"] = addF16;
    state.counters["unscale"] = unscaled;
    state.counters["allFinite"] = finite;
    state.counters["momentum"] = momentum;
    state.counters["channelSum"] = channels;
}

constexpr auto kSizes = std::to_array<std::int64_t>(
    {1 << 12, 1 << 15, 1 << 19, 1 << 24}); // L1, L2, L3 and DRAM on most machines.

void eachSize(benchmark::internal::Benchmark* benchmark)
{
    for (const std::int64_t size : kSizes)
        benchmark->Arg(size);
    benchmark->Unit(benchmark::kMillisecond);
}

}

BENCHMARK(roundToF16)->Apply(eachSize);
BENCHMARK(roundToBf16)->Apply(eachSize);
BENCHMARK(roundF16InPlace)->Apply(eachSize);
BENCHMARK(widenF16)->Apply(eachSize);
BENCHMARK(otherPasses)->Apply(eachSize);

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    benchmark::AddCustomContext("instruction set", std::string(activeTarget()));
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
