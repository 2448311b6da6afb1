// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/modeldata.h"

#include "executor/data/batches.h"
#include "executor/data/synthetic.h"
#include "executor/train/batchedmodel.h"

#include <format>

namespace halftone {
namespace {

/// As many as the first output with a row for each sample has numbers; 2 where there is none.
std::int64_t countClasses(const Graph& graph)
{
    constexpr std::int64_t kFewest = 2;
    for (ValueId output : graph.graphOutputs()) {
        if (graph.dims(output).size() >= 2 && graph.dims(output).back().isFixed())
            return graph.dims(output).back().size;
    }
    return kFewest;
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
    const std::map<std::string, std::int64_t>& dims, std::size_t batch, std::uint64_t seed)
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
            path.string(), "Bind the symbolic dimensions, for instance --dim T=16."});
    return syntheticData(graph, input, countClasses(graph), seed);
}

}
