// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredlayout.h"

#include "gui/graph/layeredgraph.h"

namespace halftone {

GraphLayout layOut(const LayoutInput& input)
{
    LayeredGraph graph = makeLayers(input);
    const std::uint64_t crossings = orderLayers(graph);
    GraphLayout layout = drawLayout(input, graph, placeColumns(input, graph));
    layout.crossings = crossings;
    return layout;
}

}
