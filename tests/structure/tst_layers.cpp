// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layers include one way only: gui -> executor -> analysis -> kernels, and each keeps to its libraries.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace {

const QString kRoot = QStringLiteral(HALFTONE_SOURCE_DIR);

/// Calls visit(relative path, contents) for each source file of a layer.
template <typename Visit>
void forEachSource(const QString& layer, const Visit& visit)
{
    QDirIterator files(kRoot + '/' + layer, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        visit(path.mid(kRoot.size() + 1), QString::fromUtf8(file.readAll()));
    }
}

QStringList includesOf(const QString& source)
{
    static const QRegularExpression include(
        "^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]", QRegularExpression::MultilineOption);
    QStringList names;
    for (auto matches = include.globalMatch(source); matches.hasNext();)
        names.append(matches.next().captured(1));
    return names;
}

}

class TestLayers : public QObject
{
    Q_OBJECT

private slots:
    void includesRunOneWay_data();
    void includesRunOneWay();
    void headersStayLight();
    void everyFileNamesItsLicence();
    void filesStaySmall();
};

void TestLayers::includesRunOneWay_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("forbidden"); // a regular expression on what is included
    QTest::addRow("kernels know nothing above")
        << "kernels" << "^(analysis|executor|gui|dnnl|onnx|google|nlohmann|Q)";
    QTest::addRow("analysis knows no oneDNN and no Qt")
        << "analysis" << "^(executor|gui|dnnl|oneapi|omp|hwy|thread|chrono|fstream|filesystem$|Q)";
    QTest::addRow("executor knows no Qt") << "executor" << "^(gui|onnx|google|hwy|Q)";
    QTest::addRow("gui computes nothing itself")
        << "gui" << "^(kernels/(?!(round|target)\\.h)|dnnl|onnx|google|hwy)";
}

void TestLayers::includesRunOneWay()
{
    QFETCH(QString, layer);
    QFETCH(QString, forbidden);
    const QRegularExpression pattern(forbidden);
    int files = 0;
    forEachSource(layer, [&](const QString& path, const QString& source) {
        ++files;
        for (const QString& include : includesOf(source)) {
            // Checking a path for dots needs no file system.
            if (path == "analysis/onnx/tensorimport.cpp" && include == "filesystem")
                continue;
            // Run files are protobuf messages, coded in these two files.
            if ((path == "executor/telemetry/runfile.cpp" || path == "executor/telemetry/runreader.cpp") &&
                include.startsWith("google/protobuf"))
                continue;
            QVERIFY2(!pattern.match(include).hasMatch(), qPrintable(path + " includes " + include));
        }
    });
    QVERIFY(files > 3);
}

// onnx.pb.h and dnnl.hpp cost seconds in every file that sees them.
void TestLayers::headersStayLight()
{
    static const QStringList kHeavy{"onnx/onnx_pb.h", "onnx/onnx-ml.pb.h", "dnnl.hpp", "nlohmann/json.hpp",
        "CLI/CLI.hpp", "qcustomplot.h"};
    // What operators are compiled with: headers that only executor/ops and executor/program see. And what
    // plots are drawn with, which only gui/training sees.
    static const QStringList kInside{"executor/program/layout.h", "executor/program/programbuilder.h",
        "executor/program/programcontent.h", "executor/ops/window.h", "executor/ops/choice.h",
        "gui/training/plotparts.h", "gui/training/runcurve.h", "gui/training/runlook.h",
        "gui/training/scalelabels.h"};
    for (const QString layer : {"kernels", "analysis", "executor", "gui"}) {
        forEachSource(layer, [&](const QString& path, const QString& source) {
            if (!path.endsWith(".h") || kInside.contains(path))
                return;
            for (const QString& include : includesOf(source))
                QVERIFY2(!kHeavy.contains(include), qPrintable(path + " includes " + include));
        });
    }
}

void TestLayers::everyFileNamesItsLicence()
{
    for (const QString layer : {"kernels", "analysis", "executor", "gui", "tests"}) {
        forEachSource(layer, [](const QString& path, const QString& source) {
            QVERIFY2(source.startsWith("// SPDX-License-Identifier: GPL-3.0-or-later\n"), qPrintable(path));
        });
    }
}

void TestLayers::filesStaySmall()
{
    QList<qsizetype> lengths;
    for (const QString layer : {"kernels", "analysis", "executor", "gui"}) {
        forEachSource(layer, [&](const QString& path, const QString& source) {
            const qsizetype lines = source.count('\n');
            QVERIFY2(lines <= 600, qPrintable(QString("%1 has %2 lines").arg(path).arg(lines)));
            lengths.append(lines);
        });
    }
    std::ranges::sort(lengths);
    QVERIFY2(lengths[lengths.size() / 2] < 120,
        qPrintable(QString("the median file has %1 lines").arg(lengths[lengths.size() / 2])));
}

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
