// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/twinprobe.h"

#include "executor/train/lockstep.h"

namespace halftone {

Result<TwinProbe> TwinProbe::create(const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings)
{
    settings.observesAll = true;
    settings.histograms.clear();
    auto mixed = Trainer::create(model, dims, data, settings);
    if (!mixed)
        return std::unexpected(mixed.error());
    settings.precision = std::nullopt;
    auto full = Trainer::create(model, dims, data, std::move(settings));
    if (!full)
        return std::unexpected(full.error());
    return TwinProbe(*std::move(full), *std::move(mixed));
}

Result<TwinErrors> TwinProbe::compareAt(const Checkpoint& checkpoint)
{
    if (auto placed = m_mixed.restore(checkpoint); !placed)
        return std::unexpected(placed.error());
    m_full.copyStateOf(m_mixed);
    TwinErrors errors{.step = checkpoint.nextStep + 1, .scale = m_mixed.computeStep()};
    m_full.computeStep(errors.scale);
    errors.nodes =
        Lockstep(m_full.program(), m_mixed.program(), m_mixed.mixed(), *m_mixed.training().graph).compare({});
    return errors;
}

}
