// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "gui/document/session.h"
#include "gui/library/librarytable.h"
#include "gui/library/libraryview.h"
#include "gui/shell/modecombo.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QPushButton>
#include <QTreeWidget>

#include <set>

using namespace halftone;

namespace {

// Two operators of a chip's library, in CANN's layout.
constexpr const char* kOwn = R"({
  "Conv2D": {
    "input0": {"name": "x", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
    "input1": {"name": "filter", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
    "output0": {"name": "y", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
    "precision_reduce": {"flag": "true"}
  },
  "MyOwnOp": {
    "input0": {"name": "x", "paramType": "required", "dtype": "float", "format": "ND"},
    "output0": {"name": "y", "paramType": "required", "dtype": "float", "format": "ND"}
  }
})";

}

class TestLibrary : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theChipOfTheDocumentIsShown();
    void searchesAndFiltersNarrowTheTable();
    void twoChipsAreCompared();
    void kernelsOfOneOperatorAreListed();
    void anOwnLibraryIsComparedWithTheChip();
    void aBrokenLibraryIsAMessage();
    void flagsAreChangedInACopyByKeys();
    void anotherChipIsUsedForDecisions();
    void theCopyDecides();
    void theOriginalIsNotReplaced();
    void aLibraryInTheFolderIsReplacedOnlyWhenAsked();
    void aFolderWithOtherLibraryFilesIsRefused();
    void readingDropsNoCopyThatIsWritten();
    void theModelIsAGoodModel();

private:
    LibraryView* view() const { return m_window->window().libraryView(); }
    bool isBusy() const { return std::ranges::any_of(view()->runners(), &JobRunner::isBusy); }
    QStringList shownTypes() const;
    bool markInFolder();
    bool select(const QString& type) const;
    QString writeOwn() const;
    bool openOwn(LibraryView::Side side, const QString& path) const;

    std::unique_ptr<test::TestWindow> m_window;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLibrary::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    QTest::keyClick(&m_window->window(), Qt::Key_5, Qt::ControlModifier);
    QVERIFY(view()->isVisible());
}

