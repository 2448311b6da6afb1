// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/columncomparison.h"

#include "executor/train/errortrace.h"
#include "executor/train/modeldata.h"

#include <array>
#include <atomic>
#include <limits>

namespace halftone {
namespace {

// Larger graphs are judged elsewhere: a handful of columns of these take a few milliseconds.
constexpr std::size_t kJudgedAtOnce = 1000;

// What people most often want to see beside each other, offered in this order.
constexpr std::array kOffered{"force_fp16", "MindSpore O2", "must_keep_origin_dtype",
    "PyTorch autocast float16", "cube_fp16in_fp32out", "MindSpore O3", "TensorFlow grappler",
    "allow_fp32_to_fp16"};

GraphDepths sortByDepth(const Graph& graph, const ComparedWay& baseline)
{
    GraphDepths depths{.of = depthsOf(graph)};
    for (NodeId node : graph.nodes()) {
        depths.first.resize(std::max<std::size_t>(depths.first.size(), depths.of[node] + 1));
        NodeId& first = depths.first[depths.of[node]];
        if (!first.isValid() || (!baseline.differsAt(first) && baseline.differsAt(node)))
            first = node;
    }
    return depths;
}

std::vector<DepthShare> sharesByDepth(
    const Decisions& decisions, const ComparedWay& way, const GraphDepths& depths)
{
    std::vector<DepthShare> shares(depths.first.size());
    for (NodeId node : decisions.graph()->nodes()) {
        DepthShare& share = shares[depths.of[node]];
        const DType type = decisions.precision(node);
        share.half += type == DType::Float16 ? 1 : 0;
        share.brain += type == DType::BFloat16 ? 1 : 0;
        share.full += type == DType::Float32 ? 1 : 0;
    }
    for (NodeId node : way.differences)
        ++shares[depths.of[node]].differing;
    return shares;
}

// Lists are equal wherever their entries stand, but reasons name the lines.
bool saysTheSame(const Policy& a, const Policy& b)
{
    return a == b &&
        std::ranges::equal(
            a.mixlist.entries, b.mixlist.entries, {}, &MixlistEntry::line, &MixlistEntry::line);
}

/// The numbers of an equal way on the same graph stay: they would come out the same.
void keepNumbers(ComparedWay& way, const GraphPtr& graph, const std::vector<ComparedColumn>& columns)
{
    for (const ComparedColumn& column : columns) {
        if (column.way.numerics && column.judgement && column.judgement->graph() == graph &&
            column.way.policy == way.policy)
            way.numerics = column.way.numerics;
    }
}

}

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

ColumnComparison::ColumnComparison(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    const Policy& policy = document.policy();
    m_columns.push_back(
        {.choice = policy.choice, .soc = policy.soc, .variant = {}, .file = {}, .judgement = {}});
    addColumn();
    addColumn();
    connect(&document, &Document::decisionsChanged, this, &ColumnComparison::judgeAgain);
    connect(&m_numericsJobs, &JobRunner::busyChanged, this, &ColumnComparison::numericsChanged);
}

void ColumnComparison::setActive(bool isActive)
{
    m_isActive = isActive;
    if (isActive && m_isStale)
        judgeAgain();
}

void ColumnComparison::setChoice(std::size_t column, const PolicyChoice& choice)
{
    m_columns[column].choice = &choice;
    judgeAgain();
}

void ColumnComparison::setChip(std::size_t column, std::string_view soc)
{
    m_columns[column].soc = soc;
    m_columns[column].usesOwnLibrary = false;
    judgeAgain();
}

void ColumnComparison::useOwnLibrary(std::size_t column)
{
    m_columns[column].soc = policy().soc;
    m_columns[column].usesOwnLibrary = true;
    judgeAgain();
}

void ColumnComparison::setUsesEdits(std::size_t column, bool usesEdits)
{
    m_columns[column].usesEdits = usesEdits;
    m_columns[column].variant.reset();
    m_columns[column].file.reset();
    judgeAgain();
}

void ColumnComparison::setVariant(std::size_t column, const std::optional<QString>& variant)
{
    m_columns[column].usesEdits = true;
    m_columns[column].variant = variant;
    m_columns[column].file.reset();
    judgeAgain();
}

void ColumnComparison::compareVariants(const QStringList& names)
{
    if (names.size() < 2)
        return;
    m_columns.clear();
    m_baseline = 0;
    for (const QString& name : names.first(std::min<qsizetype>(names.size(), kMostColumns)))
        m_columns.push_back(
            {.choice = policy().choice, .soc = policy().soc, .variant = name, .file = {}, .judgement = {}});
    judgeAgain();
}

void ColumnComparison::setMixlist(std::size_t column, Mixlist mixlist)
{
    m_columns[column].file = std::move(mixlist);
    judgeAgain();
}

void ColumnComparison::addColumn()
{
    if (m_columns.size() >= kMostColumns)
        return;
    const auto isShown = [this](const char* name) {
        return std::ranges::any_of(
            m_columns, [name](const ComparedColumn& column) { return column.choice->name == name; });
    };
    const auto free = std::ranges::find_if_not(kOffered, isShown);
    m_columns.push_back({.choice = findChoice(free == kOffered.end() ? kOffered.front() : *free),
        .soc = m_columns.front().soc,
        .variant = {},
        .file = {},
        .judgement = {}});
    judgeAgain();
}

void ColumnComparison::removeColumn(std::size_t column)
{
    if (m_columns.size() <= 2)
        return;
    if (column <= m_baseline && m_baseline > 0)
        --m_baseline;
    m_columns.erase(m_columns.begin() + static_cast<std::ptrdiff_t>(column));
    judgeAgain();
}

void ColumnComparison::setBaseline(std::size_t column)
{
    if (column == m_baseline || column >= m_columns.size())
        return;
    m_baseline = column;
    judgeAgain();
}

Policy ColumnComparison::policyOf(const ComparedColumn& column) const
{
    Policy policy{.choice = column.choice, .soc = column.soc};
    if (column.file) {
        policy.mixlist = *column.file;
    } else if (column.usesEdits) {
        policy.mixlist =
            column.variant ? m_document.policy().variant(*column.variant) : m_document.policy().mixlist;
        const bool isInForce = !column.variant || *column.variant == m_document.policy().variantName;
        if (isInForce && !m_document.isMixlistModified() && !m_document.policy().mixlistPath.isEmpty())
            policy.mixlist.fileName = m_document.policy().mixlistPath.toStdString(); // for the command
        policy.overrides = m_document.policy().overrides;
    }
    if (column.usesEdits)
        policy.options = m_document.policy().options;
    if (!column.readsOwnLibrary(m_document.policy()))
        policy.options.useLibrary(nullptr, {});
    return policy;
}

void ColumnComparison::judgeAgain()
{
    emit columnsChanged();
    const GraphPtr graph = m_document.graph();
    if (!graph) { // whatever is computed is of a model that is closed
        m_jobs.cancel();
        m_numericsJobs.cancel();
        m_numericsRefusal.reset();
        m_isStale = false;
        return accept({});
    }
    m_isStale = !m_isActive;
    if (m_isStale)
        return;
    std::vector<Policy> policies;
    for (const ComparedColumn& column : m_columns)
        policies.push_back(policyOf(column));
    std::vector<JudgementPtr> known; // columns that did not change need not be judged again
    for (const ComparedColumn& column : m_columns) {
        if (column.judgement && column.judgement->graph() == graph)
            known.push_back(column.judgement);
    }
    const auto judgeAll = [graph, policies, known, baseline = m_baseline](const std::stop_token& stop) {
        return judge(graph, policies, baseline, known, stop);
    };
    if (graph->nodeCount() <= kJudgedAtOnce) {
        m_jobs.cancel();
        accept(judgeAll({}));
    } else {
        m_jobs.start(tr("Comparing %n ways to decide", nullptr, static_cast<int>(policies.size())), judgeAll,
            [this](Judged judged) { accept(std::move(judged)); });
    }
}

// All that takes time in large graphs; on another thread there.
ColumnComparison::Judged ColumnComparison::judge(const GraphPtr& graph, const std::vector<Policy>& policies,
    std::size_t baseline, const std::vector<JudgementPtr>& known, const std::stop_token& stop)
{
    Judged judged;
    for (const Policy& policy : policies) {
        if (stop.stop_requested())
            return {};
        const auto same = std::ranges::find_if(
            known, [&](const JudgementPtr& each) { return saysTheSame(each->policy(), policy); });
        const JudgementPtr judgement =
            same != known.end() ? *same : std::make_shared<const Judgement>(graph, policy);
        judged.judgements.push_back(judgement);
        judged.ways.push_back(judgement->refusal()
                ? ComparedWay{.policy = policy.precisionForCommand(), .refusal = judgement->refusal()}
                : decidedWay(policy.precisionForCommand(), {judgement, &judgement->decisions()}));
        judged.ways.back().library = policy.options.libraryPath.toStdString();
    }
    findDifferences(judged.ways, baseline);
    const auto depths = std::make_shared<const GraphDepths>(sortByDepth(*graph, judged.ways[baseline]));
    for (std::size_t i = 0; i < policies.size(); ++i)
        judged.shares.push_back(sharesByDepth(judged.judgements[i]->decisions(), judged.ways[i], *depths));
    judged.depths = depths;
    return judged;
}

void ColumnComparison::accept(Judged judged)
{
    judged.judgements.resize(m_columns.size());
    judged.ways.resize(m_columns.size());
    judged.shares.resize(m_columns.size());
    m_depths = judged.depths;
    for (ComparedWay& way : judged.ways)
        keepNumbers(way, judged.judgements.front() ? judged.judgements.front()->graph() : nullptr, m_columns);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_columns[i].judgement = std::move(judged.judgements[i]);
        m_columns[i].way = std::move(judged.ways[i]);
        m_columns[i].shares = std::move(judged.shares[i]);
    }
    emit this->judged();
}

