// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/processor.h"
#include "gui/document/commands.h"
#include "gui/document/jobrunner.h"
#include "gui/shell/aboutdialog.h"
#include "gui/shell/jobspane.h"
#include "gui/shell/settingsdialog.h"
#include "gui/theme/palette.h"
#include "tests/gui/testwindow.h"

#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QThreadPool>
#include <QTreeWidget>

#include <semaphore>

using namespace halftone;

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void settingsAreReadBack();
    void damagedSettingsAreBounded();
    void theDialogChangesTheProgram();
    void theDialogHasNamesAndRoom_data();
    void theDialogHasNamesAndRoom();
    void pinnedFilesStayInFront();
    void theStartPageOffersAllSamples();
    void jobsAreListedAndCancelled();
    void theWindowListsItsJobs();
    void aboutSaysHowHalfPrecisionIsComputed();

private:
    std::unique_ptr<test::TestWindow> m_window;
    QTemporaryDir m_folder;
};

void TestSettings::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

void TestSettings::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    applyTheme(Theme::Light);
    applyTextSize(100);
    QThreadPool::globalInstance()->setMaxThreadCount(QThread::idealThreadCount());
}

void TestSettings::settingsAreReadBack()
{
    QSettings store(m_folder.filePath("good.conf"), QSettings::IniFormat);
    const Settings settings{.theme = Theme::Dark,
        .language = Language::English,
        .autosaveSeconds = 7,
        .fontPercent = 120,
        .threads = 3,
        .recentCount = 4,
        .recentFiles = {"/a.onnx"},
        .pinnedFiles = {"/b.onnx", "/c.halftone"},
        .geometry = "geometry",
        .layouts = {{"graph", "layout"}}};
    saveSettings(settings, store);
    QVERIFY(loadSettings(store) == settings);
}

