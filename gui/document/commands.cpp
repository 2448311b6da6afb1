// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"

#include "gui/document/document.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"

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

// "Conv2D", "Conv2D and 2 more"
QString shortListOf(const QStringList& types)
{
    if (types.size() == 1)
        return types.front();
    return Commands::tr("%1 and %2 more").arg(types.front()).arg(types.size() - 1);
}

List libraryList(const Policy& policy, std::string_view type)
{
    const auto library = OpLibrary::embedded(policy.soc);
    const LibraryOp* op = library ? (*library)->find(type) : nullptr;
    return op ? op->list : List::Gray;
}

}

void moveTypes(Document& document, const QStringList& types, List to)
{
    if (types.isEmpty())
        return;
    Policy after = document.policy();
    for (const QString& each : types) {
        const std::string type = each.toStdString();
        after.mixlist = withOpInList(after.mixlist, type, libraryList(after, type), to);
    }
    push(document, std::move(after), Commands::tr("Move %1 to %2").arg(shortListOf(types), listTitle(to)));
}

void resetTypes(Document& document, const QStringList& types)
{
    if (types.isEmpty())
        return;
    Policy after = document.policy();
    std::erase_if(
        after.mixlist.entries, [&](const MixlistEntry& entry) { return types.contains(text(entry.opType)); });
    push(document, std::move(after), Commands::tr("Return %1 to the built-in list").arg(shortListOf(types)));
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
    push(document, std::move(after), Commands::tr("Change chip to %1").arg(text(soc)));
}

void overridePrecision(Document& document, const std::string& target, DType dtype)
{
    Policy after = document.policy();
    std::erase_if(after.overrides, [&](const PrecisionOverride& other) { return other.target == target; });
    const bool isTakenBack = dtype == DType::Undefined;
    if (!isTakenBack)
        after.overrides.push_back({.target = target, .dtype = dtype});
    push(document, std::move(after),
        isTakenBack ? Commands::tr("Let the policy decide %1").arg(text(target))
                    : Commands::tr("Ask for %1 on %2").arg(text(name(dtype)), text(target)));
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
    after.variants.push_back({after.variantName, after.mixlist, after.mixlistPath});
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
    push(document, std::move(after), Commands::tr("Delete %1").arg(gone));
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
