// SPDX-License-Identifier: GPL-3.0-or-later
//
// CANN accepts any name in a list and looks it up only when an operator of that type is judged, so a
// misspelled entry does nothing and says nothing. Of the entries in published lists one in seven does
// nothing.
#include "analysis/core/nearestname.h"
#include "analysis/mixlist/mixlist.h"
#include "analysis/oplibrary/localops.h"
#include "analysis/oplibrary/oplibrary.h"
#include "analysis/oplibrary/vocabulary.h"

#include <algorithm>
#include <format>
#include <optional>

namespace halftone {
namespace {

using Action = MixlistEntry::Action;

// "Conv2D or Conv3D": those of the types that the chip has.
std::string ascendNames(Framework framework, std::string_view name, const OpLibrary& library)
{
    std::string text;
    for (std::string_view type : ascendTypesOf(framework, name)) {
        if (library.find(type))
            text += std::format("{}{}", text.empty() ? "" : " or ", type);
    }
    return text;
}

// True when some tensor has kernels in 16 bits and none in FP32: then a black operator cannot take FP32.
bool lacksFp32(const LibraryOp& op)
{
    const auto isLow = [](const std::vector<DType>& dtypes) {
        return std::ranges::any_of(dtypes, isLowPrecision) && !std::ranges::contains(dtypes, DType::Float32);
    };
    if (op.columns.empty())
        return isLow(op.firstInput) || isLow(op.firstOutput);
    const auto anyTensorIsLow = [&](std::vector<DType> DTypeColumn::* side) {
        for (std::size_t i = 0; i < (op.columns.front().*side).size(); ++i) {
            std::vector<DType> dtypes;
            for (const DTypeColumn& column : op.columns)
                dtypes.push_back((column.*side)[i]);
            if (isLow(dtypes))
                return true;
        }
        return false;
    };
    return anyTensorIsLow(&DTypeColumn::inputs) || anyTensorIsLow(&DTypeColumn::outputs);
}

class Linter
{
public:
    Linter(const Mixlist& mixlist, const OpLibrary& library, std::span<const std::string> modelTypes)
        : m_mixlist(mixlist)
        , m_library(library)
        , m_modelTypes(modelTypes)
    {
    }

    std::vector<Finding> run()
    {
        const std::vector<MixlistEntry>& entries = m_mixlist.entries;
        for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
            if (std::find(entries.begin(), entry, *entry) != entry)
                add("mixlist.repeated-name", *entry,
                    std::format("{} stands in this array twice.", entry->opType));
            else
                check(*entry);
        }
        return std::move(m_findings);
    }

private:
    void add(std::string_view id, const MixlistEntry& entry, std::string message)
    {
        std::string where = m_mixlist.fileName.empty() ? "mixlist" : m_mixlist.fileName;
        if (entry.line > 0)
            where += std::format(":{}:{}", entry.line, entry.column);
        m_findings.push_back(
            {.id = std::string(id), .where = std::move(where), .message = std::move(message)});
    }

    void check(const MixlistEntry& entry)
    {
        const LibraryOp* op = m_library.find(entry.opType);
        if (!op)
            return checkUnknown(entry);
        if (op->type == "Cast")
            add("mixlist.cast", entry, "No list decides a Cast.");
        if (entry.action == Action::Add && entry.list == List::Black && lacksFp32(*op) &&
            !m_library.aiCpuAccepts(op->type, DType::Float32, DType::Float32))
            add("mixlist.black-without-fp32", entry,
                std::format("{} has no FP32 kernel on {}, and the AI CPU does not have it.", op->type,
                    m_library.traits().title));
        if (std::optional<Finding> idle = idleIn(entry, op->list))
            add(idle->id, entry, std::move(idle->message));
        else if (!m_modelTypes.empty() && !std::ranges::contains(m_modelTypes, entry.opType))
            add("mixlist.no-effect", entry, std::format("The model has no {}.", entry.opType));
    }

    // Why an entry for a known operator changes nothing, whatever the model.
    std::optional<Finding> idleIn(const MixlistEntry& entry, List library) const
    {
        const std::string_view title = m_library.traits().title;
        if (entry.action == Action::Remove && entry.list != library)
            return Finding{.id = "mixlist.not-in-list",
                .message = std::format("{} is {} on {}, so there is nothing to remove from the {} list.",
                    entry.opType, name(library), title, name(entry.list))};
        if (entry.action == Action::Add && entry.list == library)
            return Finding{.id = "mixlist.already-there",
                .message =
                    std::format("{} is {} on {} without the entry.", entry.opType, name(library), title)};
        if (entry.action == Action::Add && entry.list == List::Gray &&
            effectiveList(entry.opType, library, m_mixlist) != List::Gray)
            return Finding{.id = "mixlist.gray-add",
                .message = std::format("{} stays {}: adding to the gray list alone changes nothing.",
                    entry.opType, name(library))};
        return std::nullopt;
    }

    void checkUnknown(const MixlistEntry& entry)
    {
        const std::string_view title = m_library.traits().title;
        for (Framework framework : {Framework::Onnx, Framework::TensorFlow}) {
            const std::string ascend = ascendNames(framework, entry.opType, m_library);
            if (!ascend.empty())
                return add(framework == Framework::Onnx ? "mixlist.onnx-name" : "mixlist.tensorflow-name",
                    entry,
                    std::format("{} is the name in {}; on {} it is {}.", entry.opType, name(framework), title,
                        ascend));
        }
        if (isLocalOp(entry.opType))
            return add("mixlist.never-judged", entry,
                std::format("{} has no kernel, so no list moves it.", entry.opType));
        if (m_library.aiCpu() && m_library.aiCpu()->find(entry.opType))
            return add("mixlist.never-judged", entry,
                std::format("{} runs on the AI CPU of {}, which no list moves.", entry.opType, title));
        NearestName nearest(entry.opType);
        for (const LibraryOp& op : m_library.ops())
            nearest.offer(op.type);
        add("mixlist.unknown-type", entry,
            nearest.best().empty()
                ? std::format("{} is no operator of {}.", entry.opType, title)
                : std::format("{} is no operator of {}; {} is.", entry.opType, title, nearest.best()));
    }

    const Mixlist& m_mixlist;
    const OpLibrary& m_library;
    std::span<const std::string> m_modelTypes;
    std::vector<Finding> m_findings;
};

}

std::vector<Finding> lintMixlist(
    const Mixlist& mixlist, const OpLibrary& library, std::span<const std::string> modelTypes)
{
    return Linter(mixlist, library, modelTypes).run();
}

}
