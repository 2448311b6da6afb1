// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening, saving, exporting and closing.
#include "gui/document/commands.h"
#include "gui/export/exportgraph.h"
#include "gui/shell/messagebar.h"
#include "tests/gui/testwindow.h"

#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QTreeWidget>

using namespace halftone;

namespace {

using ExportFunction = Result<void> (*)(const QString&, const Drawing&, const ExportWatch&);

/// Green with a red corner; painting it is watched at a tenth, at half and near the end.
Drawing greenDrawing(const QSizeF& size)
{
    return {.size = size,
        .title = "green",
        .paint = [](QPainter& painter, const QRectF& target, const ExportWatch& watch) {
            for (const double share : {0.1, 0.5, 0.9}) {
                if (watch && !watch(share))
                    return;
            }
            painter.fillRect(target, Qt::green);
            painter.fillRect(QRectF(target.right() - 10, target.bottom() - 10, 10, 10), Qt::red);
        }};
}

}

Q_DECLARE_METATYPE(ExportFunction)

class TestWindowFiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void exportsAppearAsFiles_data();
    void exportsAppearAsFiles();
    void aLargeGraphIsWrittenInTiles();
    void onlyTheVisiblePartIsExported();
    void aStoppedExportLeavesNothing_data();
    void aStoppedExportLeavesNothing();
    void picturesAreWrittenAsAJob();
    void theTableIsCopiedAsCsv();
    void aDroppedListIsLoaded();
    void aDamagedListIsAMessageWithTheLine();
    void savingWritesTheListAndClearsTheMark();
    void closingWithUnsavedChangesAsksOnce();
    void aMissingModelIsAMessage();
    void layoutIsRememberedAndReset();

private:
    std::unique_ptr<test::TestWindow> m_window;
    QTemporaryDir m_folder;
};

void TestWindowFiles::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

void TestWindowFiles::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestWindowFiles::exportsAppearAsFiles_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    QTest::addRow("PNG") << "file.exportPng" << "png" << QByteArray("\x89PNG");
    QTest::addRow("SVG") << "file.exportSvg" << "svg" << QByteArray("<?xml");
    QTest::addRow("PDF") << "file.exportPdf" << "pdf" << QByteArray("%PDF");
    QTest::addRow("CSV") << "file.exportCsv" << "csv" << QByteArray("Name,");
    QTest::addRow("JSON") << "file.exportJson" << "json" << QByteArray("[");
    QTest::addRow("mixlist") << "mixlist.saveAs" << "json" << QByteArray("{");
    QTest::addRow("comparison for scripts") << "compare.exportJson" << "json" << QByteArray("{");
    QTest::addRow("report of the comparison")
        << "compare.exportReport" << "html" << QByteArray("<!DOCTYPE html>");
}

void TestWindowFiles::exportsAppearAsFiles()
{
    QFETCH(const QString, id);
    QFETCH(const QString, suffix);
    QFETCH(const QByteArray, start);
    QVERIFY(m_window->openSample());
    const QString path = m_folder.filePath("export." + suffix);
    if (id.startsWith("compare."))
        m_window->action("view.compare")->trigger();
    m_window->action(qPrintable(id))->trigger();
    QVERIFY(m_window->chooseFile(path));
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith(start));
    if (suffix == "png") {
        const QImage image = QImage::fromData(bytes);
        QVERIFY(image.width() > 100 && image.height() > image.width());
    }
    if (suffix == "csv")
        QCOMPARE(bytes.count("\r\n"), static_cast<qsizetype>(m_window->document().graph()->nodeCount()) + 1);
    QVERIFY2(m_window->window().messages().message().isEmpty(),
        qPrintable(m_window->window().messages().message()));
}

