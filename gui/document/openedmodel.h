// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "analysis/onnx/import.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>

namespace halftone {

using DimSizes = std::map<std::string, std::int64_t>;

/// This is a model as opened: the graph of the file and, where it can be made, the graph of a training step.
struct OpenedModel
{
    QString path; ///< A file, or kSampleModel.
    DimSizes dims; ///< Sizes that the person gave.
    GraphPtr forward;
    ModelInfo info;
    std::optional<TrainingGraph> training;
    Loss loss = Loss::SoftmaxCrossEntropy; ///< That the training graph ends in.
    std::optional<Error> trainingRefusal; ///< Why there is no training graph, once that is known.
    std::vector<Finding> findings; ///< Of reading and differentiating; nodes are those of `forward`.

    /// "lenet5" for a path, "LeNet-5 (sample)" for the model built in.
    QString displayName() const;
};

using OpenedModelPtr = std::shared_ptr<const OpenedModel>;

/// Reads the file; the training graph is not made yet. Takes time with large files.
Result<OpenedModelPtr> readModel(const QString& path, const DimSizes& dims = {});

/// The same model with its training graph, or with the reason why there is none.
OpenedModelPtr withTrainingStep(const OpenedModel& model);

}
