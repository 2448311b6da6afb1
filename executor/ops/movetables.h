// SPDX-License-Identifier: GPL-3.0-or-later
//
// Movement operators as offset tables (kernels/movement.h): one function for each operator says where the
// elements of the result come from, and running it, in 16 bits or 64, forwards or backwards, is the same
// code.
#pragma once

#include "analysis/core/error.h"
#include "executor/program/programbuilder.h"
#include "kernels/movement.h"

#include <memory>

namespace halftone {

using Dims = std::vector<std::int64_t>;

/// Offsets along the source for each axis of the result.
using MoveTables = std::vector<std::vector<std::int64_t>>;

/// How many elements apart neighbours along each axis are, in row-major memory.
Dims stridesOf(std::span<const std::int64_t> dims);

/// What an operator's tables are made from. While its gradient is compiled, source and result are still those
/// of the forward operator, and the operands stand in the same slots.
struct Move
{
    const ProgramBuilder& b;
    Dims source;
    Dims result;
};
using MakeTables = Result<MoveTables> (*)(const Move&);

Result<MoveTables> transposeTables(const Move& move);
Result<MoveTables> sliceTables(const Move& move);
Result<MoveTables> padTables(const Move& move);
Result<MoveTables> expandTables(const Move& move);
Result<MoveTables> tileTables(const Move& move);
Result<MoveTables> depthToSpaceTables(const Move& move);
Result<MoveTables> spaceToDepthTables(const Move& move);

/// Tables in the form that loops capture: nothing is allocated when they run.
class SharedTables
{
public:
    explicit SharedTables(MoveTables tables);
    kernels::OffsetTables view() const { return m_content->spans; }

private:
    struct Content
    {
        MoveTables tables;
        std::vector<std::span<const std::int64_t>> spans;
    };
    std::shared_ptr<const Content> m_content;
};

}
