// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening a model file and finding its weights, in its folder and nowhere else.
#include "executor/files/modelfile.h"
#include "tests/executor/folder.h"

#include <sys/stat.h>

using namespace halftone;
using namespace halftone::test;

namespace {

// A model of one Add of "x" and the initializer "w", whose two floats lie in another file. ONNX is protobuf,
// and these few fields are written by hand: number and wire type, then a varint or a length and bytes.
std::string varint(unsigned field, unsigned value)
{
    return {static_cast<char>(field << 3), static_cast<char>(value)};
}

std::string bytes(unsigned field, const std::string& contents)
{
    return std::string{static_cast<char>(field << 3 | 2), static_cast<char>(contents.size())} + contents;
}

std::string vectorOfTwo(const std::string& name)
{
    const std::string shape = bytes(1, varint(1, 2));
    return bytes(1, name) + bytes(2, bytes(1, varint(1, 1) + bytes(2, shape)));
}

std::string modelWithWeightsIn(const std::string& location)
{
    const std::string weights = varint(1, 2) + varint(2, 1) + bytes(8, "w") +
        bytes(13, bytes(1, "location") + bytes(2, location)) + varint(14, 1);
    const std::string add = bytes(1, "x") + bytes(1, "w") + bytes(2, "y") + bytes(4, "Add");
    const std::string graph = bytes(1, add) + bytes(2, "g") + bytes(5, weights) +
        bytes(11, vectorOfTwo("x")) + bytes(12, vectorOfTwo("y"));
    return varint(1, 8) + bytes(7, graph) + bytes(8, bytes(1, "") + varint(2, 17));
}

const std::string kWeights("\x00\x00\x80\x3f\x00\x00\x00\x40", 8); // 1 and 2 as float32.

std::vector<double> weightsOf(const ImportedModel& model)
{
    const TensorData* data = model.graph->data(model.graph->findValue("w"));
    return data ? toDoubles(*data) : std::vector<double>();
}

}

class TestModelFile : public QObject
{
    Q_OBJECT

private slots:
    void sampleModelIsBuiltIn()
    {
        const auto model = openModel(kSampleModel);
        QVERIFY(model);
        QVERIFY(model->graph->nodeCount() > 10);
    }

    void modelFindsItsWeights_data()
    {
        QTest::addColumn<QString>("location");
        QTest::newRow("beside it") << "weights";
        QTest::newRow("in a folder beside it") << "folder/weights";
        QTest::newRow("through a link inside its folder") << "inside";
        QTest::newRow("there and back") << "folder/../weights";
    }
    void modelFindsItsWeights()
    {
        QFETCH(QString, location);
        const Folder folder;
        std::filesystem::create_directory(folder / "folder");
        writeFile(folder / "weights", kWeights);
        writeFile(folder / "folder/weights", kWeights);
        std::filesystem::create_symlink("folder/weights", folder / "inside");
        writeFile(folder / "model.onnx", modelWithWeightsIn(location.toStdString()));
        const auto model = openModel(folder / "model.onnx");
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(weightsOf(*model), (std::vector<double>{1, 2}));
    }

    void modelInTheCurrentFolderFindsItsWeights()
    {
        const Folder folder;
        writeFile(folder / "weights", kWeights);
        writeFile(folder / "model.onnx", modelWithWeightsIn("weights"));
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path());
        const auto model = openModel("model.onnx");
        std::filesystem::current_path(before);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(weightsOf(*model), (std::vector<double>{1, 2}));
    }

    void nothingOutsideTheFolderIsRead_data()
    {
        QTest::addColumn<QString>("location");
        QTest::addColumn<QString>("code");
        QTest::newRow("a link to a file outside") << "link" << "E-EXTERNAL-PATH";
        QTest::newRow("a file in a folder linked from outside") << "linked/weights" << "E-EXTERNAL-PATH";
        QTest::newRow("a link to a folder whose name only starts alike") << "alike" << "E-EXTERNAL-PATH";
        QTest::newRow("a link to a link") << "twice" << "E-EXTERNAL-PATH";
        QTest::newRow("an absolute path") << "/etc/hostname" << "E-EXTERNAL-PATH";
        QTest::newRow("a path upwards") << "../outside/weights" << "E-EXTERNAL-PATH";
        QTest::newRow("a file that is not there") << "nowhere" << "E-EXTERNAL-MISSING";
        QTest::newRow("a link that leads nowhere") << "dangling" << "E-EXTERNAL-MISSING";
        QTest::newRow("a link in a circle") << "circle" << "E-EXTERNAL-MISSING";
        QTest::newRow("a pipe that nobody writes to") << "pipe" << "E-EXTERNAL-MISSING";
        QTest::newRow("a folder") << "." << "E-EXTERNAL-MISSING";
    }
    void nothingOutsideTheFolderIsRead()
    {
        QFETCH(QString, location);
        QFETCH(QString, code);
        const Folder root;
        for (const char* name : {"model", "outside", "model2"})
            std::filesystem::create_directory(root / name);
        writeFile(root / "outside/weights", kWeights);
        writeFile(root / "model2/weights", kWeights);
        const auto link = [&](const char* target, const char* name) {
            std::filesystem::create_symlink(target, root / "model" / name);
        };
        link("../outside/weights", "link");
        link("../outside", "linked");
        link("../model2/weights", "alike");
        link("link", "twice");
        link("../outside/nowhere", "dangling");
        link("circle", "circle");
        QCOMPARE(::mkfifo((root / "model/pipe").c_str(), 0600), 0);

        writeFile(root / "model/model.onnx", modelWithWeightsIn(location.toStdString()));
        const auto model = openModel(root / "model/model.onnx");
        QVERIFY(!model);
        QVERIFY2(model.error().code == code.toStdString(), describe(model.error()).c_str());
        QVERIFY(model.error().remedy.ends_with('.'));

        const auto tolerated =
            openModel(root / "model/model.onnx", {.missingData = ImportOptions::MissingData::Tolerate});
        if (tolerated)
            QVERIFY(weightsOf(*tolerated).empty());
    }

    void missingWeightsCanBeTolerated()
    {
        const Folder folder;
        writeFile(folder / "model.onnx", modelWithWeightsIn("nowhere"));
        const auto model =
            openModel(folder / "model.onnx", {.missingData = ImportOptions::MissingData::Tolerate});
        QVERIFY(model);
        QCOMPARE(model->findings.size(), std::size_t(1));
        QVERIFY(weightsOf(*model).empty());
    }

    void modelThatIsNotThereIsNamed()
    {
        const auto model = openModel("/nowhere/model.onnx");
        QVERIFY(!model);
        QCOMPARE(model.error().where, std::string("/nowhere/model.onnx"));
        QCOMPARE(model.error().code, std::string("E-FILE-READ"));
    }
};

QTEST_APPLESS_MAIN(TestModelFile)
#include "tst_modelfile.moc"
