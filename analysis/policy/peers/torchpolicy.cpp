// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch's torch.autocast on CUDA: a rule for each operator on its own, by three lists; everything else runs
// in the type that it receives. FP64 is never touched. The cast of a weight is kept for all who read it;
// other casts are made by each operator for itself. Nothing casts the output of the network back.
//
// Reading of the mapping: a Gemm is torch.nn.functional.linear, with its bias as an argument; LSTM, GRU and
// RNN are the fused cells; a Resize is one of upsample_*; concatenation, addition and the like promote by
// themselves, without autocast, which gives the same types. torch.mean is in no list.
#include "analysis/policy/decidelevels.h"
#include "analysis/policy/decisionwriter.h"
#include "analysis/policy/families.h"
#include "analysis/policy/policyfindings.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

enum class Cast : std::uint8_t { Low, Float32, Promote };

struct TorchOp
{
    std::string_view onnx;
    std::string_view aten;
    Cast cast;
};

// AT_FORALL_LOWER_PRECISION_FP, AT_FORALL_FP32, AT_FORALL_FP32_SET_OPT_DTYPE, norm of
// AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE, and AT_FORALL_PROMOTE of aten/src/ATen/autocast_mode.h (2.6).
constexpr auto kOps = std::to_array<TorchOp>({{"Acos", "acos", Cast::Float32},
    {"Asin", "asin", Cast::Float32}, {"Attention", "scaled_dot_product_attention", Cast::Low},
    {"Conv", "convolution", Cast::Low}, {"ConvTranspose", "conv_transpose2d", Cast::Low},
    {"Cosh", "cosh", Cast::Float32}, {"CumSum", "cumsum", Cast::Float32}, {"Einsum", "einsum", Cast::Low},
    {"Exp", "exp", Cast::Float32}, {"GRU", "gru_cell", Cast::Low}, {"Gemm", "linear", Cast::Low},
    {"GridSample", "grid_sampler", Cast::Promote}, {"GroupNormalization", "group_norm", Cast::Float32},
    {"LSTM", "lstm_cell", Cast::Low}, {"LayerNormalization", "layer_norm", Cast::Float32},
    {"Log", "log", Cast::Float32}, {"LogSoftmax", "log_softmax", Cast::Float32},
    {"LpNormalization", "norm", Cast::Float32}, {"MatMul", "matmul", Cast::Low},
    {"MeanSquaredError", "mse_loss", Cast::Float32}, {"NegativeLogLikelihoodLoss", "nll_loss", Cast::Float32},
    {"PRelu", "prelu", Cast::Low}, {"Pow", "pow", Cast::Float32}, {"RNN", "rnn_tanh_cell", Cast::Low},
    {"Reciprocal", "reciprocal", Cast::Float32}, {"ReduceL1", "linalg_vector_norm", Cast::Float32},
    {"ReduceL2", "linalg_vector_norm", Cast::Float32}, {"ReduceLogSum", "sum", Cast::Float32},
    {"ReduceLogSumExp", "logsumexp", Cast::Float32}, {"ReduceProd", "prod", Cast::Float32},
    {"ReduceSum", "sum", Cast::Float32}, {"ReduceSumSquare", "sum", Cast::Float32},
    {"Resize", "upsample_bilinear2d", Cast::Float32}, {"Sinh", "sinh", Cast::Float32},
    {"Softmax", "softmax", Cast::Float32}, {"SoftmaxCrossEntropyLoss", "nll_loss", Cast::Float32},
    {"Softplus", "softplus", Cast::Float32}, {"Tan", "tan", Cast::Float32},
    {"Upsample", "upsample_nearest2d", Cast::Float32}});
static_assert(std::ranges::is_sorted(kOps, {}, &TorchOp::onnx), "torchOp() searches by halving");

const TorchOp* torchOp(std::string_view onnx)
{
    const auto found = std::ranges::lower_bound(kOps, onnx, {}, &TorchOp::onnx);
    return found != kOps.end() && found->onnx == onnx ? &*found : nullptr;
}

class AutocastWalk
{
public:
    AutocastWalk(Decisions fresh, const PrecisionPolicy& policy, const std::string& path)
        : m_writer(std::move(fresh))
        , m_graph(m_writer.graph())
        , m_low(std::get<TorchSettings>(policy.settings).low)
        , m_overrides(m_graph, policy.overrides, path)
    {
    }

