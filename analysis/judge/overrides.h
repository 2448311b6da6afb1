// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/customdtypes.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/ops/opdef.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halftone {

/// This finds the lines of the keep_dtype and customize_dtypes files that speak of an operator. Refers to
/// both.
///
/// keep_dtype is read before the graph is changed: names are those of the framework's nodes (for all
/// operators that a node becomes), types those before graph passes. customize_dtypes is read when an operator
/// is judged: its type is the one that is judged, and its name that of the node only where the node becomes
/// one operator without constants of the parser's own; others are renamed by CANN with a number that nobody
/// knows before.
class Overrides
{
public:
    static constexpr std::uint32_t kNone = Id<void>::kNone;

    /// Both may be null.
    Overrides(const KeepDTypes* keep, const CustomDTypes* custom);

    bool isEmpty() const { return m_keep.isEmpty() && m_custom.isEmpty(); }
    /// True when lines name nodes, so that equal nodes may differ.
    bool nameNodes() const { return !m_keep.byName.empty() || !m_custom.byName.empty(); }

    /// Index into the entries; kNone where no line speaks of it.
    std::uint32_t keepOfNode(std::string_view nodeName) const { return find(m_keep.byName, nodeName); }
    std::uint32_t keepOfPart(const AscendPart& part) const;
    std::uint32_t customOfNode(std::string_view nodeName) const { return find(m_custom.byName, nodeName); }
    std::uint32_t customOfType(std::string_view judgedType) const
    {
        return find(m_custom.byType, judgedType);
    }
    const CustomDTypesEntry& customEntry(std::uint32_t index) const { return m_customDTypes->entries[index]; }

private:
    using Index = std::unordered_map<std::string_view, std::uint32_t>;
    struct Indexes
    {
        Index byName;
        Index byType;
        bool isEmpty() const { return byName.empty() && byType.empty(); }
    };
    static std::uint32_t find(const Index& index, std::string_view key)
    {
        const auto found = index.empty() ? index.end() : index.find(key);
        return found == index.end() ? kNone : found->second;
    }

    const CustomDTypes* m_customDTypes;
    Indexes m_keep;
    Indexes m_custom;
};

/// True when the node of these parts keeps its name on Ascend.
bool keepsItsName(std::span<const AscendPart> parts);

}
