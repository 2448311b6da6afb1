// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli run and eval as a script meets them, with models of open sizes and branches.
#include "executor/data/image.h"
#include "executor/data/npy.h"
#include "tests/executor/folder.h"
#include "tests/support/clirun.h"
#include "tests/support/imagefiles.h"
#include "tests/support/onnxmodel.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

/// A model in a folder of its own.
struct Model
{
    Folder folder;
    QString path = QString::fromStdString((folder / "m.onnx").string());

    explicit Model(const std::string& body)
    {
        writeFile(folder / "m.onnx", onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body));
    }
};

// The positive numbers of a vector, or a branch that leaves them as they are.
const char* kChoice = R"((bool all, float[N] x) => (float[M] y) <float zero = {0}> {
    y = If(all) <
        then_branch = t () => (float[N] p) { p = Identity(x) },
        else_branch = e () => (float[K] q) { c = Greater(x, zero) q = Compress(x, c) }
    >
})";

QJsonArray shapeOf(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).array().at(0).toObject().value("shape").toArray();
}

}

class TestCliRun : public QObject
{
    Q_OBJECT

private slots:
    void openSizesAreThoseOfTheInputs_data();
    void openSizesAreThoseOfTheInputs();
    void randomInputsFillWhatIsNotGiven();
    void thePlanNamesPartsShapesAndBodies();
    void inputsOfFewBitsAreFed_data();
    void inputsOfFewBitsAreFed();
    void refusalsSayWhatToDo_data();
    void refusalsSayWhatToDo();
    void expectationsHaveAShape();
    void unknownElementTypesAreNamed();
    void foldersOfImagesAreEvaluated();
};

void TestCliRun::openSizesAreThoseOfTheInputs_data()
{
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QJsonArray>("shape");
    QTest::addRow("one branch") << QStringList{"all=1", "x=1,-2,3"} << QJsonArray{3};
    QTest::addRow("the other") << QStringList{"all=0", "x=1,-2,3"} << QJsonArray{2};
    QTest::addRow("of another size") << QStringList{"all=0", "x=1,-2,-3,-4,5,6,7"} << QJsonArray{4};
    QTest::addRow("nothing is left") << QStringList{"all=0", "x=-1"} << QJsonArray{0};
}

void TestCliRun::openSizesAreThoseOfTheInputs()
{
    QFETCH(const QStringList, inputs);
    QFETCH(const QJsonArray, shape);
    const Model model(kChoice);
    QStringList arguments{"run", model.path, "--json"};
    for (const QString& input : inputs)
        arguments << "--value" << input;
    const CliOutcome outcome = runCli(arguments);
    QVERIFY2(outcome.exitCode == 0, outcome.complaints.constData());
    QCOMPARE(shapeOf(outcome.output), shape);
}

void TestCliRun::randomInputsFillWhatIsNotGiven()
{
    const Model model(kChoice);
    const QStringList arguments{
        "run", model.path, "--random", "1", "--dim", "N=5", "--value", "all=1", "--json"};
    const CliOutcome outcome = runCli(arguments);
    QVERIFY2(outcome.exitCode == 0, outcome.complaints.constData());
    QCOMPARE(shapeOf(outcome.output), QJsonArray{5});
    QCOMPARE(runCli(arguments).output, outcome.output);
}

void TestCliRun::thePlanNamesPartsShapesAndBodies()
{
    const Model model(kChoice);
    const CliOutcome outcome = runCli({"run", model.path, "--value", "all=0", "--value", "x=1,-2", "--plan"});
    QVERIFY2(outcome.exitCode == 0, outcome.complaints.constData());
    QVERIFY(outcome.output.contains("Greater"));
    QVERIFY(outcome.output.contains("If#0/else_branch: Greater#0, run 1 times, planned for x 2"));
    QVERIFY(!outcome.output.contains("then_branch"));
}

void TestCliRun::inputsOfFewBitsAreFed_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("values");
    QTest::addColumn<double>("smallest");
    QTest::addColumn<double>("largest");
    QTest::newRow("8 bits") << "float8e5m2" << "1.25,-3,57344" << -3.0 << 57344.0;
    QTest::newRow("4 bits, the last byte in part") << "int4" << "-8,7,3" << -8.0 << 7.0;
}

