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

    /// Pinned ones come first.
    void setFiles(const QStringList& pinned, const QStringList& recent);

signals:
    void recentChosen(const QString& path);
    void pinWished(const QString& path, bool isPinned);
    void forgetWished(const QString& path);

private:
    QWidget* makeIntroduction();
    QWidget* makeButtons(const Actions& actions);
    QWidget* makeSamples(const Actions& actions);
    void addFile(const QString& path, bool isPinned);
    void showMenu(const QPoint& place);
    QWidget* makeSteps();

    QListWidget* m_recent;
    QWidget* m_recentPart;
};

}
