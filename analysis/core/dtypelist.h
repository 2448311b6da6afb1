// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace halftone {

/// This is a short list of dtypes that copies without allocating memory: decisions on a large graph hold two
/// for every operator. Up to kInline elements lie in the object, longer lists in an array of their own.
class DTypeList
{
public:
    DTypeList() = default;
    DTypeList(std::initializer_list<DType> dtypes) { assign(dtypes); }
    DTypeList(const std::vector<DType>& dtypes) { assign(dtypes); }
    template <std::input_iterator Iterator>
    DTypeList(Iterator first, Iterator last)
        : DTypeList(std::vector<DType>(first, last))
    {
    }
    DTypeList(const DTypeList& other) { assign(other); }
    DTypeList(DTypeList&& other) noexcept
        : m_short(other.m_short)
        , m_size(std::exchange(other.m_size, 0))
        , m_long(std::move(other.m_long))
    {
    }
    DTypeList& operator=(const DTypeList& other)
    {
        if (this != &other)
            assign(other);
        return *this;
    }
    DTypeList& operator=(DTypeList&& other) noexcept
    {
        m_short = other.m_short;
        m_size = std::exchange(other.m_size, 0);
        m_long = std::move(other.m_long);
        return *this;
    }
    ~DTypeList() = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const DType* data() const { return m_long ? m_long.get() : m_short.data(); }
    const DType* begin() const { return data(); }
    const DType* end() const { return data() + m_size; }
    DType* begin() { return m_long ? m_long.get() : m_short.data(); }
    DType* end() { return begin() + m_size; }
    const DType& operator[](std::size_t index) const { return data()[index]; }
    DType& operator[](std::size_t index) { return begin()[index]; }
    const DType& front() const { return data()[0]; }
    const DType& back() const { return data()[m_size - 1]; }

    void assign(std::span<const DType> dtypes)
    {
        makeRoom(dtypes.size());
        std::ranges::copy(dtypes, begin());
    }
    /// New elements are Undefined.
    void resize(std::size_t size)
    {
        const std::vector<DType> kept(begin(), begin() + std::min<std::size_t>(size, m_size));
        makeRoom(size);
        std::fill(std::ranges::copy(kept, begin()).out, end(), DType::Undefined);
    }

    bool operator==(const DTypeList& other) const { return std::ranges::equal(*this, other); }

private:
    static constexpr std::size_t kInline = 12;

    void makeRoom(std::size_t size)
    {
        m_long = size > kInline ? std::make_unique<DType[]>(size) : nullptr;
        m_size = static_cast<std::uint32_t>(size);
    }

    std::array<DType, kInline> m_short{};
    std::uint32_t m_size = 0;
    std::unique_ptr<DType[]> m_long; // null for short lists
};

}
