// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/judge/judge.h"
#include "analysis/lossscale/lossscale.h"
#include "kernels/round.h"

#include <optional>
#include <string>

namespace halftone {

/// How gradients of a step are judged to have overflowed.
enum class OverflowTest : std::uint8_t {
    Gradients, ///< An unscaled gradient is not finite (MindSpore on CPU and GPU).
    AnyTensor, ///< Or any 16-bit tensor of the step was not (the sticky flag of Ascend 910).
};

/// The mixed precision that a run uses.
struct Precision
{
    Mode mode = Mode::MixFp16;
    std::string modeName = "allow_mix_precision_fp16"; ///< As the person chose it.
    std::string soc = "ascend910b";
    Mixlist mixlist;
    std::string lossScaleRule = "ms_dynamic_loss_scale_update_cell";
    std::optional<LossScaleParameters> lossScale; ///< Nullopt: the rule's defaults.
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    OverflowTest overflowTest = OverflowTest::Gradients;
};

/// The precision applied to a graph: judged, with casts inserted; the graph itself for nullopt (float32).
Result<MixedGraph> lowerPrecision(const GraphPtr& graph, const std::optional<Precision>& precision);

}
