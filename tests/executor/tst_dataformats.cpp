// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data beside IDX: .npy, .npz, CSV, CIFAR and synthetic samples, whole and damaged.
#include "analysis/onnx/tensorfile.h"
#include "executor/data/array.h"
#include "executor/data/batches.h"
#include "executor/data/csv.h"
#include "executor/data/npy.h"
#include "executor/data/synthetic.h"
#include "executor/data/zip.h"
#include "tests/executor/folder.h"
#include "tests/support/textgraph.h"

#include <zlib.h>

using namespace halftone;
using namespace halftone::test;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

std::string number(std::uint32_t value, int length)
{
    std::string text;
    for (int i = 0; i < length; ++i)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

/// A .npy file of that type and shape around raw elements.
std::string npy(const std::string& descr, const std::string& shape, const std::string& elements,
    const char* order = "False")
{
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    header += std::string(118 - header.size(), ' ') + "\n";
    return std::string("\x93NUMPY\x01\x00", 8) + number(static_cast<std::uint32_t>(header.size()), 2) +
        header + elements;
}

template <typename T>
std::string raw(std::initializer_list<T> values)
{
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

std::string deflated(const std::string& text)
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

std::string zip(const std::vector<std::pair<std::string, std::string>>& members, bool packs)
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

std::vector<std::pair<std::string, std::string>> fourArrays()
{
    return {{"x_train.npy", npy("|u1", "(2, 3)", raw<std::uint8_t>({1, 2, 3, 4, 5, 6}))},
        {"y_train.npy", npy("<i8", "(2,)", raw<std::int64_t>({1, 0}))},
        {"x_test.npy", npy("|u1", "(1, 3)", raw<std::uint8_t>({7, 8, 9}))},
        {"y_test.npy", npy("<i8", "(1,)", raw<std::int64_t>({1}))}};
}

}

class TestDataFormats : public QObject
{
    Q_OBJECT

private slots:
    void npyIsReadInEveryType_data();
    void npyIsReadInEveryType();
    void npyComesBackAsItWasWritten();
    void wrongNpyIsRefused_data();
    void wrongNpyIsRefused();
    void npzIsRead_data();
    void npzIsRead();
    void everyPrefixOfAnNpzIsRefused();
    void csvIsRead();
    void wrongCsvNamesItsLine_data();
    void wrongCsvNamesItsLine();
    void folderOfNpyAndCifarAreRead();
    void truncatedCifarIsRefused();
    void corpusDataIsRead();
    void targetsReachTheBatch();
    void negativeLabelsAreRefused();
    void syntheticDataFitsTheModel();
    void syntheticDataIsTheSameForASeed();
    void damagedTensorFileIsRefused();
};

void TestDataFormats::npyIsReadInEveryType_data()
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
}

void TestDataFormats::npyIsReadInEveryType()
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

void TestDataFormats::npyComesBackAsItWasWritten()
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

void TestDataFormats::wrongNpyIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const std::string& file) {
        QTest::newRow(name) << QByteArray::fromStdString(file);
    };
    row("another format", "PK and so on, long enough");
    row("Fortran order", npy("<f4", "(3,)", raw<float>({1, 2, 3}), "True"));
    row("big-endian", npy(">f4", "(3,)", raw<float>({1, 2, 3})));
    row("text", npy("<U3", "(1,)", "abc"));
    row("too few elements", npy("<f4", "(4,)", raw<float>({1, 2, 3})));
    row("too many elements", npy("<f4", "(2,)", raw<float>({1, 2, 3})));
    row("a shape that overflows", npy("<f4", "(4294967296, 4294967296)", ""));
    row("a negative size", npy("<f4", "(-3,)", raw<float>({1, 2, 3})));
    row("an integer that float32 cannot hold", npy("<i8", "(1,)", raw<std::int64_t>({16777217})));
}

void TestDataFormats::wrongNpyIsRefused()
{
    QFETCH(QByteArray, file);
    const std::string text = file.toStdString();
    const auto array = parseNpy(bytesOf(text), "test");
    QVERIFY(!array);
    QCOMPARE(array.error().code, std::string("E-NPY"));
    QVERIFY(!array.error().remedy.empty());
}

void TestDataFormats::npzIsRead_data()
{
    QTest::addColumn<bool>("packs");
    QTest::newRow("stored") << false;
    QTest::newRow("deflated") << true;
}

void TestDataFormats::npzIsRead()
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

void TestDataFormats::everyPrefixOfAnNpzIsRefused()
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

void TestDataFormats::csvIsRead()
{
    const auto data = parseCsv("a,label,b\n1,2,0.5\n3,0,-1\n\n", "test.csv");
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QCOMPARE(data->labels, (std::vector<std::int64_t>{2, 0}));
    QCOMPARE(data->values, (std::vector<float>{1, 0.5f, 3, -1}));
    QVERIFY(data->targets.empty());
    const auto regression = parseCsv("1,2,0.5\r\n3,0,-1\r\n", "test.csv");
    QVERIFY(regression);
    QCOMPARE(regression->targets, (std::vector<float>{0.5f, -1}));
    QCOMPARE(regression->sampleShape, (std::vector<std::int64_t>{2}));
}

void TestDataFormats::wrongCsvNamesItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::newRow("a word") << QByteArray("1,2,0\n1,two,0\n") << 2;
    QTest::newRow("a line that is too short") << QByteArray("1,2,0\n\n1,2\n") << 3;
    QTest::newRow("no label") << QByteArray("1\n") << 1;
}

void TestDataFormats::wrongCsvNamesItsLine()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    const auto data = parseCsv(text.toStdString(), "test.csv");
    QVERIFY(!data);
    QCOMPARE(data.error().line, line);
}

