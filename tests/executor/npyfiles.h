// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files as NumPy writes them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace halftone::test {

inline std::string number(std::uint32_t value, int length)
{
    std::string text;
    for (int i = 0; i < length; ++i)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

/// A .npy file of that type and shape around raw elements.
inline std::string npy(const std::string& descr, const std::string& shape, const std::string& elements,
    const char* order = "False")
{
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    header += std::string(118 - header.size(), ' ') + "\n";
    return std::string("\x93NUMPY\x01\x00", 8) + number(static_cast<std::uint32_t>(header.size()), 2) +
        header + elements;
}

/// Elements as they lie in memory, little-endian.
template <typename T>
std::string raw(std::initializer_list<T> values)
{
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

inline std::string deflated(const std::string& text)
{
    std::string packed(text.size() + 100, '\0');
    z_stream stream = {};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

inline std::string zip(const std::vector<std::pair<std::string, std::string>>& members, bool packs)
{
    std::string file, directory;
    for (const auto& [name, contents] : members) {
        const std::string data = packs ? deflated(contents) : contents;
        const auto size = [](const std::string& text) {
            return number(static_cast<std::uint32_t>(text.size()), 4);
        };
        const std::string sizes =
            number(0, 4) + size(data) + size(contents) + number(static_cast<std::uint32_t>(name.size()), 2);
        const std::string method = number(packs ? 8 : 0, 2) + number(0, 4);
        directory += number(0x02014b50, 4) + number(20, 2) + number(20, 2) + number(0, 2) + method + sizes +
            number(0, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) +
            number(static_cast<std::uint32_t>(file.size()), 4) + name;
        file += number(0x04034b50, 4) + number(20, 2) + number(0, 2) + method + sizes + number(0, 2) + name +
            data;
    }
    const auto count = static_cast<std::uint32_t>(members.size());
    return file + directory + number(0x06054b50, 4) + number(0, 4) + number(count, 2) + number(count, 2) +
        number(static_cast<std::uint32_t>(directory.size()), 4) +
        number(static_cast<std::uint32_t>(file.size()), 4) + number(0, 2);
}

inline std::vector<std::pair<std::string, std::string>> fourArrays()
{
    return {{"x_train.npy", npy("|u1", "(2, 3)", raw<std::uint8_t>({1, 2, 3, 4, 5, 6}))},
        {"y_train.npy", npy("<i8", "(2,)", raw<std::int64_t>({1, 0}))},
        {"x_test.npy", npy("|u1", "(1, 3)", raw<std::uint8_t>({7, 8, 9}))},
        {"y_test.npy", npy("<i8", "(1,)", raw<std::int64_t>({1}))}};
}

}