void TestCliRun::inputsOfFewBitsAreFed()
{
    QFETCH(const QString, type);
    QFETCH(const QString, values);
    const Folder folder;
    writeFile(folder / "m.onnx",
        onnxModel("<ir_version: 10, opset_import: [\"\" : 21]> g (" + type.toStdString() +
            "[3] x) => (float[3] y) { y = Cast<to = 1>(x) }"));
    const QString path = QString::fromStdString((folder / "m.onnx").string());
    const CliOutcome outcome = runCli({"run", path, "--value", "x=" + values, "--json"});
    QVERIFY2(outcome.exitCode == 0, outcome.complaints.constData());
    const QJsonObject output = QJsonDocument::fromJson(outcome.output).array().at(0).toObject();
    QTEST(output["smallest"].toDouble(), "smallest");
    QTEST(output["largest"].toDouble(), "largest");
}

void TestCliRun::refusalsSayWhatToDo_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("says");
    QTest::addRow("nothing to feed") << QStringList{"--value", "all=1"} << QByteArray("--random 1");
    QTest::addRow("no such input") << QStringList{"--value", "z=1"} << QByteArray("no input \"z\"");
    QTest::addRow("no number") << QStringList{"--value", "x=1,two"} << QByteArray("\"two\" is not a number");
    QTest::addRow("another rank") << QStringList{"--value", "x=1", "--value", "all=1,0"}
                                  << QByteArray("\"all\"");
}

void TestCliRun::refusalsSayWhatToDo()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, says);
    const Model model(kChoice);
    const CliOutcome outcome = runCli(QStringList{"run", model.path} + options);
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(outcome.complaints.contains(says), outcome.complaints.constData());
}

void TestCliRun::expectationsHaveAShape()
{
    const Model model("(float[A,B] x) => (float[A,B] y) { y = Identity(x) }");
    const auto file = [&](const char* name, const std::vector<std::int64_t>& dims) {
        writeFile(model.folder / name, encodeNpy(dims, std::vector<float>{1, 2, 3, 4, 5, 6}));
        return QString::fromStdString((model.folder / name).string());
    };
    const QString x = file("x.npy", {2, 3}), turned = file("turned.npy", {3, 2});
    QCOMPARE(runCli({"run", model.path, "--input", x, "--expect", x}).exitCode, 0);
    const CliOutcome outcome = runCli({"run", model.path, "--input", x, "--expect", turned});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.output.contains("the shape 3×2"), outcome.output);
}

void TestCliRun::unknownElementTypesAreNamed()
{
    const Model model("(float[2] x) => (y) { y = Cast<to = 999>(x) }");
    const CliOutcome inspected = runCli({"inspect", model.path});
    QCOMPARE(inspected.exitCode, 1);
    QVERIFY2(inspected.output.contains("ONNX has no element type 999"), inspected.output);
    const CliOutcome ran = runCli({"run", model.path, "--random", "1"});
    QCOMPARE(ran.exitCode, 5);
    QVERIFY2(ran.complaints.contains("ONNX has no element type 999"), ran.complaints);
}

// Dark images are of class a and bright ones of b; the model compares the mean with a half.
void TestCliRun::foldersOfImagesAreEvaluated()
{
    const Model model(
        R"((float[N,1,H,W] x) => (float[N,2] y) <float[1,2] signs = {-1,1}, float half = {0.5}> {
        flat = Flatten<axis = 1>(x)
        mean = ReduceMean<axes = [1], keepdims = 1>(flat)
        above = Sub(mean, half)
        y = Mul(above, signs)
    })");
    for (int i = 0; i < 6; ++i) {
        for (const std::string kind : {"a", "b"}) {
            const auto value = static_cast<std::uint8_t>(kind == "a" ? 10 * i : 255 - 10 * i);
            std::filesystem::create_directories(model.folder / ("photos/" + kind));
            writeFile(model.folder / ("photos/" + kind + "/" + std::to_string(i) + ".png"),
                pngOf(plainImage(6, 4, 3, value)));
        }
    }
    const QString photos = QString::fromStdString((model.folder / "photos").string());
    const CliOutcome outcome =
        runCli({"eval", model.path, "--data", photos + ",3x2,gray", "--batch", "1", "--fp32", "--json"});
    QVERIFY2(outcome.exitCode == 0, outcome.complaints.constData());
    const QJsonObject json = QJsonDocument::fromJson(outcome.output).object();
    QCOMPARE(json["samples"].toInt(), 2);
    QCOMPARE(json["accuracy"]["float32"].toDouble(), 1.0);
}

QTEST_APPLESS_MAIN(TestCliRun)
#include "tst_clirun.moc"
