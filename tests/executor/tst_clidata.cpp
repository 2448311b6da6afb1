// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli with the data that people bring: what does not fit is refused before training starts, with a
// sentence that says what and where; what fits trains, and its accuracy means something.
#include "tests/executor/folder.h"
#include "tests/executor/npyfiles.h"
#include "tests/support/clirun.h"
#include "tests/support/onnxmodel.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <functional>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr int kSamples = 16;

// Three numbers to as many scores, a table of ten words, and pixels of two classes.
const char* const kScores =
    "(float[N,3] x) => (float[N,4] y) <float[3,4] w = {1,2,3,4,5,6,7,8,9,1,2,3}> { y = MatMul(x, w) }";
const char* const kOne = "(float[N,3] x) => (float[N,1] y) <float[3,1] w = {0.5,-1,2}> { y = MatMul(x, w) }";
const char* const kWords =
    "(int64[N,3] x) => (float[N,2] y) <float[10,2] table = {1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2}> "
    "{ e = Gather(table, x) y = ReduceMean<axes = [1], keepdims = 0>(e) }";
const char* const kPixels =
    "(float[N,1,2,2] x) => (float[N,2,2,2] y) <float[2,1,1,1] k = {1,-1}> { y = Conv(x, k) }";

using Number = std::function<double(int sample, int element)>;

/// A .npy file of doubles.
std::string array(const QList<int>& shape, const Number& number)
{
    QStringList sizes;
    int each = 1;
    for (const int size : shape) {
        sizes << QString::number(size);
        each *= size;
    }
    each = shape[0] == 0 ? 0 : each / shape[0];
    std::string elements;
    for (int i = 0; i < shape[0]; ++i) {
        for (int k = 0; k < each; ++k)
            elements += raw<double>({number(i, k)});
    }
    return npy("<f8", ("(" + sizes.join(",") + ",)").toStdString(), elements);
}

struct Data
{
    QList<int> sample{3};
    Number x = [](int i, int k) { return (i * 7 + k * 5) % 11 / 8.0; };
    QList<int> label;
    Number y = [](int i, int) { return i % 2; };
    Number testY = {}; ///< As y where it is empty.
};

/// The four arrays in a folder, and a model beside it.
struct Bench
{
    Folder folder;
    QString model = QString::fromStdString((folder / "m.onnx").string());
    QString data = QString::fromStdString(folder.path().string());

    Bench(const QString& body, const Data& d)
    {
        writeFile(folder / "m.onnx",
            onnxModel("<ir_version: 8, opset_import: [\"\" : 13]> g " + body.toStdString()));
        const QList<int> x = QList<int>{kSamples} + d.sample, y = QList<int>{kSamples} + d.label;
        writeFile(folder / "x_train.npy", array(x, d.x));
        writeFile(folder / "x_test.npy", array(x, d.x));
        writeFile(folder / "y_train.npy", array(y, d.y));
        writeFile(folder / "y_test.npy", array(y, d.testY ? d.testY : d.y));
    }
    CliOutcome train(const QStringList& more) const
    {
        return runCli(QStringList{"train", model, "--data", data, "--batch", "4", "--steps", "2", "--threads",
                          "1", "--json"} +
            more);
    }
};

Data withX(Number x)
{
    return {.x = std::move(x)};
}
Data withY(Number y)
{
    return {.y = std::move(y)};
}

double accuracyOf(const CliOutcome& outcome)
{
    return QJsonDocument::fromJson(outcome.output.trimmed().split('\n').last())
        .object()["accuracy"]
        .toDouble(-1);
}

}

class TestCliData : public QObject
{
    Q_OBJECT

private slots:
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
    void whatFitsTrains_data();
    void whatFitsTrains();
    void damagedFilesAreRefused_data();
    void damagedFilesAreRefused();
    void syntheticDataFitsEveryLoss_data();
    void syntheticDataFitsEveryLoss();
    void divergenceIsBlamedOnce();
};

