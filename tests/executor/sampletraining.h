// SPDX-License-Identifier: GPL-3.0-or-later
//
// The built-in LeNet-5, trained on the built-in digits, on one thread.
#pragma once

#include "executor/files/modelfile.h"
#include "executor/train/trainer.h"

#include <QtGlobal>

namespace halftone::test {

inline const DatasetPair& digits()
{
    static const DatasetPair pair = *sampleDigits();
    return pair;
}

inline TrainSettings settings(std::size_t steps, std::optional<Precision> precision = std::nullopt)
{
    return {
        .batch = 64, .steps = steps, .learningRate = 0.05f, .threads = 1, .precision = std::move(precision)};
}

inline Trainer sampleTrainer(TrainSettings chosen)
{
    auto trainer = Trainer::create(kSampleModel, {}, digits(), std::move(chosen));
    if (!trainer)
        qFatal("%s", describe(trainer.error()).c_str());
    return *std::move(trainer);
}

/// All steps to the end.
inline std::vector<StepDone> train(Trainer& trainer)
{
    RecordingSink sink;
    RunControl control;
    trainer.run(sink, control);
    return sink.steps;
}

/// Mixed precision as it is without any choice.
inline Precision mixed()
{
    return {};
}

}
