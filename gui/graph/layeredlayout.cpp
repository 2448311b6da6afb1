// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredlayout.h"

#include "gui/graph/layeredgraph.h"

#include <algorithm>

namespace halftone {

struct LayoutSkeleton
{
    LayeredGraph graph;
    std::vector<double> centres;
    std::uint64_t crossings = 0;
};

namespace {

LayoutSkeleton skeletonOf(const LayoutInput& input)
{
    LayoutSkeleton skeleton{makeLayers(input), {}, 0};
    skeleton.crossings = orderLayers(skeleton.graph);
    skeleton.centres = placeColumns(input, skeleton.graph);
    return skeleton;
}

/// This moves the vertices of one layer apart where boxes have grown.
class RoomMaker
{
public:
    RoomMaker(
        const LayoutInput& input, const LayoutSkeleton& skeleton, std::span<const LayoutInput::Size> sizes)
        : m_input(input)
        , m_graph(skeleton.graph)
        , m_sizes(sizes)
        , m_centres(skeleton.centres)
    {
        const auto spine = std::ranges::find(m_graph.isSpine, true);
        if (spine != m_graph.isSpine.end())
            m_axis = m_centres[static_cast<std::size_t>(spine - m_graph.isSpine.begin())];
    }

    std::vector<double> run()
    {
        for (const std::vector<std::uint32_t>& layer : m_graph.layers) {
            const auto hasGrown = [this](std::uint32_t vertex) { return growth(vertex) > 0; };
            if (std::ranges::any_of(layer, hasGrown))
                spread(layer);
        }
        return std::move(m_centres);
    }

private:
    double growth(std::uint32_t vertex) const
    {
        return m_graph.isVirtual(vertex) ? 0 : m_sizes[vertex].width - m_input.sizes[vertex].width;
    }

    // The vertex on the axis stays; without one, both sides give way from the axis.
    void spread(const std::vector<std::uint32_t>& layer)
    {
        const auto onAxis =
            std::ranges::find_if(layer, [this](std::uint32_t v) { return m_graph.isSpine[v]; });
        const double half = onAxis == layer.end() ? 0 : growth(*onAxis) / 2;
        const auto middle = onAxis != layer.end()
            ? onAxis
            : std::ranges::find_if(layer, [this](std::uint32_t v) { return m_centres[v] >= m_axis; });
        double push = half;
        for (auto vertex = onAxis == layer.end() ? middle : middle + 1; vertex != layer.end(); ++vertex) {
            m_centres[*vertex] += push + growth(*vertex) / 2;
            push += growth(*vertex);
        }
        push = half;
        for (auto vertex = std::make_reverse_iterator(middle); vertex != layer.rend(); ++vertex) {
            m_centres[*vertex] -= push + growth(*vertex) / 2;
            push += growth(*vertex);
        }
    }

    const LayoutInput& m_input;
    const LayeredGraph& m_graph;
    std::span<const LayoutInput::Size> m_sizes;
    std::vector<double> m_centres;
    double m_axis = 0;
};

}

std::shared_ptr<const LayoutSkeleton> arrange(const LayoutInput& input)
{
    return std::make_shared<const LayoutSkeleton>(skeletonOf(input));
}

GraphLayout layOut(const LayoutInput& input)
{
    return drawWithSizes(input, skeletonOf(input), input.sizes);
}

GraphLayout drawWithSizes(
    const LayoutInput& input, const LayoutSkeleton& skeleton, std::span<const LayoutInput::Size> sizes)
{
    std::vector<double> centres = RoomMaker(input, skeleton, sizes).run();
    LayoutInput grown = input;
    grown.sizes.assign(sizes.begin(), sizes.end());
    GraphLayout layout = drawLayout(grown, skeleton.graph, std::move(centres));
    layout.crossings = skeleton.crossings;
    return layout;
}

}
