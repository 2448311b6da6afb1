// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/sessionkeeper.h"

#include "executor/files/atomicfile.h"
#include "executor/files/modelfile.h"
#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/autosave.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/training/trainingview.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

namespace halftone {

SessionKeeper::SessionKeeper(MainWindow& window, FileCommands& files)
    : QObject(&window)
    , m_window(window)
    , m_files(files)
{
    Document& document = window.document();
    connect(&document, &Document::modelChanged, this, &SessionKeeper::onModelChanged);
    connect(&document, &Document::openingFailed, this, &SessionKeeper::onOpeningFailed);
    connect(&document, &Document::trainingChanged, this, &SessionKeeper::showAsSaved);
    connect(&files, &FileCommands::sessionChosen, this, &SessionKeeper::open);
    // Another model than that of the session.
    connect(&files, &FileCommands::modelOpening, this, [this] {
        m_reading.cancel();
        m_pending.reset();
    });
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::saveCopy);
}

SessionKeeper::~SessionKeeper() = default;

Session SessionKeeper::capture() const
{
    const Document& document = m_window.document();
    Session session{.policy = document.policy(),
        .draft = m_window.mixlistEditor()->json()->draft(),
        .view = nameOf(m_window.view()),
        .showsTraining = document.shown() == Document::Shown::Training,
        .runFiles = m_window.trainingView()->openedFiles(),
        .layouts = m_window.settings().layouts,
        .savedAs = m_path};
    if (m_pending) { // what is not there yet, or was not found, is not lost
        session.modelPath = m_pending->modelPath;
        session.modelFingerprint = m_pending->modelFingerprint;
        session.dims = m_pending->dims;
        session.selection = m_pending->selection;
        session.view = m_pending->view;
        session.showsTraining = m_pending->showsTraining;
    } else if (document.hasModel()) {
        session.modelPath = document.model().path;
        session.modelFingerprint = m_fingerprint;
        session.dims = document.model().dims;
        if (document.selection().isValid())
            session.selection = text(document.graph()->displayName(document.selection()));
    }
    return session;
}

void SessionKeeper::askForSession()
{
    m_files.ask(tr("Open Session"), tr("Sessions (*.halftone)"), [this](const QString& path) { open(path); });
}

void SessionKeeper::open(const QString& path)
{
    m_reading.start(
        tr("Opening %1").arg(path), [path](const std::stop_token&) { return readSession(path); },
        [this, path](const Result<LoadedSession>& loaded) { accept(path, loaded); });
}

