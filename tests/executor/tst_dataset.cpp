// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading IDX files, packed or not.
#include "executor/data/dataset.h"
#include "executor/data/gzip.h"
#include "tests/support/shared.h"

#include <zlib.h>

#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <sys/resource.h>

using namespace halftone;
using namespace halftone::test;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(std::initializer_list<int> values)
{
    Bytes bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

Bytes joined(Bytes first, const Bytes& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Bytes cutBy(Bytes bytes, std::size_t count)
{
    bytes.resize(bytes.size() - count);
    return bytes;
}

Bytes idx(const std::vector<std::uint32_t>& dims, const Bytes& elements)
{
    Bytes bytes = bytesOf({0, 0, 8, static_cast<int>(dims.size())});
    for (const std::uint32_t size : dims) {
        for (const int shift : {24, 16, 8, 0})
            bytes.push_back(static_cast<std::byte>(size >> shift));
    }
    return joined(bytes, elements);
}

Bytes gzip(std::span<const std::byte> plain)
{
    z_stream stream = {};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("deflateInit2");
    Bytes packed(deflateBound(&stream, plain.size()));
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        qFatal("deflate");
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

/// Two samples of 2×3 and their labels.
const Bytes kImages = idx({2, 2, 3}, bytesOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
const Bytes kLabels = idx({2}, bytesOf({3, 1}));

Bytes changedAt(Bytes bytes, std::size_t position, int value)
{
    bytes.at(position) = static_cast<std::byte>(value);
    return bytes;
}

void write(const QString& path, const Bytes& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes)) != std::ssize(bytes))
        qFatal("cannot write %s", qPrintable(path));
}

/// Four files as MNIST has them.
void writeFolder(const QTemporaryDir& folder, const Bytes& trainImages, const Bytes& testImages)
{
    write(folder.filePath("train-images-idx3-ubyte"), trainImages);
    write(folder.filePath("train-labels-idx1-ubyte"), kLabels);
    write(folder.filePath("t10k-images-idx3-ubyte"), testImages);
    write(folder.filePath("t10k-labels-idx1-ubyte"), kLabels);
}

struct Damaged
{
    const char* name;
    Bytes images;
    Bytes labels;
    const char* what;
    const char* where;
    const char* code = "E-IDX";
};

const std::vector<Damaged>& damagedFiles()
{
    static const std::vector<Damaged> rows = {
        {"an empty file", {}, kLabels, "does not start like an IDX file", "images"},
        {"three bytes", bytesOf({0, 0, 8}), kLabels, "does not start like an IDX file", "images"},
        {"a wrong first byte", changedAt(kImages, 0, 1), kLabels, "does not start like", "images"},
        {"a wrong second byte", changedAt(kImages, 1, 1), kLabels, "does not start like", "images"},
        {"elements of 32 bits", changedAt(kImages, 2, 0x0c), kLabels, "of unsigned bytes", "images"},
        {"no dimension", changedAt(kImages, 3, 0), kLabels, "with 0 dimensions", "images"},
        {"five dimensions", idx({2, 1, 1, 2, 3}, bytesOf({1, 2, 3})), kLabels, "with 5 dimensions", "images"},
        {"a header cut off", cutBy(kImages, 13), kLabels, "ends within its header", "images"},
        {"a dimension of 0", idx({2, 0, 3}, {}), kLabels, "a dimension is 0", "images"},
        {"a header that promises gigabytes", idx({0xffffffff, 0xffffffff, 1}, bytesOf({1})), kLabels,
            "promises more than 2147483648 elements", "images"},
        {"an element missing", cutBy(kImages, 1), kLabels, "promises 12 elements, and the file has 11",
            "images"},
        {"a byte left over", joined(kImages, bytesOf({0})), kLabels,
            "promises 12 elements, and the file has 13", "images"},
        {"samples of one dimension", kLabels, kLabels, "Samples need two dimensions or more", "images"},
        {"labels of two dimensions", kImages, idx({2, 1}, bytesOf({1, 1})), "Labels need one dimension",
            "labels"},
        {"a label missing", kImages, cutBy(kLabels, 1), "promises 2 elements, and the file has 1", "labels"},
        {"another count of labels", kImages, idx({3}, bytesOf({1, 1, 1})), "There are 2 samples but 3 labels",
            "pair"},
        {"text", bytesOf({'h', 'e', 'l', 'l', 'o'}), kLabels, "does not start like", "images"},
        {"packed data cut off", cutBy(gzip(kImages), 9), kLabels, "cut off", "images", "E-GZIP"},
        {"a packed file without its check sum", cutBy(gzip(kImages), 8), kLabels, "cut off", "images",
            "E-GZIP"},
        {"only the mark of gzip", bytesOf({0x1f, 0x8b}), kLabels, "cut off", "images", "E-GZIP"},
        {"a packed file with a wrong check sum", changedAt(gzip(kImages), gzip(kImages).size() - 8, 0x55),
            kLabels, "damaged", "images", "E-GZIP"},
        {"bytes behind packed data", joined(gzip(kImages), bytesOf({1, 2, 3})), kLabels,
            "3 bytes follow the end", "images", "E-GZIP"},
        {"too few packed elements", gzip(cutBy(kImages, 1)), kLabels, "the file has 11", "images"},
    };
    return rows;
}

std::array<std::int64_t, 10> histogram(const Dataset& dataset)
{
    std::array<std::int64_t, 10> counts = {};
    for (const std::int64_t label : dataset.labels)
        ++counts.at(static_cast<std::size_t>(label));
    return counts;
}

constexpr std::size_t kSpareMemory = std::size_t{1} << 25; // 32 MiB.

/// Half a megabyte that unpacks to four times the spare memory.
const Bytes& bomb()
{
    static const Bytes packed = gzip(Bytes(4 * kSpareMemory));
    return packed;
}

/// A limit on memory that is more than is in use by about \p spare bytes, until the end of the scope.
class MemoryLimit
{
public:
    explicit MemoryLimit(std::size_t spare)
    {
        getrlimit(RLIMIT_AS, &m_before);
        const long pages = readAll("/proc/self/statm").split(' ').first().toLong();
        rlimit limit = m_before;
        limit.rlim_cur = static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + spare;
        setrlimit(RLIMIT_AS, &limit);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &m_before); }

private:
    rlimit m_before = {};
};

}

