// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/differentiate.h"
#include "executor/files/modelfile.h"
#include "gui/graph/graphview.h"
#include "gui/graph/rankstrip.h"
#include "tests/gui/handdecisions.h"
#include "tests/gui/pictures.h"
#include "tests/support/textgraph.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace halftone;

namespace {

std::shared_ptr<const GraphPicture> draw(const GraphPtr& graph, PhaseSet phases = {})
{
    const Decisions decisions = test::decideByHand(graph);
    return makePicture(graph, decisions, findCasts(decisions), phases);
}

GraphPtr sampleModel()
{
    return openModel(kSampleModel, {.dims = {{"N", 64}}}).value().graph;
}

/// Blocks of a deep net with shortcuts, a mask that all read, and a softmax now and then.
GraphPtr deepNet(int blocks)
{
    std::string text = "input x: f32[1,64,8,8]\ninput mask: f32[1,64,8,8]\nweight w: f32[64,64,3,3]\nv0: "
                       "f32[1,64,8,8] = Relu(x)\n";
    const char* type = ": f32[1,64,8,8] = ";
    for (int i = 0; i < blocks; ++i) {
        const std::string n = std::to_string(i);
        const std::string next = std::to_string(i + 1);
        text += "layer" + n + "_conv1" + type + "Conv(v" + n + ", w)\n";
        text += "layer" + n + "_relu" + type + "Relu(layer" + n + "_conv1)\n";
        text += "layer" + n + "_conv2" + type + "Conv(layer" + n + "_relu, w)\n";
        text += "layer" + n + "_masked" + type + "Add(layer" + n + "_conv2, mask)\n";
        text += "layer" + n + "_soft" + type + "Softmax(layer" + n + "_masked)\n";
        text += "v" + next + type + "Add(layer" + n + "_soft, v" + n + ")\n";
    }
    return test::textGraph(text + "output v" + std::to_string(blocks) + "\n");
}

NodeId node(const GraphView& view, std::string_view name)
{
    return view.picture()->graph->findNode(name);
}

QPoint place(const GraphView& view, std::string_view name)
{
    const std::uint32_t box = view.picture()->box(node(view, name));
    return view.fromScene(boxRect(*view.picture(), box).center()).toPoint();
}

void turnWheel(GraphView& view, QPointF at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
        Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &event);
}

}

class TestGraphView : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void init();
    void cleanup() { m_view.reset(); }

    void pictureShowsWhatWasDecided();
    void pictureMarksCasts();
    void initializersAreNoBoxes();
    void hiddenPhasesAreNotDrawn();
    void newDecisionsKeepThePlaces();
    void clickSelectsTheBoxUnderTheCursor();
    void clickBesideTheBoxesClearsTheSelection();
    void settingTheSelectionSignalsNothing();
    void arrowsWalkAlongLines();
    void keysWishForLists_data();
    void keysWishForLists();
    void enterAndDoubleClickActivate();
    void rightClickAsksForAMenu();
    void zoomKeepsThePointUnderTheCursor();
    void wheelPans();
    void draggingPansAndDoesNotSelect();
    void scrollBarsMoveTheView();
    void fitShowsTheWholeGraph();
    void fitOfADeepGraphStaysReadable();
    void widerViewKeepsTopAndMiddle();
    void startIsShownUntilTheViewIsMoved();
    void noRoomIsEmptyBesideWhatIsCut();
    void selectionSurvivesANewPicture();
    void selectionIsToldToScreenReaders();
    void farSelectionIsBroughtIntoView();
    void stubsLeadToTheOtherEnd();
    void paintsWholeGraphToFiles();
    void emptyViewSaysWhatFillsIt();
    void stripMovesTheView();
    void textsAreReadable_data();
    void textsAreReadable();
    void largeGraphsPaintQuickly();
    void picturesForReview_data();
    void picturesForReview();

private:
    std::unique_ptr<GraphView> m_view;
};

void TestGraphView::init()
{
    m_view = std::make_unique<GraphView>();
    m_view->resize(900, 700);
    m_view->show();
    m_view->setFocus();
    m_view->setPicture(draw(test::textGraph(test::kBranches)));
}

