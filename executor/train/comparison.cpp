// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/comparison.h"

#include "executor/train/batchedmodel.h"
#include "executor/train/forwardpass.h"
#include "executor/train/lockstep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

using Comparisons = std::vector<Result<Comparison>>;

/// Where one precision is on its way from 0 to 1.
class ColumnProgress
{
public:
    ColumnProgress(const ComparisonControl& control, std::size_t column, std::size_t columns)
        : m_control(control)
        , m_column(static_cast<double>(column))
        , m_columns(static_cast<double>(columns))
    {
    }
    void operator()(double share) const
    {
        if (m_control.progress)
            m_control.progress((m_column + share) / m_columns);
    }

private:
    const ComparisonControl& m_control;
    double m_column;
    double m_columns;
};

Error stopped()
{
    return {ErrorKind::Resource, "E-STOPPED", "The comparison was stopped.", {}, "Start it again."};
}

/// Calls \p compareOne for each precision, until it is stopped.
template <typename CompareOne>
Comparisons compareEach(
    std::span<const Precision> precisions, const ComparisonControl& control, const CompareOne& compareOne)
{
    Comparisons all;
    for (std::size_t i = 0; i < precisions.size(); ++i) {
        const ColumnProgress progress(control, i, precisions.size());
        progress(0);
        if (control.stop.stop_requested())
            all.push_back(std::unexpected(stopped()));
        else
            all.push_back(compareOne(precisions[i], progress));
    }
    return all;
}

double lossOf(Trainer& trainer)
{
    return static_cast<double>(trainer.program().read(trainer.mixedGraph()->graphOutputs()[0])[0]);
}

Comparison compareSteps(Trainer& full, Trainer& mixed, const ColumnProgress& progress)
{
    Comparison comparison{.scale = mixed.computeStep()};
    full.computeStep(comparison.scale);
    comparison.loss = lossOf(full);
    comparison.mixedLoss = lossOf(mixed);
    comparison.nodes =
        Lockstep(full.program(), mixed.program(), mixed.mixed(), *mixed.training().graph).compare(progress);
    return comparison;
}

Result<Comparisons> compareTraining(const ComparisonSettings& settings, const ImportedModel& model,
    const DatasetPair& data, std::span<const Precision> precisions, const ComparisonControl& control)
{
    TrainSettings train = settings.train;
    train.observesAll = true;
    train.steps = std::max<std::size_t>(settings.after, 1);
    train.precision = std::nullopt;
    const std::string name = settings.model.filename().string();
    auto full = Trainer::create(model, name, data, train);
    if (!full)
        return std::unexpected(full.error());
    bool isTrained = false;
    return compareEach(precisions, control,
        [&](const Precision& precision, const ColumnProgress& progress) -> Result<Comparison> {
            train.precision = precision;
            auto mixed = Trainer::create(model, name, data, train);
            if (!mixed)
                return std::unexpected(mixed.error());
            if (isTrained) {
                mixed->copyStateOf(*full);
            } else {
                for (std::size_t i = 0; i < settings.after && !control.stop.stop_requested(); ++i)
                    mixed->step();
                full->copyStateOf(*mixed);
                isTrained = true;
            }
            return compareSteps(*full, *mixed, progress);
        });
}

Result<Comparisons> compareForward(const ComparisonSettings& settings, const ImportedModel& model,
    const DatasetPair& data, std::span<const Precision> precisions, const ComparisonControl& control)
{
    setThreads(settings.train.threads > 0 ? settings.train.threads : 1);
    const auto feeds = feedsFor(*model.graph, data, settings.train.seed);
    if (!feeds)
        return std::unexpected(feeds.error());
    auto full = ForwardPass::create(model.graph, std::nullopt, *feeds);
    if (!full)
        return std::unexpected(full.error());
    return compareEach(precisions, control,
        [&](const Precision& precision, const ColumnProgress& progress) -> Result<Comparison> {
            auto mixed = ForwardPass::create(model.graph, precision, *feeds);
            if (!mixed)
                return std::unexpected(mixed.error());
            constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
            return Comparison{.loss = kNone,
                .mixedLoss = kNone,
                .nodes = Lockstep(full->program(), mixed->program(), mixed->mixed(), *model.graph)
                    .compare(progress)};
        });
}

}

std::size_t Comparison::failing() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(nodes, [](const NodeComparison& node) { return !node.passes(); }));
}

double Comparison::worst() const
{
    double worst = 0;
    for (const NodeComparison& node : nodes)
        worst = std::max(worst, node.accumulated.relative());
    return worst;
}

bool Comparison::isFinite() const
{
    return std::ranges::all_of(
        nodes, [](const NodeComparison& node) { return node.accumulated.notFinite == 0; });
}

Precision comparisonPrecision(PrecisionPolicy policy)
{
    Precision precision = precisionBy(std::move(policy));
    LossScaleParameters parameters = findLossScaleRule(precision.lossScaleRule)->defaults;
    parameters.initial = kComparisonScale;
    precision.lossScale = parameters;
    return precision;
}

Result<Comparisons> compareWithFloat32(const ComparisonSettings& settings, const DatasetPair& data,
    std::span<const Precision> precisions, const ComparisonControl& control)
{
    const std::size_t batch = settings.train.batch / std::max<std::size_t>(settings.train.microBatches, 1);
    const bool trains = settings.pass == ComparisonSettings::Pass::Training;
    // The nodes of a forward pass are told by their number in the model as it is written.
    using enum ImportOptions::Form;
    const auto model = openWithBatch(settings.model, settings.dims, batch, trains ? Training : AsWritten);
    if (!model)
        return std::unexpected(model.error());
    return trains ? compareTraining(settings, *model, data, precisions, control)
                  : compareForward(settings, *model, data, precisions, control);
}

}
