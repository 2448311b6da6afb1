// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/interpreter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <stdfloat>

namespace halftone::test {
namespace {

using Integers = std::vector<std::int64_t>;

std::int64_t product(std::span<const std::int64_t> sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies{});
}

/// One node with its operands at hand.
struct Call
{
    const Graph& graph;
    NodeId node;
    std::map<std::string, Tensor>& values;

    const Tensor& input(std::size_t slot) const { return values.at(graph.value(graph.inputs(node)[slot]).name); }
    bool hasInput(std::size_t slot) const
    {
        return slot < graph.inputs(node).size() && graph.inputs(node)[slot].isValid();
    }
    Tensor& result(std::size_t slot = 0) const
    {
        const ValueId id = graph.outputs(node)[slot];
        Tensor& tensor = values[graph.value(id).name];
        tensor.dims = *graph.fixedShape(id);
        tensor.values.assign(static_cast<std::size_t>(product(tensor.dims)), 0.0);
        tensor.magnitude = tensor.values;
        return tensor;
    }
    bool hasResult(std::size_t slot) const { return slot < graph.outputs(node).size(); }
    template <typename T>
    T attribute(std::string_view name, T fallback) const
    {
        return attributeOr(graph.node(node).attributes, name, fallback);
    }
};

void settle(Tensor& tensor, std::size_t at, double value)
{
    tensor.values[at] = value;
    tensor.magnitude[at] = std::abs(value);
}

/// Walks the window of one output pixel: visit(input row, input column, kernel row, kernel column).
void forWindow(const Call& call, const Integers& kernel, std::int64_t height, std::int64_t width, std::int64_t row,
    std::int64_t column, const std::function<void(std::int64_t, std::int64_t, std::int64_t, std::int64_t)>& visit)
{
    const Integers strides = call.attribute("strides", Integers{1, 1});
    const Integers dilations = call.attribute("dilations", Integers{1, 1});
    const Integers pads = call.attribute("pads", Integers{0, 0, 0, 0});
    for (std::int64_t i = 0; i < kernel[0]; ++i) {
        for (std::int64_t j = 0; j < kernel[1]; ++j) {
            const std::int64_t y = row * strides[0] + i * dilations[0] - pads[0];
            const std::int64_t x = column * strides[1] + j * dilations[1] - pads[1];
            if (y >= 0 && y < height && x >= 0 && x < width)
                visit(y, x, i, j);
        }
    }
}

/// Calls fill(output index, sample, channel, row, column) for each output pixel of a 2-D image operator.
void forPixels(const Tensor& y, const std::function<void(std::size_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t)>& fill)
{
    std::size_t at = 0;
    for (std::int64_t n = 0; n < y.dims[0]; ++n)
        for (std::int64_t c = 0; c < y.dims[1]; ++c)
            for (std::int64_t row = 0; row < y.dims[2]; ++row)
                for (std::int64_t column = 0; column < y.dims[3]; ++column)
                    fill(at++, n, c, row, column);
}

void conv(const Call& call)
{
    const Tensor& x = call.input(0);
    const Tensor& w = call.input(1);
    Tensor& y = call.result();
    const std::int64_t perGroup = y.dims[1] / call.attribute("group", std::int64_t{1});
    y.terms = static_cast<double>(w.dims[1] * w.dims[2] * w.dims[3] + 1);
    forPixels(y, [&](std::size_t at, std::int64_t n, std::int64_t o, std::int64_t row, std::int64_t column) {
        double sum = call.hasInput(2) ? call.input(2).values[static_cast<std::size_t>(o)] : 0.0;
        double magnitude = std::abs(sum);
        for (std::int64_t c = 0; c < w.dims[1]; ++c) {
            const std::int64_t channel = o / perGroup * w.dims[1] + c;
            forWindow(call, {w.dims[2], w.dims[3]}, x.dims[2], x.dims[3], row, column,
                [&](std::int64_t i, std::int64_t j, std::int64_t ki, std::int64_t kj) {
                    const auto xAt = ((n * x.dims[1] + channel) * x.dims[2] + i) * x.dims[3] + j;
                    const auto wAt = ((o * w.dims[1] + c) * w.dims[2] + ki) * w.dims[3] + kj;
                    const double term = x.values[static_cast<std::size_t>(xAt)] * w.values[static_cast<std::size_t>(wAt)];
                    sum += term;
                    magnitude += std::abs(term);
                });
        }
        y.values[at] = sum;
        y.magnitude[at] = magnitude;
    });
}

void pool(const Call& call, bool isMax)
{
    const Tensor& x = call.input(0);
    Tensor& y = call.result();
    const Integers kernel = call.attribute("kernel_shape", Integers{x.dims[2], x.dims[3]});
    const bool countsPadding = call.attribute("count_include_pad", std::int64_t{0}) != 0;
    forPixels(y, [&](std::size_t at, std::int64_t n, std::int64_t c, std::int64_t row, std::int64_t column) {
        double largest = -std::numeric_limits<double>::infinity();
        double sum = 0;
        double magnitude = 0;
        std::int64_t count = 0;
        forWindow(call, kernel, x.dims[2], x.dims[3], row, column,
            [&](std::int64_t i, std::int64_t j, std::int64_t, std::int64_t) {
                const double value
                    = x.values[static_cast<std::size_t>(((n * x.dims[1] + c) * x.dims[2] + i) * x.dims[3] + j)];
                largest = std::max(largest, value);
                sum += value;
                magnitude += std::abs(value);
                ++count;
            });
        const auto divisor = static_cast<double>(countsPadding ? product(kernel) : count);
        settle(y, at, isMax ? largest : sum / divisor);
        if (!isMax)
            y.magnitude[at] = magnitude / divisor;
    });
    y.terms = isMax ? 1.0 : static_cast<double>(product(kernel));
}

double at2d(const Tensor& tensor, bool transposed, std::int64_t row, std::int64_t column)
{
    return tensor.values[static_cast<std::size_t>(transposed ? column * tensor.dims[1] + row : row * tensor.dims[1] + column)];
}

/// The element of a tensor that broadcasting puts at a position of the result.
double broadcastAt(const Tensor& tensor, std::span<const std::int64_t> resultDims, std::size_t position)
{
    std::size_t at = 0;
    std::size_t stride = 1;
    for (std::size_t back = 1; back <= resultDims.size(); ++back) {
        const auto size = static_cast<std::size_t>(resultDims[resultDims.size() - back]);
        const std::size_t index = position % size;
        position /= size;
        if (back > tensor.dims.size())
            continue;
        const auto own = static_cast<std::size_t>(tensor.dims[tensor.dims.size() - back]);
        at += (own == 1 ? 0 : index) * stride;
        stride *= own;
    }
    return tensor.values[at];
}

void gemm(const Call& call)
{
    const Tensor& a = call.input(0);
    const Tensor& b = call.input(1);
    Tensor& y = call.result();
    const bool transA = call.attribute("transA", std::int64_t{0}) != 0;
    const bool transB = call.attribute("transB", std::int64_t{0}) != 0;
    const double alpha = static_cast<double>(call.attribute("alpha", 1.0f));
    const double beta = static_cast<double>(call.attribute("beta", 1.0f));
    const std::int64_t inner = a.dims[transA ? 0 : 1];
    y.terms = static_cast<double>(inner + 1);
    for (std::int64_t row = 0; row < y.dims[0]; ++row) {
        for (std::int64_t column = 0; column < y.dims[1]; ++column) {
            const auto at = static_cast<std::size_t>(row * y.dims[1] + column);
            for (std::int64_t k = 0; k < inner; ++k) {
                const double term = alpha * at2d(a, transA, row, k) * at2d(b, transB, k, column);
                y.values[at] += term;
                y.magnitude[at] += std::abs(term);
            }
            const double addend = call.hasInput(2) ? beta * broadcastAt(call.input(2), y.dims, at) : 0.0;
            y.values[at] += addend;
            y.magnitude[at] += std::abs(addend);
        }
    }
}

void add(const Call& call)
{
    Tensor& y = call.result();
    for (std::size_t at = 0; at < y.values.size(); ++at)
        settle(y, at, broadcastAt(call.input(0), y.dims, at) + broadcastAt(call.input(1), y.dims, at));
}

void relu(const Call& call)
{
    Tensor& y = call.result();
    for (std::size_t at = 0; at < y.values.size(); ++at)
        settle(y, at, std::max(0.0, call.input(0).values[at]));
}

void copy(const Call& call)
{
    Tensor& y = call.result();
    for (std::size_t at = 0; at < y.values.size(); ++at)
        settle(y, at, call.input(0).values[at]);
}

// GCC's own types: another implementation of rounding than the kernels'.
double rounded(double value, std::int64_t onnxType)
{
    constexpr std::int64_t kFloat16 = 10, kBFloat16 = 16;
    const auto single = static_cast<float>(value);
    if (onnxType == kFloat16)
        return static_cast<double>(static_cast<std::float16_t>(single));
    return static_cast<double>(onnxType == kBFloat16 ? static_cast<float>(static_cast<std::bfloat16_t>(single)) : single);
}

void cast(const Call& call)
{
    Tensor& y = call.result();
    for (std::size_t at = 0; at < y.values.size(); ++at)
        settle(y, at, rounded(call.input(0).values[at], call.attribute("to", std::int64_t{1})));
}

void batchNormalization(const Call& call)
{
    const Tensor& x = call.input(0);
    const bool isTraining = call.attribute("training_mode", std::int64_t{0}) != 0;
    const double epsilon = static_cast<double>(call.attribute("epsilon", 1e-5f));
    const auto channels = static_cast<std::size_t>(x.dims[1]);
    const auto inner = static_cast<std::size_t>(product(std::span(x.dims).subspan(2)));
    Tensor& y = call.result();
    y.terms = static_cast<double>(x.dims[0]) * static_cast<double>(inner);
    const auto channelOf = [&](std::size_t at) { return at / inner % channels; };
    std::vector<double> mean(channels, 0.0), variance(channels, 0.0);
    if (!isTraining) {
        mean = call.input(3).values;
        variance = call.input(4).values;
    } else {
        for (std::size_t at = 0; at < x.values.size(); ++at)
            mean[channelOf(at)] += x.values[at] / y.terms;
        for (std::size_t at = 0; at < x.values.size(); ++at)
            variance[channelOf(at)] += std::pow(x.values[at] - mean[channelOf(at)], 2) / y.terms;
    }
    for (std::size_t at = 0; at < x.values.size(); ++at) {
        const std::size_t c = channelOf(at);
        const double factor = call.input(1).values[c] / std::sqrt(variance[c] + epsilon);
        y.values[at] = (x.values[at] - mean[c]) * factor + call.input(2).values[c];
        // The mean is a sum, and subtracting it cancels digits.
        y.magnitude[at]
            = (std::abs(x.values[at]) + std::abs(mean[c])) * std::abs(factor) + std::abs(call.input(2).values[c]);
    }
}

/// Rows along one axis: calls visit with the positions of the elements of each row.
void forRows(const Tensor& tensor, std::int64_t axis, const std::function<void(std::span<const std::size_t>)>& visit)
{
    const auto rank = static_cast<std::int64_t>(tensor.dims.size());
    const auto index = static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    const auto length = static_cast<std::size_t>(tensor.dims[index]);
    const auto stride = static_cast<std::size_t>(product(std::span(tensor.dims).subspan(index + 1)));
    std::vector<std::size_t> positions(length);
    for (std::size_t outer = 0; outer < tensor.values.size(); outer += length * stride) {
        for (std::size_t offset = 0; offset < stride; ++offset) {
            for (std::size_t i = 0; i < length; ++i)
                positions[i] = outer + offset + i * stride;
            visit(positions);
        }
    }
}

double logSumExp(const Tensor& x, std::span<const std::size_t> row)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (const std::size_t at : row)
        largest = std::max(largest, x.values[at]);
    double sum = 0;
    for (const std::size_t at : row)
        sum += std::exp(x.values[at] - largest);
    return largest + std::log(sum);
}

