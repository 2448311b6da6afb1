// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mapping files and writing them whole.
#include "executor/files/atomicfile.h"
#include "executor/files/mappedfile.h"
#include "tests/executor/folder.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <format>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace halftone;
using namespace halftone::test;

namespace {

mode_t permissionsOf(const std::filesystem::path& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// The umask of this process, until the end of the scope.
class Umask
{
public:
    explicit Umask(mode_t mask)
        : m_before(::umask(mask))
    {
    }
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;
    ~Umask() { ::umask(m_before); }

private:
    mode_t m_before;
};

/// Files larger than this cannot be written, as on a disk that is nearly full, until the end of the scope.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before = {};
    void (*m_handler)(int);
};

/// Files are touched without the powers of root, which no permission stops, until the end of the scope.
class Unprivileged
{
public:
    Unprivileged()
    {
        if (::geteuid() == 0)
            ::setfsuid(kNobody);
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;
    ~Unprivileged() { ::setfsuid(::geteuid()); }

    /// False in a container that knows no other user. An invalid id asks without changing anything.
    static bool isInForce() { return ::setfsuid(static_cast<uid_t>(-1)) != 0; }

private:
    static constexpr uid_t kNobody = 65534;
};

}

class TestFiles : public QObject
{
    Q_OBJECT

private slots:
    void mappedFileHasTheBytes()
    {
        const Folder folder;
        writeFile(folder / "file", std::string("a\0b", 3));
        const auto mapped = mapFile(folder / "file");
        QVERIFY(mapped);
        QCOMPARE(mapped->bytes.size(), std::size_t(3));
        QCOMPARE(mapped->bytes[2], std::byte{'b'});
    }

    void mappedFileLivesAsLongAsItsOwner()
    {
        const Folder folder;
        writeFile(folder / "file", "contents");
        auto mapped = mapFile(folder / "file");
        const std::shared_ptr<const void> owner = mapped->owner;
        const std::span<const std::byte> contents = mapped->bytes;
        mapped = ExternalBytes{};
        QVERIFY(std::filesystem::remove(folder / "file"));
        QCOMPARE(contents[7], std::byte{'s'});
    }

    void emptyFileMapsToNothing()
    {
        const Folder folder;
        writeFile(folder / "file", "");
        const auto mapped = mapFile(folder / "file");
        QVERIFY(mapped);
        QVERIFY(mapped->bytes.empty());
    }

    void whatIsNoFileIsNotMapped_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("what");
        QTest::newRow("a file that is not there") << "nowhere" << "No such file or directory";
        QTest::newRow("a folder") << "folder" << "This is not a regular file.";
        QTest::newRow("a pipe that nobody writes to") << "pipe" << "This is not a regular file.";
        QTest::newRow("a device") << "/dev/zero" << "This is not a regular file.";
        QTest::newRow("a link in a circle") << "circle" << "Too many levels of symbolic links";
    }
    void whatIsNoFileIsNotMapped()
    {
        QFETCH(QString, name);
        QFETCH(QString, what);
        const Folder folder;
        std::filesystem::create_directory(folder / "folder");
        std::filesystem::create_symlink("circle", folder / "circle");
        QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
        const std::filesystem::path path = folder / name.toStdString();
        const auto mapped = mapFile(path);
        QVERIFY(!mapped);
        QVERIFY2(mapped.error().what.contains(what.toStdString()), describe(mapped.error()).c_str());
        QCOMPARE(mapped.error().where, path.string());
        QCOMPARE(mapped.error().code, std::string("E-FILE-READ"));
        QCOMPARE(mapped.error().kind, ErrorKind::File);
    }

    void newFileHasItsContents_data()
    {
        QTest::addColumn<std::string>("contents");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("a line") << std::string("one line\n");
        QTest::newRow("more than one call of write() may take") << std::string(5'000'001, 'x');
    }
    void newFileHasItsContents()
    {
        QFETCH(std::string, contents);
        const Folder folder;
        QVERIFY(writeFileAtomically(folder / "file", contents));
        QVERIFY(contentsOf(folder / "file") == contents);
        QVERIFY(writeFileAtomically(folder / "file", "other"));
        QCOMPARE(contentsOf(folder / "file"), std::string("other"));
        QCOMPARE(folder.entries(), QStringList("file"));
    }

