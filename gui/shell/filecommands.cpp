// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/filecommands.h"

#include "analysis/policy/overridefile.h"
#include "executor/files/atomicfile.h"
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "executor/train/checkpoint.h"
#include "gui/document/analysistexts.h"
#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/shell/messagebar.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr qint64 kLargestList = 16'000'000; // bytes; real lists have a few hundred

Error unreadable(const QFile& file)
{
    return {.kind = ErrorKind::File,
        .code = "E-FILE-READ",
        .what = FileCommands::tr("The file cannot be read (%1).").arg(file.errorString()).toStdString(),
        .where = file.fileName().toStdString(),
        .remedy = FileCommands::tr("Check the path and its permissions.").toStdString()};
}

Result<std::string> smallTextOf(const QString& path, const char* code, const QString& remedy)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would never end
        return std::unexpected(unreadable(file));
    const QByteArray bytes = file.read(kLargestList + 1);
    if (bytes.size() > kLargestList)
        return std::unexpected(Error{ErrorKind::Format, code,
            FileCommands::tr("The file is too large for such a list.").toStdString(), path.toStdString(),
            remedy.toStdString()});
    return bytes.toStdString();
}

Result<OverrideFile> readCalls(const QString& path)
{
    const auto text = smallTextOf(
        path, "E-OVERRIDES", FileCommands::tr("Choose a file that --overrides of halftone-cli takes."));
    if (!text)
        return std::unexpected(text.error());
    return parseOverrides(*text, path.toStdString());
}

struct Opener
{
    const char* suffix;
    void (FileCommands::*open)(const QString& path);
};
// Models come last: what is given on the command line need not end in .onnx.
constexpr auto kOpeners = std::to_array<Opener>({{".json", &FileCommands::openMixlist},
    {".halftone", &FileCommands::sessionChosen}, {".onnx", &FileCommands::openModel}});

const Opener* openerOf(const QString& path)
{
    const auto opener = std::ranges::find_if(kOpeners,
        [&](const Opener& row) { return path.endsWith(QLatin1String(row.suffix), Qt::CaseInsensitive); });
    return opener == kOpeners.end() ? nullptr : &*opener;
}

}

Result<LoadedMixlist> readMixlist(const QString& path)
{
    const auto text = smallTextOf(path, "E-MIXLIST-SIZE", FileCommands::tr("Choose an ops_info.json."));
    if (!text)
        return std::unexpected(text.error());
    return parseMixlist(*text, QFileInfo(path).fileName().toStdString());
}

