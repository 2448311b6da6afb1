// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/program/programbuilder.h"

#include <cstdlib>

namespace halftone {

/// Of a value in memory, with the padding of its layout.
inline std::size_t bytesOf(const StoredValue& value)
{
    return storageBytes(value.dtype, value.elements());
}

/// What a compiled program consists of.
struct Program::Content
{
    struct Free
    {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

    GraphPtr graph;
    dnnl::engine engine;
    dnnl::stream stream;
    std::vector<Step> steps;
    std::vector<PlanRow> plan;
    std::vector<ValueId> observed;
    IdMap<ValueId, StoredValue> stored;
    std::unique_ptr<std::byte[], Free> memory;
    Arena arena;
    std::size_t memoryBytes = 0;
    std::size_t activationBytes = 0;
    RunState state;
};

}
