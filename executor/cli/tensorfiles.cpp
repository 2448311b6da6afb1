// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/tensorfiles.h"

#include "analysis/graph/smalltype.h"
#include "analysis/onnx/tensorfile.h"
#include "executor/data/npy.h"
#include "executor/files/mappedfile.h"
#include "executor/ops/elementtype.h"
#include "kernels/scalar.h"

#include <algorithm>
#include <format>
#include <random>

namespace halftone::cli {

// Names of tensors may hold any character, so only the first equals sign behind one cuts.
NamedFile parseNamedFile(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return {{}, text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<FileTensor> readTensorFile(const std::string& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    if (path.ends_with(".npy")) {
        const auto array = parseNpy(file->bytes, path);
        if (!array)
            return std::unexpected(array.error());
        const std::vector<float> values = array->floats();
        return FileTensor{array->dims, {values.begin(), values.end()}};
    }
    const auto tensor = parseTensorFile(file->bytes, path);
    if (!tensor)
        return std::unexpected(tensor.error());
    return FileTensor{tensor->data.dims, toDoubles(tensor->data)};
}

Result<Feeds> readTensorFiles(const Graph& graph, std::span<const ValueId> values,
    const std::vector<std::string>& texts, const char* option)
{
    Feeds feeds;
    std::size_t next = 0;
    for (const std::string& text : texts) {
        NamedFile file = parseNamedFile(text);
        if (file.name.empty() && next < values.size())
            file.name = graph.value(values[next++]).name;
        const bool isKnown =
            std::ranges::any_of(values, [&](ValueId id) { return graph.value(id).name == file.name; });
        if (!isKnown)
            return std::unexpected(Error{ErrorKind::Usage, "E-RUN",
                std::format("The model has no tensor \"{}\" here.", file.name), option,
                "Name one that inspect lists, or give files in its order."});
        auto tensor = readTensorFile(file.path);
        if (!tensor)
            return std::unexpected(tensor.error());
        feeds[file.name] = *std::move(tensor);
    }
    return feeds;
}

Result<TensorData> tensorOf(DType dtype, const FileTensor& tensor, const std::string& name)
{
    TensorData data;
    if (isLowPrecision(dtype)) {
        std::vector<std::uint16_t> bits(tensor.values.size());
        std::ranges::transform(tensor.values, bits.begin(), [dtype](double value) {
            const auto narrow = static_cast<float>(value);
            return dtype == DType::Float16 ? kernels::f16FromF32(narrow) : kernels::bf16FromF32(narrow);
        });
        return TensorData::of(dtype, tensor.dims, std::move(bits));
    }
    if (const auto format = smallFormat(dtype)) {
        std::vector<std::byte> packed(storageBytes(dtype, tensor.values.size()));
        if (kernels::isInteger(*format))
            kernels::packIntegers(
                std::vector<std::int64_t>(tensor.values.begin(), tensor.values.end()), *format, packed);
        else
            kernels::packFloats(tensor.values, *format, {.saturate = false}, packed);
        return TensorData::of(dtype, tensor.dims, std::move(packed));
    }
    const bool isKnown = withType(dtype, [&]<typename T>() {
        using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
        std::vector<Stored> elements(tensor.values.size());
        std::ranges::transform(tensor.values, elements.begin(), [](double value) {
            return std::is_same_v<T, bool> ? static_cast<Stored>(value != 0) : static_cast<Stored>(value);
        });
        data = TensorData::of(dtype, tensor.dims, std::move(elements));
    });
    if (!isKnown)
        return std::unexpected(Error{ErrorKind::Usage, "E-RUN",
            std::format("Inputs of type {} cannot be fed (\"{}\").", halftone::name(dtype), name), "--input",
            "Use a model whose inputs are numbers."});
    return data;
}

FileTensor randomTensor(const Graph& graph, ValueId input, std::uint64_t seed)
{
    FileTensor tensor;
    std::size_t count = 1;
    for (const Dim& dim : graph.dims(input)) {
        tensor.dims.push_back(dim.size > 0 ? dim.size : 1);
        count *= static_cast<std::size_t>(tensor.dims.back());
    }
    for (const char letter : graph.value(input).name)
        seed = seed * 31 + static_cast<unsigned char>(letter);
    const DType dtype = graph.value(input).dtype;
    const bool isFloat = isReducibleFloat(dtype) || dtype == DType::Float64;
    std::mt19937_64 generator(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const double unit = static_cast<double>(generator() >> 40) * 0x1p-23 - 1;
        tensor.values.push_back(isFloat ? unit : unit < 0 ? 0 : 1);
    }
    return tensor;
}

}
