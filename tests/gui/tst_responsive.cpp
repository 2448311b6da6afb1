// SPDX-License-Identifier: GPL-3.0-or-later
//
// A large model must not stop the window: the longest that its thread works between two ticks of a timer is
// measured while one is opened, looked at and edited. Only processor time counts, so that other programs on
// the machine do not.
#include "executor/files/atomicfile.h"
#include "gui/document/policyedits.h"
#include "gui/document/session.h"
#include "gui/graph/graphview.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/proposalpanel.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/mixlist/typelistview.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"
#include "tests/gui/guitest.h"
#include "tests/support/onnxmodel.h"

#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <array>
#include <ctime>
#include <random>
#include <utility>

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

/// Processor time of this thread in milliseconds.
qint64 threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// Ticks as often as it can and keeps the longest that the thread has worked between two ticks.
class Watchdog
{
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { tick(); });
        m_timer.start(1);
    }
    /// Since the last call, in milliseconds of processor time.
    qint64 takeLongest()
    {
        tick();
        return std::exchange(m_longest, 0);
    }

private:
    void tick()
    {
        const qint64 now = threadMilliseconds();
        m_longest = std::max(m_longest, now - std::exchange(m_last, now));
    }

    QTimer m_timer;
    qint64 m_last = threadMilliseconds();
    qint64 m_longest = 0;
};

/// The goal is 100 ms in the release build. What builds without optimisation, sanitizers and slow machines
/// make of that is told by a piece of work that takes about 50 ms there.
qint64 longestPause()
{
    constexpr qint64 kGoal = 100;
    constexpr std::size_t kNumbers = 600'000;
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same work each time
    std::vector<std::uint32_t> numbers(kNumbers);
    std::ranges::generate(numbers, random);
    const qint64 start = threadMilliseconds();
    std::ranges::sort(numbers);
    return std::max(kGoal, 4 * (threadMilliseconds() - start));
}

}

class TestResponsive : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(Theme::Light); }
    void theWindowNeverStops_data();
    void theWindowNeverStops();
    void aLargeCopyOfACrashDoesNotStopTheStart();

private:
    void open(MainWindow& window, const QString& path);
    void lookAround(MainWindow& window);
    void edit(MainWindow& window);
    void preview(MainWindow& window);
    void drag(MainWindow& window);
    void selectRows(MainWindow& window);
    void zoom(MainWindow& window);
};

void TestResponsive::theWindowNeverStops_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("8,000 operators") << QString();
    if (const QString large = qEnvironmentVariable("HALFTONE_LARGE_MODEL"); !large.isEmpty())
        QTest::newRow("the model that HALFTONE_LARGE_MODEL names") << large;
}

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
    const qint64 allowed = longestPause();
    MainWindow window((Settings()));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Watchdog watchdog;
    using Step = void (TestResponsive::*)(MainWindow&);
    open(window, path);
    for (const auto& [what, step] : std::to_array<std::pair<const char*, Step>>({{"opening", nullptr},
             {"looking around", &TestResponsive::lookAround}, {"an edit", &TestResponsive::edit},
             {"a preview", &TestResponsive::preview}, {"a drag", &TestResponsive::drag},
             {"selecting", &TestResponsive::selectRows}, {"zooming", &TestResponsive::zoom}})) {
        if (step)
            (this->*step)(window);
        if (QTest::currentTestFailed())
            return;
        const qint64 longest = watchdog.takeLongest();
        qInfo("%s: longest pause %lld ms of %lld", what, longest, allowed);
        QVERIFY2(longest <= allowed, what);
    }
}

