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
#include <optional>
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

/// How many tensors of the node an entry of the library takes.
enum class ParamKind : std::uint8_t {
    Required, ///< One.
    Optional, ///< One or none.
    Dynamic, ///< Any number.
    Reserved, ///< None; a place that CANN keeps free.
};

/// This is an input or output as the library declares it.
struct LibraryTensor
{
    std::string name; ///< "x1"
    ParamKind kind = ParamKind::Required;
    bool operator==(const LibraryTensor&) const = default;
};

/// This is one operator of a chip.
struct LibraryOp
{
    std::string type; ///< "Conv2D"
    List list = List::Gray; ///< From precision_reduce: true white, false black, absent gray.
    std::vector<LibraryTensor> inputs; ///< In the order of the columns; empty where only types are published.
    std::vector<LibraryTensor> outputs;
    std::vector<DTypeColumn> columns; ///< In library order; empty when the dtypes come from code.
    std::vector<DType> firstInput; ///< Bounds for the first input, used where columns are empty.
    std::vector<DType> firstOutput;
    bool isNullKernel = false; ///< opFile.value is Null: no kernel runs (Reshape, Identity).
    bool isCube = false; ///< Counted as a matrix operator by the modes that treat those apart.
    std::size_t promotedInputs = 0; ///< That many first inputs meet in one type when theirs differ.
    std::string source; ///< "GE:aic-ascend910b-ops-info-legacy.json"
    int line = 0; ///< In the table file, or in the library file.
};

/// What a chip can do besides its operators (CANN's platform files).
struct ChipTraits
{
    std::string_view soc; ///< "ascend910b"
    std::string_view title; ///< "Ascend 910B"
    bool cubeTakesFp32 = false; ///< Training keeps the original dtype by default.
    bool hasBf16 = false;
    bool overflowSaturates = false; ///< Older training chips give ±65504 instead of infinity by default.
    bool hasHif8 = false; ///< Documented to have HiFloat8.
    bool isPartial = false; ///< Only part of the library is public: a missing operator may well exist.
};

/// This is one file of a library in CANN's layout.
struct LibraryFile
{
    std::string name; ///< For messages: "aic-ascend910b-ops-info-legacy.json".
    std::string_view text;
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

    /// The chips with an embedded library: those that train first, then those that only infer, and at the end
    /// the one that is only partly public.
    static std::span<const ChipTraits> chips();

    /// The embedded library of "ascend910b", "910b" or another chip of chips(). Parsed once, shared
    /// afterwards. Letter case does not matter. Unknown names are an error that lists the known ones.
    /// Thread-safe.
    static Result<std::shared_ptr<const OpLibrary>> embedded(std::string_view soc);

    /// Reads a table in the format of resources/oplibrary (see its README). Fails with file and line where
    /// the table is not as it should be; unknown words for dtypes become DType::Other. Has no AI CPU: see
    /// setAiCpu().
    static Result<OpLibrary> parse(std::string_view tsv, std::string fileName, const ChipTraits& traits);

    /// Reads a library as CANN loads it from the chip's config folder (aic-<soc>-ops-info*.json), in the
    /// order of \p files: an operator of a later file replaces the earlier one. Fails where CANN would: no
    /// JSON, a flag or type that it does not know, inputs that do not fit each other; with file, line and
    /// column. The operators come sorted by name. Has no AI CPU: see setAiCpu().
    static Result<OpLibrary> load(std::span<const LibraryFile> files, const ChipTraits& traits);

    /// The chip that a library file is named after ("aic-ascend910b-ops-info-nn.json"); null for other names.
    static const ChipTraits* chipOfFile(std::string_view fileName);

    /// The operators that the AI CPU of every chip has, as published.
    static std::shared_ptr<const OpLibrary> embeddedAiCpu();

    const ChipTraits& traits() const { return m_traits; }
    const std::string& fileName() const { return m_fileName; } ///< "ascend910b.tsv"
    /// Where the operator stands: "ascend910b.tsv:812".
    std::string placeOf(const LibraryOp& op) const;

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
    /// The index of the first operator that has the name of an earlier one; nothing where there is none.
    std::optional<std::size_t> indexByType();

    ChipTraits m_traits;
    std::string m_fileName; // empty for a library of several files; then each operator knows its own
    std::vector<LibraryOp> m_ops;
    std::unordered_map<std::string_view, std::uint32_t>
        m_byType; // into m_ops; moving a vector leaves its elements in place
    std::shared_ptr<const OpLibrary> m_aiCpu;
};

}
