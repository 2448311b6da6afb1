// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/boxpainter.h"

namespace halftone {

/// One part of a bar that shows how many operators of a group are of one kind.
struct BarPart
{
    std::uint32_t count = 0;
    QColor fill;
    QColor text;
    QColor outline;
    QString letters; ///< "W", "16"; the same as on single boxes.
    bool isHatched = false;
    bool isDashed = false;
};

/// White, gray and black by the number of operators; parts without operators are left out.
std::vector<BarPart> listParts(const GroupFacts& group, Scheme scheme);
/// FP16, BF16, FP32 and all others.
std::vector<BarPart> precisionParts(const GroupFacts& group, Scheme scheme);

/// Where the parts stand, side by side; none is narrower than can be seen.
std::vector<QRectF> placesOfParts(std::span<const BarPart> parts, const QRectF& bar);

/// Draws \p parts with letters and counts where there is room for them.
void paintBar(QPainter& painter, std::span<const BarPart> parts, const QRectF& bar, const QFont& font);

}
