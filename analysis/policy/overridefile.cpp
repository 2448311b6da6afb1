// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/overridefile.h"

#include "analysis/mixlist/jsontree.h"

#include <algorithm>
#include <format>
#include <ranges>

namespace halftone {
namespace {

using Kind = JsonNode::Kind;

class OverrideReader
{
public:
    explicit OverrideReader(const std::string& fileName)
        : m_fileName(fileName)
    {
    }

    Result<OverrideFile> read(const JsonNode& root)
    {
        if (root.kind != Kind::Object)
            return fail(root.place, "The file holds no JSON object.");
        // Calls may name groups that stand behind them.
        for (const JsonNode& member : root.children) {
            if (member.key != "groups" && member.key != "calls")
                return fail(member.keyPlace, std::format("There is nothing called \"{}\" here.", member.key));
            if (member.key == "groups") {
                if (auto done = readGroups(member); !done)
                    return std::unexpected(done.error());
            }
        }
        for (const JsonNode& member : root.children) {
            if (member.key == "calls") {
                if (auto done = readCalls(member); !done)
                    return std::unexpected(done.error());
            }
        }
        return std::move(m_file);
    }

    std::unexpected<Error> fail(TextPlace place, std::string what) const
    {
        return std::unexpected(Error{.kind = ErrorKind::Format,
            .code = "E-OVERRIDES",
            .what = std::move(what),
            .where = m_fileName,
            .remedy = "Write {\"groups\": {\"head\": [\"fc1\"]}, \"calls\": [{\"to_float\": \"head\", "
                      "\"type\": \"float32\"}]}.",
            .line = place.line,
            .column = place.column});
    }

private:
    Result<void> readGroups(const JsonNode& groups)
    {
        if (groups.kind != Kind::Object)
            return fail(groups.place, "Groups are an object of lists.");
        for (const JsonNode& group : groups.children) {
            if (group.kind != Kind::Array || group.children.empty())
                return fail(group.place, std::format("The group \"{}\" is no list of names.", group.key));
            m_file.groups.push_back({group.key, {}});
            for (const JsonNode& member : group.children) {
                if (member.kind != Kind::String)
                    return fail(member.place, "A member of a group is the name of a node or scope.");
                m_file.groups.back().members.push_back(member.text);
            }
        }
        return {};
    }

    Result<void> readCalls(const JsonNode& calls)
    {
        if (calls.kind != Kind::Array)
            return fail(calls.place, "Calls are a list.");
        for (const JsonNode& call : calls.children) {
            if (auto done = readCall(call); !done)
                return done;
        }
        return {};
    }

    Result<void> readCall(const JsonNode& call)
    {
        const JsonNode* target = nullptr;
        std::optional<DType> dtype;
        for (const JsonNode& member : call.children) {
            if (member.kind != Kind::String)
                return fail(member.place, "A call has names only.");
            const bool isTarget = member.key == "to_float" || member.key == "add_flags";
            if (isTarget && target)
                return fail(member.keyPlace, "A call has one target only.");
            if (isTarget)
                target = &member;
            else if (member.key == "type")
                dtype = parseDType(member.text);
            else
                return fail(member.keyPlace, std::format("A call has no \"{}\".", member.key));
        }
        if (!target || !dtype || !isReducibleFloat(*dtype))
            return fail(
                call.place, "A call is to_float or add_flags with the type float32, float16 or bfloat16.");
        m_file.calls.push_back(makeOverride(target->text,
            target->key == "to_float" ? PrecisionOverride::Kind::ToFloat : PrecisionOverride::Kind::AddFlags,
            *dtype, m_file.groups));
        return {};
    }

    const std::string& m_fileName;
    OverrideFile m_file;
};

}

PrecisionOverride makeOverride(
    std::string target, PrecisionOverride::Kind kind, DType dtype, std::span<const NodeGroup> groups)
{
    PrecisionOverride call{.target = std::move(target), .kind = kind, .dtype = dtype};
    const auto fromLast = groups | std::views::reverse;
    const auto group = std::ranges::find(fromLast, call.target, &NodeGroup::name);
    if (group != fromLast.end())
        call.members = group->members;
    return call;
}

Result<OverrideFile> parseOverrides(std::string_view text, const std::string& fileName)
{
    OverrideReader reader(fileName);
    const auto json = parseJsonText(text);
    if (!json)
        return reader.fail({json.error().line, json.error().column}, json.error().what);
    if (json->trailing.line > 0)
        return reader.fail(json->trailing, "Something stands behind the JSON object.");
    return reader.read(json->root);
}

}