void TestGraphView::pictureShowsWhatWasDecided()
{
    const GraphPicture& picture = *m_view->picture();
    const PictureBox& conv = picture.boxes[picture.box(node(*m_view, "a"))];
    QCOMPARE(conv.title, "Conv");
    QCOMPARE(conv.name, "a");
    QCOMPARE(conv.list, List::White);
    QCOMPARE(conv.precision, DType::Float16);
    const PictureBox& relu = picture.boxes[picture.box(node(*m_view, "b"))];
    QCOMPARE(relu.list, List::Gray);
    QCOMPARE(relu.precision, DType::Float16);
    QVERIFY(relu.decidedBy == node(*m_view, "a"));
    QCOMPARE(picture.boxes[picture.box(node(*m_view, "c"))].list, List::Black);
}

void TestGraphView::pictureMarksCasts()
{
    const GraphPicture& picture = *m_view->picture();
    QStringList casts;
    for (const PictureEdge& edge : picture.edges) {
        if (edge.hasCast())
            casts << picture.boxes[edge.from].title + " to " + picture.boxes[edge.to].title;
    }
    casts.sort();
    QCOMPARE(casts, QStringList({"Add to d", "Conv to Softmax", "Softmax to Add", "x to Conv"}));
    QCOMPARE(picture.boxes[picture.box(node(*m_view, "a"))].weightCasts, 1u);
    QCOMPARE(picture.boxes[picture.box(node(*m_view, "b"))].weightCasts, 0u);
}

void TestGraphView::initializersAreNoBoxes()
{
    const GraphPicture& picture = *m_view->picture();
    QCOMPARE(picture.boxes.size(), 6u); // four operators, an input, an output
    QVERIFY(std::ranges::none_of(picture.boxes, [](const PictureBox& box) { return box.title == "w"; }));
}

void TestGraphView::hiddenPhasesAreNotDrawn()
{
    const auto training = differentiate(sampleModel());
    QVERIFY(training.has_value());
    const auto all = draw(training->graph);
    const auto forward = draw(training->graph, {.loss = false, .backward = false, .update = false});
    QVERIFY(forward->boxes.size() < all->boxes.size());
    for (const PictureBox& box : forward->boxes)
        QCOMPARE(box.phase, Phase::Forward);
    const auto isUpdate = [](const PictureBox& box) { return box.phase == Phase::Update; };
    QVERIFY(std::ranges::any_of(all->boxes, isUpdate));
}

void TestGraphView::newDecisionsKeepThePlaces()
{
    const GraphPtr graph = m_view->picture()->graph;
    const Decisions undecided(graph);
    const auto next = makePicture(graph, undecided, {}, {}, m_view->picture().get());
    QCOMPARE(next->places, m_view->picture()->places);
    QVERIFY(std::ranges::none_of(next->edges, &PictureEdge::hasCast));
    QCOMPARE(next->boxes[next->box(graph->findNode("a"))].weightCasts, 0u);
    QCOMPARE(next->boxes[next->box(graph->findNode("a"))].precision, DType::Float32);
}

void TestGraphView::clickSelectsTheBoxUnderTheCursor()
{
    QSignalSpy spy(m_view.get(), &GraphView::nodeSelected);
    for (const std::string_view name : {"a", "c", "b", "d"}) {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place(*m_view, name));
        QVERIFY(m_view->selectedNode() == node(*m_view, name));
        QVERIFY(spy.takeLast().first().value<NodeId>() == node(*m_view, name));
    }
}

void TestGraphView::clickBesideTheBoxesClearsTheSelection()
{
    m_view->setSelectedNode(node(*m_view, "a"));
    QSignalSpy spy(m_view.get(), &GraphView::nodeSelected);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {5, 5});
    QVERIFY(!m_view->selectedNode().isValid());
    QCOMPARE(spy.count(), 1);
    QVERIFY(!spy.first().first().value<NodeId>().isValid());
}

void TestGraphView::settingTheSelectionSignalsNothing()
{
    QSignalSpy spy(m_view.get(), &GraphView::nodeSelected);
    m_view->setSelectedNode(node(*m_view, "c"));
    QVERIFY(m_view->selectedNode() == node(*m_view, "c"));
    QCOMPARE(spy.count(), 0);
}

