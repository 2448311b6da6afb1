// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/nodechoice.h"

#include <algorithm>
#include <format>

namespace halftone::cli {
namespace {

std::string listOf(const std::vector<NodePlace>& places, const Decisions& decisions)
{
    constexpr std::size_t kShown = 8;
    std::string text;
    for (const NodePlace& place : std::span(places).first(std::min(places.size(), kShown)))
        text += std::format("{}{}", text.empty() ? "" : ", ",
            place.bodies.empty() ? std::format("#{}", place.node.index) : place.text(decisions));
    return places.size() > kShown ? text + ", ..." : text;
}

}

Result<NodePlace> chooseNode(const Decisions& decisions, const std::string& text)
{
    std::vector<NodePlace> places = findNodes(decisions, text);
    if (places.size() == 1)
        return std::move(places.front());
    Error error{.kind = ErrorKind::Usage,
        .code = "E-NODE",
        .what = std::format("The model has no operator \"{}\".", text),
        .where = "node"};
    if (places.empty()) {
        const std::string nearest = nearestNodeName(decisions, text);
        error.remedy = nearest.empty() ? "halftone-cli decide lists the operators with their names."
                                       : std::format("Did you mean {}?", nearest);
    } else {
        error.what = std::format("{} operators answer to \"{}\".", places.size(), text);
        error.remedy = std::format("Choose one of {}.", listOf(places, decisions));
    }
    return std::unexpected(std::move(error));
}

}
