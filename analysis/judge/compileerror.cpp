// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/compileerror.h"

#include "analysis/judge/customdtypes.h"
#include "analysis/judge/decidedlevel.h"
#include "analysis/judge/rules.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

const PartDecision* firstWithoutEngine(const Decisions& root)
{
    for (const DecidedLevel& level : levelsOf(root)) {
        for (NodeId node : level.graph().nodes()) {
            for (const PartDecision& part : level.decisions->parts(node)) {
                if (part.rule == rules::kNoEngine)
                    return &part;
            }
        }
    }
    return nullptr;
}

// The line that put the operator where no kernel is, when it was one.
void blame(Error& error, const PartDecision& part, const JudgeInput& input)
{
    if (part.customEntry != PartDecision::kNoEntry && input.customDTypes) {
        error.where = input.customDTypes->fileName;
        error.line = input.customDTypes->entries[part.customEntry].line;
        error.column = 1;
    } else if (part.source.kind == ListSource::Kind::Mixlist && input.mixlist) {
        const MixlistEntry& entry = input.mixlist->entries[part.source.entry];
        error.where = input.mixlist->fileName;
        error.line = entry.line;
        error.column = entry.column;
    }
}

}

std::optional<Error> compileError(const Decisions& root, const JudgeInput& input)
{
    const auto stops = [](const Finding& finding) {
        return finding.id == "judge.no-kernel" || finding.id == "dtypes.names-nothing";
    };
    const auto found = std::ranges::find_if(root.findings(), stops);
    if (found == root.findings().end())
        return std::nullopt;
    Error error{.kind = ErrorKind::Unsupported,
        .code = found->id == "judge.no-kernel" ? "EZ3003" : "E-DTYPES",
        .what = std::format("{}: {}", found->where, found->message),
        .remedy = std::string(kindOf(*found).remedy)};
    if (const PartDecision* part = firstWithoutEngine(root); part && error.code == "EZ3003")
        blame(error, *part, input);
    if (error.where.empty())
        error.remedy = "Choose another mode, or a chip that has such a kernel.";
    return error;
}

}
