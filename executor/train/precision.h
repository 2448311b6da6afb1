// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/judge/customdtypes.h"
#include "analysis/judge/judge.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/lossscale/lossscale.h"
#include "analysis/policy/policy.h"
#include "kernels/round.h"

#include <memory>
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
    std::shared_ptr<const OpLibrary> library; ///< Null: the embedded one of `soc`.
    Mixlist mixlist;
    KeepDTypes keepDTypes;
    CustomDTypes customDTypes;
    std::string lossScaleRule = "ms_dynamic_loss_scale_update_cell";
    std::optional<LossScaleParameters> lossScale; ///< Nullopt: the rule's defaults.
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    OverflowTest overflowTest = OverflowTest::Gradients;
    std::optional<PrecisionPolicy> policy; ///< Decides instead of mode, chip and files above.
};

/// The precision of a run by \p policy, with the loss scale that comes with it: that of the level for
/// MindSpore's build_train_network (O2 a DynamicLossScaleManager, others none), of PyTorch's GradScaler and
/// TensorFlow's LossScaleOptimizer for FP16, else none. None is a scale of 1 whose overflows are applied as
/// they are.
Precision precisionBy(PrecisionPolicy policy);

/// The precision applied to a graph: judged, with casts inserted; the graph itself for nullopt (float32).
Result<MixedGraph> lowerPrecision(const GraphPtr& graph, const std::optional<Precision>& precision);

}
