// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/oplibrary.h"

#include <algorithm>

namespace halftone {
namespace {

bool allows(const std::vector<DType>& accepted, DType dtype)
{
    return accepted.empty() || dtype == DType::Undefined || std::ranges::contains(accepted, dtype);
}

}

const LibraryOp* OpLibrary::find(std::string_view type) const
{
    const auto found = m_byType.find(type);
    return found == m_byType.end() ? nullptr : &m_ops[found->second];
}

bool OpLibrary::aiCpuAccepts(std::string_view type, DType firstInput, DType firstOutput) const
{
    const LibraryOp* op = m_aiCpu ? m_aiCpu->find(type) : nullptr;
    return op && allows(op->firstInput, firstInput) && allows(op->firstOutput, firstOutput);
}

}
