// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a training on the operators of the graph.
#include "gui/graph/graphpainter.h"
#include "gui/graph/heatpainter.h"
#include "gui/graph/heattexts.h"
#include "gui/graph/picturegeometry.h"
#include "gui/shell/heatfeed.h"
#include "gui/training/trainingview.h"
#include "tests/gui/handdecisions.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QSpinBox>

#include <limits>

using namespace halftone;

class TestHeat : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void marksSayTheNumberAndHowBadItIs_data();
    void marksSayTheNumberAndHowBadItIs();
    void textsCanBeReadOnEveryLevel_data();
    void textsCanBeReadOnEveryLevel();
    void closedGroupShowsItsWorstOperator();
    void shapesTellLevelsFromFarAway_data();
    void shapesTellLevelsFromFarAway();
    void legendSaysHowToBeginBeforeATraining();
    void keysChooseWhatIsShown();
    void overflowingOperatorCarriesItsCount_data();
    void overflowingOperatorCarriesItsCount();
    void numbersFollowATrainingAFewTimesASecond();
    void anotherModelDoesNotInheritTheNumbers();
    void errorSaysHowFarFromFloat32_data();
    void errorSaysHowFarFromFloat32();
    void errorsAgainstFloat32FollowARun();
    void exportedPicturesHaveNumbersAndLegend();

private:
    GraphView& view() { return *m_window->window().graphPage()->view(); }
    bool open(const QString& model);
    bool train(const QString& data, int steps);
    const HeatMark& markOf(NodeId node) { return view().heatMarks()[view().picture()->nearestBox(node)]; }
    NodeId node(std::string_view name);

    std::unique_ptr<test::TestWindow> m_window;
};

void TestHeat::init()
{
    applyTheme(Theme::Light);
    m_window = std::make_unique<test::TestWindow>();
    m_window->window().resize(1280, 800);
    QVERIFY(m_window->show());
}

