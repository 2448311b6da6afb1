// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/batchedmodel.h"

#include "executor/files/modelfile.h"

#include <format>

namespace halftone {

ValueId findDataInput(const Graph& graph)
{
    for (const DType dtype : {DType::Float32, DType::Int64}) {
        for (ValueId id : graph.graphInputs()) {
            if (graph.value(id).dtype == dtype && graph.dims(id).size() >= 2)
                return id;
        }
    }
    return {};
}

Result<ImportedModel> openWithBatch(const std::filesystem::path& path,
    std::map<std::string, std::int64_t> dims, std::size_t batch, ImportOptions::Form form)
{
    auto model = openModel(path, {.dims = dims, .form = form});
    if (!model)
        return model;
    const ValueId input = findDataInput(*model->graph);
    if (!input.isValid()) {
        return std::unexpected(Error{ErrorKind::Unsupported, "E-TRAIN",
            "The model has no float32 or int64 input of two or more dimensions to feed samples to.",
            path.string(), "Train a model with an input [N, ...]."});
    }
    const Dim& first = model->graph->dims(input)[0];
    if (first.isFixed() && first.size > 0)
        return model;
    const std::string symbol = first.symbol.isValid() ? model->graph->symbol(first.symbol)
                                                      : std::format("{}.0", model->graph->value(input).name);
    dims[symbol] = static_cast<std::int64_t>(batch);
    return openModel(path, {.dims = dims, .form = form});
}

}
