// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the tensors of a body (If, Loop, Scan) relate to those of the node that owns it. A body knows captured
// values by name only, and files often leave out the types of its inputs; both follow from the owner.
#pragma once

#include "analysis/judge/decisions.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace halftone {

/// The input slot of the owner that feeds the input \p bodyInput of a body; nothing for operators without
/// such inputs (If) and unknown ones.
std::optional<std::uint32_t> ownerInput(std::string_view opType, std::uint32_t bodyInput);

/// The output slot of the owner that the output \p bodyOutput of a body becomes; nothing for the condition of
/// a Loop.
std::optional<std::uint32_t> ownerOutput(std::string_view opType, std::uint32_t bodyOutput);

/// This finds the original types in the bodies of a graph. Refers to \p enclosing.
class BodyTypes
{
public:
    explicit BodyTypes(const Decisions& enclosing)
        : m_enclosing(enclosing)
    {
    }

    /// Of all values of the body \p index of \p owner: as written there, else as the owner has them.
    IdMap<ValueId, DType> originals(NodeId owner, std::size_t index);

private:
    DType captured(const std::string& name);
    DType fromOwner(NodeId owner, const Graph& body, ValueId input) const;

    const Decisions& m_enclosing;
    std::unordered_map<std::string_view, ValueId> m_byName; // filled when it is first needed
};

}