void TestGraphView::arrowsWalkAlongLines()
{
    const auto press = [this](Qt::Key key) { QTest::keyClick(m_view.get(), key); };
    const auto selected = [this] {
        const PictureBox& box = m_view->picture()->boxes[m_view->picture()->box(m_view->selectedNode())];
        return box.name;
    };
    press(Qt::Key_Down);
    QCOMPARE(selected(), "a"); // Nothing was selected: the first in view.
    press(Qt::Key_Up);
    QCOMPARE(selected(), "a"); // Above it is only the input.
    press(Qt::Key_Down);
    const QString first = selected();
    QVERIFY(first == "b" || first == "c");
    press(Qt::Key_Left);
    QCOMPARE(selected(), "b");
    press(Qt::Key_Right);
    QCOMPARE(selected(), "c");
    press(Qt::Key_Right);
    QCOMPARE(selected(), "c");
    press(Qt::Key_Down);
    QCOMPARE(selected(), "d");
    press(Qt::Key_Up);
    press(Qt::Key_Up);
    QCOMPARE(selected(), "a");
}

void TestGraphView::keysWishForLists_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<List>("list");
    QTest::newRow("B is black") << Qt::Key_B << List::Black;
    QTest::newRow("G is gray") << Qt::Key_G << List::Gray;
    QTest::newRow("W is white") << Qt::Key_W << List::White;
}

void TestGraphView::keysWishForLists()
{
    QFETCH(const Qt::Key, key);
    QFETCH(const List, list);
    QSignalSpy spy(m_view.get(), &GraphView::listRequested);
    QTest::keyClick(m_view.get(), key);
    QCOMPARE(spy.count(), 0); // Nothing is selected.
    m_view->setSelectedNode(node(*m_view, "c"));
    QTest::keyClick(m_view.get(), key, Qt::ControlModifier);
    QCOMPARE(spy.count(), 0); // Ctrl+B may be something else.
    QTest::keyClick(m_view.get(), key);
    QCOMPARE(spy.count(), 1);
    QVERIFY(spy.first().at(0).value<NodeId>() == node(*m_view, "c"));
    QCOMPARE(spy.first().at(1).value<List>(), list);
}

void TestGraphView::enterAndDoubleClickActivate()
{
    QSignalSpy spy(m_view.get(), &GraphView::nodeActivated);
    m_view->setSelectedNode(node(*m_view, "b"));
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QVERIFY(spy.takeFirst().first().value<NodeId>() == node(*m_view, "b"));
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, place(*m_view, "d"));
    QVERIFY(spy.takeFirst().first().value<NodeId>() == node(*m_view, "d"));
}

void TestGraphView::rightClickAsksForAMenu()
{
    QSignalSpy spy(m_view.get(), &GraphView::contextMenuRequested);
    const QPoint at = place(*m_view, "c");
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_view->viewport()->mapToGlobal(at));
    QApplication::sendEvent(m_view->viewport(), &event);
    QCOMPARE(spy.count(), 1);
    QVERIFY(m_view->selectedNode() == node(*m_view, "c"));
    QContextMenuEvent byKey(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(m_view->viewport(), &byKey);
    QCOMPARE(spy.count(), 2);
    QCOMPARE(spy.last().at(0).toPoint(), m_view->viewport()->mapToGlobal(place(*m_view, "c")));
}

void TestGraphView::zoomKeepsThePointUnderTheCursor()
{
    const QPointF cursor(400, 300);
    const QPointF before = m_view->toScene(cursor);
    const double zoom = m_view->zoom();
    turnWheel(*m_view, cursor, 3, Qt::ControlModifier);
    QVERIFY(m_view->zoom() > zoom);
    QVERIFY((m_view->fromScene(before) - cursor).manhattanLength() < 1);
    turnWheel(*m_view, cursor, -5, Qt::ControlModifier);
    QVERIFY(m_view->zoom() < zoom);
    QVERIFY((m_view->fromScene(before) - cursor).manhattanLength() < 1);
}

void TestGraphView::wheelPans()
{
    const double zoom = m_view->zoom();
    const double top = m_view->visibleScene().top();
    turnWheel(*m_view, {400, 300}, -1, Qt::NoModifier);
    QVERIFY(m_view->visibleScene().top() > top);
    QCOMPARE(m_view->zoom(), zoom);
    const double left = m_view->visibleScene().left();
    turnWheel(*m_view, {400, 300}, -1, Qt::ShiftModifier);
    QVERIFY(m_view->visibleScene().left() > left);
}

