// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// The function of mindspore.amp that is called.
enum class AmpApi : std::uint8_t {
    AutoMixedPrecision, ///< auto_mixed_precision(network, amp_level, dtype)
    BuildTrainNetwork, ///< build_train_network(network, optimizer, loss_fn, level, ...), also behind
                       ///< Model(amp_level)
    CustomMixedPrecision, ///< custom_mixed_precision(network, white_list=, black_list=, dtype=)
};

/// Spelled "auto_mixed_precision", "build_train_network", "custom_mixed_precision".
std::string_view name(AmpApi api);

/// The device_target of MindSpore's context.
enum class AmpDevice : std::uint8_t { Cpu, Gpu, Ascend };

/// Spelled "CPU", "GPU", "Ascend".
std::string_view name(AmpDevice device);

/// MindSpore's levels and lists. Which members are read depends on the function; a value that MindSpore would
/// refuse is refused by decide(), with the type of its exception.
struct MindSporeSettings
{
    AmpApi api = AmpApi::AutoMixedPrecision;
    std::string version = "2.4"; ///< A row of ampVersions().
    std::string level = "O2"; ///< O0, O1, O2, O3 or auto; not read by custom_mixed_precision.
    AmpDevice device = AmpDevice::Ascend; ///< What "auto" means in older versions depends on it.
    DType low = DType::Float16; ///< Not read by build_train_network.
    std::optional<DType> castModelType; ///< build_train_network only.
    std::optional<bool> keepBatchNormFp32; ///< build_train_network only.
    std::optional<std::vector<std::string>>
        whiteList; ///< custom_mixed_precision only: "nn.Conv2d", "ops.MatMul".
    std::optional<std::vector<std::string>> blackList;
    bool hasLossFunction = true; ///< False where the loss is computed inside the network (loss_fn=None).

    bool operator==(const MindSporeSettings&) const = default;
};

}
