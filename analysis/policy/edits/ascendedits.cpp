// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/overrides.h"
#include "analysis/ops/optable.h"
#include "analysis/policy/ascendpolicy.h"
#include "analysis/policy/edits/policyedits.h"
#include "analysis/policy/families.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

std::string entryText(const MixlistEntry& entry)
{
    return std::format(
        "{}-list to-{}", name(entry.list), entry.action == MixlistEntry::Action::Add ? "add" : "remove");
}

// "add "Relu" to black-list to-add", for one operator.
std::string changeText(const Mixlist& before, const Mixlist& after, std::string_view type)
{
    std::string text;
    const auto say = [&](const Mixlist& in, const Mixlist& notIn, std::string_view pattern) {
        for (const MixlistEntry& entry : in.entries) {
            if (entry.opType != type || std::ranges::contains(notIn.entries, entry))
                continue;
            const std::string array = entryText(entry);
            text += (text.empty() ? "" : ", ") + std::vformat(pattern, std::make_format_args(type, array));
        }
    };
    say(before, after, "take \"{}\" out of {}");
    say(after, before, "add \"{}\" to {}");
    return text;
}

class AscendEdits
{
public:
    AscendEdits(EditContext& context, const OpLibrary& library, Mode mode)
        : m_context(context)
        , m_settings(std::get<AscendSettings>(context.policy().settings))
        , m_library(library)
        , m_mode(mode)
    {
    }

    void run()
    {
        if (usesMixlist(m_mode)) {
            for (NodeId node : m_context.chain())
                addListEdits(node);
        } else {
            addMixedMode();
        }
        addLineRemovals();
        for (NodeId node : {m_context.node(), m_context.chain().back()})
            addLines(node);
    }

private:
    void add(std::string_view where, std::string what, const auto& change)
    {
        AscendSettings edited = m_settings;
        change(edited);
        m_context.add(where, std::move(what), PolicySettings(std::move(edited)));
    }

    void addListEdits(NodeId node)
    {
        for (const PartDecision& part : m_context.decisions().parts(node)) {
            const LibraryOp* op = m_library.find(part.ascendType);
            if (!op)
                continue;
            // The library's own list first: to get there nothing has to be added.
            for (const List wanted : {op->list, List::White, List::Black, List::Gray}) {
                const Mixlist edited = withOpInList(m_settings.mixlist, op->type, op->list, wanted);
                if (edited != m_settings.mixlist)
                    add("modify_mixlist", changeText(m_settings.mixlist, edited, op->type),
                        [&](AscendSettings& settings) { settings.mixlist = edited; });
            }
        }
    }

    // Where the mode has no lists, one that has them is a step on the way.
    void addMixedMode()
    {
        const std::string mode =
            m_context.wanted() == DType::BFloat16 ? "allow_mix_precision_bf16" : "allow_mix_precision_fp16";
        add("precision_mode", std::format("choose {}", mode),
            [&](AscendSettings& settings) { settings.modeName = mode; });
    }

    void addLineRemovals()
    {
        for (NodeId node : m_context.chain()) {
            for (const PartDecision& part : m_context.decisions().parts(node)) {
                if (part.keepEntry != PartDecision::kNoEntry)
                    addRemoval("keep_dtype", &AscendSettings::keepDTypes, part.keepEntry);
                if (part.customEntry != PartDecision::kNoEntry)
                    addRemoval("customize_dtypes", &AscendSettings::customDTypes, part.customEntry);
            }
        }
    }

    void addRemoval(std::string_view where, auto AscendSettings::* file, std::uint32_t entry)
    {
        const auto& line = (m_settings.*file).entries[entry];
        add(where, std::format("take out the line for {}{}", line.isType ? "OpType::" : "", line.name),
            [&](AscendSettings& settings) {
                auto& entries = (settings.*file).entries;
                entries.erase(entries.begin() + entry);
            });
    }

    void addLines(NodeId node)
    {
        const std::vector<AscendPart>& parts = lowerToAscend(m_context.graph(), node);
        const std::string& nodeName = m_context.graph().node(node).name;
        if (m_context.wanted() == DType::Float32) {
            if (!nodeName.empty())
                addKeep({.name = nodeName});
            for (const AscendPart& part : parts)
                addKeep({.name = part.types.front(), .isType = true});
        }
        if (!nodeName.empty() && keepsItsName(parts))
            addCustom({.name = nodeName}, m_context.decisions().parts(node).front());
        for (const PartDecision& part : m_context.decisions().parts(node))
            addCustom({.name = part.ascendType, .isType = true}, part);
    }

    void addKeep(const KeepDTypesEntry& line)
    {
        add("keep_dtype", std::format("add the line {}{}", line.isType ? "OpType::" : "", line.name),
            [&](AscendSettings& settings) { settings.keepDTypes.entries.push_back(line); });
    }

    // Of several lines for one name the first counts.
    void addCustom(CustomDTypesEntry line, const PartDecision& part)
    {
        for (DType output : part.outputs) {
            const bool isMoved = isReducibleFloat(output) || output == DType::HiFloat8;
            line.outputs.push_back(isMoved ? m_context.wanted() : DType::Undefined);
        }
        while (!line.outputs.empty() && line.outputs.back() == DType::Undefined)
            line.outputs.pop_back();
        if (line.outputs.empty())
            return;
        std::string types;
        for (DType output : line.outputs)
            types += std::format("{}{}", types.empty() ? "" : ",",
                output == DType::Undefined ? std::string_view() : name(output));
        add("customize_dtypes",
            std::format(
                "add the line {}{}:{}OutputDtype:{}", line.isType ? "OpType::" : "", line.name, "", types),
            [&](AscendSettings& settings) {
                settings.customDTypes.entries.insert(settings.customDTypes.entries.begin(), line);
            });
    }

    EditContext& m_context;
    const AscendSettings& m_settings;
    const OpLibrary& m_library;
    Mode m_mode;
};

}

void addAscendEdits(EditContext& context)
{
    // decide() has been through with them, so the settings are good.
    const AscendJudging judging = ascendJudging(std::get<AscendSettings>(context.policy().settings)).value();
    AscendEdits(context, *judging.library, judging.input.mode).run();
}

}