ComparisonSettings ColumnComparison::settingsFor(const NumericsChoice& choice) const
{
    const OpenedModel& model = m_document.model();
    const bool isTraining = m_document.shown() == Document::Shown::Training;
    ComparisonSettings settings{.model = model.path.toStdString(),
        .dims = model.dims,
        .pass = isTraining ? ComparisonSettings::Pass::Training : ComparisonSettings::Pass::Forward};
    settings.train.batch = choice.batch;
    settings.train.differentiate.loss = isTraining ? model.loss : DifferentiateOptions().loss;
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
    }
    comparison.command = comparisonCommand(comparison, computed);
    return comparison;
}

GraphPtr ColumnComparison::graph() const
{
    const auto isJudged = [](const ComparedColumn& column) { return column.judgement != nullptr; };
    return std::ranges::all_of(m_columns, isJudged) ? m_columns.front().judgement->graph() : nullptr;
}

NodeId ColumnComparison::differenceBeside(NodeId node, int direction) const
{
    const std::vector<NodeId>& all = differences();
    if (all.empty())
        return {};
    if (direction > 0) {
        const auto next = node.isValid() ? std::ranges::upper_bound(all, node) : all.begin();
        return next == all.end() ? all.front() : *next;
    }
    const auto here = node.isValid() ? std::ranges::lower_bound(all, node) : all.begin();
    return here == all.begin() ? all.back() : *std::prev(here);
}

}
