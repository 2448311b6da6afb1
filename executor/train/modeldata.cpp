// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/modeldata.h"

#include "executor/data/batches.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/datafit.h"

#include <format>

namespace halftone {
namespace {

/// What the loss reads; where the model cannot be trained, as many classes as its first output with a row for
/// each sample has numbers.
LabelForm labelsFor(const GraphPtr& model, Loss loss)
{
    if (const auto training = differentiate(model, {.loss = loss}))
        return labelFormOf(*training);
    for (ValueId output : model->graphOutputs()) {
        if (model->dims(output).size() >= 2 && model->dims(output).back().isFixed())
            return {.classes = model->dims(output).back().size};
    }
    return {};
}

}

std::string_view suitableData(const Graph& model)
{
    const ValueId input = findDataInput(model);
    if (!input.isValid() || model.dims(input).empty())
        return kSyntheticData;
    std::vector<std::int64_t> shape;
    for (const Dim& dim : model.dims(input).subspan(1)) {
        if (!dim.isFixed())
            return kSyntheticData;
        shape.push_back(dim.size);
    }
    return Batches::canFit(kSampleDigitsShape, shape) ? kSampleDigits : kSyntheticData;
}

Result<DatasetPair> openDataFor(const std::string& place, const std::filesystem::path& path,
    const std::map<std::string, std::int64_t>& dims, std::size_t batch, std::uint64_t seed, Loss loss)
{
    if (place != kSyntheticData)
        return openDataset(place);
    const auto model = openWithBatch(path, dims, batch);
    if (!model)
        return std::unexpected(model.error());
    const Graph& graph = *model->graph;
    const ValueId input = findDataInput(graph);
    if (!graph.fixedShape(input))
        return std::unexpected(Error{ErrorKind::Unsupported, "E-DATA",
            std::format("The shape of the input \"{}\" is not fixed ({}).", graph.value(input).name,
                graph.shapeText(input)),
            path.string(),
            std::format("Bind the symbolic dimensions, for instance --dim {}=16.",
                model->info.symbols.empty() ? "T" : model->info.symbols.front())});
    return syntheticData(graph, input, labelsFor(model->graph, loss), seed);
}

}
