// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/document.h"

#include "gui/document/text.h"

#include <QElapsedTimer>

namespace halftone {
namespace {

// Judging that takes longer than one frame and a bit is done elsewhere.
constexpr qint64 kQuickNanoseconds = 20'000'000;
// What a person looks at first is decided and drawn first: both together would take twice as long.
constexpr int kTrainingWait = 700; // ms
// Until one has been measured; generous, because the first judgement also reads the op library.
constexpr qint64 kAssumedNanosecondsPerNode = 10'000;

}

Document::Document(QObject* parent)
    : QObject(parent)
{
    m_trainingWaits.setSingleShot(true);
    m_trainingWaits.setInterval(kTrainingWait);
    connect(&m_trainingWaits, &QTimer::timeout, this, &Document::startTraining);
}

GraphPtr Document::graph() const
{
    if (!m_model)
        return nullptr;
    return m_shown == Shown::Training ? m_model->training->graph : m_model->forward;
}

void Document::open(const QString& path, const DimSizes& dims)
{
    m_jobs.start(
        tr("Opening %1").arg(path), [path, dims](const std::stop_token&) { return readModel(path, dims); },
        [this](Result<OpenedModelPtr> model) {
            if (model)
                setModel(std::move(*model));
            else
                emit openingFailed(model.error());
        });
}

void Document::closeModel()
{
    m_jobs.cancel();
    setModel(nullptr);
}

void Document::setModel(OpenedModelPtr model)
{
    select({});
    m_trainingWaits.stop();
    m_trainingJobs.cancel();
    m_model = std::move(model);
    m_judgement = m_builtIn = nullptr;
    if (m_shown == Shown::Training && !hasTraining()) {
        m_shown = Shown::Forward;
        emit shownChanged();
    }
    emit modelChanged();
    judgeAgain();
    if (m_model && isQuick(*m_model->forward))
        startTraining();
    else if (m_model)
        m_trainingWaits.start();
}

void Document::startTraining()
{
    m_trainingJobs.start(
        tr("Making the training step"),
        [model = m_model](const std::stop_token&) { return withTrainingStep(*model); },
        [this](OpenedModelPtr model) {
            m_model = std::move(model);
            collectFindings();
            emit trainingChanged();
            emit findingsChanged();
        });
}

void Document::show(Shown shown)
{
    if (shown == m_shown || (shown == Shown::Training && !hasTraining()))
        return;
    NodeId kept = m_selection;
    if (kept.isValid() && shown == Shown::Training)
        kept = m_model->training->nodeOf[kept];
    else if (kept.isValid()) {
        const IdMap<NodeId, NodeId>& nodeOf = m_model->training->nodeOf;
        const NodeId origin = m_model->training->graph->node(kept).origin;
        const auto place = std::ranges::find(nodeOf, origin.isValid() ? origin : kept);
        kept = place == nodeOf.end() ? NodeId{} : NodeId{static_cast<std::uint32_t>(place - nodeOf.begin())};
    }
    select({});
    m_shown = shown;
    m_judgement = m_builtIn = nullptr;
    emit shownChanged();
    judgeAgain();
    select(kept);
}

void Document::select(NodeId node)
{
    selectNodes(node.isValid() ? std::vector{node} : std::vector<NodeId>(), node);
}

void Document::selectNodes(std::vector<NodeId> nodes, NodeId current)
{
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    if (current.isValid() && !std::ranges::binary_search(nodes, current))
        current = nodes.empty() ? NodeId{} : nodes.back();
    const bool isOther = nodes != m_selectedNodes;
    m_selectedNodes = std::move(nodes);
    if (std::exchange(m_selection, current) != current)
        emit selectionChanged(current);
    if (isOther)
        emit selectedNodesChanged();
}

void Document::setPolicy(const Policy& policy)
{
    const bool listChanged = policy.mixlist != m_policy.mixlist || policy.mixlistPath != m_policy.mixlistPath;
    m_policy = policy;
    emit policyChanged();
    if (listChanged) {
        emit mixlistChanged();
        emit savedStateChanged();
    }
    judgeAgain();
}

bool Document::isMixlistModified() const
{
    return isModified(m_policy.mixlist, m_policy.mixlistPath);
}

bool Document::hasUnsavedList() const
{
    return isMixlistModified() || std::ranges::any_of(m_policy.variants, [this](const MixlistVariant& other) {
        return isModified(other.mixlist, other.path);
    });
}

bool Document::isModified(const Mixlist& mixlist, const QString& path) const
{
    const auto saved = m_saved.constFind(path);
    return saved == m_saved.cend() ? !mixlist.isEmpty() : *saved != mixlist;
}

void Document::markMixlistSaved(const QString& path, const Mixlist& mixlist)
{
    m_saved[path] = mixlist;
    emit savedStateChanged();
}

bool Document::isQuick(const Graph& graph) const
{
    const qint64 each = m_nanosecondsPerNode ? m_nanosecondsPerNode : kAssumedNanosecondsPerNode;
    return each * static_cast<qint64>(graph.nodeCount()) < kQuickNanoseconds;
}

Document::Judged Document::judgeBoth(
    const GraphPtr& graph, const Policy& policy, const JudgementPtr& oldBuiltIn)
{
    Policy plain = policy;
    plain.mixlist = {};
    plain.mixlistPath.clear();
    plain.variantName.clear();
    plain.variants.clear();
    plain.reasons.clear();
    Judged judged;
    const bool isKept = oldBuiltIn && oldBuiltIn->graph() == graph && oldBuiltIn->policy() == plain;
    judged.builtIn = isKept ? oldBuiltIn : std::make_shared<const Judgement>(graph, plain);
    const Mixlist* inForce = policy.mixlistInForce();
    judged.judgement =
        inForce && !inForce->isEmpty() ? std::make_shared<const Judgement>(graph, policy) : judged.builtIn;
    return judged;
}

void Document::judgeAgain()
{
    const GraphPtr shownGraph = graph();
    if (!shownGraph)
        return accept({});
    if (isQuick(*shownGraph)) {
        m_jobs.cancel();
        QElapsedTimer timer;
        timer.start();
        Judged judged = judgeBoth(shownGraph, m_policy, m_builtIn);
        m_nanosecondsPerNode = timer.nsecsElapsed() / static_cast<qint64>(shownGraph->nodeCount() + 1);
        return accept(std::move(judged));
    }
    m_jobs.start(
        tr("Deciding %n operators", nullptr, static_cast<int>(shownGraph->nodeCount())),
        [shownGraph, policy = m_policy, builtIn = m_builtIn](
            const std::stop_token&) { return judgeBoth(shownGraph, policy, builtIn); },
        [this](Judged judged) { accept(std::move(judged)); });
}

void Document::accept(Judged judged)
{
    const JudgementPtr before = std::exchange(m_judgement, std::move(judged.judgement));
    m_builtIn = std::move(judged.builtIn);
    m_changed.clear();
    m_castDelta = 0;
    if (before && m_judgement && before->graph() == m_judgement->graph()) {
        m_changed = changedNodes(*before, *m_judgement);
        m_castDelta =
            static_cast<int>(m_judgement->casts().size()) - static_cast<int>(before->casts().size());
    }
    collectFindings();
    emit decisionsChanged();
    emit findingsChanged();
}

NodeId Document::inShownGraph(NodeId forward) const
{
    if (!forward.isValid() || m_shown == Shown::Forward)
        return forward;
    return m_model->training->nodeOf[forward];
}

void Document::collectFindings()
{
    m_findings.clear();
    m_advice.clear();
    if (!m_judgement)
        return;
    for (Finding finding : m_model->findings) {
        finding.node = inShownGraph(finding.node);
        m_findings.push_back(std::move(finding));
    }
    const std::vector<Finding>& judged = m_judgement->decisions().findings();
    m_findings.insert(m_findings.end(), judged.begin(), judged.end());
    judgeLossScaleManager(*m_policy.choice, m_policy.options, m_findings);
    m_advice = adviseOn(m_policy.mixlist, m_judgement->library(), m_builtIn->typeUses());
    for (const MixlistAdvice& advice : m_advice)
        m_findings.push_back(advice.finding);
    if (!m_policy.mixlistInForce() && !m_policy.mixlist.isEmpty()) {
        const QString message = tr("The mixlist has no effect in %1.").arg(text(m_policy.choice->name));
        m_findings.push_back({.id = "mixlist.needs-mixed-mode",
            .where = m_policy.mixlist.fileName.empty() ? "mixlist" : m_policy.mixlist.fileName,
            .message = message.toStdString(),
            .node = {}});
    }
}

}
