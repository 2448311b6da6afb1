// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace halftone {

/// This is the name of one row of one table: a node is not a value, so their ids do not convert.
/// There is no arithmetic on ids; a default-constructed id names nothing.
template <typename Tag>
struct Id
{
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t index = kNone;

    bool isValid() const { return index != kNone; }
    auto operator<=>(const Id&) const = default;
};

using NodeId = Id<struct NodeTag>;
using ValueId = Id<struct ValueTag>;
using SymbolId = Id<struct SymbolTag>;

/// This is a run of consecutive elements in a flat array of the owner.
struct Slice
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    bool operator==(const Slice&) const = default;
};

/// This is a side table: one T for every id of one kind, for instance a decision for every node of a graph.
template <typename Key, typename T>
class IdMap
{
public:
    IdMap() = default;
    explicit IdMap(std::size_t size, const T& fill = {})
        : m_items(size, fill)
    {
    }

    typename std::vector<T>::reference operator[](Key key)
    {
        assert(key.index < m_items.size() && "the id belongs to another graph");
        return m_items[key.index];
    }
    typename std::vector<T>::const_reference operator[](Key key) const
    {
        assert(key.index < m_items.size() && "the id belongs to another graph");
        return m_items[key.index];
    }

    std::size_t size() const { return m_items.size(); }
    bool isEmpty() const { return m_items.empty(); }
    auto begin() const { return m_items.begin(); }
    auto end() const { return m_items.end(); }
    auto begin() { return m_items.begin(); }
    auto end() { return m_items.end(); }
    bool operator==(const IdMap&) const = default;

private:
    std::vector<T> m_items;
};

/// This walks all ids of a table with \p size rows: for (NodeId node : IdRange<NodeId>(graph.nodeCount())).
template <typename Key>
class IdRange
{
public:
    explicit IdRange(std::size_t size)
        : m_size(static_cast<std::uint32_t>(size))
    {
    }

    struct Iterator
    {
        std::uint32_t index = 0;
        Key operator*() const { return Key{index}; }
        Iterator& operator++()
        {
            ++index;
            return *this;
        }
        bool operator==(const Iterator&) const = default;
    };
    Iterator begin() const { return {0}; }
    Iterator end() const { return {m_size}; }

private:
    std::uint32_t m_size;
};

}