void SessionKeeper::accept(const QString& path, const Result<LoadedSession>& loaded)
{
    if (!loaded) {
        m_window.messages().showError(
            "session", loaded.error(), {tr("Open Another…"), [this] { askForSession(); }});
        return;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    apply(*loaded, tr("Open %1").arg(QFileInfo(path).fileName()));
    m_savedPolicy = m_window.document().policy();
    emit fileUsed(m_path);
}

void SessionKeeper::apply(const LoadedSession& loaded, const QString& what)
{
    const Session& session = loaded.session;
    m_window.messages().settle("session");
    m_remarks = loaded.remarks;
    if (!m_remarks.isEmpty())
        m_window.messages().show(Severity::Warning, "session", m_remarks.join(' '));
    Document& document = m_window.document();
    markSavedLists(session.policy);
    changePolicy(document, session.policy, what);
    m_window.mixlistEditor()->json()->setDraft(session.draft);
    m_window.setLayouts(session.layouts);
    m_window.trainingView()->openRuns(session.runFiles);
    m_pending = session;
    if (session.modelPath.isEmpty()) {
        document.closeModel();
        showAsSaved();
    } else {
        document.open(session.modelPath, session.dims);
    }
}

// Whether the list in the session is that of its file is for the file to say.
void SessionKeeper::markSavedLists(const Policy& policy)
{
    QStringList paths{policy.mixlistPath};
    for (const MixlistVariant& other : policy.variants)
        paths += other.path;
    for (const QString& path : paths) {
        if (path.isEmpty())
            continue;
        const auto list = readMixlist(path);
        m_window.document().markMixlistSaved(path, list ? list->mixlist : Mixlist());
    }
}

void SessionKeeper::showAsSaved()
{
    if (!m_pending)
        return;
    Document& document = m_window.document();
    if (const auto view = viewNamed(m_pending->view))
        m_window.showView(*view);
    const bool waitsForTraining = m_pending->showsTraining && !document.hasTraining();
    if (m_pending->showsTraining)
        document.show(Document::Shown::Training);
    if (document.hasModel())
        select(m_pending->selection);
    if (!waitsForTraining || !document.isTrainingPending())
        m_pending.reset();
}

void SessionKeeper::select(const QString& name)
{
    if (name.isEmpty())
        return;
    const GraphPtr graph = m_window.document().graph();
    for (NodeId node : graph->nodes()) {
        if (text(graph->displayName(node)) == name)
            return m_window.document().select(node);
    }
}

void SessionKeeper::onModelChanged()
{
    m_fingerprint.clear();
    m_hashing.cancel();
    const Document& document = m_window.document();
    if (!document.hasModel())
        return;
    const QString path = document.model().path;
    const QString expected = m_pending ? m_pending->modelFingerprint : QString();
    if (!findSample(path.toStdString()))
        m_hashing.start(
            tr("Reading %1").arg(path), [path](const std::stop_token&) { return fingerprintOf(path); },
            [this, expected](const QString& fingerprint) {
                m_fingerprint = fingerprint;
                compareFingerprint(expected);
            });
    // The window has shown the model before: its slots were connected first.
    QMetaObject::invokeMethod(this, &SessionKeeper::showAsSaved, Qt::QueuedConnection);
}

void SessionKeeper::compareFingerprint(const QString& expected)
{
    if (expected.isEmpty() || expected == m_fingerprint)
        return;
    m_remarks +=
        tr("%1 is not the file that it was when the session was saved. Lists and types asked for are applied "
           "to it as it is now.")
            .arg(m_window.document().model().path);
    m_window.messages().show(Severity::Warning, "session", m_remarks.join(' '));
}

void SessionKeeper::onOpeningFailed(const Error& error)
{
    if (!m_pending)
        return;
    m_window.messages().showError("open", error, {tr("Find the Model…"), [this] { findModel(); }});
}

void SessionKeeper::findModel()
{
    m_files.ask(tr("Open Model"), tr("ONNX models (*.onnx)"), [this](const QString& path) {
        if (!m_pending)
            return;
        m_pending->modelPath = path;
        m_window.document().open(path, m_pending->dims);
    });
}

void SessionKeeper::save(std::function<void()> then)
{
    if (m_path.isEmpty())
        saveAs(std::move(then));
    else
        writeTo(m_path, then);
}

void SessionKeeper::saveAs(std::function<void()> then)
{
    const QString name = m_window.document().hasModel() ? m_window.document().model().displayName()
                                                        : QStringLiteral("session");
    m_files.askForTarget(tr("Save Session"), tr("Session"), QStringLiteral("halftone"),
        m_path.isEmpty() ? name + ".halftone" : m_path,
        [this, then = std::move(then)](const QString& path) { writeTo(path, then); });
}

void SessionKeeper::writeTo(const QString& path, const std::function<void()>& then)
{
    Session session = capture();
    session.savedAs.clear(); // the file knows where it is
    if (const auto done = writeFileAtomically(path.toStdString(), writeSession(session, path)); !done) {
        m_window.messages().showError(
            "session", done.error(), {tr("Save Elsewhere…"), [this, then] { saveAs(then); }});
        return;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_savedPolicy = session.policy;
    m_window.messages().settle("session");
    emit m_files.written(path);
    emit fileUsed(m_path);
    if (then)
        then();
}

void SessionKeeper::startAutosave(const QString& folder, int seconds)
{
    m_autosave = std::make_unique<Autosave>(folder);
    setAutosave(seconds);
    offerOrphan();
}

void SessionKeeper::setAutosave(int seconds)
{
    constexpr int kMilliseconds = 1000;
    if (seconds > 0 && m_autosave)
        m_timer.start(seconds * kMilliseconds);
    else
        m_timer.stop();
}

void SessionKeeper::saveCopy()
{
    const Session session = capture();
    const Policy& policy = session.policy;
    if (session.modelPath.isEmpty() && session.draft.isEmpty() && policy.mixlist.isEmpty() &&
        policy.variants.empty() && policy.overrides.empty() && policy.options == PolicyOptions())
        return;
    std::string copy = writeSession(session, m_autosave->path());
    if (copy == m_lastCopy && !m_autosave->hasFailed())
        return;
    m_lastCopy = copy;
    m_autosave->save(std::move(copy));
}

// A copy may be large, and the window is only just there.
void SessionKeeper::offerOrphan()
{
    const std::optional<QString> orphan = m_autosave->findOrphan();
    if (!orphan)
        return;
    m_orphanReading.start(
        tr("Reading what the last start left"),
        [path = *orphan](const std::stop_token&) {
            return std::make_shared<const Result<LoadedSession>>(readSession(path));
        },
        [this, path = *orphan](const std::shared_ptr<const Result<LoadedSession>>& loaded) {
            if (*loaded)
                return offer(path, loaded);
            m_autosave->dropOrphan();
            offerOrphan();
        });
}

void SessionKeeper::offer(const QString& path, const std::shared_ptr<const Result<LoadedSession>>& loaded)
{
    const Session& session = (*loaded)->session;
    const QString model =
        session.modelPath.isEmpty() ? tr("no model") : QFileInfo(session.modelPath).fileName();
    const QString when = QLocale().toString(QFileInfo(path).lastModified(), QLocale::ShortFormat);
    m_window.messages().show(Severity::Warning, "restore",
        tr("Halftone did not end properly. A copy of the work of %1 is there: %2, %3, %n entries in the "
           "mixlist.",
            nullptr, static_cast<int>(session.policy.mixlist.entries.size()))
            .arg(when, model, text(session.policy.choice->name)),
        {tr("Restore"), [this, loaded] { restore(**loaded); }}, {tr("Throw Away"), [this] {
                                                                     m_autosave->dropOrphan();
                                                                     offerOrphan();
                                                                 }});
}

// The copy of the dead program goes only when there is one of this program.
void SessionKeeper::restore(const LoadedSession& orphan)
{
    m_path = orphan.session.savedAs;
    apply(orphan, tr("Restore"));
    m_lastCopy = writeSession(orphan.session, m_autosave->path());
    if (writeFileAtomically(m_autosave->path().toStdString(), m_lastCopy))
        m_autosave->dropOrphan();
}

}
