// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"
#include "kernels/round.h"

#include <functional>
#include <optional>
#include <span>

namespace halftone {

/// Whether convertElements() knows both types: FP32, FP16 and BF16.
bool canConvert(DType from, DType to);

/// Takes converted bytes; false stops the conversion (a full disk).
using ByteSink = std::function<bool(std::span<const std::byte>)>;

/// Converts the elements of \p data to \p to, as Cast does: rounded once to nearest even, overflow to
/// infinity. The bytes come in blocks of bounded size, so that a mapped file of many gigabytes passes through
/// little memory; of equal types they are passed on as they are. Any alignment. Nothing when the sink
/// stopped it; else the counts of the rounding (all zero when widening). canConvert() must hold, or the types
/// be equal.
std::optional<kernels::RoundStats> convertElements(const TensorData& data, DType to, const ByteSink& sink);

}
