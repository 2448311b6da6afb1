// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/overridefile.h"

#include <nlohmann/json.hpp>

namespace halftone {

std::string writeOverrides(std::span<const PrecisionOverride> calls)
{
    nlohmann::ordered_json groups = nlohmann::ordered_json::object();
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const PrecisionOverride& call : calls) {
        if (!call.members.empty())
            groups[call.target] = call.members;
        nlohmann::ordered_json row = nlohmann::ordered_json::object();
        row[call.kind == PrecisionOverride::Kind::ToFloat ? "to_float" : "add_flags"] = call.target;
        row["type"] = std::string(name(call.dtype));
        rows.push_back(std::move(row));
    }
    nlohmann::ordered_json root = nlohmann::ordered_json::object();
    if (!groups.empty())
        root["groups"] = std::move(groups);
    root["calls"] = std::move(rows);
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}
