// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/tensorfiles.h"

#include "analysis/onnx/tensorfile.h"
#include "executor/data/npy.h"
#include "executor/files/mappedfile.h"

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

}
