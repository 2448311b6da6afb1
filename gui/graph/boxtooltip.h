// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/graphpicture.h"

namespace halftone {

/// Everything that a box shows, in full: rich text for a tool tip.
QString boxToolTip(const GraphPicture& picture, std::uint32_t box);
/// The same on one line of plain text, for screen readers.
QString boxDescription(const GraphPicture& picture, std::uint32_t box);
/// What names a box and what was decided, shortly: "conv1, Conv, float16, white list".
QString boxLabel(const GraphPicture& picture, std::uint32_t box);
QString castToolTip(const GraphPicture& picture, std::uint32_t edge);
QString stubToolTip(const GraphPicture& picture, std::uint32_t stub);

}
