// SPDX-License-Identifier: GPL-3.0-or-later
//
// A large model must not stop the window: the longest pause between two ticks of a timer is measured while
// one is opened, looked at and edited, and how long the first picture takes.
#include "gui/graph/graphview.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "tests/gui/guitest.h"
#include "tests/support/onnxmodel.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

using namespace halftone;

namespace {

/// Residual blocks in stages of 512, as deep nets have them.
std::string deepModel(int blocks)
{
    std::string text = "<ir_version: 8, opset_import: [\"\" : 17]>\nnet (float[8,8] x) => (float[8,8] y) {\n";
    std::vector<std::string> names;
    std::string last = "x";
    for (int i = 0; i < blocks; ++i) {
        const std::string n = std::to_string(i);
        text += "a" + n + " = MatMul(" + last + ", " + last + ")\nb" + n + " = Relu(a" + n + ")\nc" + n +
            " = Softmax(b" + n + ")\nd" + n + " = Add(c" + n + ", " + last + ")\n";
        const std::string scope =
            "stage" + std::to_string(i / 512) + "/block" + std::to_string(i % 512) + "/";
        for (const char* type : {"MatMul", "Relu", "Softmax", "Add"})
            names.push_back(scope + type);
        last = "d" + n;
    }
    text += "y = Relu(" + last + ")\n}";
    names.push_back("last");
    return test::withNodeNames(test::onnxModel(text), names);
}

/// Ticks as often as it can and keeps the longest time between two ticks.
class Watchdog
{
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { tick(); });
        m_clock.start();
        m_timer.start(1);
    }
    /// Since the last call, in milliseconds.
    qint64 takeLongest()
    {
        tick();
        return std::exchange(m_longest, 0);
    }

private:
    void tick() { m_longest = std::max(m_longest, m_clock.restart()); }

    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

}

class TestResponsive : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(Theme::Light); }
    void theWindowNeverStops_data();
    void theWindowNeverStops();
};

void TestResponsive::theWindowNeverStops_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("8,000 operators") << QString();
    if (const QString large = qEnvironmentVariable("HALFTONE_LARGE_MODEL"); !large.isEmpty())
        QTest::newRow("the model that HALFTONE_LARGE_MODEL names") << large;
}

// The goals are 100 ms for any pause and 1 s for the first picture of 100,000 operators, in the release build
// on a quiet machine; the guard leaves room for other builds and for machines at work.
void TestResponsive::theWindowNeverStops()
{
    QFETCH(QString, path);
    QTemporaryDir folder;
    if (path.isEmpty()) {
        path = folder.filePath("deep.onnx");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(deepModel(2000)));
    }
    constexpr qint64 kLongestPause = 500;
    MainWindow window((Settings()));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QSignalSpy shown(window.graphPage(), &GraphPage::pictureShown);
    Watchdog watchdog;
    const auto report = [&](const char* what) {
        const qint64 longest = watchdog.takeLongest();
        qInfo("%s: longest pause %lld ms", what, longest);
        return longest < kLongestPause;
    };
    QElapsedTimer clock;
    clock.start();
    window.openModel(path);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->view()->picture(), 60'000);
    qInfo("first picture after %lld ms", clock.elapsed());
    QVERIFY(report("opening"));
    QTRY_VERIFY_WITH_TIMEOUT(!window.document().isTrainingPending(), 120'000);
    QVERIFY(report("all that is made behind it"));
    const std::size_t before = shown.size();
    window.actions().get("view.depth1")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(static_cast<std::size_t>(shown.size()) > before, 60'000);
    QVERIFY(report("opening all stages"));
    const NodeId node{static_cast<std::uint32_t>(window.document().graph()->nodeCount() / 2)};
    window.document().select(node);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->view()->selectedNode() == node, 60'000);
    QVERIFY(report("finding an operator"));
    QSignalSpy decided(&window.document(), &Document::decisionsChanged);
    window.actions().get("mixlist.black")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!decided.isEmpty() && window.graphPage()->isUpToDate(), 60'000);
    QVERIFY(report("an edit"));
    for (const double zoom : {1.0, 0.5, 0.2, 0.05, 0.02}) {
        window.graphPage()->view()->setZoom(zoom, {300, 200});
        QTest::qWait(60);
    }
    QVERIFY(report("zooming"));
}

QTEST_MAIN(TestResponsive)
#include "tst_responsive.moc"
