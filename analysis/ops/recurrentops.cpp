// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr std::string_view kWideSum =
    "Sums many products in every step; errors of the state add up over the sequence.";

constexpr OpDef recurrent(std::string_view name, std::string_view doc)
{
    return {.name = name, .doc = doc, .opClass = OpClass::Compute, .why = kWideSum};
}

constexpr OpDef kRows[] = {
    recurrent("GRU", "Recurrent layer of gated units."),
    recurrent("LSTM", "Recurrent layer of long short-term memory cells."),
    recurrent("RNN", "Recurrent layer of plain units."),
};

}

std::span<const OpDef> recurrentOps()
{
    return kRows;
}

}
