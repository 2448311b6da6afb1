// SPDX-License-Identifier: GPL-3.0-or-later
//
// Samples that are no numbers but places in a table: words, tokens.
#pragma once

#include "analysis/graph/graph.h"
#include "executor/data/dataset.h"

#include <optional>

namespace halftone {

/// How many entries the smallest table has that \p input chooses from by Gather; nullopt where it goes
/// elsewhere.
std::optional<std::int64_t> tableSize(const Graph& model, ValueId input);

/// Says which sample of \p data an int64 \p input cannot be fed with: what is no whole number, or lies
/// outside the table that it chooses from. Nullopt for inputs of other types, and where all fits.
std::optional<Error> findStrayIndex(const Graph& model, ValueId input, const Dataset& data);

}
