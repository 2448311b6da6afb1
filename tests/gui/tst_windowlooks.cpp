// SPDX-License-Identifier: GPL-3.0-or-later
//
// Themes, names, sizes and pictures of all parts of the window.
#include "gui/document/commands.h"
#include "gui/shell/aboutdialog.h"
#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/screenshots.h"
#include "gui/theme/palette.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"

#include <QLabel>
#include <QProcess>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>

#include <array>

using namespace halftone;

namespace {

constexpr std::array kViews{MainWindow::View::Graph, MainWindow::View::Mixlist, MainWindow::View::Compare,
    MainWindow::View::Training, MainWindow::View::Library};

}

class TestWindowLooks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void themesChangeThePalette_data();
    void themesChangeThePalette();
    void everyControlHasANameForTestsAndReaders();
    void noTextIsCut_data();
    void noTextIsCut();
    void aSmallWindowKeepsItsSize_data();
    void aSmallWindowKeepsItsSize();
    void aWindowStaysSmallWhenItsModelIsClosed();
    void noTextIsCutAtTwiceTheScale();
    void theStartPageHasRoom();
    void dialogsHaveRoom_data();
    void dialogsHaveRoom();
    void tabReachesEveryControl_data();
    void tabReachesEveryControl();
    void screenshotsOfAllViewsAreWritten();
    void theAboutBoxNamesTheInstructions();

private:
    void makeWindow(Language language);

    std::unique_ptr<test::TestWindow> m_window;
    QTemporaryDir m_folder;
};

void TestWindowLooks::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

// Anew, with the sample: language and size of text are those of the start.
void TestWindowLooks::makeWindow(Language language)
{
    applyLanguage(language);
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
}

void TestWindowLooks::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    applyLanguage(Language::English);
    applyTextSize(Settings().fontPercent);
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestWindowLooks::themesChangeThePalette_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<Scheme>("scheme");
    QTest::addRow("dark") << "theme.dark" << Scheme::Dark;
    QTest::addRow("high contrast") << "theme.high-contrast" << Scheme::HighContrast;
    QTest::addRow("light") << "theme.light" << Scheme::Light;
}

void TestWindowLooks::themesChangeThePalette()
{
    QFETCH(const QString, theme);
    QVERIFY(m_window->openSample());
    m_window->document().select(NodeId{0});
    QSignalSpy saved(&m_window->window(), &MainWindow::settingsChanged);
    m_window->window().findChild<QAction*>(theme)->trigger();
    QFETCH(const Scheme, scheme);
    QTRY_COMPARE(schemeOf(m_window->window().palette()), scheme);
    QVERIFY(saved.count() > 0);
    applyTheme(Theme::Light);
}

void TestWindowLooks::everyControlHasANameForTestsAndReaders()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    moveTypes(document, {"Conv2D"}, List::Black);
    document.select(test::nodeOfType(document, "Conv"));
    for (const auto view : kViews) {
        m_window->window().showView(view);
        const QStringList unnamed = test::unnamedControls(m_window->window());
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    }
}

void TestWindowLooks::noTextIsCut_data()
{
    QTest::addColumn<MainWindow::View>("view");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("percent"); // of the usual size of text
    for (const auto& [size, percent] : {std::pair(QSize(1280, 800), 100), std::pair(QSize(1000, 640), 100),
             std::pair(QSize(1920, 1080), 200)}) {
        for (const auto view : kViews)
            QTest::addRow("%s, %dx%d, %d %%", qPrintable(nameOf(view)), size.width(), size.height(), percent)
                << view << size << percent;
    }
}

