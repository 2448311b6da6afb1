// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models written as ONNX's text, and tensors to run them on, for tests of graphs whose sizes are open.
#pragma once

#include "executor/dynamic/modelrunner.h"
#include "tests/support/onnxmodel.h"

#include <QString>

#include <string>
#include <vector>

namespace halftone::test {

using Dims = std::vector<std::int64_t>;

inline GraphPtr graphOf(const std::string& body)
{
    return importedGraph(onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body));
}

inline ModelRunner runnerOf(const std::string& body)
{
    auto runner = ModelRunner::create(graphOf(body));
    if (!runner)
        qFatal("%s", describe(runner.error()).c_str());
    return *std::move(runner);
}

inline TensorData floats(Dims dims, std::vector<float> values)
{
    return TensorData::of(DType::Float32, std::move(dims), std::move(values));
}

inline TensorData integers(Dims dims, std::vector<std::int64_t> values)
{
    return TensorData::of(DType::Int64, std::move(dims), std::move(values));
}

inline TensorData truth(bool value)
{
    return TensorData::of(
        DType::Bool, {}, std::vector<std::uint8_t>{value ? std::uint8_t{1} : std::uint8_t{0}});
}

inline std::vector<TensorData> run(ModelRunner& runner, const std::vector<TensorData>& inputs)
{
    auto outputs = runner.run(inputs);
    if (!outputs)
        qFatal("%s", describe(outputs.error()).c_str());
    return *std::move(outputs);
}

/// "[2,1] 3 4": the sizes, then the elements.
inline QString textOf(const TensorData& tensor)
{
    QString text = "[";
    for (const std::int64_t size : tensor.dims)
        text += QString(text.size() > 1 ? ",%1" : "%1").arg(size);
    text += "]";
    for (const double value : toDoubles(tensor))
        text += QString(" %1").arg(value);
    return text;
}

/// Twice the input, whose first size is open.
inline constexpr const char* kDouble =
    "(float[N,2] x) => (float[N,2] y) <float two = {2}> { y = Mul(x, two) }";

}
