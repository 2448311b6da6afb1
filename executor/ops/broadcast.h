// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX broadcasting as rows: axes that all operands walk alike are merged, and what is left is a loop over
// rows in which each operand either steps along or stands still.
//
//     [8, 16, 4] + [16, 1]  ->  outer axes 8 and 16, rows of 4; steps of the second operand in a row: 0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halftone {

inline constexpr std::size_t kMostOperands = 3;

class Broadcast
{
public:
    /// One row for operands of equal shape that are walked in memory order.
    explicit Broadcast(std::size_t count);
    /// \p operands have the shape of the result or broadcast to it.
    Broadcast(std::span<const std::int64_t> result, std::span<const std::vector<std::int64_t>> operands);

    std::size_t rowLength() const { return m_rowLength; }
    /// 1 where an operand steps along a row, 0 where one element stands for all.
    std::size_t step(std::size_t operand) const { return m_steps[operand]; }

    /// Calls visit(offset in the result, offsets in the operands) for each row.
    template <typename Visit>
    void forEachRow(const Visit& visit) const
    {
        std::array<std::size_t, kMostOperands> offsets{};
        std::size_t at = 0;
        walk(0, m_outer.size(), at, offsets, visit);
    }

    /// This is a run of rows: each operand goes on by its stride from row to row.
    struct Rows
    {
        std::size_t count = 1;
        std::array<std::size_t, kMostOperands> strides{};
    };
    /// Calls visit(offset in the result, offsets in the operands, rows) for each run of rows.
    template <typename Visit>
    void forEachRun(const Visit& visit) const
    {
        std::array<std::size_t, kMostOperands> offsets{};
        std::size_t at = 0;
        if (m_outer.empty())
            return visit(at, offsets, Rows());
        const Rows rows{m_outer.back().size, m_outer.back().strides};
        walk(0, m_outer.size() - 1, at, offsets,
            [&](std::size_t row, const auto& operands) { visit(row * rows.count, operands, rows); });
    }

private:
    struct Axis
    {
        std::size_t size = 1;
        std::array<std::size_t, kMostOperands> strides{};
    };

    template <typename Visit>
    void walk(std::size_t depth, std::size_t end, std::size_t& at,
        std::array<std::size_t, kMostOperands> offsets, const Visit& visit) const
    {
        if (depth == end) {
            visit(at, offsets);
            at += m_rowLength;
            return;
        }
        const Axis& axis = m_outer[depth];
        for (std::size_t i = 0; i < axis.size; ++i) {
            walk(depth + 1, end, at, offsets, visit);
            for (std::size_t operand = 0; operand < kMostOperands; ++operand)
                offsets[operand] += axis.strides[operand];
        }
    }

    std::vector<Axis> m_outer;
    std::size_t m_rowLength = 1;
    std::array<std::size_t, kMostOperands> m_steps{1, 1, 1};
};

}