void TestGraphView::draggingPansAndDoesNotSelect()
{
    QSignalSpy spy(m_view.get(), &GraphView::nodeSelected);
    const QPoint start = place(*m_view, "a");
    const QPointF held = m_view->toScene(start);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, start);
    QTest::mouseMove(m_view->viewport(), start + QPoint(40, 30));
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, start + QPoint(40, 30));
    QVERIFY((m_view->toScene(start + QPoint(40, 30)) - held).manhattanLength() < 1);
    QCOMPARE(spy.count(), 0);
}

void TestGraphView::scrollBarsMoveTheView()
{
    QScrollBar* bar = m_view->verticalScrollBar();
    QVERIFY(bar->maximum() > bar->minimum());
    const double top = m_view->visibleScene().top();
    bar->setValue(bar->value() + 50);
    QVERIFY(std::abs(m_view->visibleScene().top() - top - 50 / m_view->zoom()) < 1);
}

void TestGraphView::fitShowsTheWholeGraph()
{
    m_view->setZoom(3, {0, 0});
    QVERIFY(!m_view->visibleScene().contains(pictureRect(*m_view->picture())));
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QVERIFY(m_view->visibleScene().contains(pictureRect(*m_view->picture())));
    QVERIFY(m_view->zoom() <= 1);
}

void TestGraphView::fitOfADeepGraphStaysReadable()
{
    m_view->setPicture(draw(deepNet(100)));
    m_view->fit();
    QVERIFY(m_view->zoom() >= 0.15);
    const QRectF first = boxRect(*m_view->picture(), 0);
    QVERIFY(m_view->visibleScene().contains(first)); // From the start.
}

void TestGraphView::widerViewKeepsTopAndMiddle()
{
    const QRectF before = m_view->visibleScene();
    m_view->resize(1200, 500);
    QCoreApplication::processEvents();
    const QRectF after = m_view->visibleScene();
    QVERIFY(after.width() > before.width());
    QVERIFY(qAbs(after.center().x() - before.center().x()) < 1);
    QVERIFY(qAbs(after.top() - before.top()) < 1);
}

void TestGraphView::startIsShownUntilTheViewIsMoved()
{
    m_view->resize(120, 90); // as before its first layout
    m_view->showStart();
    m_view->resize(900, 700);
    QVERIFY2(m_view->visibleScene().contains(pictureRect(*m_view->picture())), "it is fitted anew");
    m_view->setZoom(2, {0, 0});
    m_view->resize(600, 500);
    QCOMPARE(m_view->zoom(), 2.0);
}

// Six inputs side by side, the first of which is where reading begins.
void TestGraphView::noRoomIsEmptyBesideWhatIsCut()
{
    std::string text;
    std::string names;
    for (int i = 0; i < 12; ++i) {
        const std::string name = "x" + std::to_string(i);
        text += "input " + name + ": f32[4]\n";
        names += (i ? ", " : "") + name;
    }
    m_view->setPicture(nullptr);
    m_view->setPicture(draw(test::textGraph(text + "y: f32[4] = Sum(" + names + ")\noutput y\n")));
    m_view->showStart();
    const QRectF all = m_view->wholeScene();
    const QRectF seen = m_view->visibleScene();
    QVERIFY2(all.width() > seen.width(), "the case is as it is meant");
    QVERIFY(seen.left() >= all.left() - 1 && seen.right() <= all.right() + 1);
    QVERIFY(seen.top() <= all.top() + 1);
}

void TestGraphView::selectionSurvivesANewPicture()
{
    m_view->setZoom(1.5, {100, 100});
    m_view->setSelectedNode(node(*m_view, "c"));
    const QPoint before = place(*m_view, "c");
    std::string longer(test::kBranches);
    longer.insert(longer.find("a:"), "before: f32[1,8,8,8] = Relu(x)\n");
    m_view->setPicture(draw(test::textGraph(longer)));
    QVERIFY(m_view->selectedNode() == node(*m_view, "c"));
    QCOMPARE(m_view->zoom(), 1.5);
    QVERIFY((place(*m_view, "c") - before).manhattanLength() <= 2);
}

