// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/graphview.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "tests/gui/guitest.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QTemporaryDir>

#include <memory>

namespace halftone::test {

/// What Qt and we warned about since it was cleared last.
inline QStringList warnings;
inline QtMessageHandler defaultHandler = nullptr;

/// Collects warnings; the offscreen platform's remarks about itself do not count.
inline void collectWarnings(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const bool isRemark = message.contains("This plugin does not support");
    if (type != QtDebugMsg && type != QtInfoMsg && !isRemark)
        warnings += message;
    defaultHandler(type, context, message);
}

/// Closes whatever an action has opened: a dialog or a menu.
inline void closeWhatOpened()
{
    QCoreApplication::processEvents();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QDialog*>(widget);
        if (dialog && dialog->isVisible())
            dialog->reject();
        if (qobject_cast<QMenu*>(widget) && widget->isVisible())
            widget->close();
    }
    QCoreApplication::processEvents();
}

/// This is a window under test, with what a person does in it.
class TestWindow
{
public:
    TestWindow() { warnings.clear(); }

    MainWindow& window() { return m_window; }
    Document& document() { return m_window.document(); }
    QAction* action(const char* id) const { return m_window.actions().get(id); }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return m_window.findChild<Widget*>(QLatin1String(name));
    }

    bool show()
    {
        m_window.show();
        return QTest::qWaitForWindowExposed(&m_window);
    }
    /// Waits until the sample is drawn and its training step made.
    bool openSample()
    {
        QSignalSpy trained(&document(), &Document::trainingChanged);
        action("file.sample")->trigger();
        return trained.wait() && QTest::qWaitFor([this] { return m_window.graphPage()->isUpToDate(); });
    }
    /// Waits for the file dialog that an action opens and chooses a path in it.
    bool chooseFile(const QString& path) const
    {
        QFileDialog* dialog = nullptr;
        if (!QTest::qWaitFor(
                [&] { return (dialog = find<QFileDialog>("fileDialog")) && dialog->isVisible(); }))
            return false;
        emit dialog->fileSelected(path);
        dialog->close();
        return QTest::qWaitFor([&] { return !find<QFileDialog>("fileDialog"); });
    }

private:
    MainWindow m_window{Settings()};
};

/// What main() of a test of windows does.
template <typename Test>
int runWindowTest(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    applyTheme(Theme::Light);
    defaultHandler = qInstallMessageHandler(collectWarnings);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}
