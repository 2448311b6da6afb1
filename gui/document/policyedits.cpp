// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/policyedits.h"

#include "gui/document/text.h"
#include "gui/models/marks.h"

#include <QCoreApplication>

#include <string_view>
#include <unordered_set>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Commands
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Commands)
};

// "Conv2D", "Conv2D and 2 more"
QString shortListOf(const QStringList& types)
{
    if (types.size() == 1)
        return types.front();
    return Commands::tr("%1 and %2 more").arg(types.front()).arg(types.size() - 1);
}

List libraryList(const Policy& policy, std::string_view type)
{
    const auto library = policy.library();
    const LibraryOp* op = library ? library->find(type) : nullptr;
    return op ? op->list : List::Gray;
}

}

Policy withTypesInList(Policy policy, const QStringList& types, List to)
{
    for (const QString& each : types) {
        const std::string type = each.toStdString();
        policy.mixlist = withOpInList(policy.mixlist, type, libraryList(policy, type), to);
    }
    return policy;
}

QString moveText(const QStringList& types, List to)
{
    return Commands::tr("Move %1 to %2").arg(shortListOf(types), listTitle(to));
}

Policy withoutTypes(Policy policy, const QStringList& types)
{
    std::erase_if(policy.mixlist.entries,
        [&](const MixlistEntry& entry) { return types.contains(text(entry.opType)); });
    return policy;
}

QString resetText(const QStringList& types)
{
    return Commands::tr("Return %1 to the built-in list").arg(shortListOf(types));
}

Policy withReason(Policy policy, const QStringList& types, const QString& reason)
{
    for (const QString& type : types) {
        if (reason.isEmpty())
            policy.reasons.erase(type.toStdString());
        else
            policy.reasons[type.toStdString()] = reason;
    }
    return policy;
}

QString reasonText(const QStringList& types, const QString& reason)
{
    return reason.isEmpty() ? Commands::tr("Take back the reason for %1").arg(shortListOf(types))
                            : Commands::tr("Give a reason for %1").arg(shortListOf(types));
}

Policy withOverrides(Policy policy, const std::vector<std::string>& targets, DType dtype)
{
    const std::unordered_set<std::string_view> asked(targets.begin(), targets.end());
    std::erase_if(
        policy.overrides, [&](const PrecisionOverride& other) { return asked.contains(other.target); });
    if (dtype == DType::Undefined)
        return policy;
    for (const std::string& target : targets)
        policy.overrides.push_back({.target = target, .dtype = dtype});
    return policy;
}

QString overrideText(const std::vector<std::string>& targets, DType dtype)
{
    const QString what = targets.size() == 1
        ? text(targets.front())
        : Commands::tr("%n operators", nullptr, static_cast<int>(targets.size()));
    return dtype == DType::Undefined ? Commands::tr("Let the policy decide %1").arg(what)
                                     : Commands::tr("Ask for %1 on %2").arg(text(name(dtype)), what);
}

Policy withCall(Policy policy, const std::string& replaced, const PrecisionOverride& call)
{
    std::vector<PrecisionOverride> calls;
    bool isPlaced = false;
    for (const PrecisionOverride& other : policy.overrides) {
        if (other.target != replaced && other.target != call.target)
            calls.push_back(other);
        else if (!std::exchange(isPlaced, true))
            calls.push_back(call);
    }
    if (!isPlaced)
        calls.push_back(call);
    policy.overrides = std::move(calls);
    return policy;
}

QString callText(const PrecisionOverride& call)
{
    return call.members.empty()
        ? overrideText({call.target}, call.dtype)
        : Commands::tr("Ask for %1 on %2 (%n members)", nullptr, static_cast<int>(call.members.size()))
              .arg(text(name(call.dtype)), text(call.target));
}

Policy withoutCalls(Policy policy, const QStringList& targets)
{
    std::erase_if(
        policy.overrides, [&](const PrecisionOverride& call) { return targets.contains(text(call.target)); });
    return policy;
}

QString callsGoneText(const QStringList& targets)
{
    return Commands::tr("Ask nothing of %1").arg(shortListOf(targets));
}

std::optional<Policy> policyLike(const Policy& now, const PrecisionPolicy& edited)
{
    Policy next = now;
    next.overrides = edited.overrides;
    next.options = optionsWith(now.options, edited.settings);
    if (const auto* ascend = std::get_if<AscendSettings>(&edited.settings); ascend && now.mixlistInForce())
        next.mixlist.entries = ascend->mixlist.entries;
    if (next.precision() == edited)
        return next;
    for (const PolicyChoice& choice : policyChoices()) {
        next.choice = &choice;
        if (next.precision() == edited)
            return next;
    }
    return std::nullopt;
}

}
