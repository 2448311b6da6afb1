// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/constantchains.h"

#include "analysis/core/textmap.h"
#include "analysis/fold/fold.h"
#include "analysis/onnx/inlinebranches.h"
#include "analysis/onnx/onnxdtype.h"
#include "analysis/onnx/tensorimport.h"
#include "analysis/onnx/unrollloops.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <set>

namespace halftone {
namespace {

// Each round follows the sizes through at least one more operator whose shape they decide.
constexpr int kMostRounds = 16;

using Shape = std::vector<std::int64_t>;

std::optional<Shape> fixedShape(const onnx::TypeProto& type)
{
    if (!type.has_tensor_type() || !type.tensor_type().has_shape())
        return std::nullopt;
    Shape shape;
    for (const auto& dim : type.tensor_type().shape().dim()) {
        if (!dim.has_dim_value() || dim.dim_value() < 0)
            return std::nullopt;
        shape.push_back(dim.dim_value());
    }
    return shape;
}

struct ControlFacts
{
    std::map<std::string, std::int64_t, std::less<>> numbers;
    std::map<std::string, Shape, std::less<>> shapes;

    std::optional<std::int64_t> numberOf(const std::string& name) const
    {
        const auto found = numbers.find(name);
        return found == numbers.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<std::int64_t> sizeOf(const std::string& name, std::int64_t axis) const
    {
        const auto found = shapes.find(name);
        if (found == shapes.end())
            return std::nullopt;
        const auto rank = static_cast<std::int64_t>(found->second.size());
        const std::int64_t front = axis < 0 ? axis + rank : axis;
        return front >= 0 && front < rank ? std::optional(found->second[static_cast<std::size_t>(front)])
                                          : std::nullopt;
    }
};

/// Puts branches and turns that are known in the place of their nodes; whether there were any.
bool writeOut(onnx::ModelProto& model, const ControlFacts& facts, ConstantChains& chains)
{
    const auto branches = inlineKnownBranches(*model.mutable_graph(), [&](const std::string& name) {
        const auto number = facts.numberOf(name);
        return number ? std::optional(*number != 0) : std::nullopt;
    });
    const auto loops = unrollKnownLoops(model,
        {.numberOf = [&](const std::string& name) { return facts.numberOf(name); },
            .sizeOf = [&](const std::string& name, std::int64_t axis) { return facts.sizeOf(name, axis); }});
    chains.knownBranches.insert(chains.knownBranches.end(), branches.begin(), branches.end());
    chains.knownLoops.insert(chains.knownLoops.end(), loops.begin(), loops.end());
    return !branches.empty() || !loops.empty();
}

class ChainFolder
{
public:
    explicit ChainFolder(onnx::GraphProto& graph)
        : m_graph(graph)
        , m_ownInitializers(graph.initializer_size())
    {
        for (const onnx::TensorProto& tensor : graph.initializer())
            m_initializers[tensor.name()] = &tensor;
    }

    /// Also when inference throws: what was published must not be read as part of the model.
    ~ChainFolder()
    {
        m_graph.mutable_initializer()->DeleteSubrange(
            m_ownInitializers, m_graph.initializer_size() - m_ownInitializers);
    }
    ChainFolder(const ChainFolder&) = delete;
    ChainFolder& operator=(const ChainFolder&) = delete;

    /// Folds with the shapes that the graph states now; whether anything new is known.
    bool foldOnce()
    {
        m_shapes.reset();
        const std::size_t before = m_computed.size();
        for (const onnx::NodeProto& node : m_graph.node()) {
            if (!canFold(node) || find(node.output(0)))
                continue;
            if (auto value = foldNode(node))
                m_known.emplace(node.output(0), *std::move(value));
        }
        return m_computed.size() > before;
    }

    /// States what is known as initializers, so that inference sees it.
    void publish()
    {
        for (const auto& [name, value] : m_known) {
            if (!m_computed.contains(name) || m_published.contains(name))
                continue;
            const auto data = tensorData(value);
            m_published.insert(name);
            if (!data)
                continue;
            onnx::TensorProto& tensor = *m_graph.add_initializer();
            tensor.set_name(name);
            tensor.set_data_type(onnxDataType(data->dtype));
            for (const std::int64_t size : data->dims)
                tensor.add_dims(size);
            tensor.set_raw_data(data->bytes.data(), data->bytes.size());
        }
    }

    /// What is known about the control flow of the graph: conditions and counts, and the sizes of what is
    /// walked along.
    ControlFacts controlFacts()
    {
        ControlFacts facts;
        for (const onnx::NodeProto& node : m_graph.node()) {
            const bool hasNumbers = node.op_type() == "If" || node.op_type() == "Loop";
            for (int i = 0; hasNumbers && i < std::min(2, node.input_size()); ++i) {
                const FoldedValue* value = node.input(i).empty() ? nullptr : find(node.input(i));
                if (value && value->values.size() == 1)
                    facts.numbers[node.input(i)] = static_cast<std::int64_t>(value->values[0]);
            }
            for (int i = 0; node.op_type() == "Scan" && i < node.input_size(); ++i) {
                if (const Shape* shape = shapeOf(node.input(i)))
                    facts.shapes[node.input(i)] = *shape;
            }
        }
        return facts;
    }