void TestWindowFiles::aLargeGraphIsWrittenInTiles()
{
    Drawing drawing = greenDrawing({5000, 9000});
    QVERIFY(!isTooLargeForPng(drawing));
    QVERIFY(writePngTiles(m_folder.filePath("large.png"), drawing).has_value());
    QCOMPARE(QDir(m_folder.path()).entryList({"large*"}).size(), 6);
    const QImage last(m_folder.filePath("large-3-2.png"));
    QCOMPARE(last.size(), QSize(5032 - 4096, 9032 - 2 * 4096));
    QCOMPARE(last.pixelColor(last.width() - 20, last.height() - 20), QColor(Qt::red));
    QCOMPARE(last.pixelColor(100, 100), QColor(Qt::green));
    drawing.size = {300, 1e8};
    QVERIFY(isTooLargeForPng(drawing));
    QCOMPARE(writePngTiles(m_folder.filePath("huge.png"), drawing).error().code, "E-EXPORT-SIZE");
}

void TestWindowFiles::onlyTheVisiblePartIsExported()
{
    QVERIFY(m_window->openSample());
    m_window->action("file.exportVisible")->setChecked(true);
    m_window->window().graphPage()->view()->setZoom(2, {});
    const QSizeF seen = m_window->window().graphPage()->view()->visibleScene().size();
    m_window->action("file.exportPng")->trigger();
    const QString path = m_folder.filePath("part.png");
    QVERIFY(m_window->chooseFile(path));
    QTRY_VERIFY(QFile::exists(path));
    QCOMPARE(QImage(path).size(), (seen + QSizeF(32, 32)).toSize());
}

void TestWindowFiles::aStoppedExportLeavesNothing_data()
{
    QTest::addColumn<ExportFunction>("write");
    QTest::addColumn<double>("stopAt");
    for (const double stopAt : {0.0, 0.5, 1.0}) {
        QTest::addRow("PNG at %.1f", stopAt) << ExportFunction(writePng) << stopAt;
        QTest::addRow("tiles at %.1f", stopAt) << ExportFunction(writePngTiles) << stopAt;
        QTest::addRow("SVG at %.1f", stopAt) << ExportFunction(writeSvg) << stopAt;
        QTest::addRow("PDF at %.1f", stopAt) << ExportFunction(writePdf) << stopAt;
    }
}

