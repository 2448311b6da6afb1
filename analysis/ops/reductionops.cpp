// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr std::string_view kLongSum =
    "A long sum in FP16 stalls: a term is lost once the sum is 2048 times larger.";

constexpr OpDef kRows[] = {
    {.name = "ReduceSum", .doc = "Sum over some axes.", .opClass = OpClass::Sensitive, .why = kLongSum},
    {.name = "ReduceMean", .doc = "Mean over some axes.", .opClass = OpClass::Sensitive, .why = kLongSum},
    {.name = "BiasGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of a bias: dY summed over everything but axis 1.",
        .opClass = OpClass::Sensitive,
        .why = kLongSum,
        .ascend = {.types = "BiasAddGrad"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> reductionOps()
{
    return kRows;
}

}