void softmax(const Call& call)
{
    const Tensor& x = call.input(0);
    Tensor& y = call.result();
    const std::int64_t axis = call.attribute("axis", std::int64_t{-1});
    y.terms = static_cast<double>(x.dims[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(x.dims.size()) : axis)]);
    forRows(x, axis, [&](std::span<const std::size_t> row) {
        const double total = logSumExp(x, row);
        for (const std::size_t at : row)
            settle(y, at, std::exp(x.values[at] - total));
    });
}

void crossEntropy(const Call& call)
{
    const Tensor& x = call.input(0);
    const Tensor& labels = call.input(1);
    double loss = 0;
    std::size_t sample = 0;
    std::vector<double> logs(x.values.size());
    forRows(x, 1, [&](std::span<const std::size_t> row) {
        const double total = logSumExp(x, row);
        for (const std::size_t at : row)
            logs[at] = x.values[at] - total;
        loss -= logs[row[static_cast<std::size_t>(labels.values[sample++])]] / static_cast<double>(x.dims[0]);
    });
    settle(call.result(), 0, loss);
    if (call.hasResult(1)) {
        Tensor& result = call.result(1);
        for (std::size_t at = 0; at < logs.size(); ++at)
            settle(result, at, logs[at]);
    }
}

void squaredError(const Call& call)
{
    double sum = 0;
    const std::vector<double>& prediction = call.input(0).values;
    for (std::size_t at = 0; at < prediction.size(); ++at)
        sum += std::pow(prediction[at] - call.input(1).values[at], 2) / static_cast<double>(prediction.size());
    settle(call.result(), 0, sum);
}

