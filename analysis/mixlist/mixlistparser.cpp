// SPDX-License-Identifier: GPL-3.0-or-later
//
// ops_info.json as GraphEngine reads it (modify_mixlist_config_parser.cc): three lists with two arrays of
// names each, everything optional, nothing else allowed; then one check per operator over all six arrays.
#include "analysis/mixlist/jsontree.h"
#include "analysis/mixlist/mixlist.h"

#include <algorithm>
#include <array>
#include <format>
#include <map>

namespace halftone {
namespace {

using Action = MixlistEntry::Action;

struct ListKey
{
    std::string_view key;
    List list;
};
constexpr auto kListKeys = std::to_array<ListKey>(
    {{"black-list", List::Black}, {"white-list", List::White}, {"gray-list", List::Gray}});

struct ActionKey
{
    std::string_view key;
    Action action;
};
constexpr auto kActionKeys =
    std::to_array<ActionKey>({{"to-add", Action::Add}, {"to-remove", Action::Remove}});

// One bit per array: a set of them says where an operator stands.
constexpr unsigned bit(Action action, List list)
{
    return 1U << (static_cast<unsigned>(action) * 3 + static_cast<unsigned>(list));
}
constexpr unsigned add(List list)
{
    return bit(Action::Add, list);
}
constexpr unsigned removeFrom(List list)
{
    return bit(Action::Remove, list);
}

// What one operator may be written as; GraphEngine refuses every other combination.
constexpr auto kAllowed = std::to_array<unsigned>({
    removeFrom(List::Black),
    removeFrom(List::White),
    add(List::Gray),
    add(List::Gray) | removeFrom(List::Black),
    add(List::Gray) | removeFrom(List::White),
    add(List::White),
    add(List::White) | removeFrom(List::Gray),
    add(List::White) | removeFrom(List::Black),
    add(List::Black),
    add(List::Black) | removeFrom(List::Gray),
    add(List::Black) | removeFrom(List::White),
});

constexpr std::string_view kBom = "\xEF\xBB\xBF";

class MixlistReader
{
public:
    explicit MixlistReader(std::string fileName) { m_loaded.mixlist.fileName = std::move(fileName); }

    Result<LoadedMixlist> read(std::string_view text)
    {
        const bool hasBom = text.starts_with(kBom);
        if (hasBom)
            text.remove_prefix(kBom.size());
        if (!hasBom && text.find_first_not_of(" \t\r\n") == std::string_view::npos)
            return std::unexpected(emptyFile());
        Result<JsonText> json = parseJsonText(text);
        if (!json)
            return std::unexpected(notJson(std::move(json.error())));
        noteLaxness(*json);
        return readLists(json->root).and_then([this] { return checkCombinations(); }).transform([this] {
            return std::move(m_loaded);
        });
    }

private:
    Error error(std::string code, const TextPlace& place, std::string what, std::string remedy) const
    {
        return {.kind = ErrorKind::Format,
            .code = std::move(code),
            .what = std::move(what),
            .where = m_loaded.mixlist.fileName,
            .remedy = std::move(remedy),
            .line = place.line,
            .column = place.column};
    }

    Error emptyFile() const
    {
        return error("mixlist.empty-file", {1, 1}, "The file is empty; CANN stops with an internal error.",
            "Write {} for a list that changes nothing.");
    }

    Error notJson(Error fault) const
    {
        return error("E21002", {fault.line, fault.column},
            std::format("The file is not JSON: {}.", fault.what), "Correct the text at this place.");
    }

    Error misshapen(const TextPlace& place, std::string what, std::string remedy) const
    {
        return error("E21002", place, std::move(what), std::move(remedy));
    }

    void note(std::string_view id, const TextPlace& place, std::string message)
    {
        m_loaded.findings.push_back({.id = std::string(id),
            .where = std::format("{}:{}:{}", m_loaded.mixlist.fileName, place.line, place.column),
            .message = std::move(message)});
    }

