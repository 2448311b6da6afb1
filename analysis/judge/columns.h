// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of a library entry while they are narrowed, and the four ways to narrow them (ascend.md,
// section 2.2). "Float" means fp32, fp16 and bf16 and nothing else.
#pragma once

#include "analysis/oplibrary/oplibrary.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halftone {

/// The columns that are still possible, by their index in the library, the preferred one first.
using ColumnSet = std::vector<std::uint32_t>;

/// This is what the columns say about one tensor. It refers to the library or list that it was made from.
class ColumnView
{
public:
    /// No entry in the library: the tensor is not judged.
    ColumnView() = default;
    static ColumnView ofInput(std::span<const DTypeColumn> table, std::size_t entry)
    {
        return {Source::Inputs, table.data(), entry, nullptr, DType::Undefined};
    }
    static ColumnView ofOutput(std::span<const DTypeColumn> table, std::size_t entry)
    {
        return {Source::Outputs, table.data(), entry, nullptr, DType::Undefined};
    }
    /// One dtype per column.
    static ColumnView ofList(std::span<const DType> dtypes)
    {
        return {Source::List, nullptr, 0, dtypes.data(), DType::Undefined};
    }
    /// The same dtype in all columns.
    static ColumnView ofOne(DType dtype) { return {Source::One, nullptr, 0, nullptr, dtype}; }

    bool exists() const { return m_source != Source::None; }
    DType at(std::uint32_t column) const
    {
        switch (m_source) {
        case Source::None:
            break;
        case Source::Inputs:
            return m_table[column].inputs[m_entry];
        case Source::Outputs:
            return m_table[column].outputs[m_entry];
        case Source::List:
            return m_list[column];
        case Source::One:
            return m_one;
        }
        return DType::Undefined;
    }

private:
    enum class Source : std::uint8_t { None, Inputs, Outputs, List, One };
    ColumnView(Source source, const DTypeColumn* table, std::size_t entry, const DType* list, DType one)
        : m_source(source)
        , m_one(one)
        , m_entry(static_cast<std::uint32_t>(entry))
        , m_table(table)
        , m_list(list)
    {
    }

    Source m_source = Source::None;
    DType m_one = DType::Undefined;
    std::uint32_t m_entry = 0;
    const DTypeColumn* m_table = nullptr;
    const DType* m_list = nullptr;
};

/// What a matcher must not choose: one dtype, or Undefined for none.
using Forbidden = DType;
inline constexpr Forbidden kNothingForbidden = DType::Undefined;

// Each matcher returns whether it matched. One that does not leaves the set as it is; only matchMix() takes
// the forbidden columns out even then, and so is the only one that can leave an empty set.

/// Columns with exactly \p expected; else, for fp16 and bf16, those with fp32.
bool matchRise(ColumnSet& left, const ColumnView& tensor, DType expected, Forbidden forbidden);

/// Columns below \p expected: bf16 and fp16 for fp32 (bf16 first, both stay), fp16 for bf16. Not a float:
/// exact.
bool matchReduce(ColumnSet& left, const ColumnView& tensor, DType expected, Forbidden forbidden);

/// Columns with fp16 or bf16.
bool matchMix(ColumnSet& left, const ColumnView& tensor, Forbidden forbidden);

/// Columns with exactly \p expected.
bool matchExact(ColumnSet& left, const ColumnView& tensor, DType expected);

/// The first of \p wanted that some column has, as by matchExact().
bool matchFirstOf(ColumnSet& left, const ColumnView& tensor, std::span<const DType> wanted);

}
