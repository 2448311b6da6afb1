// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/settingstext.h"
#include "executor/train/trainercontent.h"

#include <algorithm>
#include <format>

namespace halftone {

Checkpoint Trainer::checkpoint() const
{
    const Content& c = *m_content;
    Checkpoint checkpoint{.settings = c.settingsText(),
        .nextStep = c.nextStep,
        .skippedSteps = c.skipped,
        .recentLosses = c.recentLosses,
        .scale = c.scale};
    for (const auto* values : {&c.weights, &c.moments}) {
        for (ValueId id : *values)
            checkpoint.tensors.push_back({c.mixed.graph->value(id).name, c.program->read(id)});
    }
    return checkpoint;
}

void Trainer::copyStateOf(const Trainer& other)
{
    Content& c = *m_content;
    const Content& from = *other.m_content;
    for (const ReplacedValue& replaced : c.training.replaced())
        c.program->write(
            c.mixed.valueOf[replaced.value], from.program->read(from.mixed.valueOf[replaced.value]));
    c.nextStep = from.nextStep;
    c.skipped = from.skipped;
}

Result<void> Trainer::restore(const Checkpoint& checkpoint)
{
    Content& c = *m_content;
    // A number of threads that was found by trial is no setting: the run goes on with the one that it began
    // with.
    const int before = threadsOf(checkpoint.settings);
    if (c.settings.threads == 0 && before > 0 && before != c.threads) {
        if (auto compiled = c.compile(before); !compiled)
            return compiled;
    }
    const Checkpoint now = this->checkpoint();
    const auto refuse = [](std::string what) {
        return std::unexpected(Error{ErrorKind::Usage, "E-CHECKPOINT", std::move(what), "--resume",
            "Resume with the same model and settings, or start anew."});
    };
    if (checkpoint.settings != now.settings)
        return refuse(std::format("The checkpoint was made under other settings:\n{}",
            describeDifference(now.settings, checkpoint.settings)));
    const auto matches = [](const Checkpoint::Tensor& a, const Checkpoint::Tensor& b) {
        return a.name == b.name && a.values.size() == b.values.size();
    };
    if (!std::ranges::equal(checkpoint.tensors, now.tensors, matches))
        return refuse("The checkpoint belongs to a model with other weights.");
    std::size_t next = 0;
    for (const auto* values : {&c.weights, &c.moments}) {
        for (ValueId id : *values)
            std::ranges::copy(checkpoint.tensors[next++].values, c.program->floats(id).begin());
    }
    c.nextStep = checkpoint.nextStep;
    c.skipped = checkpoint.skippedSteps;
    c.recentLosses = checkpoint.recentLosses;
    c.scale = checkpoint.scale;
    return {};
}

std::map<std::string, std::vector<float>> Trainer::weights() const
{
    std::map<std::string, std::vector<float>> weights;
    for (ValueId id : m_content->weights)
        weights[m_content->mixed.graph->value(id).name] = m_content->program->read(id);
    return weights;
}

}
