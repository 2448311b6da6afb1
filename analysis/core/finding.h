// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/id.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

enum class Severity : std::uint8_t { Note, Warning, Problem };

/// Spelled "note", "warning", "problem".
std::string_view name(Severity severity);

/// This is something a person should know about a model, a list or a run; unlike an Error it stops nothing.
struct Finding
{
    std::string id; ///< Stable, dotted, for muting and tests: "graph.unknown-op". A row of findingKinds().
    std::string where; ///< The node, value, file:line:column or option it speaks of.
    std::string message; ///< One sentence: what is the case.
    NodeId node; ///< The node to select in the views, where there is one.

    bool operator==(const Finding&) const = default;
};

/// This is a catalogue row: how serious a kind of finding is and what a person can do about it.
struct FindingKind
{
    std::string_view id;
    Severity severity = Severity::Note;
    std::string_view remedy; ///< One sentence.
};

/// All kinds, sorted by id.
std::span<const FindingKind> findingKinds();

/// The catalogue row of \p finding. Every finding that the program makes has one (a test walks them).
const FindingKind& kindOf(const Finding& finding);

}
