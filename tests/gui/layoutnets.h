// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/layeredlayout.h"

#include <random>
#include <vector>

namespace halftone::test {

/// This writes the shapes of nets that people really have, for tests and benchmarks of the layout.
class NetWriter
{
public:
    explicit NetWriter(double width = 196, double height = 46)
        : m_size{width, height}
    {
    }

    /// A box that reads the values of \p inputs (a box makes one value); returns its number.
    std::uint32_t op(std::vector<std::uint32_t> inputs, double weight = 10)
    {
        const auto box = static_cast<std::uint32_t>(m_input.sizes.size());
        m_input.sizes.push_back(m_size);
        for (const std::uint32_t from : inputs)
            m_input.edges.push_back({.from = from, .to = box, .value = from, .weight = weight});
        return box;
    }
    std::uint32_t chain(std::uint32_t from, int count)
    {
        for (int i = 0; i < count; ++i)
            from = op({from});
        return from;
    }
    std::size_t count() const { return m_input.sizes.size(); }
    LayoutInput finish() { return std::move(m_input); }

private:
    LayoutInput::Size m_size;
    LayoutInput m_input;
};

inline LayoutInput chainNet(std::size_t count)
{
    NetWriter net;
    std::uint32_t last = net.op({});
    while (net.count() < count)
        last = net.op({last});
    return net.finish();
}

/// Blocks of conv, norm, relu, conv, norm, add, relu; every fourth block has a conv on its shortcut.
inline LayoutInput residualNet(std::size_t count)
{
    NetWriter net;
    std::uint32_t last = net.op({});
    for (int block = 0; net.count() < count; ++block) {
        const std::uint32_t shortcut = block % 4 == 3 ? net.chain(last, 2) : last;
        const std::uint32_t body = net.chain(last, 5);
        last = net.op({net.op({body, shortcut})});
    }
    return net.finish();
}

/// Encoder layers as exporters write them: q, k and v with reshapes, a side chain that computes a shape, a
/// mask that all layers share, a normalisation of small steps, a feed-forward part.
inline LayoutInput transformerNet(std::size_t count)
{
    NetWriter net;
    const std::uint32_t mask = net.chain(net.op({}), 3);
    std::uint32_t last = net.op({});
    const auto normalise = [&](std::uint32_t x) {
        const std::uint32_t centred = net.op({x, net.op({x})});
        const std::uint32_t deviation = net.chain(centred, 4);
        return net.chain(net.op({centred, deviation}), 2);
    };
    while (net.count() < count) {
        const std::uint32_t shape = net.op({net.op({net.op({last}, 0.1)}, 0.1)}, 0.1);
        const auto head = [&] { return net.op({net.op({net.chain(last, 2), shape})}); };
        const std::uint32_t q = head();
        const std::uint32_t k = head();
        const std::uint32_t v = head();
        const std::uint32_t scores = net.op({net.op({net.op({q, k})}), mask});
        const std::uint32_t mixed = net.op({net.op({scores}), v});
        last = normalise(net.op({net.chain(mixed, 4), last}));
        last = normalise(net.op({net.chain(last, 5), last}));
    }
    return net.finish();
}

/// An encoder and a decoder joined at every level.
inline LayoutInput uNet(std::size_t count)
{
    NetWriter net;
    std::uint32_t last = net.op({});
    const std::size_t levels = std::max<std::size_t>(1, count / 12);
    std::vector<std::uint32_t> skips;
    for (std::size_t level = 0; level < levels; ++level) {
        skips.push_back(net.chain(last, 4));
        last = net.op({skips.back()});
    }
    for (std::size_t level = levels; level-- > 0;)
        last = net.chain(net.op({net.op({last}), skips[level]}), 5);
    return net.finish();
}

/// Every box reads up to three of the hundred before it.
inline LayoutInput randomNet(std::size_t count)
{
    std::mt19937 random(1);
    NetWriter net;
    net.op({});
    while (net.count() < count) {
        std::vector<std::uint32_t> inputs;
        const auto reach = static_cast<std::uint32_t>(std::min<std::size_t>(100, net.count()));
        for (std::uint32_t i = 0; i < 1 + random() % 3; ++i)
            inputs.push_back(
                static_cast<std::uint32_t>(net.count()) - 1 - static_cast<std::uint32_t>(random() % reach));
        net.op(std::move(inputs));
    }
    return net.finish();
}

/// Five hundred branches side by side, joined at the end.
inline LayoutInput wideNet(std::size_t count)
{
    NetWriter net;
    const std::uint32_t source = net.op({});
    std::vector<std::uint32_t> ends;
    const int length = static_cast<int>(count / 500);
    for (int branch = 0; branch < 500; ++branch)
        ends.push_back(net.chain(source, std::max(1, length)));
    net.op(std::move(ends));
    return net.finish();
}

}
