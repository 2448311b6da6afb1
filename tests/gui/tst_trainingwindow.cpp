// SPDX-License-Identifier: GPL-3.0-or-later
//
// The training view inside the window: its files go through the dialogs of the window, its events to the
// graph.
#include "executor/telemetry/runfile.h"
#include "gui/document/text.h"
#include "gui/training/eventtable.h"
#include "gui/training/runevents.h"
#include "gui/training/runplots.h"
#include "gui/training/trainingview.h"
#include "tests/gui/runs.h"
#include "tests/gui/testwindow.h"

#include <QPushButton>

using namespace halftone;
using namespace halftone::test;

class TestTrainingWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void plotsTakeTheFormatThatIsChosen_data();
    void plotsTakeTheFormatThatIsChosen();
    void stepsAreExportedFromTheView();
    void eventOfARecordedRunLeadsToTheGraph_data();
    void eventOfARecordedRunLeadsToTheGraph();

private:
    TrainingView& training() { return *m_window->window().trainingView(); }
    bool openRun(const StepDone& overflow);
    QFileDialog* dialog();

    std::unique_ptr<TestWindow> m_window;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTrainingWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<TestWindow>();
    m_window->window().resize(1280, 800);
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
}

void TestTrainingWindow::cleanup()
{
    m_window.reset();
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

// A run in a file, with that step in it.
bool TestTrainingWindow::openRun(const StepDone& overflow)
{
    const QString path = m_folder->filePath("old.run");
    {
        auto sink = FileSink::create(path.toStdString());
        if (!sink)
            return false;
        (*sink)->begin({.model = "m",
            .precision = "O2",
            .path = "emulated",
            .plannedSteps = 3,
            .graph = m_window->document().graph()});
        (*sink)->consume(step(1, 2, 65536));
        (*sink)->consume(overflow);
        (*sink)->consume(step(3, 1, 32768));
    }
    m_window->window().openFile(path);
    return QTest::qWaitFor([this] { return training().plots()->series().size() == 1; });
}

QFileDialog* TestTrainingWindow::dialog()
{
    QFileDialog* found = nullptr;
    const bool isThere = QTest::qWaitFor(
        [&] { return (found = m_window->find<QFileDialog>("fileDialog")) && found->isVisible(); });
    return isThere ? found : nullptr;
}

void TestTrainingWindow::plotsTakeTheFormatThatIsChosen_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("PNG") << "PNG (*.png)" << "plots.png" << QByteArray("\x89PNG");
    QTest::newRow("SVG") << "SVG (*.svg)" << "plots.svg" << QByteArray("<?xml");
    QTest::newRow("PDF") << "PDF (*.pdf)" << "plots.pdf" << QByteArray("%PDF");
}

// Without a suffix, as people type names.
void TestTrainingWindow::plotsTakeTheFormatThatIsChosen()
{
    QFETCH(const QString, filter);
    QFETCH(const QString, file);
    QFETCH(const QByteArray, start);
    QVERIFY(openRun(overflowing(2, 65536)));
    QPushButton& button = control<QPushButton>(training(), "trainingExport");
    QVERIFY(button.isEnabled());
    button.menu()->actions().front()->trigger();
    QFileDialog* target = dialog();
    QVERIFY(target);
    QVERIFY(target->nameFilters().contains(filter));
    target->selectNameFilter(filter);
    emit target->filterSelected(filter);
    target->setDirectory(m_folder->path());
    target->selectFile("plots");
    QMetaObject::invokeMethod(target, "accept");
    QTRY_VERIFY(QFile::exists(m_folder->filePath(file)));
    QFile written(m_folder->filePath(file));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().startsWith(start));
}

void TestTrainingWindow::stepsAreExportedFromTheView()
{
    QVERIFY(openRun(overflowing(2, 65536)));
    control<QPushButton>(training(), "trainingExport").menu()->actions().back()->trigger();
    QVERIFY(m_window->chooseFile(m_folder->filePath("steps.csv")));
    QFile written(m_folder->filePath("steps.csv"));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().count('\n'), 4); // the head and three steps
}

void TestTrainingWindow::eventOfARecordedRunLeadsToTheGraph_data()
{
    QTest::addColumn<QString>("node"); // that is recorded
    QTest::newRow("an operator") << "conv2";
    QTest::newRow("of the backward pass") << "grad/conv2/ConvGradWeight";
}

void TestTrainingWindow::eventOfARecordedRunLeadsToTheGraph()
{
    QFETCH(const QString, node);
    Document& document = m_window->document();
    document.show(Document::Shown::Training);
    QTRY_VERIFY(document.judgement());
    const GraphPtr graph = document.graph();
    StepDone overflow = overflowing(2, 65536);
    for (const NodeId id : graph->nodes()) {
        if (text(graph->displayName(id)) == node)
            overflow.firstOverflow = {id, graph->outputs(id)[0]};
    }
    QVERIFY(overflow.firstOverflow.isValid());
    QVERIFY(openRun(overflow));
    auto* table = training().findChild<EventTable*>();
    const QModelIndex cell = table->model()->index(0, RunEventModel::Node);
    QCOMPARE(cell.data().toString(), node);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    QVERIFY2(training().plots()->readout().startsWith("Step 2:"), qPrintable(training().plots()->readout()));
    QCOMPARE(m_window->window().view(), MainWindow::View::Graph);
    QCOMPARE(text(document.graph()->displayName(document.selection())), node);
}

int main(int argc, char* argv[])
{
    return runWindowTest<TestTrainingWindow>(argc, argv);
}
#include "tst_trainingwindow.moc"