void TestHeat::cleanup()
{
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

bool TestHeat::open(const QString& model)
{
    QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
    m_window->window().openModel(model);
    return trained.wait(20000) &&
        QTest::qWaitFor([this] { return m_window->window().graphPage()->isUpToDate(); }, 20000);
}

bool TestHeat::train(const QString& data, int steps)
{
    TrainingView& training = *m_window->window().trainingView();
    m_window->window().showView(MainWindow::View::Training);
    if (!data.isEmpty()) {
        auto* place = m_window->find<QComboBox>("trainingData")->lineEdit();
        place->selectAll();
        QTest::keyClicks(place, data);
        QTest::keyClick(place, Qt::Key_Return);
    }
    m_window->find<QSpinBox>("trainingBatch")->setValue(32);
    auto* unit = m_window->find<QComboBox>("trainingLengthUnit");
    unit->setCurrentIndex(unit->findText("steps"));
    m_window->find<QDoubleSpinBox>("trainingLength")->setValue(steps);
    if (m_window->find<QCheckBox>("runUse0")->isChecked())
        m_window->find<QCheckBox>("runUse0")->click(); // FP32 rounds nothing
    training.start();
    return training.isRunning();
}

NodeId TestHeat::node(std::string_view name)
{
    const GraphPtr graph = m_window->document().graph();
    for (NodeId id : graph->nodes()) {
        if (graph->displayName(id) == name)
            return id;
    }
    return {};
}

void TestHeat::marksSayTheNumberAndHowBadItIs_data()
{
    QTest::addColumn<HeatKind>("kind");
    QTest::addColumn<kernels::RoundStats>("counts");
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("level");
    const auto row = [](const char* title, HeatKind kind, kernels::RoundStats counts, const QString& text,
                         int level, DType dtype = DType::Float16) {
        QTest::newRow(title) << kind << counts << dtype << text << level;
    };
    using enum HeatKind;
    row("nothing rounded has no number", Overflow, {}, "", 0);
    row("no overflow", Overflow, {.count = 9, .absMax = 1}, "0", 0);
    row("one overflow", Overflow, {.count = 9, .overflows = 1}, "1", 2);
    row("only passed on", Overflow, {.count = 9, .overflows = 7, .inherited = 7}, "→ 7", 1);
    row("born counts, not what was passed on", Overflow, {.count = 9, .overflows = 7, .inherited = 5}, "2",
        2);
    row("thousands", Overflow, {.count = 99999, .overflows = 1234}, "1.2 k", 3);
    row("millions", Overflow, {.count = 99999999, .overflows = 12345678}, "12 M", 4);
    row("no underflow", Underflow, {.count = 9}, "0 %", 0);
    row("an underflow too rare for its digits", Underflow, {.count = 1000000, .underflows = 1}, "< 0.01 %",
        1);
    row("one in three", Underflow, {.count = 3, .underflows = 1}, "33 %", 3);
    row("most", Underflow, {.count = 4, .underflows = 3}, "75 %", 4);
    row("far below the largest number", Headroom, {.count = 1, .absMax = 1}, "16.0 bits", 0);
    row("the largest number itself", Headroom, {.count = 1, .absMax = 65504}, "0.0 bits", 3);
    row("just beyond", Headroom, {.count = 1, .overflows = 1, .absMax = 65536}, "< 0 bits", 4);
    row("eight times beyond", Headroom, {.count = 1, .overflows = 1, .absMax = 8 * 65504.F},
        QStringLiteral("−3.0 bits"), 4);
    row("the same fits into bfloat16", Headroom, {.count = 1, .absMax = 8 * 65504.F}, "109 bits", 0,
        DType::BFloat16);
    row("zeros alone", Headroom, {.count = 1}, "all 0", 0);
}

void TestHeat::marksSayTheNumberAndHowBadItIs()
{
    QFETCH(const HeatKind, kind);
    QFETCH(const kernels::RoundStats, counts);
    QFETCH(const DType, dtype);
    QFETCH(const QString, text);
    QFETCH(const int, level);
    OperatorHeat heat;
    heat.add(counts, dtype);
    const HeatMark mark = heatMark(kind, heat);
    QCOMPARE(mark.text, text);
    QCOMPARE(mark.level, level);
    QFont font;
    font.setPixelSize(11);
    font.setWeight(QFont::DemiBold);
    QVERIFY2(QFontMetricsF(font).horizontalAdvance(mark.text) <= kHeatPlateWidth - 4, qPrintable(mark.text));
}

void TestHeat::textsCanBeReadOnEveryLevel_data()
{
    QTest::addColumn<Scheme>("scheme");
    QTest::newRow("light") << Scheme::Light;
    QTest::newRow("dark") << Scheme::Dark;
    QTest::newRow("high contrast") << Scheme::HighContrast;
}

void TestHeat::textsCanBeReadOnEveryLevel()
{
    QFETCH(const Scheme, scheme);
    for (int level = 0; level < kHeatLevels; ++level) {
        const HeatStyle style = heatStyle(level, scheme);
        QVERIFY2(contrast(style.fill, style.text) >= 4.5, qPrintable(QString::number(level)));
    }
}

void TestHeat::closedGroupShowsItsWorstOperator()
{
    const GraphPtr graph =
        test::textGraph("input x: f32[8,8]\nweight w: f32[8,8]\n"
                        "a: f32[8,8] = MatMul(x, w) name=/block/first\n"
                        "b: f32[8,8] = Relu(a) name=/block/second\n"
                        "c: f32[8,8] = MatMul(b, w) name=/block/third\n"
                        "y: f32[8,8] = MatMul(c, w) name=/head/last\nz: f32[8,8] = Relu(y) name=/head/end\n"
                        "output z\n");
    const Grouping grouping(std::make_shared<const ScopeTree>(graph, PhaseSet{}));
    const Decisions decisions = test::decideByHand(graph);
    const auto picture = makePicture(decisions, findCasts(decisions), grouping);
    HeatMap map{.kind = HeatKind::Overflow, .graph = graph};
    map.operators = IdMap<NodeId, OperatorHeat>(graph->nodeCount());
    const std::array<std::uint64_t, 3> overflows{0, 5, 2};
    for (std::uint32_t i = 0; i < overflows.size(); ++i)
        map.operators[NodeId{i}].add({.count = 100, .overflows = overflows[i]}, DType::Float16);
    const std::vector<HeatMark> marks = heatMarks(map, *picture);
    const std::uint32_t block = picture->nearestBox(NodeId{0});
    QCOMPARE(picture->boxes[block].kind, PictureBox::Kind::Group);
    QCOMPARE(marks[block].text, "5");
    QCOMPARE(marks[block].node, NodeId{1});
    QVERIFY(!marks[picture->nearestBox(NodeId{3})].isShown());
}

void TestHeat::shapesTellLevelsFromFarAway_data()
{
    QTest::addColumn<Scheme>("scheme");
    QTest::addColumn<double>("zoom");
    for (const auto& [name, scheme] : {std::pair("light", Scheme::Light), {"dark", Scheme::Dark},
             {"high contrast", Scheme::HighContrast}}) {
        QTest::addRow("%s, boxes of some pixels", name) << scheme << 0.2;
        QTest::addRow("%s, far", name) << scheme << 0.06;
        QTest::addRow("%s, boxes of a pixel", name) << scheme << 0.01;
    }
}

// One operator of each level, with others between, so that their marks do not meet. Each level is a bar of
// its own width; where that is no pixel any more, a filled triangle is the worst level and a hollow one the
// second.
void TestHeat::shapesTellLevelsFromFarAway()
{
    QFETCH(const Scheme, scheme);
    QFETCH(const double, zoom);
    std::string lines = "input x: f32[8,8]\n";
    constexpr std::uint32_t kApart = 4;
    std::string last = "x";
    for (std::uint32_t i = 0; i < kHeatLevels * kApart; ++i) {
        lines += "n" + std::to_string(i) + ": f32[8,8] = Relu(" + last + ")\n";
        last = "n" + std::to_string(i);
    }
    const GraphPtr graph = test::textGraph(lines + "output " + last + "\n");
    const auto picture = makePicture(graph, test::decideByHand(graph), {});
    PictureMarks marks;
    marks.heat.resize(picture->boxes.size());
    for (std::uint32_t i = 0; i < kHeatLevels; ++i)
        marks.heat[picture->box(NodeId{i * kApart})] = {
            .text = "1", .level = static_cast<int>(i), .node = NodeId{i * kApart}};
    const auto painted = [&](const PictureMarks& shown) {
        const QRectF all = pictureRect(*picture);
        constexpr int kBeside = 40; // room for triangles
        QImage image(static_cast<int>(all.width() * zoom) + kBeside,
            static_cast<int>(all.height() * zoom) + kBeside, QImage::Format_RGB32);
        image.fill(color(ColorRole::Canvas, scheme));
        QPainter painter(&image);
        painter.scale(zoom, zoom);
        GraphPainter(picture, scheme, {}).paint(painter, all.adjusted(0, 0, kBeside / zoom, 0), zoom, shown);
        return image;
    };
    const QImage plain = painted({});
    const QImage hot = painted(marks);
    const bool isFar = zoom < 0.08;
    int widest = 0;
    for (std::uint32_t i = 0; i < kHeatLevels; ++i) {
        const QRectF box = boxRect(*picture, picture->box(NodeId{i * kApart}));
        const int line = static_cast<int>(box.center().y() * zoom);
        const int right = static_cast<int>(std::ceil(box.right() * zoom));
        int bar = 0;
        while (right - 2 - bar >= 0 && hot.pixel(right - 2 - bar, line) != plain.pixel(right - 2 - bar, line))
            ++bar;
        if (zoom >= 0.06)
            QVERIFY2(bar > std::exchange(widest, bar), qPrintable(QString::number(bar)));
        if (!isFar)
            continue;
        const QRect around(right + 4, line - 6, 13, 13);
        const auto count = [&](ColorRole role) {
            int pixels = 0;
            for (int y = around.top(); y <= around.bottom(); ++y) {
                for (int x = around.left(); x <= around.right(); ++x)
                    pixels += hot.valid(x, y) && hot.pixel(x, y) == color(role, scheme).rgb() ? 1 : 0;
            }
            return pixels;
        };
        const int ink = count(ColorRole::Text);
        const bool hasTriangle = hot.copy(around) != plain.copy(around);
        const bool isFilled = ink > 20;
        if (zoom >= 0.06) { // further away they share one square of the screen
            QCOMPARE(hasTriangle, i + 2 >= kHeatLevels);
            QCOMPARE(isFilled, i + 1 == kHeatLevels);
        }
    }
    if (zoom < 0.06)
        QVERIFY2(hot != plain, "at least the worst has its triangle");
    if (test::savesPictures())
        hot.scaled(hot.size() * 4)
            .save(QStringLiteral("%1/heat_far_%2.png")
                    .arg(qEnvironmentVariable("HALFTONE_SHOTS"),
                        QString(QTest::currentDataTag()).replace(' ', '_')));
}

void TestHeat::legendSaysHowToBeginBeforeATraining()
{
    QVERIFY(m_window->openSample());
    QVERIFY(view().viewport()->accessibleDescription().isEmpty());
    m_window->action("view.heatOverflow")->trigger();
    QVERIFY(view().viewport()->accessibleDescription().contains("Nothing trained yet"));
    for (const HeatMark& mark : view().heatMarks())
        QVERIFY(!mark.isShown());
    if (test::savesPictures())
        test::savePicture(m_window->window(), "heat-empty");
    m_window->action("view.heatNone")->trigger();
    QVERIFY(view().viewport()->accessibleDescription().isEmpty());
}

void TestHeat::keysChooseWhatIsShown()
{
    QVERIFY(m_window->openSample());
    view().setFocus();
    const HeatFeed& feed = *m_window->window().findChild<HeatFeed*>();
    QTest::keyClick(&view(), Qt::Key_1, Qt::AltModifier);
    QCOMPARE(feed.kind(), HeatKind::Overflow);
    QVERIFY(m_window->action("view.heatOverflow")->isChecked());
    QTest::keyClick(&view(), Qt::Key_2, Qt::AltModifier);
    QCOMPARE(feed.kind(), HeatKind::Underflow);
    QTest::keyClick(&view(), Qt::Key_3, Qt::AltModifier);
    QCOMPARE(feed.kind(), HeatKind::Headroom);
    QVERIFY(!m_window->action("view.heatOverflow")->isChecked());
    QTest::keyClick(&view(), Qt::Key_0, Qt::AltModifier);
    QCOMPARE(feed.kind(), HeatKind::None);
}

void TestHeat::overflowingOperatorCarriesItsCount_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
}

