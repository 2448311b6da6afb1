// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"

#include "gui/document/document.h"
#include "gui/document/policyedits.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QUndoCommand>

namespace halftone {

class PolicyCommand : public QUndoCommand
{
public:
    PolicyCommand(Document& document, Policy after, const QString& text)
        : QUndoCommand(text)
        , m_document(document)
        , m_before(document.policy())
        , m_after(std::move(after))
    {
    }
    void undo() override { m_document.setPolicy(m_before); }
    void redo() override { m_document.setPolicy(m_after); }

private:
    Document& m_document;
    Policy m_before;
    Policy m_after;
};

namespace {

/// The context of the texts below for translators.
struct Commands
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Commands)
};

void push(Document& document, Policy after, const QString& what)
{
    if (after != document.policy())
        document.undoStack().push(new PolicyCommand(document, std::move(after), what));
}

}

void moveTypes(Document& document, const QStringList& types, List to)
{
    if (!types.isEmpty())
        push(document, withTypesInList(document.policy(), types, to), moveText(types, to));
}

void resetTypes(Document& document, const QStringList& types)
{
    if (!types.isEmpty())
        push(document, withoutTypes(document.policy(), types), resetText(types));
}

void changeChoice(Document& document, const PolicyChoice& choice)
{
    Policy after = document.policy();
    after.choice = &choice;
    push(document, std::move(after), Commands::tr("Change mode to %1").arg(text(choice.name)));
}

void changeChip(Document& document, std::string_view soc)
{
    Policy after = document.policy();
    after.soc = soc;
    after.options.useLibrary(nullptr, {});
    push(document, std::move(after), Commands::tr("Change chip to %1").arg(text(soc)));
}

void changeOptions(Document& document, const PolicyOptions& options)
{
    Policy after = document.policy();
    after.options = options;
    if (options.library)
        after.soc = options.library->traits().soc;
    push(document, std::move(after), Commands::tr("Change options"));
}

void overridePrecision(Document& document, const std::string& target, DType dtype)
{
    overridePrecisions(document, {target}, dtype);
}

void overridePrecisions(Document& document, const std::vector<std::string>& targets, DType dtype)
{
    if (!targets.empty())
        push(document, withOverrides(document.policy(), targets, dtype), overrideText(targets, dtype));
}

void setCall(Document& document, const std::string& replaced, const PrecisionOverride& call)
{
    push(document, withCall(document.policy(), replaced, call), callText(call));
}

void removeCalls(Document& document, const QStringList& targets)
{
    if (!targets.isEmpty())
        push(document, withoutCalls(document.policy(), targets), callsGoneText(targets));
}

void loadMixlist(Document& document, const Mixlist& mixlist, const QString& path)
{
    document.markMixlistSaved(path, mixlist);
    Policy after = document.policy();
    after.mixlist = mixlist;
    after.mixlistPath = path;
    push(document, std::move(after), Commands::tr("Load %1").arg(QFileInfo(path).fileName()));
}

void changeMixlist(Document& document, const Mixlist& mixlist, const QString& what)
{
    Policy after = document.policy();
    after.mixlist = mixlist;
    push(document, std::move(after), what);
}

QString variantTitle(const QString& name)
{
    return name.isEmpty() ? Commands::tr("List 1") : name;
}

QString duplicateVariant(Document& document)
{
    Policy after = document.policy();
    QStringList taken;
    for (const QString& name : after.variantNames())
        taken += variantTitle(name);
    qsizetype number = taken.size() + 1;
    while (taken.contains(Commands::tr("List %1").arg(number)))
        ++number;
    after.variants.push_back({after.variantName, after.mixlist, after.mixlistPath, after.reasons});
    after.variantName = Commands::tr("List %1").arg(number);
    after.mixlistPath.clear();
    const QString made = after.variantName;
    push(document, std::move(after), Commands::tr("Duplicate the list as %1").arg(made));
    return made;
}

void switchVariant(Document& document, const QString& name)
{
    Policy after = document.policy();
    const auto wanted = std::ranges::find(after.variants, name, &MixlistVariant::name);
    if (wanted == after.variants.end())
        return;
    std::swap(after.variantName, wanted->name);
    std::swap(after.mixlist, wanted->mixlist);
    std::swap(after.mixlistPath, wanted->path);
    std::swap(after.reasons, wanted->reasons);
    push(document, std::move(after), Commands::tr("Switch to %1").arg(variantTitle(name)));
}

bool renameVariant(Document& document, const QString& name)
{
    Policy after = document.policy();
    const bool isTaken = std::ranges::any_of(
        after.variants, [&](const MixlistVariant& other) { return variantTitle(other.name) == name; });
    if (name.isEmpty() || isTaken)
        return false;
    after.variantName = name;
    push(document, std::move(after), Commands::tr("Rename the list %1").arg(name));
    return true;
}

void deleteVariant(Document& document)
{
    Policy after = document.policy();
    if (after.variants.empty())
        return;
    const QString gone = variantTitle(after.variantName);
    MixlistVariant next = std::move(after.variants.back());
    after.variants.pop_back();
    after.variantName = next.name;
    after.mixlist = std::move(next.mixlist);
    after.mixlistPath = next.path;
    after.reasons = std::move(next.reasons);
    push(document, std::move(after), Commands::tr("Delete %1").arg(gone));
}

void giveReason(Document& document, const QStringList& types, const QString& reason)
{
    push(document, withReason(document.policy(), types, reason), reasonText(types, reason));
}

void changePolicy(Document& document, const Policy& policy, const QString& what)
{
    push(document, policy, what);
}

void nameMixlist(Document& document, const QString& path)
{
    Policy after = document.policy();
    after.mixlistPath = path;
    after.mixlist.fileName = QFileInfo(path).fileName().toStdString();
    push(document, std::move(after), Commands::tr("Name the list %1").arg(QFileInfo(path).fileName()));
}

}