FileCommands::FileCommands(Document& document, MessageBar& messages, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_messages(messages)
    , m_window(window)
{
    connect(&document, &Document::openingFailed, this, [this](const Error& error) {
        m_messages.showError("open", error, {tr("Open Another…"), [this] { askForModel(); }});
    });
    connect(&document, &Document::modelChanged, this, [this] { m_messages.settle("open"); });
}

void FileCommands::ask(const QString& title, const QString& filter, std::function<void(const QString&)> open)
{
    auto* dialog = new QFileDialog(&m_window, title);
    dialog->setObjectName(QStringLiteral("fileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({filter, tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, open);
    dialog->open();
}

void FileCommands::askForModel()
{
    ask(tr("Open Model"), tr("ONNX models (*.onnx)"), [this](const QString& path) { openModel(path); });
}

void FileCommands::openModel(const QString& path)
{
    if (isRunFile(path)) {
        emit runsChosen({path});
        return;
    }
    emit modelOpening(path);
    m_document.open(path);
}

void FileCommands::openSample()
{
    openModel(text(kSampleModel));
}

void FileCommands::askForMixlist()
{
    ask(tr("Open Mixlist"), tr("Mixlists (*.json)"), [this](const QString& path) { openMixlist(path); });
}

void FileCommands::openMixlist(const QString& path)
{
    const auto loaded = readMixlist(path);
    if (!loaded) {
        m_messages.showError("mixlist", loaded.error(), {tr("Open Another…"), [this] { askForMixlist(); }});
        return;
    }
    m_messages.settle("mixlist");
    loadMixlist(m_document, loaded->mixlist, path);
    if (loaded->findings.empty())
        return;
    const Finding& first = loaded->findings.front();
    m_messages.show(kindOf(first).severity, "mixlist",
        QStringLiteral("%1: %2 %3")
            .arg(text(first.where), messageText(first.message), analysisText(kindOf(first).remedy)));
}

void FileCommands::askForCalls()
{
    ask(tr("Open Types by Hand"), tr("Types by hand (*.json)"), [this](const QString& path) {
        const auto read = readCalls(path);
        if (!read) {
            m_messages.showError("calls", read.error(), {tr("Open Another…"), [this] { askForCalls(); }});
            return;
        }
        m_messages.settle("calls");
        Policy next = m_document.policy();
        next.overrides = read->calls;
        m_document.propose(tr("Load %1").arg(QFileInfo(path).fileName()), next);
    });
}

void FileCommands::saveCalls()
{
    askForTarget(tr("Save Types by Hand"), tr("Types by hand"), QStringLiteral("json"),
        QStringLiteral("overrides.json"), [this](const QString& path) {
            const auto done =
                writeFileAtomically(path.toStdString(), writeOverrides(m_document.policy().overrides));
            if (!done) {
                m_messages.showError("calls", done.error(), {tr("Save Elsewhere…"), [this] { saveCalls(); }});
                return;
            }
            m_messages.settle("calls");
            emit written(path);
        });
}

void FileCommands::saveMixlist(std::function<void()> then)
{
    if (m_document.policy().mixlistPath.isEmpty())
        saveMixlistAs(std::move(then));
    else
        writeMixlistTo(m_document.policy().mixlistPath, then);
}

void FileCommands::saveMixlistAs(std::function<void()> then)
{
    const QString proposal = m_document.policy().mixlistPath;
    askForTarget(tr("Save Mixlist"), tr("Mixlist"), QStringLiteral("json"),
        proposal.isEmpty() ? QStringLiteral("ops_info.json") : proposal,
        [this, then = std::move(then)](const QString& path) { writeMixlistTo(path, then); });
}

void FileCommands::writeMixlistTo(const QString& path, const std::function<void()>& then)
{
    const auto done = writeFileAtomically(path.toStdString(), writeMixlist(m_document.policy().mixlist));
    if (!done) {
        m_messages.showError(
            "save", done.error(), {tr("Save Elsewhere…"), [this, then] { saveMixlistAs(then); }});
        return;
    }
    m_messages.settle("save");
    m_document.markMixlistSaved(path, m_document.policy().mixlist);
    nameMixlist(m_document, path);
    emit written(path);
    if (then)
        then();
}

void FileCommands::checkMixlist()
{
    const auto checked = halftone::checkMixlist(m_document.policy().mixlist);
    if (!checked) {
        m_messages.showError("mixlist", checked.error());
        return;
    }
    const int advice = static_cast<int>(m_document.advice().size());
    if (advice > 0)
        m_messages.show(Severity::Warning, "mixlist",
            tr("CANN takes the list, but %n entries are worth a look: they stand below the lists.", nullptr,
                advice));
    else if (!m_document.policy().mixlistInForce())
        m_messages.show(Severity::Warning, "mixlist",
            tr("CANN refuses every list in %1.").arg(text(m_document.policy().choice->name)));
    else
        m_messages.show(Severity::Note, "mixlist", tr("CANN takes the list, and every entry has an effect."));
}

void FileCommands::askForTarget(const QString& title, const QString& kind, const QString& suffix,
    const QString& proposal, std::function<void(const QString&)> write)
{
    auto* dialog = new QFileDialog(&m_window, title);
    dialog->setObjectName(QStringLiteral("fileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    const QStringList suffixes = suffix.split(' ');
    QStringList filters;
    for (const QString& each : suffixes)
        filters += QStringLiteral("%1 (*.%2)").arg(suffixes.size() == 1 ? kind : each.toUpper(), each);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(suffixes.front());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, suffixes](const QString& filter) {
        dialog->setDefaultSuffix(suffixes.value(filters.indexOf(filter), suffixes.front()));
    });
    if (QFileInfo(proposal).isAbsolute())
        dialog->setDirectory(QFileInfo(proposal).path());
    dialog->selectFile(QFileInfo(proposal).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, std::move(write));
    dialog->open();
}

bool FileCommands::isRunFile(const QString& path)
{
    const auto startsRun = [](const QByteArray& bytes) {
        return bytes.startsWith(QByteArrayView(kRunFileHeader)) ||
            bytes.startsWith(QByteArrayView(kCheckpointHeader));
    };
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) &&
        startsRun(file.read(std::max(kRunFileHeader.size(), kCheckpointHeader.size())));
}

QStringList FileCommands::openableFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        const QString path = url.toLocalFile();
        if (openerOf(path) || isRunFile(path))
            files.append(path);
    }
    return files;
}

void FileCommands::open(const QString& path)
{
    const Opener* opener = openerOf(path);
    (this->*(opener ? opener->open : &FileCommands::openModel))(path);
}

void FileCommands::openFiles(const QStringList& paths)
{
    for (const QString& path : paths)
        open(path);
}

}
