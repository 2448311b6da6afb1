// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"
#include "analysis/policy/mindspore/amplists.h"
#include "analysis/policy/mindspore/mindsporesettings.h"

#include <vector>

namespace halftone {

/// What a call comes down to: which of four ways to rewrite a network, with which lists.
struct AmpPlan
{
    enum class Way : std::uint8_t {
        Off, ///< The network as it is.
        White, ///< Operators of `white` in low precision, with casts around each (O1).
        Low, ///< The whole network in low precision, but for cells of `black` (O2, O3).
        Auto, ///< By the three lists of level auto.
    };
    enum class LossIn : std::uint8_t {
        Float32, ///< A wrapper casts prediction and label.
        Received, ///< Nothing casts what it reads.
        Network, ///< It is part of the network and treated like the rest.
    };

    const AmpVersion* version = nullptr; ///< Never null.
    Way way = Way::Off;
    LossIn loss = LossIn::Received;
    DType low = DType::Float16;
    std::vector<AmpEntry> white;
    std::vector<AmpEntry> black;
    std::vector<AmpEntry> promote;
    bool castsOutput = false; ///< The output of the network is cast to FP32.
    std::vector<Finding> findings; ///< What is surprising about the call.
};

/// The plan of settings for which ampError() has nothing to say.
AmpPlan ampPlan(const MindSporeSettings& settings);

}
