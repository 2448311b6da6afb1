// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a person wants the program: settings, theme, language.
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/sessionkeeper.h"
#include "gui/shell/settingsdialog.h"

#include <QAction>
#include <QThread>
#include <QThreadPool>

namespace halftone {

void MainWindow::showSettings()
{
    auto* dialog = new SettingsDialog(settings(), this);
    connect(dialog, &SettingsDialog::chosen, this, &MainWindow::applySettings);
    dialog->open();
}

void MainWindow::applySettings(const Settings& chosen)
{
    const Language language = chosen.language;
    const Language before = m_settings.language;
    m_settings = chosen;
    m_settings.language = before;
    applyTextSize(chosen.fontPercent);
    QThreadPool::globalInstance()->setMaxThreadCount(
        chosen.threads > 0 ? chosen.threads : QThread::idealThreadCount());
    m_sessions->setAutosave(chosen.autosaveSeconds);
    if (QAction* theme = findChild<QAction*>(QStringLiteral("theme.") + name(chosen.theme)))
        theme->setChecked(true);
    if (QAction* action = findChild<QAction*>(QStringLiteral("language.") + name(language)))
        action->setChecked(true);
    chooseTheme(chosen.theme);
    chooseLanguage(language);
    refreshFiles();
}

void MainWindow::chooseTheme(Theme theme)
{
    m_settings.theme = theme;
    applyTheme(theme);
    emit settingsChanged(settings());
}

// Every part of the window writes its texts when it is made, and a window made anew would lose the undo
// steps.
void MainWindow::chooseLanguage(Language language)
{
    if (language == m_settings.language)
        return;
    m_settings.language = language;
    emit settingsChanged(settings());
    m_messages->show(Severity::Note, QStringLiteral("language"),
        tr("The language changes when Halftone starts the next time."));
}

}