void TestCliData::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<Data>("data");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* model, const Data& data, const QByteArray& says,
                         const QStringList& options = {}) {
        QTest::newRow(name) << model << data << options << says;
    };
    const Number words = [](int i, int k) { return (i + k) % 10; };
    row("a label out of range", kScores, withY([](int i, int) { return i == 3 ? 4 : 0; }),
        "labels go up to 4");
    row("a label out of range in the test part", kScores,
        {.testY = [](int i, int) { return i == 3 ? 9 : 0; }}, "labels go up to 9");
    row("a label that is no whole number", kScores, withY([](int i, int) { return i == 3 ? 1.5 : 0; }),
        "The target of sample 3 holds 1.5");
    row("a label below zero", kScores, withY([](int i, int) { return i == 3 ? -1 : 0; }),
        "The target of sample 3 holds -1");
    row("a sample that is no number", kScores, withX([](int i, int) { return i == 5 ? std::nan("") : 1; }),
        "Sample 5 of 16 holds nan (element 0)");
    row("a number beyond float32", kScores, withX([](int i, int k) { return i == 5 && k == 2 ? 1e300 : 1; }),
        "Sample 5 of 16 holds inf (element 2)");
    row("samples of another size", kScores, {.sample = {5}}, "Samples of 5 do not fit");
    row("a word that the table does not have", kWords,
        withX([](int i, int k) { return i == 6 && k == 1 ? 12 : 1; }), "Sample 6 holds 12 (element 1)");
    row("a word that is no whole number", kWords, withX([](int, int) { return 0.5; }), "Sample 0 holds 0.5");
    row("one label for many pixels", kPixels, {.sample = {1, 2, 2}}, "The loss reads 4 numbers a sample");
    row("a pixel out of range", kPixels,
        {.sample = {1, 2, 2}, .label = {2, 2}, .y = [](int i, int k) { return i == 2 && k == 3 ? 7 : 0; }},
        "The target of sample 2 holds 7 (element 3)");
    row("more samples in a batch than there are", kScores, {}, "A batch of 64 is larger", {"--batch", "64"});
    row("numbers to predict of another count", kOne, {.label = {2}}, "The loss reads one number a sample",
        {"--loss", "mse"});
}

void TestCliData::whatDoesNotFitIsRefused()
{
    QFETCH(const QString, model);
    QFETCH(const Data, data);
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, says);
    const Bench bench(model, data);
    QStringList arguments{
        "train", bench.model, "--data", bench.data, "--batch", "4", "--steps", "2", "--threads", "1"};
    if (options.contains("--batch"))
        arguments.remove(arguments.indexOf("--batch"), 2);
    const CliOutcome outcome = runCli(arguments + options);
    QVERIFY2(outcome.exitCode == 2 || outcome.exitCode == 4,
        QByteArray::number(outcome.exitCode) + outcome.output);
    QVERIFY2(outcome.complaints.contains(says), outcome.complaints);
    QVERIFY2(!outcome.output.contains("loss"), "before training starts");
}

void TestCliData::whatFitsTrains_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<Data>("data");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("hasAccuracy");
    const auto row = [](const char* name, const char* model, const Data& data, const QStringList& options,
                         bool hasAccuracy) {
        QTest::newRow(name) << model << data << options << hasAccuracy;
    };
    row("class numbers as floats", kScores, {}, {}, true);
    row("words", kWords, withX([](int i, int k) { return (i + k) % 10; }), {}, true);
    row("words counted from the back", kWords, withX([](int i, int k) { return (i + k) % 20 - 10; }), {},
        true);
    row("pixels", kPixels,
        {.sample = {1, 2, 2}, .label = {2, 2}, .y = [](int i, int k) { return (i + k) % 2; }}, {}, true);
    row("a number to predict", kOne, withY([](int i, int) { return i / 4.0; }), {"--loss", "mse"}, false);
    row("a whole number to predict", kOne, withY([](int i, int) { return i; }), {"--loss", "l1"}, false);
    row("one of two classes", kOne, {}, {"--loss", "bce-with-logits"}, true);
    row("probabilities", kScores, {.label = {4}, .y = [](int, int) { return 0.25; }},
        {"--loss", "dense-cross-entropy"}, false);
}