class TestDataset : public QObject
{
    Q_OBJECT

private slots:
    void plainAndPackedFilesGiveTheSame_data()
    {
        QTest::addColumn<bool>("packImages");
        QTest::addColumn<bool>("packLabels");
        QTest::newRow("both plain") << false << false;
        QTest::newRow("images packed") << true << false;
        QTest::newRow("labels packed") << false << true;
        QTest::newRow("both packed") << true << true;
    }
    void plainAndPackedFilesGiveTheSame()
    {
        QFETCH(bool, packImages);
        QFETCH(bool, packLabels);
        const auto dataset =
            readIdx(packImages ? gzip(kImages) : kImages, packLabels ? gzip(kLabels) : kLabels, "pair");
        QVERIFY(dataset);
        QCOMPARE(dataset->name, std::string("pair"));
        QCOMPARE(dataset->sampleShape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(dataset->samples, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
        QCOMPARE(dataset->labels, (std::vector<std::int64_t>{3, 1}));
        QCOMPARE(dataset->count(), std::size_t(2));
        QCOMPARE(dataset->classCount(), std::int64_t(4));
    }

    void damagedFilesAreRefused_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < damagedFiles().size(); ++i)
            QTest::newRow(damagedFiles()[i].name) << i;
    }
    void damagedFilesAreRefused()
    {
        QFETCH(std::size_t, index);
        const Damaged& row = damagedFiles()[index];
        const auto dataset = readIdx(row.images, row.labels, "pair");
        QVERIFY(!dataset);
        QVERIFY2(dataset.error().what.contains(row.what), describe(dataset.error()).c_str());
        QVERIFY2(dataset.error().where.ends_with(row.where), describe(dataset.error()).c_str());
        QCOMPARE(dataset.error().code, std::string(row.code));
        QCOMPARE(dataset.error().kind, ErrorKind::Format);
        QVERIFY(dataset.error().remedy.ends_with('.'));
    }

    void everyCutIsFound()
    {
        for (const Bytes& whole : {kImages, gzip(kImages)}) {
            QVERIFY(readIdx(whole, kLabels, "pair"));
            for (std::size_t cut = 1; cut <= whole.size(); ++cut)
                QVERIFY2(!readIdx(cutBy(whole, cut), kLabels, "pair"), qPrintable(QString::number(cut)));
        }
    }

    void gzipMembersAreJoined()
    {
        const Bytes packed = joined(gzip(std::span(kImages).first(9)), gzip(std::span(kImages).subspan(9)));
        QCOMPARE(unpackGzip(packed, "file", kImages.size()).value(), kImages);
    }

    void gzipStopsBehindItsLimit()
    {
        const Bytes packed = gzip(kImages);
        QCOMPARE(unpackGzip(packed, "file", kImages.size()).value(), kImages);
        const auto refused = unpackGzip(packed, "file", kImages.size() - 1);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("E-GZIP"));
        QCOMPARE(refused.error().what, std::string("The file unpacks to more than 27 bytes."));
    }

    void gzipBombIsRefusedWithoutUnpackingIt()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("the address sanitizer cannot live with a limit on memory");
#endif
        const Bytes& packed = bomb(); // Made before the limit holds.
        const MemoryLimit limit(kSpareMemory);
        const auto refused = unpackGzip(packed, "bomb", std::size_t{1} << 22);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("E-GZIP"));
    }

    void lackOfMemoryIsAnErrorAndNotAnEnd()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("the address sanitizer cannot live with a limit on memory");
