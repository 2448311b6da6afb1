// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/mappedfile.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <format>
#include <iterator>
#include <map>
#include <mutex>
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

/// Where files are mapped: dropping pages of any other memory would lose what is in them.
class Mappings
{
public:
    static Mappings& instance()
    {
        static Mappings mappings;
        return mappings;
    }

    void add(const void* memory, std::size_t size)
    {
        const std::lock_guard lock(m_mutex);
        m_endOf[address(memory)] = address(memory) + size;
    }
    void remove(const void* memory)
    {
        const std::lock_guard lock(m_mutex);
        m_endOf.erase(address(memory));
    }
    bool contains(std::uintptr_t first, std::uintptr_t last)
    {
        const std::lock_guard lock(m_mutex);
        const auto next = m_endOf.upper_bound(first);
        return next != m_endOf.begin() && last <= std::prev(next)->second;
    }

private:
    static std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

    std::mutex m_mutex;
    std::map<std::uintptr_t, std::uintptr_t> m_endOf; // by the beginning
};

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
    Mappings::instance().add(memory, size);
    std::shared_ptr<const void> owner(memory, [size](void* mapped) {
        Mappings::instance().remove(mapped);
        ::munmap(mapped, size);
    });
    return ExternalBytes{{static_cast<const std::byte*>(memory), size}, std::move(owner)};
}

void letGo(std::span<const std::byte> bytes)
{
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    // Whole pages only: others may still read what lies beside.
    const std::uintptr_t first = (begin + page - 1) / page * page;
    const std::uintptr_t last = (begin + bytes.size()) / page * page;
    if (first < last && Mappings::instance().contains(first, last))
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}