void TestHeat::overflowingOperatorCarriesItsCount()
{
    HALFTONE_NEED_SHARED("corpus/train_models/nasty_train_digits.onnx");
    HALFTONE_NEED_SHARED("corpus/data/digits8x8");
    QFETCH(const Theme, theme);
    applyTheme(theme);
    QVERIFY(open(test::sharedPath("corpus/train_models/nasty_train_digits.onnx")));
    QVERIFY(train(test::sharedPath("corpus/data/digits8x8"), 30));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->window().trainingView()->isRunning(), 60000);
    m_window->action("view.heatOverflow")->trigger();
    m_window->action("view.expandAll")->trigger();
    QTRY_VERIFY(m_window->window().graphPage()->isUpToDate());
    QTRY_VERIFY(!view().heatMarks().empty());
    const NodeId power = node("exp"); // of e, without the maximum taken off before
    QVERIFY(power.isValid());
    QTRY_VERIFY2(markOf(power).isShown(), "it is rounded");
    QVERIFY2(markOf(power).level >= 2, qPrintable(markOf(power).text));
    m_window->document().select(power);
    QVERIFY(view().accessibleDescription().contains("overflowed"));
    QVERIFY(view().viewport()->accessibleDescription().contains("30 steps"));
    if (test::savesPictures())
        test::savePicture(m_window->window(), QStringLiteral("heat-overflow-") + QTest::currentDataTag());
    m_window->action("view.heatHeadroom")->trigger();
    QCOMPARE(markOf(power).level, kHeatLevels - 1);
    if (test::savesPictures())
        test::savePicture(m_window->window(), QStringLiteral("heat-headroom-") + QTest::currentDataTag());
    m_window->action("view.showTraining")->trigger();
    QTRY_VERIFY(m_window->window().graphPage()->isUpToDate());
    m_window->document().select({});
    m_window->action("view.heatUnderflow")->trigger();
    m_window->action("view.collapseAll")->trigger();
    m_window->action("view.fit")->trigger();
    QTRY_VERIFY(std::ranges::any_of(view().heatMarks(), &HeatMark::isShown));
    if (test::savesPictures())
        test::savePicture(m_window->window(), QStringLiteral("heat-underflow-") + QTest::currentDataTag());
}

