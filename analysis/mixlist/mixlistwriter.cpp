// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/mixlist/mixlist.h"

#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace halftone {
namespace {

// Names that are no UTF-8 cannot be written as JSON; the wrong bytes become U+FFFD.
nlohmann::ordered_json toJson(const std::set<std::string>& names)
{
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const std::string& opType : names)
        array.push_back(opType);
    return array;
}

struct ArrayKey
{
    const char* list;
    const char* action;
    List inList;
    MixlistEntry::Action does;
};

constexpr auto kArrays = std::to_array<ArrayKey>({
    {"black-list", "to-add", List::Black, MixlistEntry::Action::Add},
    {"black-list", "to-remove", List::Black, MixlistEntry::Action::Remove},
    {"white-list", "to-add", List::White, MixlistEntry::Action::Add},
    {"white-list", "to-remove", List::White, MixlistEntry::Action::Remove},
    {"gray-list", "to-add", List::Gray, MixlistEntry::Action::Add},
    {"gray-list", "to-remove", List::Gray, MixlistEntry::Action::Remove},
});

}

std::string writeMixlist(const Mixlist& mixlist)
{
    nlohmann::ordered_json root = nlohmann::ordered_json::object();
    for (const ArrayKey& array : kArrays) {
        std::set<std::string> names;
        for (const MixlistEntry& entry : mixlist.entries) {
            if (entry.list == array.inList && entry.action == array.does)
                names.insert(entry.opType);
        }
        if (!names.empty())
            root[array.list][array.action] = toJson(names);
    }
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}
