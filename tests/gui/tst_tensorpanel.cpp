// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exponents of a tensor against what 16-bit formats hold.
#include "gui/training/exponentchart.h"
#include "gui/training/exponentfeed.h"
#include "gui/training/runevents.h"
#include "gui/training/runopener.h"
#include "gui/training/runplots.h"
#include "gui/training/tensorpanel.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/runs.h"
#include "tests/gui/testwindow.h"
#include "tests/support/shared.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProcess>
#include <QTableView>
#include <QToolButton>

#include <cmath>

using namespace halftone;

namespace {

ExponentHistogram one(int exponent, std::uint64_t count)
{
    ExponentHistogram histogram{};
    histogram[static_cast<std::size_t>(exponent + 127)] = count;
    return histogram;
}

}

class TestTensorPanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void sharesFollowTheLimitsOfTheFormat_data();
    void sharesFollowTheLimitsOfTheFormat();
    void longRunKeepsEveryOverflow();
    void slowReaderGetsSums();
    void panelSaysWhatItNeeds();
    void selectedOperatorIsCountedWhileItTrains();
    void gradientIsChosenFromTheList();
    void keysTellTheNumbersOfAStep();
    void mouseTellsTheNumbersOfACell();
    void eventBringsItsOperator();
    void closedPanelAsksForNothing();
    void recordedExponentsAreShown();
    void picturesForReview_data();
    void picturesForReview();

private:
    TrainingView& training() { return *m_window->window().trainingView(); }
    TensorPanel& panel() { return *training().tensor(); }
    ExponentChart& chart() { return *panel().chart(); }
    void startWith(int steps);
    void select(std::string_view type);
    const RunHistory& mixedHistory() { return training().runs()->runs()[1]->history(); }

    std::unique_ptr<test::TestWindow> m_window;
};

#define WAIT_FOR_END() QTRY_VERIFY_WITH_TIMEOUT(!training().isRunning(), 120000)

void TestTensorPanel::init()
{
    applyTheme(Theme::Light);
    m_window = std::make_unique<test::TestWindow>();
    m_window->window().resize(1280, 800);
    QVERIFY(m_window->show());
}