void TestHeat::numbersFollowATrainingAFewTimesASecond()
{
    QVERIFY(m_window->openSample());
    m_window->action("view.heatHeadroom")->trigger();
    QVERIFY(train({}, 100000));
    m_window->window().showView(MainWindow::View::Graph);
    const NodeId convolution = test::nodeOfType(m_window->document(), "Conv");
    QTRY_VERIFY_WITH_TIMEOUT(!view().heatMarks().empty() && markOf(convolution).isShown(), 60000);
    const std::uint64_t steps = view().heat().steps;
    QElapsedTimer timer;
    timer.start();
    QSignalSpy changes(&view(), &GraphView::heatChanged);
    QTRY_VERIFY_WITH_TIMEOUT(view().heat().steps > steps + 20, 60000);
    constexpr int kMostInASecond = 4;
    QVERIFY(changes.size() <= 1 + timer.elapsed() * kMostInASecond / 1000);
    m_window->window().trainingView()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->window().trainingView()->isRunning(), 20000);
}

void TestHeat::anotherModelDoesNotInheritTheNumbers()
{
    QVERIFY(m_window->openSample());
    m_window->action("view.heatUnderflow")->trigger();
    QVERIFY(train({}, 5));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->window().trainingView()->isRunning(), 60000);
    QTRY_VERIFY(std::ranges::any_of(view().heatMarks(), &HeatMark::isShown));
    QVERIFY(open("sample:resnet-block"));
    QTRY_VERIFY(!view().heat().graph);
    QTRY_VERIFY(view().viewport()->accessibleDescription().contains("Nothing trained yet"));
}