    void newFileFollowsTheUmask_data()
    {
        QTest::addColumn<unsigned>("mask");
        QTest::addColumn<unsigned>("permissions");
        QTest::newRow("readable for all") << 0022u << 0644u;
        QTest::newRow("readable for the group") << 0027u << 0640u;
        QTest::newRow("private") << 0077u << 0600u;
        QTest::newRow("shared with the group") << 0002u << 0664u;
    }
    void newFileFollowsTheUmask()
    {
        QFETCH(unsigned, mask);
        QFETCH(unsigned, permissions);
        const Folder folder;
        const Umask umask(mask);
        QVERIFY(writeFileAtomically(folder / "file", "new"));
        QCOMPARE(permissionsOf(folder / "file"), permissions);
    }

    void existingFileKeepsItsPermissions()
    {
        const Folder folder;
        const Umask umask(0022);
        for (const mode_t permissions : {0600u, 0640u, 0755u}) {
            writeFile(folder / "file", "old");
            QCOMPARE(::chmod((folder / "file").c_str(), permissions), 0);
            QVERIFY(writeFileAtomically(folder / "file", "new"));
            QCOMPARE(permissionsOf(folder / "file"), permissions);
            QCOMPARE(contentsOf(folder / "file"), std::string("new"));
        }
    }

    void fileSurvivesAFullDisk()
    {
        const Folder folder;
        writeFile(folder / "file", "old");
        {
            const FileSizeLimit limit(1000);
            const auto written = writeFileAtomically(folder / "file", std::string(1001, 'x'));
            QVERIFY(!written);
            QCOMPARE(written.error().code, std::string("E-FILE-WRITE"));
            QCOMPARE(written.error().what, std::string("The file cannot be written (File too large)."));
            QCOMPARE(written.error().where, (folder / "file").string());
            QVERIFY(!writeFileAtomically(folder / "new", std::string(1001, 'x')));
            QVERIFY(writeFileAtomically(folder / "small", std::string(1000, 'x')));
        }
        QCOMPARE(contentsOf(folder / "file"), std::string("old"));
        QCOMPARE(folder.entries(), (QStringList{"file", "small"}));
    }

    void fileSurvivesInAReadOnlyFolder()
    {
        const Folder folder;
        writeFile(folder / "file", "old");
        QCOMPARE(::chmod((folder / "file").c_str(), 0666), 0);
        QCOMPARE(::chmod(folder.path().c_str(), 0555), 0);
        {
            const Unprivileged unprivileged;
            if (!Unprivileged::isInForce())
                QSKIP("root cannot be kept from writing here");
            const auto written = writeFileAtomically(folder / "file", "new");
            QVERIFY(!written);
            QCOMPARE(written.error().what, std::string("The file cannot be written (Permission denied)."));
        }
        QCOMPARE(::chmod(folder.path().c_str(), 0700), 0);
        QCOMPARE(contentsOf(folder / "file"), std::string("old"));
        QCOMPARE(folder.entries(), QStringList("file"));
    }

    void readOnlyFileIsNotReplaced()
    {
        const Folder folder;
        writeFile(folder / "file", "old");
        QCOMPARE(::chmod((folder / "file").c_str(), 0444), 0);
        QCOMPARE(::chmod(folder.path().c_str(), 0777), 0);
        const Unprivileged unprivileged;
        if (!Unprivileged::isInForce())
            QSKIP("root cannot be kept from writing here");
        const auto written = writeFileAtomically(folder / "file", "new");
        QVERIFY(!written);
        QCOMPARE(written.error().what, std::string("The file cannot be written (Permission denied)."));
        QCOMPARE(contentsOf(folder / "file"), std::string("old"));
        QCOMPARE(folder.entries(), QStringList("file"));
    }

