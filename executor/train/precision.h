// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/lossscale/lossscale.h"
#include "analysis/policy/policy.h"
#include "executor/program/program.h"
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
    PrecisionPolicy policy; ///< What decides; Ascend's mixed FP16 on the 910B by default.
    std::string lossScaleRule = "ms_dynamic_loss_scale_update_cell";
    std::optional<LossScaleParameters> lossScale; ///< Nullopt: the rule's defaults.
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    OverflowTest overflowTest = OverflowTest::Gradients;
    ProgramOptions::Accumulation accumulation = ProgramOptions::Accumulation::Float32;
};

/// The precision of a run by \p policy, with the loss scale that comes with it: that of the level for
/// MindSpore's build_train_network (O2 a DynamicLossScaleManager, others none), of PyTorch's GradScaler and
/// TensorFlow's LossScaleOptimizer for FP16, else none. None is a scale of 1 whose overflows are applied as
/// they are.
Precision precisionBy(PrecisionPolicy policy);

/// The precision applied to a graph: judged, with casts inserted; the graph itself for nullopt (float32).
Result<MixedGraph> lowerPrecision(const GraphPtr& graph, const std::optional<Precision>& precision);

}
