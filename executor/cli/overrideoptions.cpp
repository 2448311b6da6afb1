// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/overrideoptions.h"

#include "analysis/policy/overridefile.h"
#include "executor/files/mappedfile.h"

#include <format>
#include <ranges>

namespace halftone::cli {
namespace {

using Groups = std::vector<NodeGroup>;

std::unexpected<Error> usage(std::string what, std::string_view option, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Usage, "ValueError", std::move(what), std::string(option), std::move(remedy)});
}

std::vector<std::string> namesIn(std::string_view text)
{
    std::vector<std::string> names;
    for (const auto name : std::views::split(text, ','))
        names.emplace_back(std::string_view(name));
    return names;
}

Result<void> addGroup(Groups& groups, const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        return usage(std::format("\"{}\" makes no group.", text), "--node-group",
            "Write NAME=A,B with nodes or scopes, for instance head=fc1,fc2.");
    groups.push_back({text.substr(0, equals), namesIn(std::string_view(text).substr(equals + 1))});
    return {};
}

// Several scopes with commas between them are several calls.
Result<void> addCalls(std::vector<PrecisionOverride>& calls, const Groups& groups, const std::string& text,
    PrecisionOverride::Kind kind)
{
    const std::size_t equals = text.rfind('=');
    const std::optional<DType> dtype =
        equals == std::string::npos ? std::nullopt : parseDType(std::string_view(text).substr(equals + 1));
    if (!dtype || !isReducibleFloat(*dtype))
        return usage(std::format("\"{}\" does not give a scope a float type.", text),
            kind == PrecisionOverride::Kind::ToFloat ? "--to-float" : "--add-flags",
            "Write SCOPE=TYPE with float32, float16 or bfloat16, for instance fc3=float32 or "
            "conv1,conv2=float16.");
    for (std::string& target : namesIn(std::string_view(text).substr(0, equals)))
        calls.push_back(makeOverride(std::move(target), kind, *dtype, groups));
    if (equals == 0) // the whole network
        calls.push_back({.kind = kind, .dtype = *dtype});
    return {};
}

Result<OverrideFile> openOverrides(const std::string& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    return parseOverrides({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()}, path);
}

}

Result<std::vector<PrecisionOverride>> readOverrides(const PolicyOptions& options)
{
    OverrideFile read;
    if (!options.overrides.empty()) {
        auto file = openOverrides(options.overrides);
        if (!file)
            return std::unexpected(file.error());
        read = *std::move(file);
    }
    for (const std::string& text : options.groups) {
        if (auto added = addGroup(read.groups, text); !added)
            return std::unexpected(added.error());
    }
    for (const auto kind : {PrecisionOverride::Kind::ToFloat, PrecisionOverride::Kind::AddFlags}) {
        for (const std::string& text :
            kind == PrecisionOverride::Kind::ToFloat ? options.toFloat : options.addFlags) {
            if (auto added = addCalls(read.calls, read.groups, text, kind); !added)
                return std::unexpected(added.error());
        }
    }
    return std::move(read.calls);
}

}
