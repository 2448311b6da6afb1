// SPDX-License-Identifier: GPL-3.0-or-later
//
// ops_info.json for CANN's modify_mixlist. Of Ascend's own decisions it is the list that they were made with;
// those of other policies are translated: an operator type whose nodes are all in 16 bits goes to the white
// list, one whose nodes are all in FP32 to the black list.
#include "analysis/export/families.h"
#include "analysis/export/nodechoice.h"

#include <set>

namespace halftone {
namespace {

const AscendSettings* ascendOf(const ExportInput& input)
{
    return std::get_if<AscendSettings>(&input.policy.settings);
}

void addTypes(const Decisions& decisions, std::set<std::string>& types)
{
    const Graph& graph = *decisions.graph();
    for (NodeId id : graph.nodes()) {
        for (const PartDecision& part : decisions.parts(id))
            types.insert(part.ascendType);
        for (std::size_t i = 0; i < graph.node(id).bodies.size(); ++i)
            addTypes(decisions.body(id, i), types);
    }
}

Mixlist translated(const ExportInput& input, Untranslated& rest)
{
    Mixlist list;
    for (const auto& [type, use] : usesByType(input.decisions, mainAscendType)) {
        const LibraryOp* op = input.library->find(type);
        if (op && op->isNullKernel)
            continue; // Follows its predecessor, as it did.
        if (!op)
            rest.note(type, "is no operator of the chip's library");
        else if (use.low > 0 && use.high > 0)
            rest.note(type, "stands for nodes that were decided differently; lists know types only");
        else
            list = withOpInList(list, type, op->list, use.isLow() ? List::White : List::Black);
    }
    return list;
}

void noteOverrides(const ExportInput& input, Untranslated& rest)
{
    for (const PrecisionOverride& call : input.policy.overrides)
        rest.note(call.target.empty() ? "the whole network" : call.target,
            "was set by name; lists know types only, so use keep-dtype or customize-dtypes");
}

/// Every type with the list that it is in, also where the library says the same.
Mixlist spelledOut(const Mixlist& list, const std::set<std::string>& types, const OpLibrary& library)
{
    using enum MixlistEntry::Action;
    Mixlist full;
    for (const std::string& type : types) {
        const LibraryOp* op = library.find(type);
        const List ofLibrary = op ? op->list : List::Gray;
        const List effective = effectiveList(type, ofLibrary, list);
        if (effective == List::Gray && ofLibrary != List::Gray)
            full.entries.push_back({.opType = type, .list = ofLibrary, .action = Remove});
        full.entries.push_back({.opType = type, .list = effective, .action = Add});
    }
    return full;
}

ExportedText written(const Mixlist& list, const Untranslated& rest)
{
    return {writeMixlist(list), rest.findings()};
}

}

Result<ExportedText> exportOpsInfo(const ExportInput& input)
{
    Untranslated rest;
    noteOverrides(input, rest);
    const AscendSettings* ascend = ascendOf(input);
    return written(ascend ? ascend->mixlist : translated(input, rest), rest);
}

Result<ExportedText> exportFullOpsInfo(const ExportInput& input)
{
    Untranslated rest;
    noteOverrides(input, rest);
    std::set<std::string> types;
    const AscendSettings* ascend = ascendOf(input);
    if (ascend) {
        addTypes(input.decisions, types);
        for (const MixlistEntry& entry : ascend->mixlist.entries)
            types.insert(entry.opType);
        return written(spelledOut(ascend->mixlist, types, *input.library), rest);
    }
    for (const auto& [type, use] : usesByType(input.decisions, mainAscendType))
        types.insert(type);
    return written(spelledOut(translated(input, rest), types, *input.library), rest);
}

}
