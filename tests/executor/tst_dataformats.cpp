// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data beside IDX and NumPy: CSV, CIFAR and synthetic samples, whole and damaged.
#include "analysis/onnx/tensorfile.h"
#include "executor/data/array.h"
#include "executor/data/batches.h"
#include "executor/data/csv.h"
#include "executor/data/synthetic.h"
#include "tests/executor/folder.h"
#include "tests/executor/npyfiles.h"
#include "tests/support/onnxmodel.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::test;

class TestDataFormats : public QObject
{
    Q_OBJECT

private slots:
    void csvIsRead();
    void wrongCsvNamesItsLine_data();
    void wrongCsvNamesItsLine();
    void folderOfNpyAndCifarAreRead();
    void folderOfTensorsIsRead();
    void floatsMayBeClassNumbers_data();
    void floatsMayBeClassNumbers();
    void whatIsNotFiniteIsRefused_data();
    void whatIsNotFiniteIsRefused();
    void truncatedCifarIsRefused();
    void corpusDataIsRead();
    void targetsReachTheBatch();
    void negativeLabelsAreRefused();
    void syntheticDataFitsTheModel();
    void syntheticDataIsTheSameForASeed();
    void damagedTensorFileIsRefused();
};

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
    QTest::newRow("what is not finite") << QByteArray("1,2,0\n1,nan,0\n") << 2;
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

// A TensorProto: type (field 2), sizes (1), and the elements as they are (9); the labels stay with NumPy.
void TestDataFormats::folderOfTensorsIsRead()
{
    const Folder folder;
    for (const auto& [name, contents] : fourArrays())
        writeFile(folder / name, contents);
    const std::string floats = raw<float>({0.5f, 1, 2, -3, 4, 5});
    writeFile(folder / "x_train.pb", std::string("\x08\x02\x08\x03\x10\x01\x4a\x18") + floats);
    writeFile(folder / "x_test.pb", std::string("\x08\x01\x08\x03\x10\x02\x4a\x03\x07\x08\x09"));
    const auto data = openDataset(folder.path().string());
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QCOMPARE(data->train.values, (std::vector<float>{0.5f, 1, 2, -3, 4, 5}));
    QCOMPARE(data->train.labels, (std::vector<std::int64_t>{1, 0}));
    QCOMPARE(data->test.samples, (std::vector<std::uint8_t>{7, 8, 9}));
    writeFile(folder / "x_train.pb", "no tensor");
    const auto damaged = openDataset(folder.path().string());
    QVERIFY(!damaged);
    QVERIFY(damaged.error().where.contains("x_train.pb"));
}

void TestDataFormats::floatsMayBeClassNumbers_data()
{
    QTest::addColumn<QList<float>>("labels");
    QTest::addColumn<bool>("areClasses");
    QTest::newRow("whole numbers from 0") << QList{2.0f, 0.0f} << true;
    QTest::newRow("fractions") << QList{2.0f, 0.5f} << false;
    QTest::newRow("negative numbers") << QList{2.0f, -1.0f} << false;
    QTest::newRow("numbers that float32 does not count") << QList{2.0f, 0x1p25f} << false;
}

void TestDataFormats::floatsMayBeClassNumbers()
{
    QFETCH(const QList<float>, labels);
    QFETCH(const bool, areClasses);
    const Array samples{.dims = {2, 1}, .elements = std::vector<float>{1, 2}};
    const auto data = combine(
        samples, {.dims = {2}, .elements = std::vector<float>(labels.begin(), labels.end())}, "floats");
    QVERIFY(data);
    QCOMPARE(data->targets.empty(), areClasses);
    QCOMPARE(data->labels[0], areClasses ? 2 : 0);
}

void TestDataFormats::whatIsNotFiniteIsRefused_data()
{
    QTest::addColumn<float>("sample");
    QTest::addColumn<float>("target");
    QTest::addColumn<QByteArray>("says");
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    QTest::newRow("a sample") << std::nanf("") << 0.5f << QByteArray("Sample 1 of 2 holds nan (element 0)");
    QTest::newRow("an infinite sample") << -kInfinity << 0.5f << QByteArray("Sample 1 of 2 holds -inf");
    QTest::newRow("a target") << 1.0f << kInfinity << QByteArray("The target of sample 1 of 2 holds inf");
}

void TestDataFormats::whatIsNotFiniteIsRefused()
{
    QFETCH(const float, sample);
    QFETCH(const float, target);
    QFETCH(const QByteArray, says);
    const auto data = combine({.dims = {2, 1}, .elements = std::vector<float>{1, sample}},
        {.dims = {2}, .elements = std::vector<float>{0.5f, target}}, "numbers");
    QVERIFY(!data);
    QVERIFY2(data.error().what.contains(says.toStdString()), data.error().what.c_str());
    QVERIFY(!data.error().remedy.empty());
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
    const DatasetPair data = syntheticData(*graph, graph->findValue("x"), {.classes = 5}, 1);
    QCOMPARE(data.train.sampleShape, (std::vector<std::int64_t>{3, 4, 4}));
    QCOMPARE(data.train.classCount(), 5);
    for (const float value : data.train.values)
        QVERIFY(value >= -1 && value <= 1);
    const GraphPtr tokens =
        textGraph("input t: i64[8,6]\n weight table: f32[7,2]\n e: f32[8,6,2] = Gather(table, t)\n output e");
    for (const float value : syntheticData(*tokens, tokens->findValue("t"), {.classes = 3}, 1).train.values)
        QVERIFY(value >= 0 && value < 7 && value == std::floor(value));
}

void TestDataFormats::syntheticDataIsTheSameForASeed()
{
    const GraphPtr graph = textGraph("input x: f32[4,3]\n y: f32[4,3] = Relu(x)\n output y");
    const auto make = [&](std::uint64_t seed) {
        return syntheticData(*graph, graph->findValue("x"), {.classes = 3}, seed).train.values;
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
