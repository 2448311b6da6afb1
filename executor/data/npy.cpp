// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/npy.h"

#include "executor/data/zip.h"
#include "kernels/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <format>
#include <functional>
#include <new>
#include <numeric>

namespace halftone {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

std::unexpected<Error> badNpy(const std::string& name, std::string what)
{
    return std::unexpected(Error{
        ErrorKind::Format, "E-NPY", std::move(what), name, "Save an array of numbers with numpy.save."});
}

/// An element type as NumPy spells it behind the order of its bytes, and how to read one element.
struct NpyType
{
    std::string_view code;
    std::size_t bytes;
    bool isInteger;
    double (*read)(const std::byte* at);
};

template <typename T>
double readAs(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

double readHalf(const std::byte* at)
{
    std::uint16_t pattern = 0;
    std::memcpy(&pattern, at, sizeof pattern);
    return static_cast<double>(kernels::f32FromF16(pattern));
}

constexpr auto kTypes = std::to_array<NpyType>({
    {"u1", 1, true, readAs<std::uint8_t>},
    {"b1", 1, true, readAs<std::uint8_t>},
    {"i1", 1, true, readAs<std::int8_t>},
    {"u2", 2, true, readAs<std::uint16_t>},
    {"i2", 2, true, readAs<std::int16_t>},
    {"u4", 4, true, readAs<std::uint32_t>},
    {"i4", 4, true, readAs<std::int32_t>},
    {"u8", 8, true, readAs<std::uint64_t>},
    {"i8", 8, true, readAs<std::int64_t>},
    {"f2", 2, false, readHalf},
    {"f4", 4, false, readAs<float>},
    {"f8", 8, false, readAs<double>},
});

/// The text behind 'key': in the header's dictionary, up to the comma or bracket that ends it.
std::string_view valueOf(std::string_view header, std::string_view key)
{
    const std::size_t at = header.find(std::format("'{}':", key));
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = header.substr(at + key.size() + 3);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const std::size_t end = rest.starts_with('(') ? rest.find(')') + 1 : rest.find_first_of(",}");
    return rest.substr(0, end);
}

std::optional<std::vector<std::int64_t>> parseShape(std::string_view text)
{
    std::vector<std::int64_t> dims;
    if (!text.starts_with('(') || !text.ends_with(')'))
        return std::nullopt;
    const char* at = text.data() + 1;
    const char* end = text.data() + text.size() - 1;
    std::size_t count = 1;
    while (at < end) {
        std::int64_t size = 0;
        const auto [next, failed] = std::from_chars(at, end, size);
        if (failed != std::errc() || size < 0 ||
            (size > 0 && count > kMostElements / static_cast<std::size_t>(size)))
            return std::nullopt;
        count *= static_cast<std::size_t>(size);
        dims.push_back(size);
        at = next;
        while (at < end && (*at == ',' || *at == ' '))
            ++at;
    }
    return dims;
}

/// What the header of a file says.
struct NpyHeader
{
    const NpyType* type = nullptr;
    bool isBigEndian = false;
    bool isFortranOrder = false; ///< The first axis runs fastest.
    std::vector<std::int64_t> dims;
};

/// Fails at an integer that float32 cannot hold, with its index.
std::optional<std::size_t> convert(
    const NpyHeader& header, std::span<const std::byte> data, std::vector<float>& elements)
{
    const NpyType& type = *header.type;
    std::array<std::byte, sizeof(double)> turned{};
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto element = data.subspan(i * type.bytes, type.bytes);
        if (header.isBigEndian)
            std::ranges::reverse_copy(element, turned.begin());
        const double value = type.read(header.isBigEndian ? turned.data() : element.data());
        elements[i] = static_cast<float>(value);
        if (type.isInteger && static_cast<double>(elements[i]) != value)
            return i;
    }
    return std::nullopt;
}

/// Elements whose first axis runs fastest, in the order in which the last one does.
template <typename T>
std::vector<T> rowMajor(std::vector<T> elements, std::span<const std::int64_t> dims)
{
    std::vector<T> result(elements.size());
    std::vector<std::int64_t> position(dims.size(), 0);
    std::size_t from = 0;
    for (T& element : result) {
        element = elements[from];
        std::size_t stride = elements.size();
        for (std::size_t axis = dims.size(); axis-- > 0;) {
            stride /= static_cast<std::size_t>(dims[axis]);
            from += stride;
            if (++position[axis] < dims[axis])
                break;
            from -= stride * static_cast<std::size_t>(dims[axis]);
            position[axis] = 0;
        }
    }
    return result;
}

Result<Array> readElements(NpyHeader header, std::span<const std::byte> data, const std::string& name)
{
    const NpyType& type = *header.type;
    const std::size_t count = static_cast<std::size_t>(
        std::accumulate(header.dims.begin(), header.dims.end(), std::int64_t{1}, std::multiplies{}));
    if (data.size() != count * type.bytes)
        return badNpy(name,
            std::format("The header promises {} elements of {} bytes, and {} bytes follow.", count,
                type.bytes, data.size()));
    Array array{.dims = {}, .isInteger = type.isInteger, .elements = {}};
    if (type.code == "u1") {
        std::vector<std::uint8_t> bytes(count);
        std::ranges::transform(
            data, bytes.begin(), [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
        array.elements = std::move(bytes);
    } else {
        std::vector<float> elements(count);
        if (const auto unfit = convert(header, data, elements))
            return badNpy(
                name, std::format("Element {} is an integer beyond what float32 holds exactly.", *unfit));
        array.elements = std::move(elements);
    }
    if (header.isFortranOrder)
        std::visit([&](auto& all) { all = rowMajor(std::move(all), header.dims); }, array.elements);
    array.dims = std::move(header.dims);
    return array;
}

Result<NpyHeader> readHeader(std::string_view text, const std::string& name)
{
    NpyHeader header;
    std::string_view descr = valueOf(text, "descr");
    if (descr.size() >= 3)
        descr = descr.substr(1, descr.size() - 2);
    const auto type =
        std::ranges::find(kTypes, descr.substr(std::min<std::size_t>(1, descr.size())), &NpyType::code);
    if (type == kTypes.end() || !std::string_view("<>|=").contains(descr.front()))
        return badNpy(name, std::format("Elements of type \"{}\" are not read.", descr));
    header.type = &*type;
    header.isBigEndian = descr.front() == '>';
    const std::string_view order = valueOf(text, "fortran_order");
    if (order != "False" && order != "True")
        return badNpy(name, "The header does not say the order of the elements.");
    header.isFortranOrder = order == "True";
    auto dims = parseShape(valueOf(text, "shape"));
    if (!dims)
        return badNpy(name, "The header has no shape, or one of too many elements.");
    header.dims = *std::move(dims);
    return header;
}

}

Result<Array> parseNpy(std::span<const std::byte> bytes, const std::string& name)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(kMagic) || text.size() < 12)
        return badNpy(name, "The file does not start like a .npy file.");
    const bool isFirst = text[6] == 1;
    const std::size_t start = isFirst ? 10 : 12;
    std::size_t length = 0;
    for (std::size_t i = start; i-- > 8;)
        length = length << 8 | static_cast<std::uint8_t>(text[i]);
    if (length > text.size() - start)
        return badNpy(name, "The file ends within its header.");
    auto header = readHeader(text.substr(start, length), name);
    if (!header)
        return std::unexpected(header.error());
    try {
        return readElements(*std::move(header), bytes.subspan(start + length), name);
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{ErrorKind::Resource, "E-MEMORY", "There is no memory for the array.",
            name, "Use a smaller file or a machine with more memory."});
    }
}

std::string encodeNpy(std::span<const std::int64_t> dims, std::span<const float> elements)
{
    std::string shape;
    for (const std::int64_t size : dims)
        shape += std::format("{},", size);
    std::string header = std::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", shape);
    constexpr std::size_t kAlignment = 64;
    while ((10 + header.size() + 1) % kAlignment != 0)
        header += ' ';
    header += '\n';
    std::string file = std::string(kMagic) + '\x01' + '\0';
    file += static_cast<char>(header.size() & 0xff);
    file += static_cast<char>(header.size() >> 8);
    file += header;
    file.append(reinterpret_cast<const char*>(elements.data()), elements.size_bytes());
    return file;
}

Result<std::map<std::string, Array>> parseNpz(std::span<const std::byte> bytes, const std::string& name)
{
    auto members = unpackZip(bytes, name, kMostElements);
    if (!members)
        return std::unexpected(members.error());
    std::map<std::string, Array> arrays;
    for (const auto& [member, contents] : *members) {
        auto array = parseNpy(contents, name + "/" + member);
        if (!array)
            return std::unexpected(array.error());
        arrays[member.ends_with(".npy") ? member.substr(0, member.size() - 4) : member] = *std::move(array);
    }
    return arrays;
}

}