    void noteLaxness(const JsonText& json)
    {
        if (json.comment.line > 0)
            note("mixlist.comments", json.comment, "The file has comments.");
        if (json.trailing.line > 0)
            note("mixlist.trailing-text", json.trailing, "There is text behind the end of the list.");
    }

    void noteRepeatedKeys(const JsonNode& object)
    {
        for (const JsonNode& member : object.dropped)
            note("mixlist.repeated-key", member.keyPlace,
                std::format("\"{}\" comes again below.", member.key));
    }

    Result<void> readLists(const JsonNode& root)
    {
        if (root.kind != JsonNode::Kind::Object)
            return std::unexpected(misshapen(root.place, "The file does not hold an object.",
                "Put the lists between braces, as in {\"black-list\": {\"to-add\": [\"Add\"]}}."));
        noteRepeatedKeys(root);
        for (const JsonNode& member : root.children) {
            const auto row = std::ranges::find(kListKeys, member.key, &ListKey::key);
            if (row == kListKeys.end())
                return std::unexpected(
                    misshapen(member.keyPlace, std::format("\"{}\" is no list.", member.key),
                        "Write black-list, white-list or gray-list."));
            if (Result<void> done = readActions(member, row->list); !done)
                return done;
        }
        return {};
    }

    Result<void> readActions(const JsonNode& object, List list)
    {
        if (object.kind != JsonNode::Kind::Object)
            return std::unexpected(
                misshapen(object.place, std::format("The value of \"{}\" is not an object.", object.key),
                    std::format("Write {{\"to-add\": [...]}} as the value of {}.", object.key)));
        noteRepeatedKeys(object);
        for (const JsonNode& member : object.children) {
            const auto row = std::ranges::find(kActionKeys, member.key, &ActionKey::key);
            if (row == kActionKeys.end())
                return std::unexpected(misshapen(member.keyPlace,
                    std::format("\"{}\" is nothing that can be done with a list.", member.key),
                    "Write to-add or to-remove."));
            if (Result<void> done = readNames(member, list, row->action); !done)
                return done;
        }
        return {};
    }

    Result<void> readNames(const JsonNode& array, List list, Action action)
    {
        if (array.kind != JsonNode::Kind::Array)
            return std::unexpected(
                misshapen(array.place, std::format("The value of \"{}\" is not an array.", array.key),
                    "Put the names between square brackets, also a single one."));
        for (const JsonNode& element : array.children) {
            if (element.kind != JsonNode::Kind::String)
                return std::unexpected(misshapen(
                    element.place, "An operator type is not a string.", "Put the name between quotes."));
            m_loaded.mixlist.entries.push_back({.opType = element.text,
                .list = list,
                .action = action,
                .line = element.place.line,
                .column = element.place.column});
        }
        return {};
    }

    Result<void> checkCombinations() const
    {
        struct Seen
        {
            unsigned arrays = 0;
            const MixlistEntry* last = nullptr;
        };
        std::map<std::string_view, Seen> seenOf;
        for (const MixlistEntry& entry : m_loaded.mixlist.entries) {
            Seen& seen = seenOf[entry.opType];
            seen.arrays |= bit(entry.action, entry.list);
            seen.last = &entry;
        }
        for (const auto& [opType, seen] : seenOf) {
            if (!std::ranges::contains(kAllowed, seen.arrays))
                return std::unexpected(error("E20003", {seen.last->line, seen.last->column},
                    std::format("\"{}\" stands in {}, which CANN refuses.", opType, arraysText(seen.arrays)),
                    "Leave the operator in one array; to make it gray, remove it from the list it is in."));
        }
        return {};
    }

    static std::string arraysText(unsigned arrays)
    {
        std::string text;
        for (const ListKey& list : kListKeys) {
            for (const ActionKey& action : kActionKeys) {
                if (arrays & bit(action.action, list.list))
                    text += std::format("{}{} {}", text.empty() ? "" : " and ", list.key, action.key);
            }
        }
        return text;
    }

    LoadedMixlist m_loaded;
};

}

Result<LoadedMixlist> parseMixlist(std::string_view text, std::string fileName)
{
    return MixlistReader(std::move(fileName)).read(text);
}

}
