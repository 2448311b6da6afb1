// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListWidget;

namespace halftone {

class Actions;

/// This is what a window shows without a model: what the program is for, and the ways to open one.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const Actions& actions, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);

signals:
    void recentChosen(const QString& path);

private:
    QWidget* makeIntroduction();
    QWidget* makeButtons(const Actions& actions);
    QWidget* makeSteps();

    QListWidget* m_recent;
    QWidget* m_recentPart;
};

}
