// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/groupnames.h"

#include "analysis/policy/override.h"
#include "gui/document/text.h"

#include <set>

namespace halftone {
namespace {

constexpr std::string_view kSeparators = "/.";

bool canBeMeant(const Node& node)
{
    return !node.name.empty() && node.phase <= Phase::Loss;
}

// "encoder/0" of "encoder/0/conv"; empty for a name without scopes. Exporters put a separator in front.
std::string_view scopeAround(std::string_view name)
{
    const std::size_t end = name.find_last_of(kSeparators);
    return end == std::string_view::npos || end == 0 ? std::string_view() : name.substr(0, end);
}

// The innermost scope that holds all of these.
std::string_view commonScope(std::span<const std::string_view> names)
{
    std::string_view scope = scopeAround(names.front());
    for (const std::string_view name : names) {
        while (!scope.empty() && !isInScope(name, scope))
            scope = scopeAround(scope);
    }
    return scope;
}

}

QStringList namesFor(const Graph& graph, std::span<const NodeId> nodes)
{
    std::vector<std::string_view> names;
    for (const NodeId node : nodes) {
        if (canBeMeant(graph.node(node)))
            names.push_back(graph.node(node).name);
    }
    if (names.empty())
        return {};
    const std::string_view scope = names.size() > 1 ? commonScope(names) : std::string_view();
    std::size_t inScope = 0;
    for (const NodeId node : graph.nodes())
        inScope += canBeMeant(graph.node(node)) && isInScope(graph.node(node).name, scope) ? 1 : 0;
    if (!scope.empty() && inScope == names.size())
        return {text(scope)};
    QStringList all;
    for (const std::string_view name : names)
        all += text(name);
    return all;
}

QStringList namesIn(const Graph& graph)
{
    std::set<std::string_view> names;
    for (const NodeId node : graph.nodes()) {
        if (!canBeMeant(graph.node(node)))
            continue;
        for (std::string_view name = graph.node(node).name; !name.empty(); name = scopeAround(name)) {
            if (!names.insert(name).second)
                break; // and with it the scopes around it
        }
    }
    QStringList sorted;
    for (const std::string_view name : names)
        sorted += text(name);
    return sorted;
}

}