void TestWindowLooks::noTextIsCut()
{
    QFETCH(const MainWindow::View, view);
    QFETCH(const QSize, size);
    QFETCH(const int, percent);
    applyTextSize(percent);
    makeWindow(Language::English);
    m_window->window().resize(size);
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    m_window->document().select(test::nodeOfType(m_window->document(), "Conv"));
    m_window->window().showView(view);
    QTRY_VERIFY(!m_window->document().isTrainingPending());
    QCoreApplication::processEvents();
    QVERIFY2(m_window->window().size() == size, "the window does not need more room");
    const QStringList cut = test::cutTexts(m_window->window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    const auto* more = m_window->find<QToolButton>("qt_toolbar_ext_button");
    QVERIFY2(
        !more || !more->isVisible() || size.width() < 1280 || percent > 100, "the policy bar hides nothing");
}

void TestWindowLooks::aSmallWindowKeepsItsSize_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<MainWindow::View>("view");
    for (const Language language : {Language::English, Language::Chinese}) {
        for (const auto view : kViews)
            QTest::addRow("%s, %s", qPrintable(name(language)), qPrintable(nameOf(view))) << language << view;
    }
}

// Also with all that a view may have to say.
void TestWindowLooks::aSmallWindowKeepsItsSize()
{
    QFETCH(const Language, language);
    QFETCH(const MainWindow::View, view);
    constexpr QSize kSmall(1000, 640);
    makeWindow(language);
    MainWindow& window = m_window->window();
    window.resize(kSmall);
    window.showView(view);
    QCoreApplication::processEvents();
    QCOMPARE(window.size(), kSmall);
    const QString path =
        "/home/somebody/" + QString("a-folder-with-a-long-name/").repeated(12) + "model.onnx";
    window.messages().showError("open",
        {ErrorKind::File, "E-FILE-READ", "The file cannot be opened (No such file or directory).",
            path.toStdString(), "Check the path and its permissions."},
        {"Open Another…", [] { }});
    window.trainingView()->openRuns({path});
    m_window->action("compare.add")->trigger();
    m_window->action("compare.add")->trigger();
    QTRY_VERIFY(view != MainWindow::View::Training || window.findChild<QLabel*>("trainingMessageText"));
    QCoreApplication::processEvents();
    QCOMPARE(window.size(), kSmall);
    for (const auto* area : window.findChildren<QScrollArea*>("viewArea"))
        QVERIFY2(
            !area->isVisible() || !area->horizontalScrollBar()->isVisible(), "it only scrolls up and down");
}

void TestWindowLooks::aWindowStaysSmallWhenItsModelIsClosed()
{
    constexpr QSize kSmall(1000, 640);
    for (const auto view : kViews) {
        m_window->window().showView(MainWindow::View::Graph); // which draws only while it is seen
        QVERIFY(m_window->openSample());
        m_window->window().resize(kSmall);
        m_window->window().showView(view);
        QCoreApplication::processEvents();
        m_window->action("file.close")->trigger();
        QCoreApplication::processEvents();
        QVERIFY2(m_window->window().size() == kSmall, qPrintable(nameOf(view)));
    }
}

// The scale is known before Qt starts, so that this program runs itself.
void TestWindowLooks::noTextIsCutAtTwiceTheScale()
{
    QProcess self;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    self.setProcessEnvironment(environment);
    self.start(QCoreApplication::applicationFilePath(), {"noTextIsCut"});
    constexpr int kLongest = 120'000; // ms; sanitizers are slow
    QVERIFY(self.waitForFinished(kLongest));
    QVERIFY2(self.exitCode() == 0, self.readAllStandardOutput().constData());
}

void TestWindowLooks::theStartPageHasRoom()
{
    m_window->window().resize(1280, 800);
    QCoreApplication::processEvents();
    QCOMPARE(m_window->window().size(), QSize(1280, 800));
    const QStringList cut = test::cutTexts(m_window->window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
}

void TestWindowLooks::dialogsHaveRoom_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<Language>("language");
    QTest::addColumn<int>("percent");
    const std::array dialogs{std::pair("file.settings", ""), std::pair("help.shortcuts", ""),
        std::pair("help.about", ""), std::pair("model.group", ""), std::pair("mixlist.reason", ""),
        std::pair("model.options", "allow_mix_precision_fp16"), std::pair("model.options", "MindSpore O2"),
        std::pair("model.options", "PyTorch autocast float16")};
    for (const auto& [action, policy] : dialogs) {
        for (const auto& [language, percent] : {std::pair(Language::English, 100),
                 std::pair(Language::Chinese, 100), std::pair(Language::English, 200)})
            QTest::addRow("%s %s, %s, %d %%", action, policy, qPrintable(name(language)), percent)
                << action << policy << language << percent;
    }
}