    Decisions run()
    {
        for (NodeId node : m_graph.nodes()) {
            const Phase phase = m_graph.node(node).phase;
            if (phase == Phase::Update)
                m_writer.update(node);
            else if (phase == Phase::Backward)
                m_writer.follow(node);
            else
                decideForward(node);
        }
        Decisions& decisions = m_writer.decisions();
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::size_t i = 0; i < outputs.size(); ++i)
            decisions.setDelivered(i, decisions.produced(outputs[i]));
        decisions.setSharings({.weights = CastSharing::PerValue});
        return std::move(decisions);
    }

private:
    void decideForward(NodeId node)
    {
        const FloatSlots& slots = m_writer.slots(node);
        const TorchOp* op = torchOp(m_graph.node(node).opType);
        const std::string type(op ? op->aten : std::string_view{});
        if (m_overrides.has(node))
            return decideByOverride(node, slots, type);
        if (!slots.hasData())
            m_writer.keep(node, {.rule = m_writer.fixedRule(node), .type = type});
        else if (!op || hasDouble(node))
            m_writer.asReceived(node, {.rule = rules::kTorchReceived, .type = type});
        else if (op->cast == Cast::Promote)
            m_writer.promote(node, {.rule = rules::kTorchPromote, .type = type});
        else if (op->cast == Cast::Low)
            m_writer.give(node, m_low, {.rule = rules::kTorchLow, .list = List::White, .type = type});
        else
            m_writer.give(
                node, DType::Float32, {.rule = rules::kTorchFp32, .list = List::Black, .type = type});
    }

    void decideByOverride(NodeId node, const FloatSlots& slots, const std::string& type)
    {
        const bool moves = slots.hasData() && m_graph.node(node).opType != "Cast";
        if (moves)
            m_writer.give(node, m_overrides.target(node), {.rule = rules::kOverride, .type = type});
        else
            m_writer.asReceived(node, {.rule = rules::kNoLowType, .type = type});
        if (slots.hasFloats())
            m_overrides.report(m_writer.decisions(), node, m_writer.decisions().precision(node),
                moves ? rules::kOverride : rules::kNoLowType);
    }

    bool hasDouble(NodeId node) const
    {
        return std::ranges::any_of(m_graph.inputs(node),
            [&](ValueId input) { return input.isValid() && m_writer.original(input) == DType::Float64; });
    }

    DecisionWriter m_writer;
    const Graph& m_graph;
    DType m_low;
    OverridesInForce m_overrides;
};

Result<Decisions> decideTorch(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    if (!isLowPrecision(std::get<TorchSettings>(policy.settings).low))
        return std::unexpected(Error{ErrorKind::Usage, "RuntimeError",
            "Autocast takes float16 and bfloat16 only.", "dtype", "Choose float16 or bfloat16."});
    auto decisions = decideLevels(graph, [&](Decisions fresh, const LevelPlace& place) -> Result<Decisions> {
        return AutocastWalk(std::move(fresh), policy, place.path).run();
    });
    if (decisions) {
        addNoLowType(*decisions);
        addLowOutputs(*decisions);
        addOverrideFindings(*decisions, policy.overrides);
    }
    return decisions;
}

std::string placeInTorch(const Decisions& decisions, NodeId node, const PolicySettings&)
{
    const std::string_view rule = decisions.node(node).rule;
    const bool isListed =
        rule == rules::kTorchFp32 || rule == rules::kTorchLow || rule == rules::kTorchPromote;
    const TorchOp* op = isListed ? torchOp(decisions.graph()->node(node).opType) : nullptr;
    return op ? std::format("aten/src/ATen/autocast_mode.h (2.6), operator:{}", op - kOps.data() + 1)
              : std::string();
}

std::string describeTorch(const PolicySettings& chosen)
{
    return std::format("PyTorch autocast, {}", name(std::get<TorchSettings>(chosen).low));
}

}

const PolicyDef kTorchPolicy{.id = "pytorch",
    .title = "PyTorch autocast",
    .doc = "torch.autocast on CUDA: each operator by itself, by a low-precision, an FP32 and a promote list.",
    .source = {"PyTorch", "aten/src/ATen/autocast_mode.h", "2.6"},
    .decide = decideTorch,
    .describe = describeTorch,
    .placeOf = placeInTorch,
    .addEdits = addTorchEdits};

}