    std::map<std::string, TensorData, std::less<>> integers() const
    {
        std::map<std::string, TensorData, std::less<>> constants;
        for (const auto& [name, value] : m_known) {
            if (!m_computed.contains(name) || !value.isInteger())
                continue;
            if (auto data = tensorData(value))
                constants.emplace(name, *std::move(data));
        }
        return constants;
    }

private:
    // Asked first, of every node: hardly any of a large graph belongs to a chain.
    bool canFold(const onnx::NodeProto& node)
    {
        if (node.output_size() != 1 || (!node.domain().empty() && node.domain() != "ai.onnx"))
            return false;
        if (node.op_type() == "Constant" || readsShapeOnly(node.op_type()))
            return true;
        return isFoldable(node.op_type()) && node.input_size() > 0 && find(node.input(0));
    }

    // Of what has a fixed shape now; read when the first node asks.
    const Shape* shapeOf(const std::string& name)
    {
        if (!m_shapes)
            readShapes();
        const auto found = m_shapes->find(name);
        return found == m_shapes->end() ? nullptr : &found->second;
    }

    void readShapes()
    {
        m_shapes.emplace();
        const auto read = [&](const auto& infos) {
            for (const onnx::ValueInfoProto& info : infos) {
                if (auto shape = fixedShape(info.type()))
                    (*m_shapes)[info.name()] = *std::move(shape);
            }
        };
        read(m_graph.input());
        read(m_graph.value_info());
        read(m_graph.output());
        for (const auto& [name, tensor] : m_initializers)
            (*m_shapes)[name] = Shape(tensor->dims().begin(), tensor->dims().end());
    }

    const FoldedValue* find(const std::string& name)
    {
        if (const auto found = m_known.find(name); found != m_known.end())
            return &found->second;
        const auto initializer = m_initializers.find(name);
        if (initializer == m_initializers.end())
            return nullptr;
        return remember(name, *initializer->second);
    }

    const FoldedValue* remember(const std::string& name, const onnx::TensorProto& tensor)
    {
        std::int64_t count = 1;
        for (const std::int64_t size : tensor.dims()) {
            if (size < 0 || (count *= std::max<std::int64_t>(size, 1)) > kMostFoldedElements)
                return nullptr;
        }
        if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
            return nullptr;
        std::vector<Finding> ignored; // The import itself reports what is wrong with a tensor.
        const auto data = importTensor(tensor, nullptr, {}, ignored);
        const auto value = data ? foldedValue(*data) : std::nullopt;
        return value ? &m_known.emplace(name, *value).first->second : nullptr;
    }

    std::vector<Attribute> attributesOf(const onnx::NodeProto& node)
    {
        std::vector<Attribute> attributes;
        for (const onnx::AttributeProto& attribute : node.attribute()) {
            if (attribute.type() == onnx::AttributeProto::INT)
                attributes.push_back({attribute.name(), attribute.i()});
            else if (attribute.type() == onnx::AttributeProto::INTS)
                attributes.push_back(
                    {attribute.name(), Shape(attribute.ints().begin(), attribute.ints().end())});
            else if (attribute.type() == onnx::AttributeProto::TENSOR) {
                std::vector<Finding> ignored;
                if (auto data = importTensor(attribute.t(), nullptr, {}, ignored))
                    attributes.push_back({attribute.name(), *std::move(data)});
            }
        }
        return attributes;
    }

    std::optional<FoldedValue> foldNode(const onnx::NodeProto& node)
    {
        if (node.op_type() == "Constant") {
            for (const onnx::AttributeProto& attribute : node.attribute()) {
                if (attribute.type() == onnx::AttributeProto::TENSOR)
                    remember(node.output(0), attribute.t());
                else if (attribute.type() == onnx::AttributeProto::INT)
                    return FoldedValue{DType::Int64, {}, {static_cast<double>(attribute.i())}};
                else if (attribute.type() == onnx::AttributeProto::INTS)
                    return FoldedValue{DType::Int64, {attribute.ints_size()},
                        {attribute.ints().begin(), attribute.ints().end()}};
            }
            return std::nullopt;
        }
        const std::vector<Attribute> attributes = attributesOf(node);
        FoldCall call{
            .opType = node.op_type(), .attributes = attributes, .inputs = {}, .firstShape = std::nullopt};
        for (const std::string& input : node.input())
            call.inputs.push_back(input.empty() ? nullptr : find(input));
        if (node.input_size() > 0 && readsShapeOnly(node.op_type())) {
            if (const Shape* shape = shapeOf(node.input(0)))
                call.firstShape = *shape;
        }
        auto value = fold(call);
        if (value)
            m_computed.insert(node.output(0));
        return value;
    }

    onnx::GraphProto& m_graph;
    int m_ownInitializers;
    TextMap<const onnx::TensorProto*> m_initializers;
    std::optional<TextMap<Shape>> m_shapes; ///< Of this round.
    TextMap<FoldedValue> m_known;
    std::set<std::string, std::less<>> m_computed; ///< Those that a node computes.
    std::set<std::string, std::less<>> m_published;
};

}

ConstantChains inferWithConstants(
    onnx::ModelProto& model, ImportOptions::Form form, const std::function<void(onnx::ModelProto&)>& infer)
{
    ConstantChains chains;
    for (int depth = 0; depth <= kMostRounds; ++depth) {
        ControlFacts facts;
        {
            // The folder keeps pointers to initializers, which a growing list of them does not move.
            ChainFolder folder(*model.mutable_graph());
            infer(model);
            for (int round = 0; round < kMostRounds && folder.foldOnce(); ++round) {
                folder.publish();
                infer(model);
            }
            chains.constants = folder.integers();
            facts = folder.controlFacts();
        }
        if (form == ImportOptions::Form::AsWritten || !writeOut(model, facts, chains))
            break;
    }
    return chains;
}

}
