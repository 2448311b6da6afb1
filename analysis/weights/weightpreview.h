// SPDX-License-Identifier: GPL-3.0-or-later
//
// What 16 bits would make of the constants of a model. No run is needed for it: a mask of -1e9, an epsilon
// that becomes 0, or row numbers beyond 2048 are the cheapest faults to find.
#pragma once

#include "analysis/graph/graph.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace halftone {

/// Counts of values by what converting them to one format does. A value counts once, but for subnormals,
/// which may have kept all digits.
struct FormatPreview
{
    std::uint64_t overflows = 0; ///< Finite values that become infinite.
    std::uint64_t flushedToZero = 0; ///< Values other than zero that become zero.
    std::uint64_t subnormals = 0; ///< Values that become subnormal, with fewer digits.
    /// Whole numbers that become other ones: beyond 2048 in FP16 and 256 in BF16 not all are there.
    std::uint64_t inexactIntegers = 0;
    std::uint64_t unchanged = 0;

    /// Ranks tensors: overflow before whole numbers, before values lost, before digits lost.
    auto rank() const { return std::tuple(overflows, inexactIntegers, flushedToZero, subnormals); }
    bool operator==(const FormatPreview&) const = default;
};

/// This is one constant tensor of floats.
struct WeightPreview
{
    std::string name; ///< With the way to the body in front: "if_1/then_branch/w".
    std::string readBy; ///< The first node that reads it; empty when none does.
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> dims;
    std::uint64_t count = 0;
    float absMax = 0; ///< Of the finite values.
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    FormatPreview float16;
    FormatPreview bfloat16;

    const FormatPreview& in(DType low) const { return low == DType::BFloat16 ? bfloat16 : float16; }
    bool operator==(const WeightPreview&) const = default;
};

/// Told about bytes that were read and are not needed any more, so that mapped files need not stay in memory.
using BytesDone = std::function<void(std::span<const std::byte>)>;

/// One constant, without name and reader. All counts are 0 for other types than those of previewWeights().
WeightPreview previewWeight(const TensorData& data, const BytesDone& done = {});

/// All initializers and Constant nodes of FP32, FP16, BF16 and FP64 whose values are at hand, bodies
/// included, worst in \p low first. Values are read once, block by block; FP64 is rounded to FP32 first.
std::vector<WeightPreview> previewWeights(const Graph& graph, DType low, const BytesDone& done = {});

}
