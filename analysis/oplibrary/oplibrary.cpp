// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/oplibrary.h"

#include <algorithm>
#include <format>

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

std::string OpLibrary::placeOf(const LibraryOp& op) const
{
    return std::format("{}:{}", m_fileName.empty() ? op.source : m_fileName, op.line);
}

std::optional<std::size_t> OpLibrary::indexByType()
{
    m_byType.reserve(m_ops.size());
    for (std::uint32_t i = 0; i < m_ops.size(); ++i) {
        if (!m_byType.emplace(m_ops[i].type, i).second)
            return i;
    }
    return std::nullopt;
}

bool OpLibrary::aiCpuAccepts(std::string_view type, DType firstInput, DType firstOutput) const
{
    const LibraryOp* op = m_aiCpu ? m_aiCpu->find(type) : nullptr;
    return op && allows(op->firstInput, firstInput) && allows(op->firstOutput, firstOutput);
}

}