void TestDataFormats::folderOfNpyAndCifarAreRead()
{
    const Folder folder;
    for (const auto& [name, contents] : fourArrays())
        writeFile(folder / name, contents);
    const auto arrays = openDataset(folder.path().string());
    QVERIFY2(arrays, arrays ? "" : describe(arrays.error()).c_str());
    QCOMPARE(arrays->train.count(), 2u);

    const Folder cifar;
    std::string record(3073, '\x02');
    record[0] = '\x07';
    writeFile(cifar / "data_batch_1.bin", record + record);
    writeFile(cifar / "test_batch.bin", record);
    const auto images = openDataset(cifar.path().string());
    QVERIFY2(images, images ? "" : describe(images.error()).c_str());
    QCOMPARE(images->train.labels, (std::vector<std::int64_t>{7, 7}));
    QCOMPARE(images->train.sampleShape, (std::vector<std::int64_t>{3, 32, 32}));
    QCOMPARE(images->test.samples.size(), 3072u);
}

void TestDataFormats::truncatedCifarIsRefused()
{
    const Folder folder;
    writeFile(folder / "data_batch_1.bin", std::string(3072, 'x'));
    writeFile(folder / "test_batch.bin", std::string(3073, 'x'));
    const auto data = openDataset(folder.path().string());
    QVERIFY(!data);
    QCOMPARE(data.error().code, std::string("E-CIFAR"));
    QVERIFY(data.error().where.contains("data_batch_1.bin"));
}

void TestDataFormats::corpusDataIsRead()
{
    HALFTONE_NEED_SHARED("corpus/data/tokens/train-tokens-idx2-ubyte.gz");
    const auto tokens = openDataset(sharedPath("corpus/data/tokens").toStdString());
    QVERIFY2(tokens, tokens ? "" : describe(tokens.error()).c_str());
    QCOMPARE(tokens->train.sampleShape, (std::vector<std::int64_t>{16}));
    const auto cifar = openDataset(sharedPath("corpus/data/cifar10_jpeg_subset").toStdString());
    QVERIFY2(cifar, cifar ? "" : describe(cifar.error()).c_str());
    QCOMPARE(cifar->train.divisor, 255.0f);
}

void TestDataFormats::targetsReachTheBatch()
{
    Dataset data{.name = "t",
        .sampleShape = {2},
        .values = {1, 2, 3, 4, 5, 6},
        .labels = {0, 0, 0},
        .targets = {10, 11, 20, 21, 30, 31}};
    const auto batches = Batches::make(data, {2, 2}, 1);
    QVERIFY(batches);
    QCOMPARE(batches->targetsPerBatch(), 4u);
    std::vector<float> samples(4), targets(4);
    std::vector<std::int64_t> labels(2);
    batches->fill(0, samples, labels, targets);
    QCOMPARE(samples, (std::vector<float>{1, 2, 3, 4}));
    QCOMPARE(targets, (std::vector<float>{10, 11, 20, 21}));
}

void TestDataFormats::negativeLabelsAreRefused()
{
    const Array samples{.dims = {2, 1}, .elements = std::vector<float>{1, 2}};
    const auto data =
        combine(samples, {.dims = {2}, .isInteger = true, .elements = std::vector<float>{0, -1}}, "labels");
    QVERIFY(!data);
    QVERIFY(data.error().what.contains("-1"));
    const auto fewer =
        combine(samples, {.dims = {1}, .isInteger = true, .elements = std::vector<float>{0}}, "labels");
    QVERIFY(!fewer);
}

void TestDataFormats::syntheticDataFitsTheModel()
{
    const GraphPtr graph =
        textGraph("input x: f32[8,3,4,4]\n weight w: f32[48,5]\n f: f32[8,48] = Flatten(x)\n"
                  "y: f32[8,5] = MatMul(f, w)\n output y");
    const DatasetPair data = syntheticData(*graph, graph->findValue("x"), 5, 1);
    QCOMPARE(data.train.sampleShape, (std::vector<std::int64_t>{3, 4, 4}));
    QCOMPARE(data.train.classCount(), 5);
    for (const float value : data.train.values)
        QVERIFY(value >= -1 && value <= 1);
    const GraphPtr tokens =
        textGraph("input t: i64[8,6]\n weight table: f32[7,2]\n e: f32[8,6,2] = Gather(table, t)\n output e");
    for (const float value : syntheticData(*tokens, tokens->findValue("t"), 3, 1).train.values)
        QVERIFY(value >= 0 && value < 7 && value == std::floor(value));
}

void TestDataFormats::syntheticDataIsTheSameForASeed()
{
    const GraphPtr graph = textGraph("input x: f32[4,3]\n y: f32[4,3] = Relu(x)\n output y");
    const auto make = [&](std::uint64_t seed) {
        return syntheticData(*graph, graph->findValue("x"), 3, seed).train.values;
    };
    QCOMPARE(make(1), make(1));
    QVERIFY(make(1) != make(2));
}

void TestDataFormats::damagedTensorFileIsRefused()
{
    const std::string tensor(
        "\x08\x02\x10\x01\x4a\x08\x00\x00\x80\x3f\x00\x00\x00\x40", 14); // two floats: 1, 2
    const auto read = parseTensorFile(bytesOf(tensor), "t.pb");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(toDoubles(read->data), (std::vector<double>{1, 2}));
    for (std::size_t length = 1; length < tensor.size(); ++length)
        QVERIFY(!parseTensorFile(bytesOf(tensor.substr(0, length)), "cut.pb"));
}

QTEST_APPLESS_MAIN(TestDataFormats)
#include "tst_dataformats.moc"
