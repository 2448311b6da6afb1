// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/entryeffects.h"

#include "gui/document/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct EntryEffects
{
    Q_DECLARE_TR_FUNCTIONS(halftone::EntryEffects)
};

}

QString movesText(std::span<const PrecisionMove> moves)
{
    QStringList parts;
    for (const PrecisionMove& move : moves) {
        parts += EntryEffects::tr("%n ops %1→%2", nullptr, static_cast<int>(move.nodes))
                     .arg(text(shortName(move.from)), text(shortName(move.to)));
    }
    return parts.isEmpty() ? EntryEffects::tr("no op changes") : parts.join(", ");
}

QHash<QString, QString> effectsByType(const JudgementPtr& judgement, const std::stop_token& stop)
{
    QHash<QString, QString> effects;
    for (const MixlistEntry& entry : judgement->policy().mixlist.entries) {
        const QString type = text(entry.opType);
        if (stop.stop_requested())
            return {};
        if (effects.contains(type))
            continue;
        Policy without = judgement->policy();
        std::erase_if(
            without.mixlist.entries, [&](const MixlistEntry& other) { return other.opType == entry.opType; });
        const Judgement others(judgement->graph(), without);
        effects.insert(type, movesText(precisionMoves(others, *judgement)));
    }
    return effects;
}

}
