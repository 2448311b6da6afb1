// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a comparison: computed on another thread, and written with all the rest.
#include "executor/train/modeldata.h"
#include "gui/compare/columncomparison.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace halftone {

double measured(const ErrorMeasures& error)
{
    return error.notFinite > 0 ? std::numeric_limits<double>::infinity() : error.relative();
}

ErrorsByNode worstByNode(const Graph& graph, const ComparedWay& way)
{
    ErrorsByNode errors(graph.nodeCount());
    const Comparison* numbers = way.numbers();
    if (!numbers)
        return errors;
    for (const NodeComparison& row : numbers->nodes) {
        const NodeComparison*& worst = errors[row.id];
        if (!worst || measured(worst->accumulated) < measured(row.accumulated))
            worst = &row;
    }
    return errors;
}

/// What the thread tells.
struct ColumnComparison::Progress
{
    std::atomic<double> share = 0;
};

ComparisonSettings ColumnComparison::settingsFor(const NumericsChoice& choice) const
{
    const OpenedModel& model = m_document.model();
    ComparisonSettings settings{.model = model.path.toStdString(),
        .dims = model.dims,
        .pass = isTraining() ? ComparisonSettings::Pass::Training : ComparisonSettings::Pass::Forward};
    settings.train.batch = choice.batch;
    settings.after = isTraining() ? choice.after : 0;
    settings.train.differentiate.loss = isTraining() ? model.loss : DifferentiateOptions().loss;
    return settings;
}

void ColumnComparison::runNumerics(const NumericsChoice& choice)
{
    if (!graph())
        return;
    std::vector<Precision> precisions;
    for (const ComparedColumn& column : m_columns)
        precisions.push_back(comparisonPrecision(column.way.policy));
    m_numericsRefusal.reset();
    m_progress = std::make_shared<Progress>();
    const ComparisonSettings settings = settingsFor(choice);
    const auto compute = [settings, precisions, data = choice.data, progress = m_progress](
                             const std::stop_token& stop) -> Result<std::vector<Result<Comparison>>> {
        const auto samples = openDataFor(data, settings.model, settings.dims, settings.train.batch,
            settings.train.seed, settings.train.differentiate.loss);
        if (!samples)
            return std::unexpected(samples.error());
        return compareWithFloat32(settings, *samples, precisions,
            {.progress = [progress](double share) { progress->share.store(share); }, .stop = stop});
    };
    m_numericsJobs.start(tr("Computing numbers"), compute,
        [this, choice, settings, graph = graph(), policies = precisions](
            auto numbers) { acceptNumbers(choice, settings, graph, policies, std::move(numbers)); });
}

// A column that was changed or removed meanwhile gets nothing: the numbers are those of another way.
void ColumnComparison::acceptNumbers(const NumericsChoice& choice, const ComparisonSettings& settings,
    const GraphPtr& computed, const std::vector<Precision>& precisions,
    Result<std::vector<Result<Comparison>>> numbers)
{
    if (!numbers) {
        m_numericsRefusal = numbers.error();
    } else if (computed == graph()) {
        WayComparison comparison{.graph = computed};
        for (const Precision& precision : precisions)
            comparison.ways.push_back({.policy = precision.policy});
        setNumbers(comparison, settings, choice.data, *std::move(numbers));
        for (ComparedColumn& column : m_columns) {
            const auto found = std::ranges::find(comparison.ways, column.way.policy, &ComparedWay::policy);
            column.way.numerics = found == comparison.ways.end() ? nullptr : found->numerics;
        }
        m_computedOn = choice;
    }
    emit numericsChanged();
}

void ColumnComparison::cancelNumerics()
{
    m_numericsJobs.cancel();
}

double ColumnComparison::numericsProgress() const
{
    return m_progress ? m_progress->share.load() : 0;
}

bool ColumnComparison::hasNumbers() const
{
    return std::ranges::any_of(
        m_columns, [](const ComparedColumn& column) { return column.way.numbers() != nullptr; });
}

WayComparison ColumnComparison::report() const
{
    const ComparisonSettings computed = settings();
    WayComparison comparison{.model = m_document.model().path.toStdString(),
        .graph = graph(),
        .pass = computed.pass,
        .baseline = m_baseline};
    for (const ComparedColumn& column : m_columns)
        comparison.ways.push_back(column.way);
    if (std::ranges::any_of(
            m_columns, [](const ComparedColumn& column) { return column.way.numerics != nullptr; })) {
        comparison.data = m_computedOn.data;
        comparison.batch = m_computedOn.batch;
        comparison.after = computed.after;
    }
    comparison.command = comparisonCommand(comparison, computed);
    return comparison;
}

}