void TestCliData::whatFitsTrains()
{
    QFETCH(const QString, model);
    QFETCH(const Data, data);
    QFETCH(const QStringList, options);
    QFETCH(const bool, hasAccuracy);
    const Bench bench(model, data);
    for (const char* precision : {"--fp32", "--any-tensor"}) {
        const CliOutcome outcome = bench.train(options + QStringList{QString(precision)});
        QVERIFY2(outcome.exitCode == 0, outcome.output);
        QCOMPARE(accuracyOf(outcome) >= 0, hasAccuracy);
    }
}

void TestCliData::damagedFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("length"); // that is left of it
    for (const char* file : {"x_train.npy", "y_train.npy", "x_test.npy", "y_test.npy", "m.onnx"}) {
        QTest::addRow("%s, empty", file) << QByteArray(file) << 0;
        QTest::addRow("%s, cut off", file) << QByteArray(file) << 60;
        QTest::addRow("%s, gone", file) << QByteArray(file) << -1;
    }
}

void TestCliData::damagedFilesAreRefused()
{
    QFETCH(const QByteArray, file);
    QFETCH(const int, length);
    const Bench bench(kScores, {});
    const std::filesystem::path path = bench.folder / file.toStdString();
    if (length < 0)
        std::filesystem::remove(path);
    else
        std::filesystem::resize_file(path, static_cast<std::uintmax_t>(length));
    const CliOutcome outcome = bench.train({});
    QVERIFY2(outcome.exitCode == 3 || outcome.exitCode == 4,
        QByteArray::number(outcome.exitCode) + outcome.output);
    const QJsonObject error = outcome.json()["error"].toObject();
    QVERIFY2(error["file"].toString().contains(file), outcome.output);
    QVERIFY(!error["remedy"].toString().isEmpty());
}

void TestCliData::syntheticDataFitsEveryLoss_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("loss");
    for (const auto& [name, model] :
        {std::pair("scores", kScores), {"one number", kOne}, {"words", kWords}, {"pixels", kPixels}}) {
        for (const char* loss :
            {"softmax-cross-entropy", "dense-cross-entropy", "nll", "mse", "l1", "bce-with-logits"}) {
            if (model == kPixels && loss == QByteArray("dense-cross-entropy"))
                continue; // for [N, classes] only, as its refusal says
            QTest::addRow("%s, %s", name, loss) << model << QString(loss);
        }
    }
}

void TestCliData::syntheticDataFitsEveryLoss()
{
    QFETCH(const QString, model);
    QFETCH(const QString, loss);
    const Bench bench(model, {});
    const CliOutcome outcome = runCli({"train", bench.model, "--data", "synthetic", "--batch", "4", "--steps",
        "3", "--threads", "1", "--loss", loss, "--json"});
    QVERIFY2(outcome.exitCode == 0, outcome.output);
}

void TestCliData::divergenceIsBlamedOnce()
{
    const Bench bench(kScores, {});
    const CliOutcome outcome = runCli({"train", bench.model, "--data", bench.data, "--batch", "4", "--steps",
        "200", "--threads", "1", "--fp32", "--lr", "3e38"});
    QVERIFY2(outcome.exitCode == 0, outcome.complaints);
    QVERIFY2(outcome.output.contains("Overflows of float32:"), outcome.output);
    QVERIFY2(!outcome.output.contains("→"), "FP32 has no scale that could move");
    QVERIFY2(outcome.output.contains("; first: ") && outcome.output.contains("more, which --run-file"),
        outcome.output);
}

QTEST_APPLESS_MAIN(TestCliData)
#include "tst_clidata.moc"
