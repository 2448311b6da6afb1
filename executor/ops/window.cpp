// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/window.h"

#include <algorithm>
#include <string>

namespace halftone {

Window readWindow(std::span<const Attribute> attributes, std::span<const std::int64_t> kernel,
    std::span<const std::int64_t> inputPixels, std::span<const std::int64_t> outputPixels)
{
    using Integers = std::vector<std::int64_t>;
    const std::size_t axes = kernel.size();
    const auto strides = attributeOr(attributes, "strides", Integers(axes, 1));
    const auto dilations = attributeOr(attributes, "dilations", Integers(axes, 1));
    const auto pads = attributeOr(attributes, "pads", Integers(2 * axes, 0));
    const auto autoPad = attributeOr(attributes, "auto_pad", std::string("NOTSET"));
    Window window;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::int64_t covered = (kernel[axis] - 1) * dilations[axis] + 1;
        const std::int64_t needed =
            std::max<std::int64_t>(0, (outputPixels[axis] - 1) * strides[axis] + covered - inputPixels[axis]);
        std::int64_t before = pads[axis];
        if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER")
            before = (needed + (autoPad == "SAME_LOWER" ? 1 : 0)) / 2;
        if (autoPad == "VALID")
            before = 0;
        window.kernel.push_back(kernel[axis]);
        window.strides.push_back(strides[axis]);
        window.dilations.push_back(dilations[axis] - 1);
        window.padBefore.push_back(before);
        // Pixels that no window reaches (sizes rounded down) need no padding and make the sum negative.
        window.padAfter.push_back(
            (outputPixels[axis] - 1) * strides[axis] + covered - inputPixels[axis] - before);
    }
    return window;
}

}