void TestSettings::damagedSettingsAreBounded()
{
    QSettings store(m_folder.filePath("bad.conf"), QSettings::IniFormat);
    store.setValue("fontPercent", 100'000);
    store.setValue("autosaveSeconds", -5);
    store.setValue("threads", "many");
    store.setValue("recentCount", 0);
    const Settings settings = loadSettings(store);
    QCOMPARE(settings.fontPercent, kMostFont);
    QCOMPARE(settings.autosaveSeconds, 0);
    QCOMPARE(settings.threads, 0);
    QCOMPARE(settings.recentCount, 1);
}

void TestSettings::theDialogChangesTheProgram()
{
    QSignalSpy saved(&m_window->window(), &MainWindow::settingsChanged);
    const double before = QApplication::font().pointSizeF();
    QTest::keyClick(&m_window->window(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = m_window->find<SettingsDialog>("settingsDialog");
    QVERIFY(dialog && dialog->isVisible());
    auto* theme = dialog->findChild<QComboBox*>("settingsTheme");
    theme->setCurrentIndex(theme->findData("dark"));
    dialog->findChild<QSpinBox*>("settingsFont")->setValue(150);
    dialog->findChild<QSpinBox*>("settingsThreads")->setValue(2);
    dialog->findChild<QSpinBox*>("settingsAutosave")->setValue(60);
    QTest::mouseClick(dialog->findChild<QPushButton*>("settingsOk"), Qt::LeftButton);
    QVERIFY(isDark(QApplication::palette()));
    QCOMPARE(QApplication::font().pointSizeF(), before * 1.5);
    QCOMPARE(QThreadPool::globalInstance()->maxThreadCount(), 2);
    QVERIFY(saved.count() > 0);
    const Settings settings = m_window->window().settings();
    QCOMPARE(settings.theme, Theme::Dark);
    QCOMPARE(settings.autosaveSeconds, 60);
    QVERIFY(m_window->window().findChild<QAction*>("theme.dark")->isChecked());
}

void TestSettings::theDialogHasNamesAndRoom_data()
{
    QTest::addColumn<int>("percent");
    QTest::addRow("as the system") << 100;
    QTest::addRow("twice as large") << 200;
}

void TestSettings::theDialogHasNamesAndRoom()
{
    QFETCH(const int, percent);
    applyTextSize(percent);
    m_window->action("file.settings")->trigger();
    auto* dialog = m_window->find<SettingsDialog>("settingsDialog");
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
    const QStringList unnamed = test::unnamedControls(*dialog);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    const QStringList cut = test::cutTexts(*dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
}

void TestSettings::pinnedFilesStayInFront()
{
    Settings settings{.recentCount = 2};
    for (const char* path : {"/a.onnx", "/b.onnx", "/c.onnx"})
        remember(settings, path);
    QCOMPARE(settings.recentFiles, QStringList({"/c.onnx", "/b.onnx"}));
    setPinned(settings, "/b.onnx", true);
    remember(settings, "/d.onnx");
    remember(settings, "/e.onnx");
    QCOMPARE(settings.pinnedFiles, QStringList("/b.onnx"));

    MainWindow window(settings);
    window.show();
    auto* list = window.findChild<QListWidget*>("recentFiles");
    QCOMPARE(list->count(), 3);
    QCOMPARE(list->item(0)->toolTip(), QString("/b.onnx"));
    QVERIFY(list->item(0)->text().startsWith("★"));
    emit list->customContextMenuRequested(list->visualItemRect(list->item(1)).center());
    auto* menu = window.findChild<QMenu*>("recentMenu");
    QVERIFY(menu);
    menu->actions().front()->trigger(); // Pin
    QCOMPARE(window.settings().pinnedFiles, QStringList({"/b.onnx", "/e.onnx"}));
    emit list->customContextMenuRequested(list->visualItemRect(list->item(0)).center());
    window.findChildren<QMenu*>("recentMenu").back()->actions().at(1)->trigger(); // Remove
    QVERIFY(!window.settings().pinnedFiles.contains("/b.onnx"));
}

void TestSettings::theStartPageOffersAllSamples()
{
    for (const char* id : {"file.sample", "file.sampleResNet", "file.sampleTransformer"}) {
        auto* button = m_window->find<QPushButton>(qPrintable(QStringLiteral("start.") + id));
        QVERIFY2(button && button->isVisible(), id);
        QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(trained.wait());
        QVERIFY2(m_window->document().hasTraining(), id);
        QVERIFY(!m_window->document().judgement()->refusal());
        m_window->action("file.close")->trigger();
    }
}

void TestSettings::jobsAreListedAndCancelled()
{
    JobsPane pane;
    JobRunner runner;
    pane.add(runner);
    pane.show();
    std::binary_semaphore mayEnd(0);
    const auto start = [&](const char* title) {
        runner.start(
            title,
            [&mayEnd](const std::stop_token&) {
                mayEnd.acquire();
                return 0;
            },
            [](int) {});
    };
    start("first");
    QCOMPARE(pane.list()->topLevelItemCount(), 1);
    QCOMPARE(pane.title(), QString("Jobs (1)"));
    QCOMPARE(pane.list()->topLevelItem(0)->text(0), QString("first"));
    auto* cancel = pane.findChild<QPushButton*>("jobsCancel");
    QVERIFY(!cancel->isEnabled());
    pane.list()->topLevelItem(0)->setSelected(true);
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!runner.isBusy());
    QCOMPARE(pane.list()->topLevelItem(0)->text(1), QString("cancelled"));
    mayEnd.release();
    start("second");
    mayEnd.release();
    QTRY_COMPARE(pane.list()->topLevelItem(0)->text(1), QString("done"));
    QCOMPARE(pane.title(), QString("Jobs"));
}

void TestSettings::theWindowListsItsJobs()
{
    QVERIFY(m_window->openSample());
    const QTreeWidget* list = m_window->window().jobsPane()->list();
    QStringList titles;
    for (int i = 0; i < list->topLevelItemCount(); ++i)
        titles += list->topLevelItem(i)->text(0);
    QVERIFY2(titles.join('\n').contains("Opening sample:lenet5"), qPrintable(titles.join('\n')));
    QVERIFY2(titles.contains("Making the training step"), qPrintable(titles.join('\n')));
    const int before = list->topLevelItemCount();
    m_window->window().showView(MainWindow::View::Compare);
    m_window->action("compare.numerics")->trigger();
    QTRY_VERIFY2(list->topLevelItemCount() > before, "computing a comparison is a job, too");
}

void TestSettings::aboutSaysHowHalfPrecisionIsComputed()
{
    const QString text = AboutDialog::processorText();
    QVERIFY(text.contains(multipliesNatively(DType::Float16) ? "FP16: native" : "FP16: emulated"));
    QVERIFY(text.contains(multipliesNatively(DType::BFloat16) ? "BF16: native" : "BF16: emulated"));
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestSettings>(argc, argv);
}
#include "tst_settings.moc"