void TestWindowLooks::dialogsHaveRoom()
{
    QFETCH(const QString, action);
    QFETCH(const QString, policy);
    QFETCH(const int, percent);
    QFETCH(const Language, language);
    applyTextSize(percent);
    makeWindow(language);
    const QSize screen = percent > 100 ? QSize(1920, 1080) : QSize(1280, 800);
    m_window->window().resize(screen);
    Document& document = m_window->document();
    if (!policy.isEmpty())
        changeChoice(document, test::choiceNamed(policy.toStdString()));
    document.select(test::nodeOfType(document, "Conv"));
    moveTypes(document, {"Conv2D"}, List::Black);
    m_window->action(qPrintable(action))->trigger();
    QDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = m_window->window().findChild<QDialog*>()) && dialog->isVisible());
    QCoreApplication::processEvents();
    if (test::savesPictures()) {
        for (const Theme theme : {Theme::Light, Theme::Dark, Theme::HighContrast}) {
            applyTheme(theme);
            QCoreApplication::processEvents();
            test::savePicture(*dialog,
                QString("%1-%2-%3-%4-%5").arg(action, policy, name(language), name(theme)).arg(percent));
        }
        applyTheme(Theme::Light);
    }
    const QStringList cut = test::cutTexts(*dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    QVERIFY2(dialog->width() <= screen.width() && dialog->height() <= screen.height(), "it fits where the window does");
}

void TestWindowLooks::tabReachesEveryControl_data()
{
    QTest::addColumn<MainWindow::View>("view");
    for (const auto view : kViews)
        QTest::addRow("%s", qPrintable(nameOf(view))) << view;
}

// What the keyboard can be in is reached by Tab, from wherever it is, and nothing is reached twice on the
// way.
void TestWindowLooks::tabReachesEveryControl()
{
    QFETCH(const MainWindow::View, view);
    QVERIFY(m_window->openSample());
    m_window->window().showView(view);
    QCoreApplication::processEvents();
    QSet<const QWidget*> reached;
    QWidget* widget = &m_window->window();
    do {
        widget = widget->nextInFocusChain();
        QVERIFY2(!reached.contains(widget), qPrintable(widget->objectName()));
        reached.insert(widget);
    } while (widget != &m_window->window());
    for (const QWidget* control : m_window->window().findChildren<QWidget*>()) {
        if (control->isVisible() && test::isControl(*control) && control->focusPolicy() & Qt::TabFocus)
            QVERIFY2(reached.contains(control), qPrintable(control->objectName()));
    }
}

void TestWindowLooks::screenshotsOfAllViewsAreWritten()
{
    m_window->window().openModel("sample:lenet5");
    const QSize size = m_window->window().size();
    const QString folder = m_folder.filePath("pictures");
    const auto done = takeScreenshots(m_window->window(), folder);
    QVERIFY2(done, done ? "" : describe(done.error()).c_str());
    for (const char* name :
        {"graph-forward", "graph-training", "mixlist", "compare", "library", "training", "start"}) {
        const QImage image(folder + '/' + name + ".png");
        QCOMPARE(image.size(), size);
    }
}

void TestWindowLooks::theAboutBoxNamesTheInstructions()
{
    QVERIFY(!AboutDialog::processorText().isEmpty());
    m_window->action("help.about")->trigger();
    auto* facts = m_window->find<QLabel>("aboutText");
    QVERIFY(facts);
    QVERIFY(facts->text().contains(AboutDialog::processorText()));
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestWindowLooks>(argc, argv);
}
#include "tst_windowlooks.moc"
