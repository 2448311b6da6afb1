// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/optypes.h"

#include "gui/document/text.h"

#include <map>

namespace halftone {

std::vector<TypeUse> typesIn(const Decisions& decisions)
{
    std::map<std::string, TypeUse> byType;
    for (NodeId node : decisions.graph()->nodes()) {
        const QString onnxType = text(decisions.graph()->node(node).opType);
        for (const PartDecision& part : decisions.parts(node)) {
            if (part.ascendType.empty())
                continue;
            TypeUse& use = byType[part.ascendType];
            use.type = part.ascendType;
            ++use.count;
            if (!use.onnxTypes.contains(onnxType))
                use.onnxTypes.append(onnxType);
        }
    }
    std::vector<TypeUse> uses;
    for (auto& [type, use] : byType) {
        use.onnxTypes.sort();
        uses.push_back(std::move(use));
    }
    return uses;
}

QStringList typesOf(const Decisions& decisions, NodeId node)
{
    QStringList types;
    for (const PartDecision& part : decisions.parts(node)) {
        if (!part.ascendType.empty() && !types.contains(text(part.ascendType)))
            types.append(text(part.ascendType));
    }
    return types;
}

}