void TestTensorPanel::cleanup()
{
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestTensorPanel::startWith(int steps)
{
    auto* unit = m_window->find<QComboBox>("trainingLengthUnit");
    unit->setCurrentIndex(unit->findText("steps"));
    m_window->find<QDoubleSpinBox>("trainingLength")->setValue(steps);
    training().start();
}

void TestTensorPanel::select(std::string_view type)
{
    m_window->document().select(test::nodeOfType(m_window->document(), type));
}

void TestTensorPanel::sharesFollowTheLimitsOfTheFormat_data()
{
    QTest::addColumn<DType>("format");
    QTest::addColumn<float>("number");
    QTest::addColumn<QString>("zone");
    using enum DType;
    // Each limit of IEEE 754's binary16 and of bfloat16, and its neighbour.
    QTest::newRow("largest power of FP16") << Float16 << 0x1p15f << "normal";
    QTest::newRow("above FP16") << Float16 << 0x1p16f << "overflow";
    QTest::newRow("smallest normal FP16") << Float16 << 0x1p-14f << "normal";
    QTest::newRow("largest subnormal power of FP16") << Float16 << 0x1p-15f << "subnormal";
    QTest::newRow("smallest FP16") << Float16 << 0x1p-24f << "subnormal";
    QTest::newRow("below FP16") << Float16 << 0x1p-25f << "too small";
    QTest::newRow("above FP16 fits BF16") << BFloat16 << 0x1p16f << "normal";
    QTest::newRow("largest power of BF16") << BFloat16 << 0x1p127f << "normal";
    QTest::newRow("smallest normal BF16") << BFloat16 << 0x1p-126f << "normal";
    QTest::newRow("zero") << Float16 << 0.0f << "zero";
    QTest::newRow("infinity") << Float16 << HUGE_VALF << "infinite or NaN";
}

void TestTensorPanel::sharesFollowTheLimitsOfTheFormat()
{
    QFETCH(const DType, format);
    QFETCH(const float, number);
    QFETCH(const QString, zone);
    ExponentHistogram histogram{};
    histogram[(std::bit_cast<std::uint32_t>(number) >> 23) & 0xff] = 3;
    QCOMPARE(sharesText(zoneShares(histogram, exponentWindow(format))), "100 % " + zone);
}

void TestTensorPanel::longRunKeepsEveryOverflow()
{
    constexpr std::uint64_t kSteps = 100'000;
    constexpr std::uint64_t kOverflow = 77'777;
    ExponentHistory history;
    for (std::uint64_t step = 1; step <= kSteps; ++step)
        history.add(step, one(step == kOverflow ? 16 : 0, 2));
    QVERIFY(history.columns().size() <= ExponentHistory::kMostColumns);
    QVERIFY(history.columns().size() >= ExponentHistory::kMostColumns / 2 - 1);
    std::uint64_t total = 0;
    for (const ExponentColumn& column : history.columns())
        total += column.total();
    QCOMPARE(total, 2 * kSteps);
    const ExponentColumn* found = history.nearest(kOverflow);
    QVERIFY(found->firstStep <= kOverflow && kOverflow <= found->lastStep);
    QCOMPARE(found->counts[16 + 127], 2);
    QCOMPARE(history.columns().front().firstStep, 1);
    QCOMPARE(history.columns().back().lastStep, kSteps);
}

void TestTensorPanel::slowReaderGetsSums()
{
    QVERIFY(m_window->openSample());
    const GraphPtr graph = m_window->document().model().training->graph;
    const NodeId node = NodeId{0};
    const ValueId value = graph->outputs(node)[0];
    ExponentFeed feed;
    feed.watch({graph->displayName(node), {}});
    feed.begin({.graph = graph});
    constexpr std::uint64_t kSteps = 10'000;
    const ExponentHistogram histogram = one(3, 5);
    for (std::uint64_t step = 1; step <= kSteps; ++step)
        feed.consume(TensorExponents{step, value, &histogram});
    std::vector<ExponentFeed::Counted> counted;
    feed.take(counted);
    std::uint64_t total = 0;
    for (const ExponentFeed::Counted& each : counted)
        total += each.column.total();
    QCOMPARE(total, 5 * kSteps);
    QVERIFY(counted.size() <= 256);
    QCOMPARE(counted.back().column.lastStep, kSteps);
    feed.take(counted);
    QVERIFY(counted.empty());
}

void TestTensorPanel::panelSaysWhatItNeeds()
{
    QVERIFY(!panel().isVisible());
    m_window->window().showView(MainWindow::View::Training);
    QTest::mouseClick(m_window->find<QToolButton>("trainingTensor"), Qt::LeftButton);
    QVERIFY(panel().isVisible());
    QVERIFY(m_window->action("train.tensor")->isChecked());
    QVERIFY(chart().accessibleDescription().contains("Select an operator"));
    QVERIFY(m_window->openSample());
    select("Conv");
    QVERIFY(chart().accessibleDescription().contains("Start a run"));
    startWith(3);
    WAIT_FOR_END();
    const NodeId pool = test::nodeOfType(m_window->document(), "MaxPool");
    m_window->document().select(pool);
    QTRY_VERIFY(chart().accessibleDescription().contains("was over before anyone asked"));
}

void TestTensorPanel::selectedOperatorIsCountedWhileItTrains()
{
    QVERIFY(m_window->openSample());
    select("Conv");
    m_window->action("train.tensor")->trigger();
    QCOMPARE(m_window->window().view(), MainWindow::View::Training);
    startWith(12);
    WAIT_FOR_END();
    QVERIFY(chart().hasData());
    QCOMPARE(mixedHistory().exponents.size(), 1);
    const ExponentHistory& history = mixedHistory().exponents.begin()->second;
    QCOMPARE(history.columns().size(), 12);
    QCOMPARE(history.columns().front().firstStep, 1);
    // 64 samples of 6 channels of 24 x 24.
    const Graph& graph = *mixedHistory().info->graph;
    const auto shape = graph.fixedShape(graph.findValue(mixedHistory().exponents.begin()->first));
    std::uint64_t elements = 1;
    for (const std::int64_t size : *shape)
        elements *= static_cast<std::uint64_t>(size);
    QCOMPARE(history.columns().back().total(), elements);
    QVERIFY2(panel().readout().startsWith("Step 12, in FP16: "), qPrintable(panel().readout()));
    QVERIFY(panel().readout().contains("% normal"));
}

void TestTensorPanel::gradientIsChosenFromTheList()
{
    QVERIFY(m_window->openSample());
    select("Conv");
    m_window->action("train.tensor")->trigger();
    startWith(100000);
    auto& tensors = *m_window->find<QComboBox>("tensorName");
    QTRY_VERIFY(chart().hasData());
    const int gradient = tensors.findText("gradient", Qt::MatchContains);
    QVERIFY(gradient > 0);
    tensors.setFocus();
    for (int i = tensors.currentIndex(); i < gradient; ++i)
        QTest::keyClick(&tensors, Qt::Key_Down);
    const std::string name = tensors.currentData().toString().toStdString();
    QTRY_VERIFY(mixedHistory().exponents.contains(name));
    QVERIFY(mixedHistory().exponents.at(name).columns().front().firstStep > 1);
    training().stop();
    WAIT_FOR_END();
}

void TestTensorPanel::keysTellTheNumbersOfAStep()
{
    QVERIFY(m_window->openSample());
    select("Gemm");
    m_window->action("train.tensor")->trigger();
    startWith(5);
    WAIT_FOR_END();
    chart().setFocus();
    QTest::keyClick(&chart(), Qt::Key_Home);
    QVERIFY2(panel().readout().startsWith("Step 1, "), qPrintable(panel().readout()));
    QVERIFY(training().plots()->readout().startsWith("Step 1:"));
    QTest::keyClick(&chart(), Qt::Key_Right);
    QVERIFY(panel().readout().startsWith("Step 2, "));
    QTest::keyClick(&chart(), Qt::Key_Up); // the fullest row
    QVERIFY2(panel().readout().contains("from 2^") && panel().readout().contains("normal in FP16"),
        qPrintable(panel().readout()));
    const QString fullest = panel().readout();
    QTest::keyClick(&chart(), Qt::Key_Up);
    QVERIFY(panel().readout() != fullest);
    QCOMPARE(chart().accessibleDescription(), panel().readout());
    QTest::keyClick(&chart(), Qt::Key_Escape);
    QVERIFY(panel().readout().startsWith("Step 5, "));
}

void TestTensorPanel::mouseTellsTheNumbersOfACell()
{
    QVERIFY(m_window->openSample());
    select("Conv");
    m_window->action("train.tensor")->trigger();
    startWith(5);
    WAIT_FOR_END();
    const QRectF area = chart().heatArea();
    QTest::mouseMove(&chart(), QPointF(area.center().x(), area.top() + 2).toPoint());
    QTRY_VERIFY2(panel().readout().contains("infinite or NaN"), qPrintable(panel().readout()));
    QTest::mouseMove(&chart(), QPointF(area.center().x(), area.bottom() - 2).toPoint());
    QTRY_VERIFY2(panel().readout().endsWith("zero"), qPrintable(panel().readout()));
}

void TestTensorPanel::eventBringsItsOperator()
{
    QVERIFY(m_window->openSample());
    m_window->action("train.tensor")->trigger();
    m_window->find<QComboBox>("trainingInitialScale")->setEditText("2^40");
    startWith(4);
    WAIT_FOR_END();
    auto& events = *m_window->find<QTableView>("trainingEvents");
    QVERIFY(events.model()->rowCount() > 0);
    events.setFocus();
    events.setCurrentIndex(events.model()->index(0, 0));
    QCOMPARE(panel().operatorName(), events.model()->index(0, RunEventModel::Node).data().toString());
    QCOMPARE(m_window->window().view(), MainWindow::View::Training);
}

void TestTensorPanel::closedPanelAsksForNothing()
{
    QVERIFY(m_window->openSample());
    select("Conv");
    m_window->action("train.tensor")->trigger();
    m_window->action("train.tensor")->trigger();
    QVERIFY(!panel().isVisible());
    QVERIFY(panel().wish() == TensorWish());
    startWith(5);
    WAIT_FOR_END();
    QVERIFY(mixedHistory().exponents.empty());
}

void TestTensorPanel::recordedExponentsAreShown()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("kept.run");
    QVERIFY(m_window->openSample());
    const GraphPtr graph = m_window->document().graph();
    const NodeId node = test::nodeOfType(m_window->document(), "Conv");
    const QString tensor = text(graph->value(graph->outputs(node)[0]).name);
    QProcess cli;
    cli.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"),
        {"train", "sample:lenet5", "--steps", "6", "--batch", "16", "--run-file", file, "--histogram",
            tensor});
    QVERIFY(cli.waitForFinished(60000));
    QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError());
    m_window->action("train.tensor")->trigger();
    training().openRuns({file});
    QTRY_VERIFY(chart().hasData());
    QCOMPARE(m_window->find<QComboBox>("tensorName")->currentText(), tensor);
    QVERIFY(panel().readout().startsWith("Step 6, in FP16: "));
}

