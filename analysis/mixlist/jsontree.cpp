// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON library tells a SAX handler what it read but not where, except in errors. So it reads through an
// iterator that says how far it got: when an event arrives, the last character of the token has just been
// read.
#include "analysis/mixlist/jsontree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <unordered_map>

namespace halftone {
namespace {

using Json = nlohmann::json;

// Deeper than any file of ours; without a limit, a hostile file could exhaust the stack when the tree is
// freed.
constexpr std::size_t kDepthLimit = 100;

class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* consumed)
        : m_at(at)
        , m_consumed(consumed)
    {
    }
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        ++m_at;
        ++*m_consumed;
        return *this;
    }
    CountingIterator operator++(int)
    {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    std::size_t* m_consumed;
};

// Turns offsets into lines and columns.
class PlaceFinder
{
public:
    explicit PlaceFinder(std::string_view text)
        : m_text(text)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n')
                m_lineStarts.push_back(i + 1);
        }
    }

    TextPlace operator()(std::size_t offset) const
    {
        const auto line = std::ranges::upper_bound(m_lineStarts, offset) - 1;
        const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        const auto column = std::ranges::count_if(m_text.substr(*line, offset - *line), isFirstByte);
        return {static_cast<int>(line - m_lineStarts.begin()) + 1, static_cast<int>(column) + 1};
    }

private:
    std::string_view m_text;
    std::vector<std::size_t> m_lineStarts{0};
};

// Keeps the last member of each key.
void dropEarlierMembers(JsonNode& object)
{
    std::unordered_map<std::string_view, std::size_t> lastOf;
    for (std::size_t i = 0; i < object.children.size(); ++i)
        lastOf[object.children[i].key] = i;
    if (lastOf.size() == object.children.size())
        return;
    std::vector<bool> isLast(object.children.size());
    for (const auto& [key, last] : lastOf)
        isLast[last] = true;
    std::vector<JsonNode> kept;
    for (std::size_t i = 0; i < object.children.size(); ++i)
        (isLast[i] ? kept : object.dropped).push_back(std::move(object.children[i]));
    object.children = std::move(kept);
}

class TreeBuilder
{
public:
    explicit TreeBuilder(std::string_view text)
        : m_text(text)
        , m_placeOf(text)
    {
    }

    std::size_t consumed = 0;
    JsonNode root;
    Error error;

    bool null() { return add({.place = m_placeOf(startOfWord())}); }
    bool boolean(bool) { return null(); }
    bool number_integer(std::int64_t) { return null(); }
    bool number_unsigned(std::uint64_t) { return null(); }
    bool number_float(double, const std::string&) { return null(); }
    bool binary(Json::binary_t&) { return null(); }
    bool string(std::string& value)
    {
        const std::size_t begin = startOfString();
        return add({.kind = JsonNode::Kind::String,
            .place = m_placeOf(begin),
            .begin = begin,
            .end = consumed,
            .text = std::move(value)});
    }
    bool key(std::string& value)
    {
        m_key = std::move(value);
        m_keyPlace = m_placeOf(startOfString());
        return true;
    }
    bool start_object(std::size_t) { return open(JsonNode::Kind::Object); }
    bool start_array(std::size_t) { return open(JsonNode::Kind::Array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string&, const Json::exception& exception)
    {
        const std::string_view message = exception.what();
        const std::size_t detail = message.find(": ");
        return fail(position > 0 ? position - 1 : 0,
            std::string(detail == std::string_view::npos ? message : message.substr(detail + 2)));
    }

private:
    bool fail(std::size_t offset, std::string what)
    {
        const TextPlace place = m_placeOf(std::min(offset, m_text.size()));
        error = {
            .kind = ErrorKind::Format, .what = std::move(what), .line = place.line, .column = place.column};
        return false;
    }

    // The token that ends at `consumed` began with the last quote before it that is not escaped.
    std::size_t startOfString() const
    {
        std::size_t quote = m_text.rfind('"', consumed - 2);
        while (isEscaped(quote))
            quote = m_text.rfind('"', quote - 1);
        return quote;
    }

    bool isEscaped(std::size_t at) const
    {
        std::size_t begin = at;
        while (begin > 0 && m_text[begin - 1] == '\\')
            --begin;
        return (at - begin) % 2 == 1;
    }

    // A number is known to end only when the character behind it has been read.
    std::size_t startOfWord() const
    {
        const auto isWord = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '+' || c == '.';
        };
        std::size_t begin = consumed;
        while (begin > 0 && !isWord(m_text[begin - 1]))
            --begin;
        while (begin > 0 && isWord(m_text[begin - 1]))
            --begin;
        return begin;
    }

    bool open(JsonNode::Kind kind)
    {
        if (m_open.size() == kDepthLimit)
            return fail(consumed - 1, "the text is nested too deeply");
        JsonNode node{.kind = kind, .place = m_placeOf(consumed - 1), .begin = consumed - 1};
        node.key = std::move(m_key);
        node.keyPlace = m_keyPlace;
        m_open.push_back(std::move(node));
        return true;
    }

    bool close()
    {
        JsonNode node = std::move(m_open.back());
        m_open.pop_back();
        node.end = consumed;
        m_key = std::move(node.key);
        m_keyPlace = node.keyPlace;
        if (node.kind == JsonNode::Kind::Object)
            dropEarlierMembers(node);
        return add(std::move(node));
    }

    bool add(JsonNode node)
    {
        if (m_open.empty()) {
            root = std::move(node);
            return true;
        }
        JsonNode& parent = m_open.back();
        if (parent.kind == JsonNode::Kind::Object) {
            node.key = std::move(m_key);
            node.keyPlace = m_keyPlace;
        }
        parent.children.push_back(std::move(node));
        return true;
    }

    std::string_view m_text;
    PlaceFinder m_placeOf;
    std::vector<JsonNode> m_open;
    std::string m_key;
    TextPlace m_keyPlace;
};

bool read(std::string_view text, TreeBuilder& builder, bool ignoreComments)
{
    // Not strict: what stands behind the first value is not read.
    constexpr bool kStrict = false;
    const CountingIterator begin(text.data(), &builder.consumed);
    const CountingIterator end(text.data() + text.size(), &builder.consumed);
    return Json::sax_parse(begin, end, &builder, Json::input_format_t::json, kStrict, ignoreComments);
}

}

Result<JsonText> parseJsonText(std::string_view text)
{
    JsonText result;
    TreeBuilder builder(text);
    bool good = read(text, builder, false);
    if (!good) {
        const TextPlace firstFault{builder.error.line, builder.error.column};
        builder = TreeBuilder(text);
        good = read(text, builder, true);
        result.comment = firstFault; // Only comments tell the two readings apart.
    }
    if (!good)
        return std::unexpected(builder.error);
    const std::size_t trailing = text.find_first_not_of(" \t\r\n", builder.consumed);
    if (trailing != std::string_view::npos)
        result.trailing = PlaceFinder(text)(trailing);
    result.root = std::move(builder.root);
    return result;
}

}
