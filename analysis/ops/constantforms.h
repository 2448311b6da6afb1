// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halftone {

/// This is what graph passes make of an Ascend operator when some of its inputs are constants: another type
/// that takes them as attributes ("ReduceSum" with constant axes becomes "ReduceSumD"). The list of the two
/// types can differ, and precision is judged afterwards.
struct ConstantForm
{
    std::string_view type;
    std::vector<std::uint32_t> constants; ///< Inputs that must be constant (or absent), in rising order.
    std::vector<std::uint32_t> dropped; ///< Those of them that the new type does not have as inputs.
};

/// The forms of \p type in the order in which they are tried; empty for most types. From
/// resources/oplibrary/ascend_const2attr.tsv, the passes of CANN in 2022 (shared semantics, 6.2 and 7.1).
/// Dimensions that are still symbols count as fixed: CANN wants them bound, or the model is dynamic and the
/// form with inputs stays.
std::span<const ConstantForm> constantFormsOf(std::string_view type);

}