void TestLibrary::cleanup()
{
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

QStringList TestLibrary::shownTypes() const
{
    QStringList types;
    for (int row = 0; row < view()->table()->model()->rowCount(); ++row)
        types += view()->table()->model()->index(row, 0).data(kNameRole).toString();
    return types;
}

bool TestLibrary::select(const QString& type) const
{
    const qsizetype row = shownTypes().indexOf(type);
    if (row < 0)
        return false;
    // Not selectRow(): it asks for the keys that are down, and Ctrl+5 opened the view.
    QTableView* table = view()->table();
    const QModelIndex index = table->model()->index(static_cast<int>(row), 0);
    table->setCurrentIndex(index);
    table->selectionModel()->select(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    return true;
}

QString TestLibrary::writeOwn() const
{
    const QString path = m_folder->filePath("aic-ascend910b-ops-info.json");
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(kOwn);
    return path;
}

bool TestLibrary::openOwn(LibraryView::Side side, const QString& path) const
{
    view()->openOwn(side, path);
    return QTest::qWaitFor([this] { return !isBusy(); });
}

void TestLibrary::theChipOfTheDocumentIsShown()
{
    const std::size_t ops = (*OpLibrary::embedded("ascend910b"))->ops().size();
    QCOMPARE(view()->model()->rows().size(), ops);
    changeChip(m_window->document(), "ascend910");
    QCOMPARE(view()->model()->rows().size(), (*OpLibrary::embedded("ascend910"))->ops().size());
    QVERIFY(!m_window->find<QPushButton>("libraryUse")->isEnabled());
}

void TestLibrary::searchesAndFiltersNarrowTheTable()
{
    auto* words = m_window->find<QLineEdit>("librarySearch");
    QTest::keyClicks(words, "softmax");
    QVERIFY(shownTypes().contains("SoftmaxV2"));
    words->clear();
    QTest::keyClicks(words, "Gemm"); // what ONNX calls it
    QVERIFY(shownTypes().contains("MatMulV2"));
    words->clear();
    auto* list = m_window->find<QComboBox>("libraryList");
    list->setCurrentIndex(list->findData(static_cast<int>(List::Black)));
    emit list->activated(list->currentIndex());
    QVERIFY(!shownTypes().isEmpty() && !shownTypes().contains("Conv2D"));
    list->setCurrentIndex(0);
    emit list->activated(0);
    m_window->find<QCheckBox>("libraryOnlyUsed")->click();
    QCOMPARE(shownTypes().size(),
        std::ranges::count_if(view()->model()->rows(), [](const LibraryRow& row) { return row.uses > 0; }));
    QVERIFY(shownTypes().contains("Conv2D"));
}

void TestLibrary::twoChipsAreCompared()
{
    view()->showChip(LibraryView::Side::Compared, "ascend910");
    auto* only = m_window->find<QCheckBox>("libraryOnlyDifferences");
    QVERIFY(only->isEnabled());
    only->click();
    const LibraryComparison comparison =
        compareLibraries(**OpLibrary::embedded("ascend910b"), **OpLibrary::embedded("ascend910"));
    std::set<std::string> types(comparison.onlyInFirst.begin(), comparison.onlyInFirst.end());
    types.insert(comparison.onlyInSecond.begin(), comparison.onlyInSecond.end());
    for (const auto& change : comparison.lists)
        types.insert(change.type);
    for (const auto& change : comparison.columns)
        types.insert(change.type);
    QCOMPARE(shownTypes().size(), static_cast<qsizetype>(types.size()));
    view()->showChip(LibraryView::Side::Compared, {});
    QVERIFY(!only->isChecked() && !only->isEnabled());
}

void TestLibrary::kernelsOfOneOperatorAreListed()
{
    QVERIFY(select("Conv2D"));
    const auto library = *OpLibrary::embedded("ascend910b");
    auto* kernels = m_window->find<QTreeWidget>("libraryKernels");
    QCOMPARE(kernels->topLevelItemCount(), static_cast<int>(library->find("Conv2D")->columns.size()));
    QVERIFY(m_window->find<QLabel>("libraryTitle")->text().contains("Conv"));
}

void TestLibrary::anOwnLibraryIsComparedWithTheChip()
{
    QVERIFY(openOwn(LibraryView::Side::Compared, writeOwn()));
    const auto row = [this](const QString& type) {
        return *std::ranges::find(view()->model()->rows(), type, &LibraryRow::type);
    };
    QVERIFY(row("MyOwnOp").difference == LibraryRow::Difference::OnlyThere);
    QVERIFY(row("Relu").difference == LibraryRow::Difference::OnlyHere);
    QVERIFY(select("MyOwnOp"));
    auto* kernels = m_window->find<QTreeWidget>("libraryKernels");
    QCOMPARE(kernels->topLevelItemCount(), 1);
    QCOMPARE(kernels->topLevelItem(0)->text(1), QString("float32"));
}

void TestLibrary::aBrokenLibraryIsAMessage()
{
    const QString path = m_folder->filePath("aic-ascend910b-ops-info.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ \"Conv2D\": ");
    file.close();
    const std::size_t before = view()->model()->rows().size();
    QVERIFY(openOwn(LibraryView::Side::Shown, path));
    QVERIFY2(m_window->window().messages().message().contains(QFileInfo(path).fileName()),
        qPrintable(m_window->window().messages().message()));
    QCOMPARE(view()->model()->rows().size(), before);
}

void TestLibrary::flagsAreChangedInACopyByKeys()
{
    QVERIFY(select("Conv2D"));
    QVERIFY2(
        !m_window->find<QPushButton>("libraryBlack")->isEnabled(), "a built-in table is no file of CANN");
    QVERIFY(openOwn(LibraryView::Side::Shown, writeOwn()));
    QVERIFY(select("Conv2D"));
    QTest::keyClick(view()->table(), Qt::Key_B);
    QVERIFY2(m_window->document().policy().mixlist.isEmpty(), "the key means the library here");
    QCOMPARE(view()->model()->row(0).edited, std::optional(List::Black));
    QTest::keyClick(view()->table(), Qt::Key_Delete);
    QVERIFY(!view()->model()->row(0).edited);
    QTest::mouseClick(m_window->find<QPushButton>("libraryBlack"), Qt::LeftButton);
    QVERIFY(!m_window->find<QPushButton>("libraryUse")->isEnabled());
    QDir(m_folder->path()).mkdir("copy");
    const QString copy = m_folder->filePath("copy/aic-ascend910b-ops-info.json");
    QTest::mouseClick(m_window->find<QPushButton>("librarySave"), Qt::LeftButton);
    QVERIFY(m_window->chooseFile(copy));
    QTRY_VERIFY(QFile::exists(copy));
    QTRY_VERIFY(!isBusy() && !view()->model()->row(0).edited);
    QCOMPARE(view()->model()->row(0).list(), List::Black);
    QFile written(copy);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QByteArray expected(kOwn);
    QCOMPARE(written.readAll(), expected.replace("\"true\"", "\"false\""));
}

void TestLibrary::anotherChipIsUsedForDecisions()
{
    view()->showChip(LibraryView::Side::Shown, "ascend910");
    QTest::mouseClick(m_window->find<QPushButton>("libraryUse"), Qt::LeftButton);
    QCOMPARE(m_window->document().policy().soc, std::string("ascend910"));
    QVERIFY(!m_window->find<QPushButton>("libraryUse")->isEnabled());
    m_window->action("edit.undo")->trigger();
    QCOMPARE(m_window->document().policy().soc, std::string("ascend910b"));
}

void TestLibrary::theCopyDecides()
{
    const NodeId conv = test::nodeOfType(m_window->document(), "Conv");
    const auto list = [&] { return m_window->document().judgement()->decisions().node(conv).list; };
    QCOMPARE(list(), List::White);
    const QString own = writeOwn();
    QVERIFY(openOwn(LibraryView::Side::Shown, own));
    QVERIFY(select("Conv2D"));
    view()->markSelected(List::Black);
    QDir(m_folder->path()).mkdir("copy");
    const QString copy = m_folder->filePath("copy/aic-ascend910b-ops-info.json");
    view()->saveCopy(copy);
    QTRY_VERIFY(!isBusy() && m_window->find<QPushButton>("libraryUse")->isEnabled());
    QTest::mouseClick(m_window->find<QPushButton>("libraryUse"), Qt::LeftButton);
    QCOMPARE(m_window->document().policy().options.libraryPath, copy);
    QTRY_COMPARE(list(), List::Black);
    QCOMPARE(m_window->find<ChipCombo>("chipCombo")->currentText(), QString("own library"));
    QVERIFY(m_window->find<QLabel>("optionsStatus")->text().contains("aic-ascend910b"));

    const QByteArray session = QByteArray::fromStdString(
        writeSession({.policy = m_window->document().policy()}, m_folder->filePath("s.halftone")));
    const auto read = parseSession(session, m_folder->filePath("s.halftone"));
    QVERIFY(read && read->remarks.isEmpty());
    QCOMPARE(read->session.policy.options.libraryPath, copy);
    QVERIFY(read->session.policy.library()->find("Conv2D")->list == List::Black);

    QApplication::clipboard()->clear();
    m_window->window().showView(MainWindow::View::Graph);
    m_window->action("model.copyCommand")->trigger();
    QVERIFY2(QApplication::clipboard()->text().contains("--lib " + copy),
        qPrintable(QApplication::clipboard()->text()));

    m_window->action("edit.undo")->trigger();
    QTRY_COMPARE(list(), List::White);
}

void TestLibrary::theOriginalIsNotReplaced()
{
    const QString own = writeOwn();
    QVERIFY(openOwn(LibraryView::Side::Shown, own));
    QVERIFY(select("Conv2D"));
    view()->markSelected(List::Black);
    view()->saveCopy(own);
    QTRY_VERIFY(!isBusy());
    QVERIFY(m_window->window().messages().message().contains("replace the original"));
    QFile file(own);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(kOwn));
}

// Opens a folder with a library and changes a flag.
bool TestLibrary::markInFolder()
{
    writeOwn();
    if (!openOwn(LibraryView::Side::Shown, m_folder->path()) || !select("Conv2D"))
        return false;
    view()->markSelected(List::Black);
    return QDir(m_folder->path()).mkdir("copy");
}

void TestLibrary::aLibraryInTheFolderIsReplacedOnlyWhenAsked()
{
    QVERIFY(markInFolder());
    const QString copy = m_folder->filePath("copy/aic-ascend910b-ops-info.json");
    const auto content = [&copy] {
        QFile file(copy);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(QFile::copy(m_folder->filePath("aic-ascend910b-ops-info.json"), copy));
    QTest::mouseClick(m_window->find<QPushButton>("librarySave"), Qt::LeftButton);
    QVERIFY(m_window->chooseFile(m_folder->filePath("copy")));
    QTRY_VERIFY(m_window->window().messages().message().contains("has a library already"));
    QCOMPARE(content(), QByteArray(kOwn));
    QVERIFY2(view()->model()->row(0).edited, "nothing that was changed is lost");
    if (test::savesPictures()) {
        m_window->window().messages().show(Severity::Note, "find", "A note below.");
        QCoreApplication::processEvents();
        test::savePicture(m_window->window(), "library-replace");
        m_window->window().messages().settle("find");
    }

    QTest::mouseClick(m_window->find<QPushButton>("messageRemedy"), Qt::LeftButton);
    QTRY_VERIFY(content() == QByteArray(kOwn).replace("\"true\"", "\"false\""));
    QTRY_VERIFY(!isBusy() && !view()->model()->row(0).edited);
    QVERIFY(m_window->window().messages().messages().isEmpty());
}

void TestLibrary::aFolderWithOtherLibraryFilesIsRefused()
{
    QVERIFY(markInFolder());
    QVERIFY(QFile::copy(
        m_folder->filePath("aic-ascend910b-ops-info.json"), m_folder->filePath("copy/aic-old.json")));
    view()->saveCopy(m_folder->filePath("copy"));
    QTRY_VERIFY(m_window->window().messages().message().contains("aic-old.json"));
    QVERIFY2(!m_window->find<QPushButton>("messageRemedy"), "replacing would leave a mixture");
    QCOMPARE(QDir(m_folder->filePath("copy")).entryList({"*.json"}), QStringList{"aic-old.json"});
}

void TestLibrary::readingDropsNoCopyThatIsWritten()
{
    QVERIFY(markInFolder());
    QSignalSpy written(view(), &LibraryView::written);
    view()->saveCopy(m_folder->filePath("copy"));
    view()->openOwn(LibraryView::Side::Compared, m_folder->filePath("aic-ascend910b-ops-info.json"));
    QVERIFY2(!m_window->find<QPushButton>("libraryBlack")->isEnabled(), "a copy is written");
    QTRY_VERIFY(!isBusy() && written.size() == 1);
    QCOMPARE(m_window->find<QComboBox>("libraryShown")->currentText(), QString("copy"));
    QCOMPARE(
        m_window->find<QComboBox>("libraryCompared")->currentText(), QString("aic-ascend910b-ops-info.json"));
}

void TestLibrary::theModelIsAGoodModel()
{
    QAbstractItemModelTester tester(view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view()->showChip(LibraryView::Side::Compared, "ascend310p");
    view()->showChip(LibraryView::Side::Shown, "ascend910");
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestLibrary>(argc, argv);
}
#include "tst_library.moc"
