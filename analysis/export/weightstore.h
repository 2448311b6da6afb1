// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the numbers of an exported model go: into the file itself, or, as ONNX wants for more than 2 GiB and
// as the model had it before, into one file beside it. That one is described here and written by the caller,
// block by block: weights of many gigabytes are never in memory as a whole.
#pragma once

#include "analysis/graph/tensordata.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onnx {
class TensorProto;
}

namespace halftone {

/// This is a stretch of the file beside the model.
struct ExternalWeight
{
    std::uint64_t offset = 0; ///< Ascending; gaps between stretches are zero.
    TensorData data;
    DType dtype = DType::Undefined; ///< To convert to, see convertElements().
};

class WeightStore
{
public:
    /// \p fileName is the data file as the model names it; what is more than \p mostInside bytes in all goes
    /// there.
    WeightStore(std::string fileName, std::uint64_t mostInside)
        : m_fileName(std::move(fileName))
        , m_roomInside(mostInside)
    {
    }

    enum class Place : std::uint8_t { AsItFits, Beside };
    /// Sets type, shape and contents of \p tensor to \p data in \p dtype.
    void put(onnx::TensorProto& tensor, const TensorData& data, DType dtype, Place place);
    /// Keeps a tensor of the file as it is, unless its numbers must move.
    void keep(onnx::TensorProto& tensor, const TensorData& data);

    const std::vector<ExternalWeight>& external() const { return m_external; }
    std::vector<ExternalWeight> takeExternal() { return std::move(m_external); }
    std::uint64_t overflows() const { return m_overflows; } ///< Finite numbers that became infinite, inside.
    std::uint64_t bytesInside() const { return m_bytesInside; }

private:
    void putInside(onnx::TensorProto& tensor, const TensorData& data, DType dtype);
    void putBeside(onnx::TensorProto& tensor, const TensorData& data, DType dtype);
    bool fitsInside(std::uint64_t bytes);

    std::string m_fileName;
    std::uint64_t m_roomInside;
    std::uint64_t m_bytesInside = 0;
    std::uint64_t m_end = 0; // of the data file
    std::uint64_t m_overflows = 0;
    std::vector<ExternalWeight> m_external;
};

}