void TestGraphView::selectionIsToldToScreenReaders()
{
    m_view->setSelectedNode(node(*m_view, "a"));
    QVERIFY(m_view->accessibleDescription().startsWith("Conv, a, white list, runs in float16"));
    m_view->setSelectedNode({});
    QVERIFY(m_view->accessibleDescription().isEmpty());
}

void TestGraphView::farSelectionIsBroughtIntoView()
{
    m_view->setPicture(draw(deepNet(50)));
    const NodeId last = node(*m_view, "v50");
    m_view->setSelectedNode(last);
    const QRectF rect = boxRect(*m_view->picture(), m_view->picture()->box(last));
    QVERIFY(m_view->visibleScene().contains(rect));
}

void TestGraphView::stubsLeadToTheOtherEnd()
{
    m_view->setPicture(draw(deepNet(30)));
    const GraphPicture& picture = *m_view->picture();
    QVERIFY(!picture.stubs.empty());
    const auto mask = std::ranges::find_if(picture.stubs, &PictureStub::isOutgoing);
    QVERIFY(mask != picture.stubs.end());
    QCOMPARE(mask->others.size(), 30u);
    QCOMPARE(mask->label, "30 users");
    const auto user = std::ranges::find(picture.stubs, false, &PictureStub::isOutgoing);
    QCOMPARE(user->label, "mask");
    m_view->setZoom(1, {0, 0});
    m_view->centreOn(stubRect(picture, *std::prev(picture.stubs.end())).center());
    const QRectF seen = m_view->visibleScene();
    QTest::mouseClick(
        m_view->viewport(), Qt::LeftButton, {}, QRectF(m_view->viewport()->rect()).center().toPoint());
    QVERIFY(m_view->visibleScene() != seen);
    QVERIFY(m_view->visibleScene().contains(boxRect(picture, mask->box)));
}

void TestGraphView::paintsWholeGraphToFiles()
{
    QImage image(800, 600, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    const GraphView::PaintPart paint = m_view->paintPart(m_view->wholeScene());
    paint(painter, image.rect(), {});
    painter.end();
    QVERIFY(image.pixelColor(1, 1) == color(ColorRole::Canvas, Scheme::Light));
    int blue = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            blue += image.pixelColor(x, y) == color(ColorRole::Fp16, Scheme::Light) ? 1 : 0;
    }
    QVERIFY(blue > 100);
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setViewBox(QRect(0, 0, 800, 600));
    QPainter svgPainter(&svg);
    paint(svgPainter, {0, 0, 800, 600}, {});
    svgPainter.end();
    QVERIFY(buffer.data().contains("Softmax"));
}

void TestGraphView::emptyViewSaysWhatFillsIt()
{
    m_view->setPicture(nullptr);
    const QImage empty = m_view->grab().toImage();
    int ink = 0;
    for (int y = 0; y < empty.height(); ++y) {
        for (int x = 0; x < empty.width(); ++x)
            ink += empty.pixelColor(x, y) != color(ColorRole::Canvas, Scheme::Light) ? 1 : 0;
    }
    QVERIFY(ink > 300);
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {100, 100});
    QVERIFY(!m_view->selectedNode().isValid());
}

void TestGraphView::stripMovesTheView()
{
    m_view->setPicture(draw(deepNet(50)));
    RankStrip strip(m_view.get());
    strip.resize(44, 600);
    strip.show();
    QTest::mouseClick(&strip, Qt::LeftButton, {}, {20, 300});
    QVERIFY(
        std::abs(m_view->visibleScene().center().y() - pictureRect(*m_view->picture()).center().y()) < 30);
    const QImage image = strip.grab().toImage();
    bool hasFp32 = false;
    for (int y = 0; y < image.height(); ++y)
        hasFp32 |= image.pixelColor(30, y) == color(ColorRole::Fp32, Scheme::Light);
    QVERIFY(hasFp32);
}

void TestGraphView::textsAreReadable_data()
{
    QTest::addColumn<Scheme>("scheme");
    QTest::newRow("light") << Scheme::Light;
    QTest::newRow("dark") << Scheme::Dark;
    QTest::newRow("high contrast") << Scheme::HighContrast;
}

