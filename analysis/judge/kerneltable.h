// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/columns.h"

#include <optional>

namespace halftone {

/// This is the table of columns behind one operator of the graph: the library's, or one that is assumed.
///
/// For some operators the library gives no columns, because CANN asks the operator's code. Then one column is
/// assumed for each float type that the bounds of the first input and the first output have in common, with
/// all float tensors alike and the others as they are (ascend.md, section 7.4). A bound without any float
/// type says nothing about a float tensor: some published bounds belong to another tensor.
class KernelTable
{
public:
    /// The dtypes are those of the operator's first input and output in the graph as written.
    KernelTable(const LibraryOp& op, std::size_t inputCount, DType firstInput, DType firstOutput);

    std::size_t columnCount() const { return m_isAssumed ? m_assumed.size() : m_op->columns.size(); }
    bool isAssumed() const { return m_isAssumed; }
    /// True when even the bounds have no place for the first input or output.
    bool isRefused() const { return m_isRefused; }

    /// What the table says about one tensor with the original dtype \p original. Refers to this object. A
    /// constant beyond the entries of the library has become an attribute of the operator and is not judged.
    /// Neither is an int64 output of which the library only knows int32: ONNX counts places in int64, and
    /// GraphEngine infers the type of such outputs (TopK, ArgMax) from the operator's own definition.
    ColumnView input(std::size_t index, DType original, bool isConstant) const;
    ColumnView output(std::size_t index, DType original) const;

private:
    void assume(DType firstInput, DType firstOutput);
    ColumnView assumedView(DType original) const;
    std::optional<std::size_t> inputEntry(std::size_t index, bool isConstant) const;
    std::optional<std::size_t> outputEntry(std::size_t index) const;
    std::optional<std::size_t> dynamicEntry(std::size_t entries) const;

    const LibraryOp* m_op;
    std::size_t m_inputCount;
    std::vector<DType> m_assumed;
    bool m_isAssumed = false;
    bool m_isRefused = false;
};

}
