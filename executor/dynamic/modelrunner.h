// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes a forward graph for inputs of any shape. Where all sizes follow from those of the inputs, one
// program computes everything. Otherwise the graph is planned piece by piece while it runs
// (executor/dynamic/segment.h); If, Loop and Scan run their bodies the same way. Plans are kept for the
// shapes that they were made for: a shape that was there before is not planned again, unless too many others
// came in between.
#pragma once

#include "executor/dynamic/segment.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace halftone {

struct OpRun;

class ModelRunner
{
public:
    /// Fails, naming the node, when an operator has no runner. Of the options those that name values are not
    /// for this. The graph may have sizes that are not bound.
    static Result<ModelRunner> create(GraphPtr graph, ProgramOptions options = {});

    ModelRunner(ModelRunner&&) noexcept;
    ModelRunner& operator=(ModelRunner&&) noexcept;
    ~ModelRunner();

    const GraphPtr& graph() const { return m_graph; }

    /// The outputs of the graph for \p inputs, both in their order in the graph. Fails when an input does not
    /// have the type, rank or sizes of the graph, and where a part of the model cannot be computed with it.
    Result<std::vector<TensorData>> run(std::span<const TensorData> inputs);

    /// Gives an initializer of the graph other elements, of the type and shape that it has. Plans stay; what
    /// was folded of its old elements (sizes) stays as well, so it must be one of weights.
    void setInitializer(ValueId id, TensorData data);

    /// This is one line of the listing: a segment with what it was planned for, or a node that is run by
    /// itself.
    struct Part
    {
        std::string body; ///< Where it stands: "if_1/then_branch"; empty in the model itself.
        std::string nodes; ///< "conv1", or "conv1 ... relu7".
        std::size_t nodeCount = 0;
        std::string plannedFor; ///< "x 1×3×8×8, sizes = [1, 12]"; empty for a node that runs by itself.
        std::uint64_t runs = 0;
        std::vector<PlanRow> rows; ///< Of the program.
    };
    /// All plans that are kept, in the order of the graph, bodies behind their node.
    std::vector<Part> parts() const;
    /// How often a segment had to be planned, bodies included.
    std::uint64_t plansMade() const;

private:
    ModelRunner(GraphPtr graph, ProgramOptions options);
    Result<void> checkInputs(std::span<const TensorData> inputs) const;
    Result<void> checkIndices(std::span<const TensorData> inputs) const;
    Result<std::vector<TensorData>> runFrom(TensorTable tensors);
    Result<Segment*> segmentAt(NodeId node, const TensorTable& tensors);
    Result<void> evaluate(NodeId node, const OpRun& run, TensorTable& tensors);
    struct BodyRunner;
    Result<std::vector<TensorData>> runBody(
        NodeId node, std::string_view attribute, std::vector<TensorData> inputs, const TensorTable& outer);

    GraphPtr m_graph;
    ProgramOptions m_options;
    std::map<NodeId, std::vector<Segment>> m_segments; ///< By first node; the one used last stands in front.
    std::map<std::pair<NodeId, std::string>, std::unique_ptr<BodyRunner>> m_bodies;
    std::map<NodeId, std::uint64_t> m_evaluations;
    std::map<ValueId, TensorData> m_initializers; ///< Those that were replaced.
    std::uint64_t m_plansMade = 0;
};

}
