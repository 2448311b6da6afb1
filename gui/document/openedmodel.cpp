// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/openedmodel.h"

#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

// sampleModels(), for lupdate
[[maybe_unused]] constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("OpenedModel", "LeNet-5 (sample)"),
    QT_TRANSLATE_NOOP("OpenedModel", "ResNet block (sample)"),
    QT_TRANSLATE_NOOP("OpenedModel", "Transformer block (sample)"),
};

std::filesystem::path filePath(const QString& path)
{
    return path.toStdString();
}

bool haveSameNodes(const Graph& left, const Graph& right)
{
    if (left.nodeCount() != right.nodeCount())
        return false;
    for (NodeId id : left.nodes()) {
        if (left.node(id).opType != right.node(id).opType)
            return false;
    }
    return true;
}

// The form for training may have the turns of a loop, a branch, or casts that the model as it is written does
// not have. What nodes make tells which belong together.
void matchNodes(const Graph& written, const Graph& forTraining, TrainingGraph& training)
{
    if (haveSameNodes(written, forTraining))
        return;
    const auto nodeNamed = [](const Graph& graph, std::string_view output) {
        const ValueId id = graph.findValue(output);
        return id.isValid() ? graph.value(id).producer : NodeId{};
    };
    const auto counterpart = [&](const Graph& from, NodeId node, const Graph& to) {
        const std::span<const ValueId> outputs = from.outputs(node);
        return outputs.empty() || !outputs[0].isValid() ? NodeId{}
                                                        : nodeNamed(to, from.value(outputs[0]).name);
    };
    IdMap<NodeId, NodeId> nodeOf(written.nodeCount());
    for (NodeId id : written.nodes()) {
        const NodeId place = counterpart(written, id, forTraining);
        nodeOf[id] = place.isValid() ? training.nodeOf[place] : NodeId{};
    }
    for (Finding& finding : training.findings) {
        if (finding.node.isValid())
            finding.node = counterpart(forTraining, finding.node, written);
    }
    training.nodeOf = std::move(nodeOf);
}

// Of what was found on the way only this is new: the rest was found in the model as it is written.
void addFormFindings(const ImportedModel& forTraining, std::vector<Finding>& findings)
{
    static constexpr std::array<std::string_view, 3> kOfTheForm{
        "graph.branch-known", "graph.loop-known", "graph.master-weights"};
    for (const Finding& finding : forTraining.findings) {
        if (std::ranges::contains(kOfTheForm, std::string_view(finding.id)))
            findings.push_back({finding.id, finding.where, finding.message, {}});
    }
}

// The training graph needs fixed shapes; the forward graph is shown with the names that the file has.
void addTraining(OpenedModel& model)
{
    const auto batched = openWithBatch(filePath(model.path), model.dims, TrainSettings().batch);
    if (!batched) {
        model.trainingRefusal = batched.error();
        return;
    }
    auto training = differentiate(batched->graph);
    if (!training) {
        // A model that is no classifier has no cross entropy; its training step is shown with the other loss.
        model.loss = Loss::MeanSquaredError;
        auto other = differentiate(batched->graph, {.loss = model.loss});
        if (!other) {
            model.trainingRefusal = other.error();
            return;
        }
        training = std::move(other);
    }
    matchNodes(*model.forward, *batched->graph, *training);
    addFormFindings(*batched, model.findings);
    model.findings.insert(model.findings.end(), training->findings.begin(), training->findings.end());
    model.training = std::move(*training);
}

}

QString OpenedModel::displayName() const
{
    if (const SampleModel* sample = findSample(filePath(path)))
        return QCoreApplication::translate("OpenedModel", sample->title.data());
    return QFileInfo(path).completeBaseName();
}

Result<OpenedModelPtr> readModel(const QString& path, const DimSizes& dims)
{
    // Weights that lie in a missing file are not needed to look at a model and to decide.
    auto imported =
        openModel(filePath(path), {.dims = dims, .missingData = ImportOptions::MissingData::Tolerate});
    if (!imported)
        return std::unexpected(std::move(imported.error()));
    auto model = std::make_shared<OpenedModel>();
    model->path = path;
    model->dims = dims;
    model->forward = std::move(imported->graph);
    model->info = std::move(imported->info);
    model->findings = std::move(imported->findings);
    return model;
}

OpenedModelPtr withTrainingStep(const OpenedModel& model)
{
    auto trained = std::make_shared<OpenedModel>(model);
    addTraining(*trained);
    return trained;
}

}
