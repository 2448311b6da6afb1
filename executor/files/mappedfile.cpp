// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/mappedfile.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <format>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace halftone {
namespace {

std::unexpected<Error> unreadable(const std::filesystem::path& path, std::string what)
{
    return std::unexpected(Error{ErrorKind::File, "E-FILE-READ", std::move(what), path.string(),
        "Check the path and its permissions."});
}

struct Descriptor
{
    int number;
    ~Descriptor() { ::close(number); }
};

}

Result<ExternalBytes> mapFile(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    const int number = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (number < 0)
        return unreadable(path, std::format("The file cannot be opened ({}).", std::strerror(errno)));
    const Descriptor descriptor{number};
    struct stat status = {};
    if (::fstat(number, &status) != 0 || !S_ISREG(status.st_mode))
        return unreadable(path, "This is not a regular file.");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0)
        return ExternalBytes{};
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, number, 0);
    if (memory == MAP_FAILED)
        return unreadable(path, std::format("The file cannot be mapped ({}).", std::strerror(errno)));
    std::shared_ptr<const void> owner(memory, [size](void* mapped) { ::munmap(mapped, size); });
    return ExternalBytes{{static_cast<const std::byte*>(memory), size}, std::move(owner)};
}

void letGo(std::span<const std::byte> bytes)
{
    // Whole pages only. MADV_PAGEOUT keeps what is no file, unlike MADV_DONTNEED.
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t first = (begin + page - 1) / page * page;
    const std::uintptr_t last = (begin + bytes.size()) / page * page;
    if (first < last)
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_PAGEOUT);
}

}
