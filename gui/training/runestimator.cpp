// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runestimator.h"

#include "executor/train/modeldata.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/training/runreadout.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <chrono>

namespace halftone {
namespace {

using namespace std::chrono_literals;

constexpr auto kBehindChanges = 500ms; // A number that is being typed is not tried digit by digit.

Result<TrainingEstimate> estimateOne(
    const RunRequest& request, const DatasetPair& data, const std::stop_token& stop)
{
    auto trainer = Trainer::create(request.model, request.dims, data, settingsForTrial(request.settings));
    if (!trainer)
        return std::unexpected(trainer.error());
    return estimateTraining(*trainer, {}, stop);
}

std::vector<RunEstimate> estimateAll(const std::vector<PlannedRun>& runs, const std::stop_token& stop)
{
    std::vector<RunEstimate> estimates;
    const RunRequest& first = runs.front().request;
    const auto data = openDataFor(first.data, first.model, first.dims,
        first.settings.batch / std::max<std::size_t>(1, first.settings.microBatches), first.settings.seed,
        first.settings.differentiate.loss);
    for (const PlannedRun& run : runs) {
        if (!data)
            estimates.push_back({run.label, std::unexpected(data.error())});
        else if (!stop.stop_requested())
            estimates.push_back({run.label, estimateOne(run.request, *data, stop)});
    }
    return estimates;
}

QString bytesText(std::size_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

QString stepText(double seconds)
{
    const double ms = 1e3 * seconds;
    return RunEstimator::tr("%1 ms a step").arg(QLocale().toString(ms, 'f', ms < 10 ? 1 : 0));
}

}

QString estimateLine(const std::vector<RunEstimate>& runs, int cores)
{
    QStringList parts;
    double threads = 0;
    double longest = 0;
    std::size_t steps = 0;
    for (const RunEstimate& run : runs) {
        if (!run.estimate)
            return RunEstimator::tr("No estimate for %1: %2")
                .arg(run.label, messageText(run.estimate.error().what));
        parts << RunEstimator::tr("%1: %2, %3")
                     .arg(run.label, bytesText(run.estimate->memoryBytes),
                         stepText(run.estimate->secondsPerStep));
        threads += run.estimate->threads;
        longest = std::max(longest, run.estimate->seconds());
        steps = std::max(steps, run.estimate->steps);
    }
    const double sharing = std::max(1.0, threads / std::max(1, cores));
    parts << RunEstimator::tr("about %1 for %Ln steps", nullptr, static_cast<int>(steps))
                 .arg(durationText(longest * sharing));
    return parts.join(QStringLiteral("  ·  "));
}

QString estimateDetails(const std::vector<RunEstimate>& runs)
{
    QStringList lines;
    for (const RunEstimate& run : runs) {
        if (!run.estimate) {
            lines << errorText(run.estimate.error());
            continue;
        }
        const TrainingEstimate& estimate = *run.estimate;
        lines << RunEstimator::tr(
            "%1: %2 of activations, %3 of weights, moments and inputs; an epoch of %4 steps takes "
            "about %5")
                     .arg(run.label, bytesText(estimate.activationBytes),
                         bytesText(estimate.memoryBytes - estimate.activationBytes))
                     .arg(estimate.stepsPerEpoch)
                     .arg(
                         durationText(estimate.secondsPerStep * static_cast<double>(estimate.stepsPerEpoch)));
    }
    return lines.join(QLatin1Char('\n'));
}

std::size_t weightBytes(const Graph& forward)
{
    std::size_t bytes = 0;
    for (ValueId id : forward.values()) {
        const auto shape = forward.fixedShape(id);
        if (forward.value(id).kind != ValueKind::Initializer || !shape)
            continue;
        std::size_t elements = 1;
        for (const std::int64_t size : *shape)
            elements *= static_cast<std::size_t>(size);
        bytes += elements * bitsPerElement(forward.value(id).dtype) / 8;
    }
    return bytes;
}

RunEstimator::RunEstimator(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kBehindChanges);
    connect(&m_timer, &QTimer::timeout, this, &RunEstimator::begin);
}

void RunEstimator::estimate(std::vector<PlannedRun> runs)
{
    m_jobs.cancel();
    m_waiting = std::move(runs);
    m_timer.start();
}

void RunEstimator::cancel()
{
    m_timer.stop();
    m_jobs.cancel();
}

void RunEstimator::begin()
{
    m_jobs.start(
        tr("Trying steps"),
        [runs = std::exchange(m_waiting, {})](
            const std::stop_token& stop) { return estimateAll(runs, stop); },
        [this](const std::vector<RunEstimate>& estimates) { emit estimated(estimates); });
}

}
