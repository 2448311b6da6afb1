// SPDX-License-Identifier: GPL-3.0-or-later
//
// The directory at the end of the file says where members lie and how large they are; headers in front of
// them are only skipped, as numpy leaves their sizes open.
#include "executor/data/zip.h"

#include <zlib.h>

#include <algorithm>
#include <format>
#include <limits>
#include <new>
#include <optional>

namespace halftone {
namespace {

constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::uint32_t kEntryMark = 0x02014b50;
constexpr std::uint32_t kLocalMark = 0x04034b50;
constexpr std::size_t kLongestComment = 65535;

std::unexpected<Error> badZip(const std::string& name, std::string what)
{
    return std::unexpected(Error{ErrorKind::Format, "E-ZIP", std::move(what), name,
        "Copy the file again, or save it with numpy.savez."});
}

/// Little-endian; the caller has checked that the bytes are there.
std::uint32_t number(std::span<const std::byte> bytes, std::size_t at, std::size_t length)
{
    std::uint32_t value = 0;
    for (std::size_t i = length; i-- > 0;)
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
    return value;
}

std::optional<std::size_t> findEnd(std::span<const std::byte> bytes)
{
    if (bytes.size() < kEndSize)
        return std::nullopt;
    const std::size_t last = bytes.size() - kEndSize;
    for (std::size_t at = last + 1; at-- > last - std::min(last, kLongestComment);) {
        if (number(bytes, at, 4) == kEndMark)
            return at;
    }
    return std::nullopt;
}

struct Member
{
    std::string name;
    std::uint32_t method = 0;
    std::size_t packed = 0;
    std::size_t unpacked = 0;
    std::size_t offset = 0;
    std::size_t entryLength = 0;
};

std::optional<Member> readEntry(std::span<const std::byte> bytes, std::size_t at)
{
    if (at > bytes.size() || bytes.size() - at < kEntrySize || number(bytes, at, 4) != kEntryMark)
        return std::nullopt;
    const std::size_t nameLength = number(bytes, at + 28, 2);
    Member member{.method = number(bytes, at + 10, 2),
        .packed = number(bytes, at + 20, 4),
        .unpacked = number(bytes, at + 24, 4),
        .offset = number(bytes, at + 42, 4),
        .entryLength = kEntrySize + nameLength + number(bytes, at + 30, 2) + number(bytes, at + 32, 2)};
    if (bytes.size() - at < member.entryLength)
        return std::nullopt;
    member.name.assign(reinterpret_cast<const char*>(bytes.data() + at + kEntrySize), nameLength);
    return member;
}

/// The packed bytes of a member.
std::optional<std::span<const std::byte>> contentsOf(std::span<const std::byte> bytes, const Member& member)
{
    if (member.offset > bytes.size() || bytes.size() - member.offset < kLocalSize ||
        number(bytes, member.offset, 4) != kLocalMark)
        return std::nullopt;
    const std::size_t skipped =
        kLocalSize + number(bytes, member.offset + 26, 2) + number(bytes, member.offset + 28, 2);
    const std::span<const std::byte> rest = bytes.subspan(member.offset);
    if (rest.size() < skipped || rest.size() - skipped < member.packed)
        return std::nullopt;
    return rest.subspan(skipped, member.packed);
}

bool inflateInto(std::span<const std::byte> packed, std::vector<std::byte>& unpacked)
{
    constexpr int kRawDeflate = -15; // largest window, no header
    z_stream stream = {};
    if (inflateInit2(&stream, kRawDeflate) != Z_OK)
        throw std::bad_alloc();
    // zlib's interface predates const; it does not write to its input.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
    stream.avail_out = static_cast<uInt>(unpacked.size());
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

Result<std::vector<std::byte>> unpackMember(
    std::span<const std::byte> bytes, const Member& member, const std::string& name)
{
    constexpr std::uint32_t kStored = 0;
    constexpr std::uint32_t kDeflated = 8;
    const auto packed = contentsOf(bytes, member);
    if (!packed)
        return badZip(name, std::format("The member \"{}\" lies outside the file.", member.name));
    if (member.method == kStored && member.packed == member.unpacked)
        return std::vector<std::byte>(packed->begin(), packed->end());
    if (member.method != kDeflated)
        return badZip(name, std::format("The member \"{}\" is packed by an unknown method.", member.name));
    std::vector<std::byte> unpacked(member.unpacked);
    if (!inflateInto(*packed, unpacked))
        return badZip(name, std::format("The member \"{}\" is damaged.", member.name));
    return unpacked;
}

Result<std::map<std::string, std::vector<std::byte>>> unpack(
    std::span<const std::byte> bytes, const std::string& name, std::size_t limit)
{
    const auto end = findEnd(bytes);
    if (!end)
        return badZip(name, "The file does not end like a zip file.");
    const std::size_t count = number(bytes, *end + 10, 2);
    std::size_t at = number(bytes, *end + 16, 4);
    std::size_t total = 0;
    std::map<std::string, std::vector<std::byte>> members;
    for (std::size_t i = 0; i < count; ++i) {
        const auto member = readEntry(bytes, at);
        if (!member)
            return badZip(name, "The directory of the zip file is damaged.");
        total += member->unpacked;
        if (total > limit)
            return badZip(name, std::format("The file unpacks to more than {} bytes.", limit));
        auto contents = unpackMember(bytes, *member, name);
        if (!contents)
            return std::unexpected(contents.error());
        members[member->name] = *std::move(contents);
        at += member->entryLength;
    }
    return members;
}

}

Result<std::map<std::string, std::vector<std::byte>>> unpackZip(
    std::span<const std::byte> bytes, const std::string& name, std::size_t limit)
{
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max())
        return badZip(name, "Zip files beyond 4 GiB are not read.");
    try {
        return unpack(bytes, name, limit);
    } catch (const std::bad_alloc&) {
        return std::unexpected(
            Error{ErrorKind::Resource, "E-MEMORY", "There is no memory to unpack the file.", name,
                "Use a smaller file or a machine with more memory."});
    }
}

}
