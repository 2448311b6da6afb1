// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/overridefindings.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

constexpr std::size_t kLookedAt = 10; // kMaxOpsNum in keep_dtype_option.cc

std::string placeIn(const std::string& fileName, int line)
{
    const std::string file = fileName.empty() ? "options" : fileName;
    return line > 0 ? std::format("{}:{}:1", file, line) : file;
}

}

void OverrideCheck::see(
    const Graph& graph, NodeId node, const PreparedNode& prepared, std::span<const PartDecision> decided)
{
    const std::string& nodeName = graph.node(node).name;
    m_nodes.insert(nodeName);
    if (!prepared.keepsItsName)
        m_renamed.insert(nodeName);
    for (const PreparedPart& part : prepared.parts)
        m_types.insert(part.part->types.begin(), part.part->types.end());
    for (const PartDecision& part : decided) {
        m_judgedTypes.insert(part.ascendType);
        const bool isBeaten =
            part.keepEntry != PartDecision::kNoEntry && part.customEntry != PartDecision::kNoEntry;
        if (isBeaten)
            m_beaten.try_emplace(part.keepEntry, graph.displayName(node));
    }
}

bool OverrideCheck::isFound(const KeepDTypesEntry& entry) const
{
    return (entry.isType ? m_types : m_nodes).contains(entry.name);
}

std::optional<Error> OverrideCheck::refusal() const
{
    if (!m_keep)
        return std::nullopt;
    std::size_t missing = 0;
    for (const KeepDTypesEntry& entry : m_keep->entries) {
        if (isFound(entry))
            continue;
        if (++missing > kLookedAt)
            break;
        if (entry.isType && !isPascalCase(entry.name))
            return Error{.kind = ErrorKind::Format,
                .code = "E10003",
                .what = std::format(
                    "The operator type \"{}\" in the file is invalid. It must be in PascalCase.", entry.name),
                .where = m_keep->fileName.empty() ? "keep_dtype" : m_keep->fileName,
                .remedy = "Write the Ascend type as in OpType::MatMulV2.",
                .line = entry.line,
                .column = 1};
    }
    return std::nullopt;
}

std::vector<Finding> OverrideCheck::findings() const
{
    std::vector<Finding> findings;
    if (m_keep)
        addKeepFindings(findings);
    if (m_custom)
        addCustomFindings(findings);
    return findings;
}

void OverrideCheck::addKeepFindings(std::vector<Finding>& findings) const
{
    for (const KeepDTypesEntry& entry : m_keep->entries) {
        if (!isFound(entry))
            findings.push_back({.id = "keep-dtype.not-found",
                .where = placeIn(m_keep->fileName, entry.line),
                .message = std::format(
                    "The model has no {} \"{}\".", entry.isType ? "operator type" : "node", entry.name)});
    }
    for (const auto& [entry, node] : m_beaten)
        findings.push_back({.id = "keep-dtype.beaten",
            .where = placeIn(m_keep->fileName, m_keep->entries[entry].line),
            .message = std::format("customize_dtypes names {}, too, and counts more.", node)});
    if (m_mode == Mode::KeepOrigin && !m_keep->entries.empty())
        findings.push_back({.id = "keep-dtype.idle",
            .where = placeIn(m_keep->fileName, 0),
            .message =
                "must_keep_origin_dtype keeps all types, so CANN documents the file as without effect."});
}

void OverrideCheck::addCustomFindings(std::vector<Finding>& findings) const
{
    for (const CustomDTypesEntry& entry : m_custom->entries) {
        const bool isThere = entry.isType ? m_judgedTypes.contains(entry.name) : m_nodes.contains(entry.name);
        if (!isThere)
            findings.push_back({.id = "dtypes.not-found",
                .where = placeIn(m_custom->fileName, entry.line),
                .message = std::format(
                    "The model has no {} \"{}\".", entry.isType ? "operator type" : "node", entry.name)});
        else if (!entry.isType && m_renamed.contains(entry.name))
            findings.push_back({.id = "dtypes.renamed",
                .where = placeIn(m_custom->fileName, entry.line),
                .message = std::format("{} becomes several operators, which have other names.", entry.name)});
    }
}

}