void TestWindowFiles::aStoppedExportLeavesNothing()
{
    QFETCH(const ExportFunction, write);
    QFETCH(const double, stopAt);
    QTemporaryDir folder;
    std::vector<double> shares;
    const auto done = write(folder.filePath("graph.out"), greenDrawing({4500, 200}), [&](double share) {
        shares.push_back(share);
        return share < stopAt;
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, "E-EXPORT-CANCELLED");
    QVERIFY(std::ranges::is_sorted(shares));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
}

void TestWindowFiles::picturesAreWrittenAsAJob()
{
    QVERIFY(m_window->openSample());
    const QString path = m_folder.filePath("job.pdf");
    m_window->action("file.exportPdf")->trigger();
    QVERIFY(m_window->chooseFile(path));
    auto* list = m_window->find<QTreeWidget>("jobsList");
    const auto job = [list] {
        const QList<QTreeWidgetItem*> found = list->findItems("job.pdf", Qt::MatchContains);
        return found.isEmpty() ? QString() : found.front()->text(1);
    };
    QTRY_COMPARE(job(), "done");
    QVERIFY(QFile::exists(path));
}

void TestWindowFiles::theTableIsCopiedAsCsv()
{
    QVERIFY(m_window->openSample());
    QTest::keyClick(&m_window->window(), Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    const QString csv = QApplication::clipboard()->text();
    QVERIFY(csv.startsWith("Name,Type,"));
    QCOMPARE(csv.count('\n'), static_cast<qsizetype>(m_window->document().graph()->nodeCount()) + 1);
}

void TestWindowFiles::aDroppedListIsLoaded()
{
    QVERIFY(m_window->openSample());
    const QString path = m_folder.filePath("dropped.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"black-list": {"to-add": ["Conv2D"]}})");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window->window(), &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(m_window->find<QLabel>("dropHint")->isVisible());
    QDropEvent drop({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window->window(), &drop);
    QVERIFY(!m_window->find<QLabel>("dropHint")->isVisible());
    QCOMPARE(m_window->document().policy().mixlist.entries.size(), std::size_t{1});
    QVERIFY(m_window->window().windowTitle().contains("dropped.json"));
    QVERIFY(!m_window->window().isWindowModified());
}

void TestWindowFiles::aDamagedListIsAMessageWithTheLine()
{
    const QString path = m_folder.filePath("damaged.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n  \"black-list\": [\n");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window->window(), &enter);
    QDropEvent drop({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window->window(), &drop);
    QVERIFY2(m_window->window().messages().message().contains("damaged.json:"),
        qPrintable(m_window->window().messages().message()));
    QVERIFY(m_window->document().policy().mixlist.isEmpty());
}

void TestWindowFiles::savingWritesTheListAndClearsTheMark()
{
    QVERIFY(m_window->openSample());
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    QVERIFY(m_window->window().isWindowModified());
    const QString path = m_folder.filePath("saved.json");
    m_window->action("mixlist.save")->trigger();
    QVERIFY(m_window->chooseFile(path));
    QVERIFY(!m_window->window().isWindowModified());
    moveTypes(m_window->document(), {"Relu"}, List::Black);
    QVERIFY(m_window->window().isWindowModified());
    m_window->action("mixlist.save")->trigger(); // knows its file now
    QVERIFY(!m_window->window().isWindowModified());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = parseMixlist(file.readAll().toStdString(), "");
    QVERIFY(read);
    QCOMPARE(read->mixlist, m_window->document().policy().mixlist);
}

void TestWindowFiles::closingWithUnsavedChangesAsksOnce()
{
    QVERIFY(m_window->openSample());
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    QVERIFY(!m_window->window().close());
    auto* question = m_window->find<QMessageBox>("closeQuestion");
    QVERIFY(question);
    QTest::mouseClick(question->button(QMessageBox::Cancel), Qt::LeftButton);
    QVERIFY(m_window->window().isVisible());
    QTRY_VERIFY(!m_window->find<QMessageBox>("closeQuestion"));
    QVERIFY(!m_window->window().close());
    question = m_window->find<QMessageBox>("closeQuestion");
    QTest::mouseClick(question->button(QMessageBox::Discard), Qt::LeftButton);
    QTRY_VERIFY(!m_window->window().isVisible());
}

void TestWindowFiles::aMissingModelIsAMessage()
{
    m_window->window().openModel("/no/such/model.onnx");
    QTRY_VERIFY2(m_window->window().messages().message().contains("/no/such/model.onnx"),
        qPrintable(m_window->window().messages().message()));
    QVERIFY(!m_window->find<QMessageBox>(""));
}

void TestWindowFiles::layoutIsRememberedAndReset()
{
    QVERIFY(m_window->openSample());
    m_window->find<QDockWidget>("opsDock")->hide();
    QTest::keyClick(&m_window->window(), Qt::Key_2, Qt::ControlModifier);
    QTest::keyClick(&m_window->window(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY2(!m_window->find<QDockWidget>("opsDock")->isVisible(), "the view keeps its layout");
    MainWindow second(m_window->window().settings());
    second.show();
    QSignalSpy decided(&second.document(), &Document::decisionsChanged);
    second.openModel("sample:lenet5");
    QVERIFY(decided.wait());
    QVERIFY2(!second.findChild<QDockWidget*>("opsDock")->isVisible(), "and so does the next start");
    second.actions().get("view.resetLayout")->trigger();
    QVERIFY(second.findChild<QDockWidget*>("opsDock")->isVisible());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestWindowFiles>(argc, argv);
}
#include "tst_windowfiles.moc"
