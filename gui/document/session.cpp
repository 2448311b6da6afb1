// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/session.h"

#include "executor/files/modelfile.h"
#include "gui/document/optionsjson.h"
#include "gui/document/overridesjson.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace halftone {
namespace {

const QString kFormat = QStringLiteral("halftone-session");
constexpr int kVersion = 1;
constexpr qint64 kLargestFile = 16'000'000; // bytes; real ones have a few thousand
constexpr qsizetype kMostItems = 10'000; // of any list in the file
constexpr qsizetype kLargestLayout = 1'000'000; // bytes

/// The context of the texts below for translators.
struct Sessions
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Sessions)
};

Error refusal(const QString& what, const QString& path)
{
    return {.kind = ErrorKind::Format,
        .code = "E-SESSION",
        .what = what.toStdString(),
        .where = path.toStdString(),
        .remedy = Sessions::tr("Choose a file that Halftone saved as a session.").toStdString()};
}

QJsonObject modelJson(const Session& session, const QString& path)
{
    QJsonObject json{{"path", session.modelPath}};
    if (!findSample(session.modelPath.toStdString()))
        json["relativePath"] = QFileInfo(path).absoluteDir().relativeFilePath(session.modelPath);
    json["fingerprint"] = session.modelFingerprint;
    QJsonObject dims;
    for (const auto& [name, size] : session.dims)
        dims[text(name)] = static_cast<qint64>(size);
    json["dims"] = dims;
    return json;
}

QJsonObject policyJson(const Policy& policy)
{
    return {{"mode", text(policy.choice->name)}, {"soc", text(policy.soc)},
        {"options", optionsJson(policy.options)}, {"overrides", overridesJson(policy.overrides)}};
}

QJsonObject reasonsJson(const EntryReasons& reasons)
{
    QJsonObject json;
    for (const auto& [type, reason] : reasons)
        json[text(type)] = reason;
    return json;
}

EntryReasons readReasons(const QJsonObject& json)
{
    EntryReasons reasons;
    for (auto reason = json.begin(); reason != json.end() && reasons.size() < kMostItems; ++reason) {
        if (!reason->toString().isEmpty())
            reasons[reason.key().toStdString()] = reason->toString();
    }
    return reasons;
}

// The list in force comes first.
QJsonArray mixlistsJson(const Session& session)
{
    const Policy& policy = session.policy;
    QJsonObject json{{"name", policy.variantName}, {"path", policy.mixlistPath},
        {"text", text(writeMixlist(policy.mixlist))}, {"reasons", reasonsJson(policy.reasons)}};
    if (!session.draft.isEmpty())
        json["draft"] = session.draft;
    QJsonArray lists{json};
    for (const MixlistVariant& other : policy.variants)
        lists.append(QJsonObject{{"name", other.name}, {"path", other.path},
            {"text", text(writeMixlist(other.mixlist))}, {"reasons", reasonsJson(other.reasons)}});
    return lists;
}

QJsonObject viewJson(const Session& session)
{
    QJsonObject layouts;
    for (auto layout = session.layouts.cbegin(); layout != session.layouts.cend(); ++layout)
        layouts[layout.key()] = QString::fromLatin1(layout->toBase64());
    return {{"name", session.view}, {"graph", session.showsTraining ? "training" : "forward"},
        {"selection", session.selection}, {"layouts", layouts}};
}

QJsonArray runsJson(const Session& session, const QString& path)
{
    QJsonArray runs;
    for (const QString& file : session.runFiles)
        runs.append(QJsonObject{
            {"path", file}, {"relativePath", QFileInfo(path).absoluteDir().relativeFilePath(file)}});
    return runs;
}

// The file beside the session first: a folder that was moved or copied keeps what belongs together.
QString filePathIn(const QJsonObject& json, const QString& sessionPath)
{
    const QString absolute = json["path"].toString();
    if (absolute.isEmpty() || findSample(absolute.toStdString()))
        return absolute;
    const QString relative = json["relativePath"].toString();
    const QFileInfo beside(QDir::cleanPath(QFileInfo(sessionPath).absoluteDir().filePath(relative)));
    return !relative.isEmpty() && beside.isFile() ? beside.filePath() : absolute;
}

DimSizes dimsIn(const QJsonObject& json)
{
    constexpr double kLargest = 1e9; // as the dialog for dimensions has it
    DimSizes dims;
    for (auto dim = json.begin(); dim != json.end() && dims.size() < kMostItems; ++dim) {
        const double size = dim.value().toDouble();
        if (size >= 1 && size <= kLargest)
            dims[dim.key().toStdString()] = static_cast<std::int64_t>(size);
    }
    return dims;
}

void readPolicy(const QJsonObject& json, Policy& policy, QStringList& remarks)
{
    const QString mode = json["mode"].toString();
    if (const PolicyChoice* choice = findChoice(mode.toStdString()))
        policy.choice = choice;
    else
        remarks += Sessions::tr("The mode \"%1\" is not known.").arg(mode);
    const QString soc = json["soc"].toString();
    if (const auto library = OpLibrary::embedded(soc.toStdString()))
        policy.soc = (*library)->traits().soc;
    else
        remarks += Sessions::tr("The chip \"%1\" is not known.").arg(soc);
    remarks += readOptions(json["options"].toObject(), policy.options);
    policy.overrides = readOverrides(json["overrides"].toArray());
}

// The list in the text; nullopt for a text with a mistake.
std::optional<Mixlist> listIn(const QJsonObject& json)
{
    const QString list = json["text"].toString();
    if (list.isEmpty())
        return Mixlist{};
    auto read = parseMixlist(list.toStdString(), QFileInfo(json["path"].toString()).fileName().toStdString());
    return read ? std::optional(std::move(read->mixlist)) : std::nullopt;
}

