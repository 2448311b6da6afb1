// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/oppolicies.h"

#include <algorithm>

namespace halftone {
namespace {

// The entry that moved \p op to \p list. There is one.
ListSource entryThatMoved(const LibraryOp& op, List list, const Mixlist& mixlist)
{
    const MixlistEntry wanted = list == List::Gray
        ? MixlistEntry{.opType = op.type, .list = op.list, .action = MixlistEntry::Action::Remove}
        : MixlistEntry{.opType = op.type, .list = list, .action = MixlistEntry::Action::Add};
    const auto entry = std::ranges::find(mixlist.entries, wanted);
    return {.kind = ListSource::Kind::Mixlist,
        .libraryList = op.list,
        .entry = static_cast<std::uint32_t>(entry - mixlist.entries.begin()),
        .line = entry->line};
}

}

OpPolicies::OpPolicies(const OpLibrary& library, const Mixlist* mixlist)
    : m_library(&library)
{
    m_policies.reserve(library.ops().size());
    for (const LibraryOp& op : library.ops())
        m_policies.push_back({op.list, {ListSource::Kind::Library, op.list, 0, op.line}});
    if (!mixlist)
        return;
    for (const MixlistEntry& entry : mixlist->entries) {
        const LibraryOp* op = library.find(entry.opType);
        const List list = op ? effectiveList(op->type, op->list, *mixlist) : List::Gray;
        if (op && list != op->list)
            m_policies[static_cast<std::size_t>(op - library.ops().data())] = {
                list, entryThatMoved(*op, list, *mixlist)};
    }
}

OpPolicies::Policy OpPolicies::of(const LibraryOp* op) const
{
    return op ? m_policies[static_cast<std::size_t>(op - m_library->ops().data())] : Policy{};
}

}
