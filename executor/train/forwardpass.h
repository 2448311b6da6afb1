// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/dataset.h"
#include "executor/train/precision.h"

namespace halftone {

/// What one input of a model is fed with: numbers, or indices for an int64 one.
struct InputFeed
{
    ValueId input;
    std::vector<float> values;
    std::vector<std::int64_t> indices;
};

/// The first batch of \p data for the input that samples go to (findDataInput()), and synthetic numbers by
/// their shapes for the others. Fails where a shape is not fixed, the data does not fit, or an input has a
/// type that cannot be made up.
Result<std::vector<InputFeed>> feedsFor(const Graph& model, const DatasetPair& data, std::uint64_t seed);

/// A model computed once in one precision, with every tensor that it made at hand.
class ForwardPass
{
public:
    /// Lowers, compiles, feeds and runs. \p feeds are of the inputs of \p graph; float32 for nullopt.
    static Result<ForwardPass> create(
        const GraphPtr& graph, const std::optional<Precision>& precision, std::span<const InputFeed> feeds);

    Program& program() { return m_program; }
    const MixedGraph& mixed() const { return m_mixed; }

private:
    ForwardPass(Program program, MixedGraph mixed)
        : m_program(std::move(program))
        , m_mixed(std::move(mixed))
    {
    }

    Program m_program;
    MixedGraph m_mixed;
};

}
