// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lists of mindspore.amp by version, as data with their provenance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// A list of amp.py (or amp.cc).
enum class AmpList : std::uint8_t {
    White, ///< AMP_WHITE_LIST: cells and primitives that O1 takes to low precision.
    Black, ///< AMP_BLACK_LIST: cells that O2 leaves in FP32.
    AutoWhite, ///< Primitives that level auto takes to low precision.
    AutoBlack, ///< Primitives that level auto keeps in FP32.
    AutoPromote, ///< Primitives whose inputs level auto takes to the widest of their types.
};

/// This is a version of the lists and of what depends on it.
struct AmpVersion
{
    std::string_view name; ///< "2.4"
    std::string_view source; ///< Where it was read.
    bool hasBf16 = false; ///< The functions take dtype=bfloat16.
    bool autoIsLists =
        false; ///< "auto" works by lists on any device; before, it picked O2 or O3 by the device.
    /// The machinery that decides sees cells that the person set (to_float, flags) and leaves them alone at
    /// every level; before, O2 and O3 were themselves a to_float on the whole network, and the last call won.
    bool respectsCellsAtAnyLevel = false;
};

/// Oldest first.
std::span<const AmpVersion> ampVersions();

/// Null for an unknown name.
const AmpVersion* findAmpVersion(std::string_view name);

/// This is an entry of a list: a cell of mindspore.nn ("Conv2d") or a primitive of mindspore.ops ("Conv2D").
struct AmpEntry
{
    enum class Kind : std::uint8_t { Cell, Primitive };
    Kind kind = Kind::Primitive;
    std::string_view name;
    std::string_view since = "2.0"; ///< The first version that has it.

    bool operator==(const AmpEntry&) const = default;
};

/// The entries of a list in a version. Empty for the lists of level auto in versions that have none.
std::vector<AmpEntry> ampList(AmpList list, const AmpVersion& version);

}
