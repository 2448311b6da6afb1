// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a chip's operator library knows: which operators it has, in which list each stands (precision_reduce),
// and which combinations of dtypes its kernels take. Embedded tables come from published sources; see
// resources/oplibrary/README.md.
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/core/error.h"
#include "analysis/mixlist/mixlist.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halftone {

/// This is one combination of dtypes that a kernel takes: a column of the library's table.
struct DTypeColumn
{
    std::vector<DType> inputs;
    std::vector<DType> outputs;
    bool operator==(const DTypeColumn&) const = default;
};

/// This is one operator of a chip.
struct LibraryOp
{
    std::string type; ///< "Conv2D"
    List list = List::Gray; ///< From precision_reduce: true white, false black, absent gray.
    std::vector<DTypeColumn> columns; ///< In library order; empty when the dtypes come from code.
    std::vector<DType> firstInput; ///< Bounds for the first input, used where columns are empty.
    std::vector<DType> firstOutput;
    bool isNullKernel = false; ///< opFile.value is Null: no kernel runs (Reshape, Identity).
    bool isCube = false; ///< Counted as a matrix operator by the modes that treat those apart.
    std::string source; ///< "GE:aic-ascend910b-ops-info-legacy.json"
    int line = 0; ///< In the table file.
};

/// What a chip can do besides its operators (CANN's platform files).
struct ChipTraits
{
    std::string_view soc; ///< "ascend910b"
    std::string_view title; ///< "Ascend 910B"
    bool cubeTakesFp32 = false; ///< Training keeps the original dtype by default.
    bool hasBf16 = false;
    bool overflowSaturates = false; ///< Older training chips give ±65504 instead of infinity by default.
};

class OpLibrary
{
public:
    // Copies would look names up in the strings of the original.
    OpLibrary(const OpLibrary&) = delete;
    OpLibrary& operator=(const OpLibrary&) = delete;
    OpLibrary(OpLibrary&&) = default;
    OpLibrary& operator=(OpLibrary&&) = default;
    ~OpLibrary() = default;

    /// The chips with an embedded library, newest training chip first.
    static std::span<const ChipTraits> chips();

    /// The embedded library of "ascend910b", "910b" or another chip of chips(). Parsed once, shared
    /// afterwards. Letter case does not matter. Unknown names are an error that lists the known ones.
    /// Thread-safe.
    static Result<std::shared_ptr<const OpLibrary>> embedded(std::string_view soc);

    /// Reads a table in the format of resources/oplibrary (see its README). Fails with file and line where
    /// the table is not as it should be; unknown words for dtypes become DType::Other. Has no AI CPU: see
    /// setAiCpu().
    static Result<OpLibrary> parse(std::string_view tsv, std::string fileName, const ChipTraits& traits);

    const ChipTraits& traits() const { return m_traits; }
    const std::string& fileName() const { return m_fileName; } ///< "ascend910b.tsv"

    /// Null when the library has no such operator. Names are case-sensitive, as in CANN.
    const LibraryOp* find(std::string_view type) const;
    std::span<const LibraryOp> ops() const { return m_ops; } ///< In the order of the table.

    /// Whether the AI CPU has a kernel for \p type with these dtypes of the first input and output; Undefined
    /// matches anything (ascend.md, section 2.6).
    bool aiCpuAccepts(std::string_view type, DType firstInput, DType firstOutput) const;

    /// The AI CPU's operators; null when none are known.
    const OpLibrary* aiCpu() const { return m_aiCpu.get(); }
    void setAiCpu(std::shared_ptr<const OpLibrary> aiCpu) { m_aiCpu = std::move(aiCpu); }

private:
    OpLibrary() = default;

    ChipTraits m_traits;
    std::string m_fileName;
    std::vector<LibraryOp> m_ops;
    std::unordered_map<std::string_view, std::uint32_t>
        m_byType; // into m_ops; moving a vector leaves its elements in place
    std::shared_ptr<const OpLibrary> m_aiCpu;
};

}
