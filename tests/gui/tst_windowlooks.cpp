// SPDX-License-Identifier: GPL-3.0-or-later
//
// Themes, names, sizes and pictures of all parts of the window.
#include "gui/document/commands.h"
#include "gui/shell/aboutdialog.h"
#include "gui/shell/appearance.h"
#include "gui/shell/screenshots.h"
#include "gui/theme/palette.h"
#include "tests/gui/testwindow.h"

#include <QLabel>
#include <QProcess>
#include <QSet>
#include <QToolButton>

using namespace halftone;

class TestWindowLooks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void themesChangeThePalette_data();
    void themesChangeThePalette();
    void everyControlHasANameForTestsAndReaders();
    void noTextIsCutAt1280x800_data();
    void noTextIsCutAt1280x800();
    void noTextIsCutAtTwiceTheScale();
    void theStartPageHasRoom();
    void tabReachesEveryControl_data();
    void tabReachesEveryControl();
    void screenshotsOfAllViewsAreWritten();
    void theAboutBoxNamesTheInstructions();

private:
    std::unique_ptr<test::TestWindow> m_window;
    QTemporaryDir m_folder;
};

void TestWindowLooks::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

void TestWindowLooks::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
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
    for (const auto view : {MainWindow::View::Graph, MainWindow::View::Mixlist, MainWindow::View::Compare,
             MainWindow::View::Training, MainWindow::View::Library}) {
        m_window->window().showView(view);
        const QStringList unnamed = test::unnamedControls(m_window->window());
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    }
}

void TestWindowLooks::noTextIsCutAt1280x800_data()
{
    QTest::addColumn<MainWindow::View>("view");
    QTest::addRow("graph") << MainWindow::View::Graph;
    QTest::addRow("mixlist") << MainWindow::View::Mixlist;
    QTest::addRow("compare") << MainWindow::View::Compare;
    QTest::addRow("training") << MainWindow::View::Training;
    QTest::addRow("library") << MainWindow::View::Library;
}

void TestWindowLooks::noTextIsCutAt1280x800()
{
    QFETCH(const MainWindow::View, view);
    QVERIFY(m_window->openSample());
    m_window->window().resize(1280, 800);
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    m_window->document().select(test::nodeOfType(m_window->document(), "Conv"));
    m_window->window().showView(view);
    QCoreApplication::processEvents();
    QVERIFY2(m_window->window().width() == 1280 && m_window->window().height() == 800,
        "the window does not need more room");
    const QStringList cut = test::cutTexts(m_window->window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    QVERIFY2(!m_window->find<QToolButton>("qt_toolbar_ext_button") ||
            !m_window->find<QToolButton>("qt_toolbar_ext_button")->isVisible(),
        "the policy bar hides nothing");
}

// The scale is known before Qt starts, so that this program runs itself.
void TestWindowLooks::noTextIsCutAtTwiceTheScale()
{
    QProcess self;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    self.setProcessEnvironment(environment);
    self.start(QCoreApplication::applicationFilePath(), {"noTextIsCutAt1280x800"});
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

void TestWindowLooks::tabReachesEveryControl_data()
{
    noTextIsCutAt1280x800_data();
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
