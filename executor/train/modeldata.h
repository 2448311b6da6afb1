// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "executor/data/dataset.h"

#include <map>

namespace halftone {

inline constexpr std::string_view kSyntheticData = "synthetic";

/// What a training of \p model begins with where nobody chose data: kSampleDigits where they fit its input,
/// else kSyntheticData.
std::string_view suitableData(const Graph& model);

/// openDataset(), and for kSyntheticData random samples in the shape that \p model wants, with its batch
/// dimension bound to \p batch, and with labels as \p loss reads them.
Result<DatasetPair> openDataFor(const std::string& place, const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, std::size_t batch, std::uint64_t seed,
    Loss loss = Loss::SoftmaxCrossEntropy);

}
