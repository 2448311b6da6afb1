// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"

#include <format>

namespace halftone {
namespace {

// The same elements in row-major order under another shape: no step at all when they lie so already.
Result<void> compileReshape(ProgramBuilder& b)
{
    const ValueId x = b.input(0), y = b.output();
    const DType from = b.stored(x).dtype;
    const DType to = b.stored(y).dtype;
    if (from == to && dnnlType(from) == dnnl::memory::data_type::undef) {
        b.alias(y, b.readStored(x), Layout::Plain);
        return {};
    }
    if (!isReducibleFloat(from) || !isReducibleFloat(to))
        return b.refuse(std::format("A reshape from {} to {} is not supported.", name(from), name(to)));
    if (from == to) {
        b.alias(y, b.read(x, describe(b.dims(x), dnnlType(from), Layout::Plain)).buffer, Layout::Plain);
        return {};
    }
    const Operand wide = b.readFloat(x, Layout::Plain);
    if (to == DType::Float32)
        b.alias(y, wide.buffer, Layout::Plain);
    else
        b.round(y, wide.buffer, Layout::Plain);
    return {};
}

// The value was put in place when the program was built.
Result<void> compileConstant(ProgramBuilder&)
{
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Constant", .compile = compileConstant},
    {.name = "Flatten", .compile = compileReshape},
    {.name = "Identity", .compile = compileReshape},
    {.name = "Reshape", .compile = compileReshape},
};

}

std::span<const OpRun> shapeRuns()
{
    return kRows;
}

}
