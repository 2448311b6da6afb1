// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/libraryedit.h"

#include "analysis/core/nearestname.h"
#include "analysis/mixlist/jsontree.h"

#include <algorithm>
#include <format>
#include <map>
#include <vector>

namespace halftone {
namespace {

// What replaces some bytes of the text.
struct Patch
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
};

std::string_view flagText(List list)
{
    switch (list) {
    case List::White:
        return "\"true\"";
    case List::Black:
        return "\"false\"";
    case List::Gray:
        return "\"\"";
    }
    return {};
}

const JsonNode* memberOf(const JsonNode& object, std::string_view key)
{
    const auto found = std::ranges::find(object.children, key, &JsonNode::key);
    return found == object.children.end() ? nullptr : &*found;
}

class LibraryEditor
{
public:
    LibraryEditor(std::string_view json, const JsonNode& root)
        : m_json(json)
        , m_root(root)
    {
    }

    std::string apply(std::span<const LibraryEdit> edits)
    {
        std::map<std::string_view, List> wanted; // Of several wishes for one operator the last counts.
        for (const LibraryEdit& edit : edits)
            wanted[edit.type] = edit.list;
        for (const auto& [type, list] : wanted)
            change(*memberOf(m_root, type), list);
        std::ranges::stable_sort(m_patches, std::greater(), &Patch::begin);
        std::string text(m_json);
        for (const Patch& patch : m_patches)
            text.replace(patch.begin, patch.end - patch.begin, patch.text);
        return text;
    }

private:
    void change(const JsonNode& op, List list)
    {
        const JsonNode* object = memberOf(op, "precision_reduce");
        const JsonNode* flag = object ? memberOf(*object, "flag") : nullptr;
        if (flag)
            m_patches.push_back({flag->begin, flag->end, std::string(flagText(list))});
        else if (list == List::Gray)
            return;
        else if (object)
            insert(*object, std::format("\"flag\"{}{}", colonIn(*object), flagText(list)));
        else
            insert(op, std::format("\"precision_reduce\"{0}{{\"flag\"{0}{1}}}", colonIn(op), flagText(list)));
    }

    // As the first member, behind the white space that stands in front of the present one.
    void insert(const JsonNode& object, std::string member)
    {
        const std::size_t first = m_json.find_first_not_of(" \t\r\n", object.begin + 1);
        const std::string_view space = m_json.substr(object.begin + 1, first - object.begin - 1);
        if (object.children.empty())
            m_patches.push_back({object.begin + 1, object.begin + 1, std::move(member)});
        else
            m_patches.push_back({object.begin + 1, object.begin + 1, std::format("{}{},", space, member)});
    }

    // ": " or ":", as between the object's first key and its value.
    std::string_view colonIn(const JsonNode& object) const
    {
        if (object.children.empty())
            return ":";
        const std::size_t value = object.children.front().begin;
        return value > 0 && m_json[value - 1] == ' ' ? ": " : ":";
    }

    std::string_view m_json;
    const JsonNode& m_root;
    std::vector<Patch> m_patches;
};

}

Error unknownOp(std::string_view type, std::string where, const OpLibrary& library)
{
    NearestName nearest(type);
    for (const LibraryOp& op : library.ops())
        nearest.offer(op.type);
    return {.kind = ErrorKind::Usage,
        .code = "library.unknown-op",
        .what = std::format("The library has no operator \"{}\".", type),
        .where = std::move(where),
        .remedy = nearest.best().empty() ? "Check the spelling; letter case matters."
                                         : std::format("Did you mean {}?", nearest.best())};
}

Result<std::string> withPrecisionFlags(
    std::string_view json, const std::string& fileName, std::span<const LibraryEdit> edits)
{
    const LibraryFile file{fileName, json};
    const Result<OpLibrary> library = OpLibrary::load(std::span(&file, 1), {});
    if (!library)
        return std::unexpected(library.error());
    for (const LibraryEdit& edit : edits) {
        if (!library->find(edit.type))
            return std::unexpected(unknownOp(edit.type, fileName, *library));
    }
    const Result<JsonText> text = parseJsonText(json);
    return LibraryEditor(json, text->root).apply(edits);
}

}
