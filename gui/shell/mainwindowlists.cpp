// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions of the main window do with mixlists.
#include "gui/compare/compareview.h"
#include "gui/document/commands.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/actions.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/named.h"

#include <QInputDialog>
#include <QStatusBar>

namespace halftone {

void MainWindow::connectMixlistActions()
{
    m_actions->handle("mixlist.black", this, [this] { moveTypesToList(List::Black); });
    m_actions->handle("mixlist.gray", this, [this] { moveTypesToList(List::Gray); });
    m_actions->handle("mixlist.white", this, [this] { moveTypesToList(List::White); });
    m_actions->handle("mixlist.reset", this, &MainWindow::resetTypesOfSelection);
    m_actions->handle("mixlist.reason", this, &MainWindow::askForReason);
    m_actions->handle("mixlist.open", m_files, &FileCommands::askForMixlist);
    m_actions->handle("mixlist.save", this, &MainWindow::saveMixlist);
    m_actions->handle("mixlist.saveAs", m_files, [this] { m_files->saveMixlistAs(); });
    m_actions->handle("mixlist.check", m_files, &FileCommands::checkMixlist);
    m_actions->handle("mixlist.clear", this, [this] {
        changeMixlist(
            m_document, {.fileName = m_document.policy().mixlist.fileName}, tr("Remove all entries"));
    });
}

void MainWindow::undo()
{
    // A text with a mistake is not in the list yet, so it is what was done last.
    if (!m_mixlist->revertBrokenText())
        m_document.undoStack().undo();
}

// A text with a mistake is in no list, so that it would be lost with another list.
bool MainWindow::hasReadableList()
{
    const std::optional<Error> mistake = m_mixlist->mistake();
    if (!mistake)
        return true;
    m_messages->showError(
        "save", *mistake, {tr("Back to the Last Good Text"), [this] { m_mixlist->revertBrokenText(); }});
    showView(View::Mixlist);
    return false;
}

void MainWindow::connectVariantActions()
{
    m_actions->handle("mixlist.duplicate", this, [this] {
        if (hasReadableList())
            statusBar()->showMessage(tr("You now edit the copy %1").arg(duplicateVariant(m_document)), 5000);
    });
    m_actions->handle("mixlist.rename", this, &MainWindow::askForVariantName);
    m_actions->handle("mixlist.delete", this, [this] {
        if (hasReadableList())
            deleteVariant(m_document);
    });
    m_actions->handle("mixlist.compare", this, &MainWindow::compareVariants);
    connect(m_mixlist, &MixlistEditor::variantChosen, this, [this](const QString& name) {
        if (hasReadableList())
            switchVariant(m_document, name);
    });
}

void MainWindow::askForVariantName()
{
    auto* dialog = named(new QInputDialog(this), "variantNameDialog", tr("Name of the list"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename List"));
    dialog->setLabelText(tr("Name of the list:"));
    dialog->setTextValue(variantTitle(m_document.policy().variantName));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        if (!renameVariant(m_document, name.trimmed()))
            m_messages->show(
                Severity::Warning, "variant", tr("Another list has the name \"%1\" already.").arg(name));
    });
    dialog->open();
}

void MainWindow::askForReason()
{
    const QStringList types = m_view == View::Mixlist ? m_mixlist->selectedTypes() : typesOfSelection();
    if (types.isEmpty())
        return;
    auto* dialog = named(new QInputDialog(this), "reasonDialog", tr("Reason"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Reason for %1").arg(types.join(QStringLiteral(", "))));
    dialog->setLabelText(tr("Why they are in their list (sessions hold it, ops_info.json cannot):"));
    dialog->setComboBoxItems({tr("accuracy"), tr("speed"), tr("not supported")});
    dialog->setComboBoxEditable(true);
    const EntryReasons& reasons = m_document.policy().reasons;
    const auto reason = reasons.find(types.front().toStdString());
    dialog->setTextValue(reason == reasons.end() ? QString() : reason->second);
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, types](const QString& text) { giveReason(m_document, types, text.simplified()); });
    dialog->open();
}

void MainWindow::compareVariants()
{
    const Policy& policy = m_document.policy();
    QStringList names = policy.variantNames();
    names.removeOne(policy.variantName);
    names.prepend(policy.variantName);
    m_compare->comparison().compareVariants(names);
    showView(View::Compare);
}

void MainWindow::saveMixlist()
{
    if (hasReadableList())
        m_files->saveMixlist();
}

// Those of Ascend, each once.
QStringList MainWindow::typesOfSelection() const
{
    QStringList types;
    for (NodeId node : m_document.selectedNodes()) {
        if (!m_document.judgement())
            break;
        types += typesOf(m_document.judgement()->decisions(), node);
    }
    types.removeDuplicates();
    return types;
}

void MainWindow::moveTypesToList(List list)
{
    if (m_view == View::Mixlist && m_mixlist->moveSelected(list))
        return;
    moveTypes(m_document, typesOfSelection(), list);
}

void MainWindow::resetTypesOfSelection()
{
    if (m_view == View::Mixlist && m_mixlist->resetSelected())
        return;
    resetTypes(m_document, typesOfSelection());
}

}
