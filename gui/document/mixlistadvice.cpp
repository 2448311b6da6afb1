// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/mixlistadvice.h"

#include "analysis/core/embedded.h"
#include "analysis/core/nearestname.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct AdviceTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::AdviceTexts)
};

constexpr auto kUselessEntries = std::to_array<std::string_view>({"mixlist.already-there",
    "mixlist.never-judged", "mixlist.not-in-list", "mixlist.repeated-name", "mixlist.no-effect"});

Mixlist withoutEntry(const Mixlist& mixlist, std::size_t entry)
{
    Mixlist result = mixlist;
    result.entries.erase(result.entries.begin() + static_cast<std::ptrdiff_t>(entry));
    return result;
}

Mixlist withName(const Mixlist& mixlist, std::size_t entry, std::string name)
{
    Mixlist result = mixlist;
    result.entries[entry].opType = std::move(name);
    if (std::ranges::count(result.entries, result.entries[entry]) > 1)
        return withoutEntry(mixlist, entry); // The right name stands in the array already.
    return result;
}

std::string nearestType(std::string_view wanted, const OpLibrary& library)
{
    NearestName nearest(wanted);
    for (const LibraryOp& op : library.ops())
        nearest.offer(op.type);
    return std::string(nearest.best());
}

// The type that the ONNX operator becomes: in this model, else by the table of all operators.
std::string ascendTypeOf(std::string_view onnxType, const OpLibrary& library, std::span<const TypeUse> uses)
{
    for (const TypeUse& use : uses) {
        if (use.onnxTypes.contains(text(onnxType)))
            return use.type;
    }
    const QString table = text(embeddedText("oplibrary/onnx_to_ascend.tsv"));
    const qsizetype row = table.indexOf('\n' + text(onnxType) + '\t');
    if (row < 0)
        return {};
    for (const QString& type : table.mid(row + 1).section('\t', 1, 1).split('|')) {
        if (library.find(type.toStdString()))
            return type.toStdString();
    }
    return {};
}

std::optional<MixlistAdvice::Fix> fixFor(const Finding& finding, const Mixlist& mixlist, std::size_t entry,
    const OpLibrary& library, std::span<const TypeUse> uses)
{
    const std::string& opType = mixlist.entries[entry].opType;
    if (std::ranges::contains(kUselessEntries, finding.id))
        return MixlistAdvice::Fix{AdviceTexts::tr("Remove the entry"), withoutEntry(mixlist, entry)};
    if (finding.id == "mixlist.unknown-type" || finding.id == "mixlist.onnx-name") {
        const std::string name = finding.id == "mixlist.onnx-name" ? ascendTypeOf(opType, library, uses)
                                                                   : nearestType(opType, library);
        if (!name.empty())
            return MixlistAdvice::Fix{
                AdviceTexts::tr("Use %1").arg(text(name)), withName(mixlist, entry, name)};
    }
    if (finding.id == "mixlist.gray-add") {
        const LibraryOp* op = library.find(opType);
        const List from = op ? op->list : List::Gray;
        return MixlistAdvice::Fix{
            AdviceTexts::tr("Make it gray"), withOpInList(mixlist, opType, from, List::Gray)};
    }
    return std::nullopt;
}

}

std::vector<MixlistAdvice> adviseOn(
    const Mixlist& mixlist, const OpLibrary& library, std::span<const TypeUse> uses)
{
    std::vector<std::string> types;
    for (const TypeUse& use : uses)
        types.push_back(use.type);
    // A finding says where its entry stands, so numbering the entries by line tells which one it means, even
    // for entries that stand in no file.
    Mixlist numbered = mixlist;
    numbered.fileName = "entry";
    for (std::size_t i = 0; i < numbered.entries.size(); ++i)
        numbered.entries[i].line = static_cast<int>(i) + 1;
    std::vector<MixlistAdvice> advice;
    for (Finding& finding : lintMixlist(numbered, library, types)) {
        const auto entry = static_cast<std::size_t>(text(finding.where).section(':', 1, 1).toInt() - 1);
        const MixlistEntry& meant = mixlist.entries[entry];
        finding.where = mixlist.fileName.empty() ? "mixlist" : mixlist.fileName;
        if (meant.line > 0)
            finding.where += std::format(":{}:{}", meant.line, meant.column);
        std::optional<MixlistAdvice::Fix> fix = fixFor(finding, mixlist, entry, library, uses);
        advice.push_back({std::move(finding), entry, std::move(fix)});
    }
    return advice;
}

Result<LoadedMixlist> checkMixlist(const Mixlist& mixlist)
{
    return parseMixlist(writeMixlist(mixlist), mixlist.fileName);
}

}
