// SPDX-License-Identifier: GPL-3.0-or-later
//
// NumPy's .npy and .npz, whole and damaged.
#include "executor/data/dataset.h"
#include "executor/data/npy.h"
#include "executor/data/zip.h"
#include "tests/executor/folder.h"
#include "tests/executor/npyfiles.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestNpy : public QObject
{
    Q_OBJECT

private slots:
    void npyIsReadInEveryType_data();
    void npyIsReadInEveryType();
    void axesThatRunTheOtherWayAreTurned_data();
    void axesThatRunTheOtherWayAreTurned();
    void npyComesBackAsItWasWritten();
    void wrongNpyIsRefused_data();
    void wrongNpyIsRefused();
    void npzIsRead_data();
    void npzIsRead();
    void everyPrefixOfAnNpzIsRefused();
};

void TestNpy::npyIsReadInEveryType_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<bool>("isInteger");
    const auto row = [](const char* name, const std::string& file, bool isInteger) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << isInteger;
    };
    row("uint8", npy("|u1", "(3,)", raw<std::uint8_t>({1, 2, 3})), true);
    row("int8", npy("|i1", "(3,)", raw<std::int8_t>({1, 2, 3})), true);
    row("int16", npy("<i2", "(3,)", raw<std::int16_t>({1, 2, 3})), true);
    row("int32", npy("<i4", "(3,)", raw<std::int32_t>({1, 2, 3})), true);
    row("int64", npy("<i8", "(3,)", raw<std::int64_t>({1, 2, 3})), true);
    row("float16", npy("<f2", "(3,)", raw<std::uint16_t>({0x3c00, 0x4000, 0x4200})), false);
    row("float32", npy("<f4", "(3,)", raw<float>({1, 2, 3})), false);
    row("float64", npy("<f8", "(3,)", raw<double>({1, 2, 3})), false);
    row("big-endian int16", npy(">i2", "(3,)", raw<std::int16_t>({0x100, 0x200, 0x300})), true);
    row("big-endian float32", npy(">f4", "(3,)", raw<std::uint32_t>({0x803f, 0x40, 0x4040})), false);
}

void TestNpy::npyIsReadInEveryType()
{
    QFETCH(QByteArray, file);
    QFETCH(bool, isInteger);
    const std::string text = file.toStdString();
    const auto array = parseNpy(bytesOf(text), "test");
    QVERIFY2(array, array ? "" : describe(array.error()).c_str());
    QCOMPARE(array->dims, (std::vector<std::int64_t>{3}));
    QCOMPARE(array->floats(), (std::vector<float>{1, 2, 3}));
    QCOMPARE(array->isInteger, isInteger);
}

void TestNpy::axesThatRunTheOtherWayAreTurned_data()
{
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QList<int>>("elements"); // as a file in C order has them
    QTest::newRow("one axis") << QByteArray("(6,)") << QList{0, 1, 2, 3, 4, 5};
    QTest::newRow("two axes") << QByteArray("(2, 3)") << QList{0, 2, 4, 1, 3, 5};
    QTest::newRow("three axes") << QByteArray("(3, 1, 2)") << QList{0, 3, 1, 4, 2, 5};
    QTest::newRow("nothing") << QByteArray("(0, 4)") << QList<int>{};
}

void TestNpy::axesThatRunTheOtherWayAreTurned()
{
    QFETCH(const QByteArray, shape);
    QFETCH(const QList<int>, elements);
    std::string bytes, floats;
    for (int i = 0; i < elements.size(); ++i) {
        bytes += raw<std::uint8_t>({static_cast<std::uint8_t>(i)});
        floats += raw<float>({static_cast<float>(i)});
    }
    for (const auto& [type, contents] : {std::pair("|u1", bytes), {"<f4", floats}}) {
        const std::string file = npy(type, shape.toStdString(), contents, "True");
        const auto array = parseNpy(bytesOf(file), "test");
        QVERIFY2(array, array ? "" : describe(array.error()).c_str());
        const std::vector<float> got = array->floats();
        QCOMPARE(QList<int>(got.begin(), got.end()), elements);
    }
}

void TestNpy::npyComesBackAsItWasWritten()
{
    const std::vector<std::int64_t> dims{2, 1, 3};
    const std::vector<float> elements{1, -2, 0.5f, 0, 1e30f, -0.0f};
    const std::string file = encodeNpy(dims, elements);
    const auto array = parseNpy(bytesOf(file), "test");
    QVERIFY(array);
    QCOMPARE(array->dims, dims);
    QCOMPARE(array->floats(), elements);
    for (std::size_t length = 0; length < file.size(); ++length)
        QVERIFY(!parseNpy(bytesOf(file.substr(0, length)), "cut"));
}

void TestNpy::wrongNpyIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const std::string& file) {
        QTest::newRow(name) << QByteArray::fromStdString(file);
    };
    row("another format", "PK and so on, long enough");
    row("no order", npy("<f4", "(3,)", raw<float>({1, 2, 3}), "None"));
    row("an order of bytes that is none", npy("!f4", "(3,)", raw<float>({1, 2, 3})));
    row("text", npy("<U3", "(1,)", "abc"));
    row("too few elements", npy("<f4", "(4,)", raw<float>({1, 2, 3})));
    row("too many elements", npy("<f4", "(2,)", raw<float>({1, 2, 3})));
    row("a shape that overflows", npy("<f4", "(4294967296, 4294967296)", ""));
    row("a negative size", npy("<f4", "(-3,)", raw<float>({1, 2, 3})));
    row("an integer that float32 cannot hold", npy("<i8", "(1,)", raw<std::int64_t>({16777217})));
}

void TestNpy::wrongNpyIsRefused()
{
    QFETCH(QByteArray, file);
    const std::string text = file.toStdString();
    const auto array = parseNpy(bytesOf(text), "test");
    QVERIFY(!array);
    QCOMPARE(array.error().code, std::string("E-NPY"));
    QVERIFY(!array.error().remedy.empty());
}

void TestNpy::npzIsRead_data()
{
    QTest::addColumn<bool>("packs");
    QTest::newRow("stored") << false;
    QTest::newRow("deflated") << true;
}

void TestNpy::npzIsRead()
{
    QFETCH(bool, packs);
    const Folder folder;
    writeFile(folder / "data.npz", zip(fourArrays(), packs));
    const auto data = openDataset((folder / "data.npz").string());
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QCOMPARE(data->train.sampleShape, (std::vector<std::int64_t>{3}));
    QCOMPARE(data->train.labels, (std::vector<std::int64_t>{1, 0}));
    QCOMPARE(data->test.samples, (std::vector<std::uint8_t>{7, 8, 9}));
    QCOMPARE(data->test.divisor, 6.0f); // the largest byte of the training part
}

void TestNpy::everyPrefixOfAnNpzIsRefused()
{
    for (const bool packs : {false, true}) {
        const std::string file = zip(fourArrays(), packs);
        for (std::size_t length = 0; length < file.size(); ++length)
            QVERIFY(!parseNpz(bytesOf(file.substr(0, length)), "cut"));
        // Damage anywhere is refused or harmless, and never read outside the file.
        for (std::size_t at = 0; at < file.size(); ++at) {
            std::string damaged = file;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
            (void)parseNpz(bytesOf(damaged), "damaged");
        }
    }
    QVERIFY(!unpackZip(bytesOf(zip({{"bomb", std::string(1000, 'x')}}, true)), "bomb", 999));
}

QTEST_APPLESS_MAIN(TestNpy)
#include "tst_npy.moc"
