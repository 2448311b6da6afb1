// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/ops/window.h"
#include "executor/program/layout.h"
#include "kernels/maxpool.h"

#include <optional>

namespace halftone {

class ProgramBuilder;

/// A pool of largest elements as our own loop sees it; nullopt where that does not fit: it wants images in
/// blocks of channels and windows without gaps.
std::optional<kernels::MaxPool> blockedMaxPool(
    std::span<const std::int64_t> x, std::span<const std::int64_t> y, const Window& window, Layout layout);

/// Adds it to the node, with places for its gradient. Numbers of 16 bits are not widened.
void addBlockedMaxPool(ProgramBuilder& b, const kernels::MaxPool& pool, Layout layout);

/// The same for the gradient. Inputs: dY.
void addBlockedMaxPoolGrad(ProgramBuilder& b, const kernels::MaxPool& pool, Layout layout);

}
