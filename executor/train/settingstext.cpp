// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/settingstext.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <format>
#include <ranges>
#include <vector>

namespace halftone {
namespace {

/// FNV-1a, 64 bits: enough to notice a change, and the same on every machine.
class Fingerprint
{
public:
    void add(std::string_view text)
    {
        for (const char byte : text)
            addByte(static_cast<std::uint8_t>(byte));
        addByte(0);
    }
    void add(std::uint64_t number)
    {
        for (int shift = 0; shift < 64; shift += 8)
            addByte(static_cast<std::uint8_t>(number >> shift));
    }
    std::string text() const { return std::format("{:016x}", m_state); }

private:
    void addByte(std::uint8_t byte) { m_state = (m_state ^ byte) * 0x100000001b3; }

    std::uint64_t m_state = 0xcbf29ce484222325;
};

std::string describeScale(const Precision& precision, const LossScaleParameters& scale)
{
    return std::format(
        "precision {}\nloss-scale rule {}\nloss scale initial {} growth {} backoff {} window {} "
        "minimum {} maximum {} refuses infinity {} hysteresis {} refills {} raises {} skips {}\n"
        "overflow {}\noverflow test {}\naccumulation {}\n",
        describe(precision.policy), precision.lossScaleRule, scale.initial, scale.growth, scale.backoff,
        scale.window, scale.minimum, scale.maximum, scale.refusesInfinity, scale.hysteresis,
        scale.refillsHysteresis, scale.raisesAtMinimum, scale.skipsOverflow,
        precision.onOverflow == kernels::OnOverflow::Saturate ? "saturates" : "infinity",
        precision.overflowTest == OverflowTest::AnyTensor ? "any tensor" : "gradients",
        precision.accumulation == ProgramOptions::Accumulation::Float16 ? "float16" : "float32");
}

std::string describeOptimizer(const DifferentiateOptions& graph)
{
    std::string text =
        std::format("loss {}\noptimizer {}\nmomentum {}\nnesterov {}\ncentralized {}\n"
                    "optimizer's loss scale {}\nbeta1 {} beta2 {} epsilon {}\nweight decay {}\n"
                    "clip norm {} value {}\n",
            name(graph.loss), name(graph.optimizer), graph.momentum, graph.nesterov, graph.centralizes,
            graph.optimizerLossScale, graph.beta1, graph.beta2, graph.epsilon, graph.weightDecay,
            graph.clipping.globalNorm, graph.clipping.value);
    for (const ParameterGroup& group : graph.groups)
        text += std::format("group {} weight decay {} rate factor {}\n", group.pattern,
            group.weightDecay ? std::format("{}", *group.weightDecay) : "as all", group.rateFactor);
    return text;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (const auto line : std::views::split(text, '\n')) {
        if (!line.empty())
            lines.emplace_back(line);
    }
    return lines;
}

}

// std::format writes the shortest number that reads back as the same.
std::string describeSettings(const TrainSettings& settings, const LossScaleParameters& scale, int threads)
{
    const LearningRateSchedule& schedule = settings.schedule;
    const std::string text =
        std::format("batch {}\nmicro-batches {}, {}\nlearning rate {}\n"
                    "schedule {} warm-up {} period {} factor {}\n",
            settings.batch, settings.microBatches,
            settings.microBatchLoss == MicroBatchLoss::Sum ? "sum" : "mean", settings.learningRate,
            name(schedule.kind), schedule.warmUp, schedule.period, schedule.factor) +
        describeOptimizer(settings.differentiate) +
        std::format("shuffle {}\nseed {}\nthreads {}\n", settings.shuffle, settings.seed, threads);
    return text + (settings.precision ? describeScale(*settings.precision, scale) : "precision float32\n");
}

int threadsOf(std::string_view settings)
{
    constexpr std::string_view kKey = "threads ";
    for (const std::string_view line : linesOf(settings)) {
        int threads = 0;
        if (line.starts_with(kKey) &&
            std::from_chars(line.data() + kKey.size(), line.data() + line.size(), threads).ec ==
                std::errc() &&
            threads > 0 && threads <= kMostThreads)
            return threads;
    }
    return 0;
}

std::string fingerprint(const Graph& graph)
{
    Fingerprint print;
    for (ValueId id : graph.values()) {
        print.add(graph.value(id).name);
        print.add(name(graph.value(id).dtype));
        print.add(graph.shapeText(id));
    }
    for (NodeId id : graph.nodes()) {
        print.add(graph.node(id).opType);
        for (ValueId input : graph.inputs(id))
            print.add(input.index);
    }
    return print.text();
}

std::string fingerprint(const Dataset& data)
{
    Fingerprint print;
    for (const std::int64_t label : data.labels)
        print.add(static_cast<std::uint64_t>(label));
    return print.text();
}

std::string describeDifference(std::string_view now, std::string_view before)
{
    const std::vector<std::string_view> left = linesOf(now);
    const std::vector<std::string_view> right = linesOf(before);
    std::string text;
    const std::size_t count = std::max(left.size(), right.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view a = i < left.size() ? left[i] : "nothing";
        const std::string_view b = i < right.size() ? right[i] : "nothing";
        if (a != b)
            text += std::format("  {}, was {}\n", a, b);
    }
    return text;
}

}
