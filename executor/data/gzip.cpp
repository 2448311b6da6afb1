// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/gzip.h"

#include <zlib.h>

#include <format>
#include <limits>
#include <new>

namespace halftone {
namespace {

constexpr int kGzipWindow = 15 + 16; // Largest window; 16 asks zlib for the gzip header.
constexpr std::size_t kChunk = std::size_t{1} << 20;

/// One zlib stream over a whole file in memory.
class Inflater
{
public:
    explicit Inflater(std::span<const std::byte> packed)
        : m_isOpen(inflateInit2(&m_stream, kGzipWindow) == Z_OK)
    {
        // zlib's interface predates const; it does not write to its input.
        m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
        m_stream.avail_in = static_cast<uInt>(packed.size());
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater()
    {
        if (m_isOpen)
            inflateEnd(&m_stream);
    }

    bool isOpen() const { return m_isOpen; }

    /// Unpacks up to kChunk further bytes behind \p unpacked; returns zlib's status.
    int append(std::vector<std::byte>& unpacked)
    {
        const std::size_t done = unpacked.size();
        unpacked.resize(done + kChunk);
        m_stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + done);
        m_stream.avail_out = static_cast<uInt>(kChunk);
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        unpacked.resize(done + kChunk - m_stream.avail_out);
        return status;
    }

    std::span<const std::byte> rest() const
    {
        return {reinterpret_cast<const std::byte*>(m_stream.next_in), m_stream.avail_in};
    }

    /// A gzip file may be several ones behind each other.
    bool startNextMember() { return inflateReset(&m_stream) == Z_OK; }

private:
    z_stream m_stream = {};
    bool m_isOpen;
};

Result<std::vector<std::byte>> unpack(Inflater& inflater, const std::string& name, std::size_t limit)
{
    const auto damaged = [&name](std::string what) {
        return std::unexpected(
            Error{ErrorKind::Format, "E-GZIP", std::move(what), name, "Copy or download the file again."});
    };
    std::vector<std::byte> unpacked;
    for (;;) {
        const int status = inflater.append(unpacked);
        if (unpacked.size() > limit)
            return damaged(std::format("The file unpacks to more than {} bytes.", limit));
        if (status == Z_STREAM_END) {
            if (inflater.rest().empty())
                return unpacked;
            if (!isGzip(inflater.rest()) || !inflater.startNextMember())
                return damaged(
                    std::format("{} bytes follow the end of the gzip data.", inflater.rest().size()));
        } else if (status == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (status != Z_OK) {
            return damaged(status == Z_BUF_ERROR ? "The gzip data is cut off." : "The gzip data is damaged.");
        }
    }
}

}

bool isGzip(std::span<const std::byte> bytes)
{
    return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

Result<std::vector<std::byte>> unpackGzip(
    std::span<const std::byte> packed, const std::string& name, std::size_t limit)
{
    const auto tooLarge = [&name](std::string what) {
        return std::unexpected(Error{ErrorKind::Resource, "E-MEMORY", std::move(what), name,
            "Use a smaller file or a machine with more memory."});
    };
    if (packed.size() > std::numeric_limits<uInt>::max())
        return tooLarge(std::format("A gzip file of {} bytes is not supported.", packed.size()));
    try {
        Inflater inflater(packed);
        if (!inflater.isOpen())
            return tooLarge("There is no memory to unpack the file.");
        return unpack(inflater, name, limit);
    } catch (const std::bad_alloc&) {
        return tooLarge("There is no memory to unpack the file.");
    }
}

}
