// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of actions, and every action triggered.
#include "gui/shell/actions.h"
#include "gui/training/trainingview.h"
#include "tests/gui/testwindow.h"

#include <QDoubleSpinBox>

#include <set>

using namespace halftone;

class TestWindowActions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void actionRowsAreSound();
    void everyActionHasAnEffectOrIsDisabled();
    void everyActionTriggersWithoutAWarning_data();
    void everyActionTriggersWithoutAWarning();
    void keysOfTrainingWorkInEveryView();

private:
    std::unique_ptr<test::TestWindow> m_window;
};

void TestWindowActions::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

void TestWindowActions::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestWindowActions::actionRowsAreSound()
{
    std::set<QString> ids;
    std::set<QString> keys;
    for (const ActionRow& row : actionRows()) {
        QVERIFY2(ids.insert(row.id).second, row.id);
        QVERIFY2(*row.shortcut == '\0' || keys.insert(row.shortcut).second, row.shortcut);
        QVERIFY2(QByteArrayView(row.tip).endsWith('.'), row.id);
        QVERIFY2(*row.shortcut == '\0' || !m_window->action(row.id)->shortcut().isEmpty(), row.id);
    }
}

void TestWindowActions::everyActionHasAnEffectOrIsDisabled()
{
    // Which signals are connected is known to the sender only.
    struct Reader : QAction
    {
        static bool isHandled(const QAction& action)
        {
            const auto isConnected =
                static_cast<bool (QObject::*)(const QMetaMethod&) const>(&Reader::isSignalConnected);
            return (action.*isConnected)(QMetaMethod::fromSignal(&QAction::triggered));
        }
    };
    for (const ActionRow& row : actionRows())
        QVERIFY2(Reader::isHandled(*m_window->action(row.id)), row.id);
}

void TestWindowActions::everyActionTriggersWithoutAWarning_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("hasModel");
    for (const ActionRow& row : actionRows()) {
        if (QByteArrayView(row.id) == "file.quit")
            continue; // closes the window: see closingWithUnsavedChangesAsksOnce
        QTest::addRow("%s without a model", row.id) << row.id << false;
        QTest::addRow("%s with an operator selected", row.id) << row.id << true;
    }
}

void TestWindowActions::everyActionTriggersWithoutAWarning()
{
    QFETCH(const QString, id);
    QFETCH(const bool, hasModel);
    if (hasModel) {
        QVERIFY(m_window->openSample());
        m_window->document().select(test::nodeOfType(m_window->document(), "Conv"));
    }
    m_window->action(qPrintable(id))->trigger(); // disabled ones do nothing
    test::closeWhatOpened();
}

void TestWindowActions::keysOfTrainingWorkInEveryView()
{
    QVERIFY(m_window->openSample());
    MainWindow& window = m_window->window();
    TrainingView& training = *window.trainingView();
    m_window->find<QDoubleSpinBox>("trainingLength")->setValue(1000);
    QVERIFY(m_window->action("train.start")->isEnabled());
    QVERIFY(!m_window->action("train.stop")->isEnabled());
    window.graphPage()->view()->setFocus();
    QTest::keyClick(&window, Qt::Key_F5);
    QVERIFY(training.isRunning());
    QCOMPARE(window.view(), MainWindow::View::Training);
    QTRY_VERIFY(m_window->action("train.pause")->isEnabled());
    QTest::keyClick(&window, Qt::Key_F5, Qt::ControlModifier);
    QTRY_VERIFY(training.runs()->isAny(RunController::State::Paused));
    QTRY_VERIFY(m_window->action("train.step")->isEnabled());
    const auto steps = [&] { return training.runs()->runs()[0]->history().steps.size(); };
    QTRY_VERIFY_WITH_TIMEOUT(training.runs()->runs()[0]->history().info, 20000);
    const std::size_t before = steps();
    window.showView(MainWindow::View::Mixlist);
    QTest::keyClick(&window, Qt::Key_F10);
    QTRY_VERIFY(steps() > before);
    QTest::keyClick(&window, Qt::Key_F5, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!training.isRunning(), 20000);
    QVERIFY(!m_window->action("train.stop")->isEnabled());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestWindowActions>(argc, argv);
}
#include "tst_windowactions.moc"
