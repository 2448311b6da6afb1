// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/embedded.h"
#include "analysis/differentiate/differentiate.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace halftone;

class TestSamples : public QObject
{
    Q_OBJECT

private slots:
    void everySampleOpensAndTrains_data();
    void everySampleOpensAndTrains();
    void otherNamesAreFiles();
    void theScriptMakesThemAnew();
};

void TestSamples::everySampleOpensAndTrains_data()
{
    QTest::addColumn<QString>("name");
    for (const SampleModel& sample : sampleModels())
        QTest::addRow("%s", sample.name.data()) << QString::fromUtf8(sample.name.data());
}

void TestSamples::everySampleOpensAndTrains()
{
    QFETCH(const QString, name);
    const auto model = openModel(name.toStdString());
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    QVERIFY2(model->findings.empty(), "a sample has nothing odd about it");
    const auto batched = openWithBatch(name.toStdString(), {}, 4);
    QVERIFY(batched);
    const auto training = differentiate(batched->graph);
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
}

void TestSamples::otherNamesAreFiles()
{
    QVERIFY(!findSample("sample:unknown"));
    QVERIFY(!findSample("lenet5.onnx"));
    QVERIFY(!openModel("sample:unknown"));
}

void TestSamples::theScriptMakesThemAnew()
{
    QTemporaryDir folder;
    const QString script = folder.filePath("make_samples.py");
    QVERIFY(QFile::copy(QStringLiteral(HALFTONE_SOURCE_DIR "/resources/samples/make_samples.py"), script));
    QProcess python;
    python.start("python3", {script});
    if (!python.waitForStarted())
        QSKIP("needs python3");
    QVERIFY(python.waitForFinished());
    for (const char* name : {"resnet-block.onnx", "transformer-block.onnx"}) {
        QFile made(folder.filePath(name));
        QVERIFY2(made.open(QIODevice::ReadOnly), name);
        const QByteArray bytes = made.readAll();
        const auto embedded = embeddedFile("samples/" + std::string(name));
        QCOMPARE(bytes.size(), static_cast<qsizetype>(embedded.size()));
        QVERIFY2(std::ranges::equal(std::as_bytes(std::span(bytes)), std::as_bytes(embedded)), name);
    }
}

QTEST_APPLESS_MAIN(TestSamples)
#include "tst_samples.moc"
