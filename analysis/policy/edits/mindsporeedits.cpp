// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/edits/policyedits.h"
#include "analysis/policy/families.h"
#include "analysis/policy/mindspore/opnames.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

constexpr auto kLevels = std::to_array<std::string_view>({"O0", "O1", "O2", "O3", "auto"});

using Names = std::vector<std::string>;

std::string withModule(const AmpEntry& entry)
{
    return std::format("{}.{}", entry.kind == AmpEntry::Kind::Cell ? "nn" : "ops", entry.name);
}

class MindSporeEdits
{
public:
    explicit MindSporeEdits(EditContext& context)
        : m_context(context)
        , m_settings(std::get<MindSporeSettings>(context.policy().settings))
    {
    }

    void run()
    {
        addOverrideEdits(m_context);
        for (NodeId node : m_context.chain())
            addListEdits(mindSporeOp(m_context.graph(), node));
        if (m_settings.api == AmpApi::BuildTrainNetwork)
            addKeepBatchNorm();
        for (std::string_view level : kLevels)
            addLevel(level);
    }

private:
    Names defaults(AmpList list) const
    {
        Names names;
        for (const AmpEntry& entry : ampList(list, *findAmpVersion(m_settings.version)))
            names.push_back(withModule(entry));
        return names;
    }

    // A level with a list of its own is custom_mixed_precision with that list.
    void addListEdits(const MindSporeOp& op)
    {
        const bool isCustom = m_settings.api == AmpApi::CustomMixedPrecision;
        const bool isLevel = m_settings.api == AmpApi::AutoMixedPrecision;
        if ((isCustom && m_settings.whiteList) || (isLevel && m_settings.level == "O1"))
            addListEdit(op, "white_list", &MindSporeSettings::whiteList, AmpList::White);
        else if ((isCustom && m_settings.blackList) || (isLevel && m_settings.level == "O2"))
            addListEdit(op, "black_list", &MindSporeSettings::blackList, AmpList::Black);
    }

    void addListEdit(const MindSporeOp& op, std::string_view where,
        std::optional<Names> MindSporeSettings::* member, AmpList list)
    {
        MindSporeSettings edited = m_settings;
        edited.api = AmpApi::CustomMixedPrecision;
        Names names = (m_settings.*member).value_or(defaults(list));
        const auto isOp = [&](const std::string& entry) {
            const std::string_view plain = withoutModule(entry);
            return (!op.cell.empty() && plain == op.cell) || plain == op.primitive;
        };
        const auto found = std::ranges::find_if(names, isOp);
        std::string what;
        if (found != names.end()) {
            what = std::format("take {} out", *found);
            std::erase_if(names, isOp);
        } else if (!op.cell.empty() || (list == AmpList::White && !op.primitive.empty())) {
            names.push_back(op.cell.empty() ? "ops." + op.primitive : "nn." + std::string(op.cell));
            what = std::format("add {}", names.back());
        } else {
            return; // A black list takes cells only.
        }
        edited.*member = std::move(names);
        m_context.add(where, std::move(what), PolicySettings(std::move(edited)));
    }

    void addKeepBatchNorm()
    {
        for (const bool keeps : {true, false}) {
            MindSporeSettings edited = m_settings;
            edited.keepBatchNormFp32 = keeps;
            if (edited != m_settings)
                m_context.add("keep_batchnorm_fp32", std::format("set it to {}", keeps ? "True" : "False"),
                    PolicySettings(std::move(edited)));
        }
    }

    void addLevel(std::string_view level)
    {
        MindSporeSettings edited = m_settings;
        edited.level = level;
        if (m_settings.api == AmpApi::CustomMixedPrecision || edited == m_settings)
            return;
        m_context.add("level", std::format("choose {}", level), PolicySettings(std::move(edited)));
    }

    EditContext& m_context;
    const MindSporeSettings& m_settings;
};

}

void addMindSporeEdits(EditContext& context)
{
    MindSporeEdits(context).run();
}

}
