// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/atomicfile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <format>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace halftone {
namespace {

constexpr mode_t kReadWriteAll = 0666; // What the umask is taken from, as for any other new file.
constexpr mode_t kPermissions = 07777;
constexpr int kMostNames = 1000; // More left-overs than crashes of one process number can leave.

bool writeAll(int descriptor, std::string_view contents)
{
    while (!contents.empty()) {
        const ssize_t written = ::write(descriptor, contents.data(), contents.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            contents.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

using Producer = std::function<bool(const FileAppender&)>;

/// The temporary file; removed again unless it was renamed into place.
class TemporaryFile
{
public:
    /// Its name does not contain the target's, which may be as long as names can be. It is made by open() and
    /// not mkstemp(): the kernel then applies the umask, which no other thread could read safely.
    explicit TemporaryFile(const std::filesystem::path& folder)
    {
        for (int i = 0; m_descriptor < 0 && i < kMostNames; ++i) {
            m_path = folder / std::format(".halftone-{}-{}.tmp", ::getpid(), i);
            m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadWriteAll);
            if (m_descriptor < 0 && errno != EEXIST)
                return;
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile()
    {
        if (m_descriptor < 0)
            return;
        ::close(m_descriptor);
        if (!m_isRenamed)
            ::unlink(m_path.c_str());
    }

    bool isOpen() const { return m_descriptor >= 0; }
    bool write(const Producer& produce) const
    {
        return produce([this](std::string_view part) { return writeAll(m_descriptor, part); }) &&
            ::fsync(m_descriptor) == 0;
    }
    /// What a person had made private stays so.
    bool takePermissionsOf(const struct stat& replaced) const
    {
        return ::fchmod(m_descriptor, replaced.st_mode & kPermissions) == 0;
    }
    bool renameTo(const std::filesystem::path& target)
    {
        m_isRenamed = ::rename(m_path.c_str(), target.c_str()) == 0;
        return m_isRenamed;
    }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    bool m_isRenamed = false;
};

// Without this a power cut could bring the old directory back.
void syncFolder(const std::filesystem::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

// Devices and pipes (/dev/stdout, /dev/null) hold nothing to keep, and renaming over them would remove them.
// Returns 0 or the error number, as replace() does: closing may overwrite errno.
int writeThrough(const std::filesystem::path& path, const Producer& produce)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    const bool isWritten =
        produce([descriptor](std::string_view part) { return writeAll(descriptor, part); });
    const int error = isWritten ? 0 : errno;
    ::close(descriptor);
    return error;
}

std::filesystem::path folderOf(const std::filesystem::path& path)
{
    return path.has_parent_path() ? path.parent_path() : ".";
}

// Renaming asks for the folder's permission only; a file that is marked read-only should stay.
bool isReadOnly(const std::filesystem::path& path)
{
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0;
}

int replace(const std::filesystem::path& path, const Producer& produce, const struct stat* replaced)
{
    if (replaced && isReadOnly(path))
        return errno;
    const std::filesystem::path folder = folderOf(path);
    TemporaryFile file(folder);
    const bool isDone = file.isOpen() && file.write(produce) &&
        (!replaced || file.takePermissionsOf(*replaced)) && file.renameTo(path);
    if (!isDone)
        return errno;
    syncFolder(folder);
    return 0;
}

std::unexpected<Error> cannotWrite(const std::filesystem::path& path, int error, bool isThrough)
{
    return std::unexpected(Error{ErrorKind::File, "E-FILE-WRITE",
        std::format("The file cannot be written ({}).", std::strerror(error)), path.string(),
        isThrough ? "Choose a file."
                  : "Check the folder, its permissions and the free space; nothing was changed."});
}

// The file that a link leads to, so that it is written and the link stays.
std::filesystem::path behindLinks(const std::filesystem::path& path)
{
    std::error_code failed;
    const std::filesystem::path target = std::filesystem::canonical(path, failed);
    return failed ? path : target;
}

}

Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view contents)
{
    return writeFileAtomically(path, [contents](const FileAppender& append) { return append(contents); });
}

Result<void> writeFileAtomically(
    const std::filesystem::path& path, const std::function<bool(const FileAppender&)>& produce)
{
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    const bool isThrough = exists && !S_ISREG(status.st_mode);
    const int error = isThrough ? writeThrough(path, produce)
                                : replace(behindLinks(path), produce, exists ? &status : nullptr);
    return error == 0 ? Result<void>() : cannotWrite(path, error, isThrough);
}

Result<void> checkWritable(const std::filesystem::path& path)
{
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && isReadOnly(path))
        return cannotWrite(path, errno, !S_ISREG(status.st_mode));
    if (exists && S_ISDIR(status.st_mode))
        return cannotWrite(path, EISDIR, true);
    if (exists && !S_ISREG(status.st_mode))
        return {};
    const TemporaryFile file(folderOf(behindLinks(path)));
    return file.isOpen() ? Result<void>() : cannotWrite(path, errno, false);
}

}