void readMixlist(const QJsonObject& json, Session& session, QStringList& remarks)
{
    session.policy.variantName = json["name"].toString();
    session.policy.mixlistPath = json["path"].toString();
    session.policy.reasons = readReasons(json["reasons"].toObject());
    session.draft = json["draft"].toString();
    if (auto list = listIn(json)) {
        session.policy.mixlist = *std::move(list);
        return;
    }
    remarks += Sessions::tr("The mixlist has a mistake; its text stands in the JSON pane.");
    if (session.draft.isEmpty())
        session.draft = json["text"].toString();
}

void readVariants(const QJsonArray& lists, Policy& policy, QStringList& remarks)
{
    for (qsizetype i = 1; i < lists.size() && i < kMostItems; ++i) {
        const QJsonObject json = lists[i].toObject();
        const QString name = json["name"].toString();
        auto list = listIn(json);
        if (!list || policy.variantNames().contains(name))
            remarks += Sessions::tr("The list \"%1\" has a mistake and is left out.").arg(name);
        else
            policy.variants.push_back(
                {name, *std::move(list), json["path"].toString(), readReasons(json["reasons"].toObject())});
    }
}

void readRuns(const QJsonArray& runs, const QString& sessionPath, Session& session)
{
    constexpr qsizetype kMostRuns = 100; // Each is read as a whole.
    for (qsizetype i = 0; i < runs.size() && session.runFiles.size() < kMostRuns; ++i) {
        const QString file = filePathIn(runs[i].toObject(), sessionPath);
        if (!file.isEmpty() && !session.runFiles.contains(file))
            session.runFiles += file;
    }
}

void readView(const QJsonObject& json, Session& session)
{
    session.view = json["name"].toString();
    session.showsTraining = json["graph"].toString() == QLatin1String("training");
    session.selection = json["selection"].toString();
    const QJsonObject layouts = json["layouts"].toObject();
    for (auto layout = layouts.begin(); layout != layouts.end(); ++layout) {
        const QByteArray state = QByteArray::fromBase64(layout.value().toString().toLatin1());
        if (!state.isEmpty() && state.size() <= kLargestLayout && session.layouts.size() < kMostItems)
            session.layouts.insert(layout.key(), state);
    }
}

}

std::string writeSession(const Session& session, const QString& path)
{
    QJsonObject json{{"format", kFormat}, {"version", kVersion}};
    if (!session.modelPath.isEmpty())
        json["model"] = modelJson(session, path);
    json["policy"] = policyJson(session.policy);
    json["mixlists"] = mixlistsJson(session);
    json["view"] = viewJson(session);
    if (!session.runFiles.isEmpty())
        json["runs"] = runsJson(session, path);
    if (!session.savedAs.isEmpty())
        json["savedAs"] = session.savedAs;
    return QJsonDocument(json).toJson(QJsonDocument::Indented).toStdString();
}

Result<LoadedSession> parseSession(const QByteArray& bytes, const QString& path)
{
    QJsonParseError mistake;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &mistake);
    if (mistake.error != QJsonParseError::NoError) {
        Error error = refusal(Sessions::tr("The session is damaged: %1.").arg(mistake.errorString()), path);
        const QByteArray before = bytes.first(std::min<qsizetype>(mistake.offset, bytes.size()));
        error.line = static_cast<int>(before.count('\n')) + 1;
        error.column = static_cast<int>(before.size() - before.lastIndexOf('\n'));
        return std::unexpected(std::move(error));
    }
    const QJsonObject json = document.object();
    if (json["format"].toString() != kFormat)
        return std::unexpected(refusal(Sessions::tr("This file is no session."), path));
    LoadedSession loaded;
    Session& session = loaded.session;
    if (json["version"].toInt() > kVersion)
        loaded.remarks += Sessions::tr("A newer Halftone wrote the session; what is new in it is left out.");
    const QJsonObject model = json["model"].toObject();
    session.modelPath = filePathIn(model, path);
    session.modelFingerprint = model["fingerprint"].toString();
    session.dims = dimsIn(model["dims"].toObject());
    readPolicy(json["policy"].toObject(), session.policy, loaded.remarks);
    const QJsonArray lists = json["mixlists"].toArray();
    readMixlist(lists.at(0).toObject(), session, loaded.remarks);
    readVariants(lists, session.policy, loaded.remarks);
    readView(json["view"].toObject(), session);
    readRuns(json["runs"].toArray(), path, session);
    session.savedAs = json["savedAs"].toString();
    return loaded;
}

Result<LoadedSession> readSession(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return std::unexpected(Error{.kind = ErrorKind::File,
            .code = "E-FILE-READ",
            .what = Sessions::tr("The session cannot be read.").toStdString(),
            .where = path.toStdString(),
            .remedy = Sessions::tr("Check the path and its permissions.").toStdString()});
    const QByteArray bytes = file.read(kLargestFile + 1);
    if (bytes.size() > kLargestFile)
        return std::unexpected(refusal(Sessions::tr("The file is too large for a session."), path));
    return parseSession(bytes, path);
}

QString fingerprintOf(const QString& path)
{
    constexpr qint64 kHashed = 64 << 20;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(file.size()));
    constexpr qint64 kBlock = 1 << 20;
    qint64 left = kHashed;
    while (left > 0 && !file.atEnd()) {
        const QByteArray block = file.read(std::min(kBlock, left));
        if (block.isEmpty())
            return {};
        hash.addData(block);
        left -= block.size();
    }
    return QString::fromLatin1(hash.result().toHex());
}

}