void TestTensorPanel::picturesForReview_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::addColumn<QString>("type");
    QTest::newRow("light") << Theme::Light << "Conv";
    QTest::newRow("dark") << Theme::Dark << "Conv";
}

void TestTensorPanel::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("HALFTONE_SHOTS names no folder");
    QFETCH(const Theme, theme);
    QFETCH(const QString, type);
    applyTheme(theme);
    QVERIFY(m_window->openSample());
    m_window->action("train.tensor")->trigger();
    test::savePicture(m_window->window(), QStringLiteral("tensor-empty-") + QTest::currentDataTag());
    select(type.toStdString());
    startWith(400);
    QTRY_VERIFY_WITH_TIMEOUT(mixedHistory().steps.size() > 60, 60000);
    auto& tensors = *m_window->find<QComboBox>("tensorName");
    tensors.setCurrentIndex(tensors.findText("gradient", Qt::MatchContains));
    emit tensors.activated(tensors.currentIndex());
    WAIT_FOR_END();
    chart().setFocus();
    QTest::keyClick(&chart(), Qt::Key_Left);
    QTest::keyClick(&chart(), Qt::Key_Up);
    QTest::qWait(100);
    test::savePicture(m_window->window(), QStringLiteral("tensor-") + QTest::currentDataTag());
    m_window->window().resize(1920, 1080);
    tensors.setCurrentIndex(0);
    emit tensors.activated(0);
    QTest::qWait(200);
    test::savePicture(m_window->window(), QStringLiteral("tensor-wide-") + QTest::currentDataTag());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestTensorPanel>(argc, argv);
}
#include "tst_tensorpanel.moc"
