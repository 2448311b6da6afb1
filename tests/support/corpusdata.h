// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training data of the shared corpus as the reference runs take it: in file order, scaled and padded as their
// protocol says (corpus/reference_train.py).
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace halftone::test {

/// Samples and labels, all as float64: token numbers and class numbers are exact in it.
struct CorpusData
{
    std::vector<float> samples; ///< Row-major, one sample after the other.
    std::vector<std::int64_t> labels; ///< One for each sample, or one for each pixel.
    std::size_t count = 0;
};

/// The first \p count training samples for a model of corpus/train_models; all where 0.
CorpusData corpusTrainingData(const QString& model, std::size_t count = 0);

/// The MNIST test digits, as pixels from 0 to 255.
CorpusData mnistTestDigits();

}