const std::map<std::string, std::function<void(const Call&)>> kOperators{
    {"Conv", conv},
    {"MaxPool", [](const Call& call) { pool(call, true); }},
    {"AveragePool", [](const Call& call) { pool(call, false); }},
    {"GlobalAveragePool", [](const Call& call) { pool(call, false); }},
    {"Gemm", gemm},
    {"MatMul", gemm},
    {"Add", add},
    {"Relu", relu},
    {"Flatten", copy},
    {"Reshape", copy},
    {"Identity", copy},
    {"BatchNormalization", batchNormalization},
    {"Cast", cast},
    {"Softmax", softmax},
    {"SoftmaxCrossEntropyLoss", crossEntropy},
    {"MeanSquaredError", squaredError},
};

}

std::map<std::string, Tensor> interpret(const Graph& graph, const Feeds& feeds)
{
    std::map<std::string, Tensor> values;
    for (ValueId id : graph.values()) {
        if (const TensorData* data = graph.data(id))
            values[graph.value(id).name] = {data->dims, toDoubles(*data), {}, 1};
    }
    for (const auto& [name, tensor] : feeds)
        values[name] = tensor;
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        if (node.phase == Phase::Backward || node.phase == Phase::Update)
            continue;
        const auto found = kOperators.find(node.opType);
        if (found == kOperators.end())
            throw std::runtime_error("the oracle has no operator " + node.opType);
        found->second({graph, id, values});
    }
    return values;
}

Tensor randomTensor(std::vector<std::int64_t> dims, unsigned seed, double low, double high)
{
    std::mt19937 generator(seed);
    Tensor tensor{std::move(dims), {}, {}, 1};
    tensor.values.resize(static_cast<std::size_t>(product(tensor.dims)));
    // Floats, because that is what the executor is fed with.
    for (double& value : tensor.values)
        value = static_cast<double>(static_cast<float>(low + (high - low) * static_cast<double>(generator()) / 4294967295.0));
    return tensor;
}

}