void TestHeat::errorSaysHowFarFromFloat32_data()
{
    QTest::addColumn<double>("error");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("level");
    QTest::newRow("none") << 0.0 << "0 %" << 0;
    QTest::newRow("what FP16 rounds off") << 0x1p-11 << "0.05 %" << 0;
    QTest::newRow("one in a hundred") << 0.01 << "1.0 %" << 2;
    QTest::newRow("as large as the number") << 1.0 << "100 %" << 4;
    QTest::newRow("far larger") << 1e9 << "> 9900 %" << 4;
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QStringLiteral("∞") << 4;
}

void TestHeat::errorSaysHowFarFromFloat32()
{
    QFETCH(const double, error);
    OperatorHeat heat;
    QVERIFY(!heatMark(HeatKind::Error, heat).isShown());
    heat.addError(0);
    heat.addError(error); // the worst result counts
    const HeatMark mark = heatMark(HeatKind::Error, heat);
    QTEST(mark.text, "text");
    QTEST(mark.level, "level");
    QVERIFY2(!heatMark(HeatKind::Overflow, heat).isShown(), "nothing was rounded");
    OperatorHeat calm;
    calm.addError(0);
    QCOMPARE(isHotter(HeatKind::Error, heat, calm), error > 0);
}

void TestHeat::errorsAgainstFloat32FollowARun()
{
    QVERIFY(m_window->openSample());
    QTest::keyClick(&view(), Qt::Key_4, Qt::AltModifier);
    QVERIFY(m_window->action("view.heatError")->isChecked());
    QVERIFY(view().viewport()->accessibleDescription().contains("Nothing measured yet"));
    QVERIFY(train({}, 1000000));
    m_window->window().showView(MainWindow::View::Graph);
    const NodeId convolution = test::nodeOfType(m_window->document(), "Conv");
    QTRY_VERIFY_WITH_TIMEOUT(!view().heatMarks().empty() && markOf(convolution).isShown(), 60000);
    QVERIFY(view().viewport()->accessibleDescription().contains("as a share of its largest number in FP32"));
    const std::uint64_t step = view().heat().steps;
    QVERIFY(step >= 1);
    QTRY_VERIFY_WITH_TIMEOUT(view().heat().steps > step, 60000);
    m_window->document().select(convolution);
    QVERIFY2(view().accessibleDescription().contains("% of the largest number"),
        qPrintable(view().accessibleDescription()));
    if (test::savesPictures())
        test::savePicture(m_window->window(), "heat-error");
    m_window->action("view.heatNone")->trigger();
    m_window->window().trainingView()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->window().trainingView()->isRunning(), 20000);
}

void TestHeat::exportedPicturesHaveNumbersAndLegend()
{
    QVERIFY(m_window->openSample());
    QVERIFY(train({}, 5));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->window().trainingView()->isRunning(), 60000);
    m_window->window().showView(MainWindow::View::Graph);
    const auto painted = [this] {
        QImage image(900, 1400, QImage::Format_RGB32);
        QPainter painter(&image);
        view().paintPart(view().wholeScene())(painter, image.rect(), {});
        return image;
    };
    const QImage plain = painted();
    m_window->action("view.heatHeadroom")->trigger();
    QTRY_VERIFY(std::ranges::any_of(view().heatMarks(), &HeatMark::isShown));
    const QImage hot = painted();
    const QRgb worst = heatStyle(kHeatLevels - 1, Scheme::Light).fill.rgb();
    const auto count = [worst](const QImage& image) {
        qsizetype pixels = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == worst ? 1 : 0;
        }
        return pixels;
    };
    QVERIFY2(count(hot) > count(plain) + 100, "the legend has a plate of the worst level");
    if (test::savesPictures())
        hot.save(qEnvironmentVariable("HALFTONE_SHOTS") + "/heat-export.png");
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestHeat>(argc, argv);
}
#include "tst_heat.moc"