// As large as a session may be.
void TestResponsive::aLargeCopyOfACrashDoesNotStopTheStart()
{
    constexpr int kEntries = 400'000;
    const QTemporaryDir folder;
    Session session;
    for (int i = 0; i < kEntries; ++i)
        session.policy.mixlist.entries.push_back({.opType = "Operator" + std::to_string(i),
            .list = List::Black,
            .action = MixlistEntry::Action::Add});
    const QString path = folder.filePath("crashed.halftone");
    const std::string copy = writeSession(session, path);
    QVERIFY(copy.size() > (8U << 20) && writeFileAtomically(path.toStdString(), copy));

    const qint64 allowed = longestPause();
    MainWindow window((Settings()));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Watchdog watchdog;
    window.startAutosave(folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(
        window.messages().message().contains("400,000") || window.messages().message().contains("400000"),
        120'000);
    const qint64 longest = watchdog.takeLongest();
    qInfo("longest pause %lld ms of %lld, with a copy of %zu MB", longest, allowed, copy.size() >> 20);
    QVERIFY(longest <= allowed);
}

void TestResponsive::open(MainWindow& window, const QString& path)
{
    QElapsedTimer clock;
    clock.start();
    window.openModel(path);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->view()->picture(), 60'000);
    qInfo("first picture after %lld ms", clock.elapsed());
    QTRY_VERIFY_WITH_TIMEOUT(!window.document().isTrainingPending(), 120'000);
    qInfo("training step after %lld ms", clock.elapsed());
}

void TestResponsive::lookAround(MainWindow& window)
{
    QSignalSpy shown(window.graphPage(), &GraphPage::pictureShown);
    window.actions().get("view.depth1")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), 60'000);
    const NodeId node{static_cast<std::uint32_t>(window.document().graph()->nodeCount() / 2)};
    window.document().select(node);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->view()->selectedNode() == node, 60'000);
}

void TestResponsive::edit(MainWindow& window)
{
    QSignalSpy decided(&window.document(), &Document::decisionsChanged);
    window.actions().get("mixlist.black")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!decided.isEmpty() && window.graphPage()->isUpToDate(), 60'000);
}

// What moving a type would do, and a proposal.
void TestResponsive::preview(MainWindow& window)
{
    window.showView(MainWindow::View::Mixlist);
    window.mixlistEditor()->column(List::Gray)->view()->selectTypes({"Relu", "Add"});
    const auto effect = [&window](const char* name) {
        const auto* label = window.findChild<QLabel*>(QLatin1String(name));
        return label ? label->text() : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(effect("offerEffect.black").contains("casts"), 60'000);
    window.document().propose("white", withTypesInList(window.document().policy(), {"Relu"}, List::White));
    QTRY_VERIFY_WITH_TIMEOUT(effect("proposalEffect").contains("casts"), 60'000);
    window.mixlistEditor()->proposals()->apply();
    QTRY_VERIFY_WITH_TIMEOUT(!window.document().jobs().isBusy(), 60'000);
    window.showView(MainWindow::View::Graph);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->isUpToDate(), 60'000);
}

// From list to list: each says at once what would be moved, and what would come of it a while later.
void TestResponsive::drag(MainWindow& window)
{
    window.showView(MainWindow::View::Mixlist);
    QMimeData data;
    data.setData(TypeListModel::mimeType(), "Relu\nAdd");
    const auto label = [&window](const char* name) {
        const auto* found = window.findChild<QLabel*>(QLatin1String(name));
        return found ? found->text() : QString();
    };
    for (const List to : {List::Black, List::White, List::Black, List::White, List::Black}) {
        QWidget* target = window.mixlistEditor()->column(to)->view()->viewport();
        QDragEnterEvent enter({20, 20}, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        QVERIFY(label("dropTitle").contains(moveText({"Relu", "Add"}, to)));
        if (to == List::White)
            QTRY_VERIFY_WITH_TIMEOUT(label("dropEffect").contains("casts"), 60'000);
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(target, &leave);
        QVERIFY(label("dropTitle").isEmpty());
    }
    window.showView(MainWindow::View::Graph);
    QTRY_VERIFY_WITH_TIMEOUT(window.graphPage()->isUpToDate(), 60'000);
}

// Five hundred rows of which no two follow each other; then all.
void TestResponsive::selectRows(MainWindow& window)
{
    std::vector<NodeId> nodes;
    for (const NodeId node : window.document().graph()->nodes()) {
        if (node.index % 16 == 0)
            nodes.push_back(node);
    }
    QTableView* table = window.opsTable()->view();
    QTRY_COMPARE_WITH_TIMEOUT(
        table->model()->rowCount(), static_cast<int>(window.document().graph()->nodeCount()), 60'000);
    window.document().selectNodes(nodes, nodes.front());
    table->viewport()->repaint();
    QCoreApplication::processEvents();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier,
        table->visualRect(table->model()->index(table->rowAt(0) + 1, 0)).center());
    QCoreApplication::processEvents();
    QCOMPARE(window.document().selectedNodes().size(), nodes.size() + 1);
    QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier);
    QCoreApplication::processEvents();
    QCOMPARE(window.document().selectedNodes().size(), window.document().graph()->nodeCount());
    window.document().select({});
}

void TestResponsive::zoom(MainWindow& window)
{
    GraphView* view = window.graphPage()->view();
    for (const double zoom : {1.0, 0.5, 0.2, 0.05, 0.02}) {
        view->setZoom(zoom, {300, 200});
        view->viewport()->repaint();
    }
}

QTEST_MAIN(TestResponsive)
#include "tst_responsive.moc"