#endif
        const Bytes& packed = bomb(); // Made before the limit holds.
        const MemoryLimit limit(kSpareMemory);
        const auto refused = unpackGzip(packed, "bomb", std::size_t{1} << 31);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("E-MEMORY"));
        QCOMPARE(refused.error().kind, ErrorKind::Resource);
        QCOMPARE(readIdx(packed, kLabels, "pair").error().code, std::string("E-MEMORY"));
    }

    void folderHoldsTrainingAndTestPart()
    {
        const QTemporaryDir folder;
        writeFolder(folder, kImages, idx({2, 2, 3}, Bytes(12, std::byte{20})));
        const auto pair = openDataset(folder.path().toStdString());
        QVERIFY(pair);
        QCOMPARE(pair->train.samples.front(), std::uint8_t(1));
        QCOMPARE(pair->test.samples.front(), std::uint8_t(20));
        QCOMPARE(pair->train.divisor, 12.0f);
        QCOMPARE(pair->test.divisor, 12.0f); // What the net was trained on, not the test part's own.
        QCOMPARE(pair->train.name, folder.filePath("train").toStdString());
    }

    void packedFilesOfAFolderGoFirst()
    {
        const QTemporaryDir folder;
        writeFolder(folder, kImages, kImages);
        write(folder.filePath("train-images-idx3-ubyte.gz"), gzip(idx({2, 2, 3}, Bytes(12, std::byte{5}))));
        QCOMPARE(readIdxFolder(folder.path().toStdString())->train.samples.front(), std::uint8_t(5));
    }

    void blackSamplesAreNotDividedByZero()
    {
        const QTemporaryDir folder;
        writeFolder(folder, idx({2, 2, 3}, Bytes(12)), kImages);
        QCOMPARE(readIdxFolder(folder.path().toStdString())->train.divisor, 1.0f);
    }

    void brokenFoldersNameTheFile()
    {
        const QTemporaryDir folder;
        writeFolder(folder, kImages, idx({2, 3, 2}, Bytes(12)));
        const std::string path = folder.path().toStdString();
        QVERIFY(!readIdxFolder(path));
        QVERIFY(readIdxFolder(path).error().what.contains("different shapes"));
        QCOMPARE(readIdxFolder(path).error().where, path);

        write(folder.filePath("t10k-images-idx3-ubyte.gz"), bytesOf({1, 2, 3, 4}));
        QCOMPARE(readIdxFolder(path).error().where, path + "/t10k-images-idx3-ubyte.gz");

        QFile::remove(folder.filePath("t10k-labels-idx1-ubyte"));
        QCOMPARE(readIdxFolder(path).error().where, path + "/t10k-labels-idx1-ubyte");
        QCOMPARE(readIdxFolder(path).error().kind, ErrorKind::File);

        QFile::remove(folder.filePath("train-images-idx3-ubyte"));
        QCOMPARE(readIdxFolder(path).error().where, path + "/train-images-idx3-ubyte");
        QVERIFY(!openDataset(path + "/nowhere"));
    }

    void sampleDigitsAreBuiltIn()
    {
        const auto digits = openDataset(std::string(kSampleDigits));
        QVERIFY(digits);
        QCOMPARE(digits->train.count(), std::size_t(8000));
        QCOMPARE(digits->test.count(), std::size_t(2000));
        for (const Dataset& part : {digits->train, digits->test}) {
            QVERIFY(std::ranges::equal(part.sampleShape, kSampleDigitsShape));
            QCOMPARE(part.classCount(), std::int64_t(10));
            QCOMPARE(part.divisor, 255.0f);
        }
    }

    void mnistIsRead()
    {
        HALFTONE_NEED_SHARED("corpus/data/mnist");
        const auto mnist = readIdxFolder(sharedPath("corpus/data/mnist").toStdString());
        QVERIFY(mnist);
        QCOMPARE(mnist->train.sampleShape, (std::vector<std::int64_t>{28, 28}));
        QCOMPARE(mnist->train.divisor, 255.0f);
        // How often each digit occurs is well known.
        QCOMPARE(histogram(mnist->train),
            (std::array<std::int64_t, 10>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}));
        QCOMPARE(histogram(mnist->test),
            (std::array<std::int64_t, 10>{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}));
        QVERIFY(std::ranges::equal(std::span(mnist->train.labels).first(5), std::array{5, 0, 4, 1, 9}));
        QVERIFY(std::ranges::equal(std::span(mnist->test.labels).first(5), std::array{7, 2, 1, 0, 4}));
    }

    void smallDigitsAreRead()
    {
        HALFTONE_NEED_SHARED("corpus/data/digits8x8");
        const auto digits = readIdxFolder(sharedPath("corpus/data/digits8x8").toStdString());
        QVERIFY(digits);
        QCOMPARE(digits->train.count(), std::size_t(1437));
        QCOMPARE(digits->test.count(), std::size_t(360));
        QCOMPARE(digits->train.sampleShape, (std::vector<std::int64_t>{8, 8}));
        QCOMPARE(digits->test.divisor, 16.0f);
        QCOMPARE(digits->train.classCount(), std::int64_t(10));
    }
};

QTEST_APPLESS_MAIN(TestDataset)
#include "tst_dataset.moc"