// WCAG 2.1 AA: 4.5 for text, 3 for what must be told apart.
void TestGraphView::textsAreReadable()
{
    QFETCH(const Scheme, scheme);
    QCOMPARE(schemeOf(themePalette(scheme)), scheme);
    const auto check = [&](ColorRole text, ColorRole ground, double least) {
        const double ratio = contrast(color(text, scheme), color(ground, scheme));
        QVERIFY2(ratio >= least,
            qPrintable(QStringLiteral("roles %1 on %2: %3").arg(int(text)).arg(int(ground)).arg(ratio)));
    };
    using enum ColorRole;
    for (const auto& [text, ground] : {std::pair(Text, Canvas), {MutedText, Canvas}, {BlackText, BlackFill},
             {WhiteText, WhiteFill}, {GrayText, GrayFill}, {Fp16Text, Fp16}, {Fp32Text, Fp32},
             {Bf16Text, Bf16}, {OtherTypeText, OtherType}, {ErrorText, ErrorFill}})
        check(text, ground, 4.5);
    for (const ColorRole mark :
        {Edge, Selection, Changed, BlackOutline, WhiteOutline, GrayOutline, Unsupported, CastOutline,
            Overflow, Skipped, Growth, Fp32Curve, MixedCurve, ThirdCurve, FourthCurve})
        check(mark, Canvas, 3);
}

// The goal is 33 ms a frame in the release build; the guard leaves room for a loaded machine.
void TestGraphView::largeGraphsPaintQuickly()
{
    m_view->setPicture(draw(deepNet(1700)));
    for (const double zoom : {1.0, 0.5, 0.3, 0.1, 0.02}) {
        m_view->setZoom(zoom, {450, 350});
        m_view->centreOn(pictureRect(*m_view->picture()).center());
        m_view->grab();
        QElapsedTimer timer;
        timer.start();
        m_view->grab();
        qInfo("%zu boxes at %.0f %%: %.1f ms", m_view->picture()->boxes.size(), zoom * 100,
            static_cast<double>(timer.nsecsElapsed()) / 1e6);
        QVERIFY(timer.elapsed() < 500);
    }
}

void TestGraphView::picturesForReview_data()
{
    textsAreReadable_data();
}

void TestGraphView::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    QFETCH(const Scheme, scheme);
    test::useScheme(scheme);
    const QString suffix = QString::fromLatin1(QTest::currentDataTag()).replace(' ', '_');
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* view = new GraphView;
    row->addWidget(view, 1);
    row->addWidget(new RankStrip(view));
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    window.resize(1280, 800);
    window.show();
    const auto shoot = [&](const QString& name) { test::savePicture(window, name + "_" + suffix); };

    shoot("graph_empty");
    view->setPicture(draw(sampleModel()));
    shoot("graph_lenet5_forward");
    view->setZoom(1, {640, 400});
    view->setSelectedNode(view->picture()->graph->findNode("relu1"));
    const std::vector<NodeId> changed{NodeId{2}, NodeId{4}};
    view->setChangedNodes(changed);
    QTest::keyClick(view, Qt::Key_Down);
    view->centreOn(boxRect(*view->picture(), 5).center());
    shoot("graph_lenet5_selected");
    view->setPicture(draw(differentiate(sampleModel()).value().graph));
    view->setSelectedNode({});
    view->fit();
    shoot("graph_lenet5_training_fit");
    QImage whole(1400, 2400, QImage::Format_RGB32);
    QPainter painter(&whole);
    view->paintPart(view->wholeScene())(painter, whole.rect(), {});
    painter.end();
    whole.save(QStringLiteral("%1/graph_export_%2.png").arg(qEnvironmentVariable("HALFTONE_SHOTS"), suffix));
    view->setZoom(0.8, {640, 400});
    const double spine = boxRect(*view->picture(), view->picture()->box(NodeId{0})).center().x() + 350;
    view->centreOn({spine, 1350});
    shoot("graph_lenet5_training_middle");
    view->centreOn({spine, 2000});
    shoot("graph_lenet5_training_end");
    view->setPicture(draw(deepNet(166)));
    view->setSelectedNode({});
    view->fit();
    shoot("graph_1000_fit");
    view->setZoom(0.45, {640, 100});
    shoot("graph_1000_near");
    view->setZoom(0.05, {640, 400});
    shoot("graph_1000_far");
    test::useScheme(Scheme::Light);
}

QTEST_MAIN(TestGraphView)
#include "tst_graphview.moc"
