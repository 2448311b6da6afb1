// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QObject>
#include <QStringList>

#include <functional>

class QMimeData;
class QWidget;

namespace halftone {

class Document;
class MessageBar;

/// Reads an ops_info.json of at most 16 MB.
Result<LoadedMixlist> readMixlist(const QString& path);

/// This opens and saves: it asks for file names without blocking the window, and puts what goes wrong into
/// the message bar.
class FileCommands : public QObject
{
    Q_OBJECT

public:
    FileCommands(Document& document, MessageBar& messages, QWidget& window);

    void ask(const QString& title, const QString& filter, std::function<void(const QString&)> open);
    void askForModel();
    void openModel(const QString& path);
    void openSample();
    void askForMixlist();
    void openMixlist(const QString& path);

    /// Writes the list to its file, or asks for one; calls \p then after it has been written.
    void saveMixlist(std::function<void()> then = {});
    void saveMixlistAs(std::function<void()> then = {});
    /// Reads the list as CANN does and reports.
    void checkMixlist();

    /// Proposes the groups and types by hand of a file in place of those in force.
    void askForCalls();
    void saveCalls();

    /// Asks where to put a file of this kind ("PNG", "png") and calls \p write with its path. Several
    /// suffixes, with blanks between them, are offered beside each other.
    void askForTarget(const QString& title, const QString& kind, const QString& suffix,
        const QString& proposal, std::function<void(const QString&)> write);

    /// Whether a run was recorded there, or its state, told by the first bytes.
    static bool isRunFile(const QString& path);
    /// The files of a drag that can be opened here: .onnx models, .json lists, .halftone sessions and
    /// recorded runs.
    static QStringList openableFiles(const QMimeData& data);
    /// Opens a file as what its name says; what has no such name is taken for a model.
    void open(const QString& path);
    void openFiles(const QStringList& paths);

signals:
    void modelOpening(const QString& path);
    void sessionChosen(const QString& path);
    void runsChosen(const QStringList& paths);
    void written(const QString& path);

private:
    void writeMixlistTo(const QString& path, const std::function<void()>& then);

    Document& m_document;
    MessageBar& m_messages;
    QWidget& m_window;
};

}