    void whatIsNoFileIsNotReplaced_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("a folder that is not there") << "nowhere/file" << "No such file or directory";
        QTest::newRow("a file taken for a folder") << "file/file" << "Not a directory";
        QTest::newRow("a folder") << "folder" << "Is a directory";
    }
    void whatIsNoFileIsNotReplaced()
    {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        const Folder folder;
        writeFile(folder / "file", "old");
        std::filesystem::create_directory(folder / "folder");
        const auto written = writeFileAtomically(folder / name.toStdString(), "new");
        QVERIFY(!written);
        QCOMPARE(written.error().what, std::format("The file cannot be written ({}).", reason.toStdString()));
        QCOMPARE(folder.entries(), (QStringList{"file", "folder"}));
    }

    void devicesAreWrittenThrough()
    {
        // Should this ever fail, root would replace the machine's own devices; others cannot.
        const Unprivileged unprivileged;
        if (!Unprivileged::isInForce())
            QSKIP("root's devices are not put at risk");
        QVERIFY(writeFileAtomically("/dev/null", "nothing"));
        QVERIFY(std::filesystem::is_character_file("/dev/null"));
        const auto written = writeFileAtomically("/dev/full", "too much");
        QVERIFY(!written);
        QCOMPARE(written.error().what, std::string("The file cannot be written (No space left on device)."));
        QVERIFY(std::filesystem::is_character_file("/dev/full"));
    }

    void pipesAreWrittenThrough()
    {
        const Folder folder;
        const std::filesystem::path pipe = folder / "pipe";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
        QVERIFY(writeFileAtomically(pipe, "through"));
        std::array<char, 16> buffer = {};
        QCOMPARE(::read(reader, buffer.data(), buffer.size()), ssize_t(7));
        ::close(reader);
        QCOMPARE(std::string(buffer.data()), std::string("through"));
        QVERIFY(std::filesystem::is_fifo(pipe));
    }

    void linkStaysAndItsFileIsWritten()
    {
        const Folder folder;
        const Folder elsewhere;
        writeFile(elsewhere / "file", "old");
        std::filesystem::create_symlink(elsewhere / "file", folder / "link");
        QVERIFY(writeFileAtomically(folder / "link", "new"));
        QVERIFY(std::filesystem::is_symlink(folder / "link"));
        QCOMPARE(contentsOf(elsewhere / "file"), std::string("new"));
        QCOMPARE(elsewhere.entries(), QStringList("file"));
    }

    void namesMayBeAsLongAsNamesCanBe()
    {
        const Folder folder;
        const std::string name(255, 'n');
        QVERIFY(writeFileAtomically(folder / name, "long"));
        QCOMPARE(contentsOf(folder / name), std::string("long"));
        QVERIFY(!writeFileAtomically(folder / (name + "n"), "too long"));
        QCOMPARE(folder.entries().size(), 1);
    }

    void plainNameGoesToTheCurrentFolder()
    {
        const Folder folder;
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path());
        const auto written = writeFileAtomically("file", "here");
        std::filesystem::current_path(before);
        QVERIFY(written);
        QCOMPARE(contentsOf(folder / "file"), std::string("here"));
    }

    void leftOversOfACrashAreNoObstacle()
    {
        const Folder folder;
        const std::string leftOver = std::format(".halftone-{}-0.tmp", ::getpid());
        writeFile(folder / leftOver, "half");
        QVERIFY(writeFileAtomically(folder / "file", "new"));
        QCOMPARE(contentsOf(folder / "file"), std::string("new"));
        QCOMPARE(contentsOf(folder / leftOver), std::string("half"));
    }

    void readersNeverMeetHalfAFile()
    {
        const Folder folder;
        constexpr std::size_t kSize = 100'000;
        constexpr int kTimes = 50;
        const auto writeLetter = [&](char letter) {
            for (int i = 0; i < kTimes; ++i) {
                if (!writeFileAtomically(folder / "file", std::string(kSize, letter)))
                    qFatal("cannot write");
            }
        };
        writeLetter('a');
        std::jthread first(writeLetter, 'a');
        std::jthread second(writeLetter, 'b');
        for (int i = 0; i < kTimes; ++i) {
            const std::string contents = contentsOf(folder / "file");
            QCOMPARE(contents.size(), kSize);
            QCOMPARE(contents.find_first_not_of(contents[0]), std::string::npos);
        }
        first.join();
        second.join();
        QCOMPARE(folder.entries(), QStringList("file"));
    }
};

QTEST_APPLESS_MAIN(TestFiles)
#include "tst_files.moc"
