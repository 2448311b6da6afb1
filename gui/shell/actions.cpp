// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <array>

namespace halftone {
namespace {

// What QT_TRANSLATE_NOOP marks is translated when an action is made.
#define HALFTONE_TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr auto kRows = std::to_array<ActionRow>({
    {"file.open", MenuId::File, HALFTONE_TEXT("&Open Model…"), "Ctrl+O", HALFTONE_TEXT("Open an ONNX file.")},
    {"file.sample", MenuId::File, HALFTONE_TEXT("Open &Sample LeNet-5"), "",
        HALFTONE_TEXT("Open the small network for digits that is built in.")},
    {"file.close", MenuId::File, HALFTONE_TEXT("&Close Model"), "Ctrl+W",
        HALFTONE_TEXT("Close the model and keep the mixlist.")},
    {"file.exportPng", MenuId::File, HALFTONE_TEXT("Export Graph as &PNG…"), "Ctrl+Shift+P",
        HALFTONE_TEXT("Write the whole graph as a picture."), true},
    {"file.exportSvg", MenuId::File, HALFTONE_TEXT("Export Graph as S&VG…"), "",
        HALFTONE_TEXT("Write the whole graph as a drawing that can be scaled.")},
    {"file.exportPdf", MenuId::File, HALFTONE_TEXT("Export Graph as P&DF…"), "",
        HALFTONE_TEXT("Write the whole graph as one page.")},
    {"file.exportCsv", MenuId::File, HALFTONE_TEXT("Export Operators as CS&V…"), "",
        HALFTONE_TEXT("Write the table of operators for a spreadsheet.")},
    {"file.quit", MenuId::File, HALFTONE_TEXT("&Quit"), "Ctrl+Q", HALFTONE_TEXT("Close the window."), true},

    {"edit.undo", MenuId::Edit, HALFTONE_TEXT("&Undo"), "Ctrl+Z",
        HALFTONE_TEXT("Take the last change back.")},
    {"edit.redo", MenuId::Edit, HALFTONE_TEXT("&Redo"), "Ctrl+Shift+Z",
        HALFTONE_TEXT("Make the change again that was taken back.")},
    {"edit.find", MenuId::Edit, HALFTONE_TEXT("&Find Anything"), "Ctrl+K",
        HALFTONE_TEXT("Find an operator, a type, a decision or a command."), true},
    {"edit.filter", MenuId::Edit, HALFTONE_TEXT("Fi&lter Operators"), "Ctrl+F",
        HALFTONE_TEXT("Show only the operators that have some words.")},
    {"edit.copyName", MenuId::Edit, HALFTONE_TEXT("&Copy Operator Name"), "Ctrl+Shift+C",
        HALFTONE_TEXT("Copy the name of the selected operator.")},

    {"view.graph", MenuId::View, HALFTONE_TEXT("&Graph"), "Ctrl+1",
        HALFTONE_TEXT("Show the graph, its operators and why each has its type."), false, true},
    {"view.mixlist", MenuId::View, HALFTONE_TEXT("&Mixlist"), "Ctrl+2",
        HALFTONE_TEXT("Edit the black, gray and white lists."), false, true},
    {"view.compare", MenuId::View, HALFTONE_TEXT("&Compare"), "Ctrl+3",
        HALFTONE_TEXT("Show modes, levels and tools side by side."), false, true},
    {"view.training", MenuId::View, HALFTONE_TEXT("&Training"), "Ctrl+4",
        HALFTONE_TEXT("Train the model in this precision and watch."), false, true},
    {"view.showForward", MenuId::View, HALFTONE_TEXT("&Forward Graph"), "Ctrl+Shift+F",
        HALFTONE_TEXT("Show the model as it is in the file."), true, true},
    {"view.showTraining", MenuId::View, HALFTONE_TEXT("Training &Step"), "Ctrl+Shift+T",
        HALFTONE_TEXT("Show forward, loss, backward and update of one training step."), false, true},
    {"view.fit", MenuId::View, HALFTONE_TEXT("F&it to Window"), "F", HALFTONE_TEXT("Show the whole graph."),
        true},
    {"view.zoomSelection", MenuId::View, HALFTONE_TEXT("&Zoom to Selection"), "Z",
        HALFTONE_TEXT("Bring the selected operator to the middle.")},
    {"view.back", MenuId::View, HALFTONE_TEXT("&Back"), "Alt+Left",
        HALFTONE_TEXT("Select the operator that was selected before.")},
    {"view.forward", MenuId::View, HALFTONE_TEXT("For&ward"), "Alt+Right",
        HALFTONE_TEXT("Select the operator that Back came from.")},
    {"view.nextPane", MenuId::View, HALFTONE_TEXT("Ne&xt Pane"), "F6",
        HALFTONE_TEXT("Move the keyboard to the next pane."), true},
    {"view.resetLayout", MenuId::View, HALFTONE_TEXT("&Reset Layout"), "",
        HALFTONE_TEXT("Put all panes back where they were at first.")},

    {"model.why", MenuId::Model, HALFTONE_TEXT("&Why This Type?"), "Ctrl+I",
        HALFTONE_TEXT("Show every step of the decision for the selected operator.")},
    {"model.follow", MenuId::Model, HALFTONE_TEXT("&Go to the Operator It Follows"), "Ctrl+G",
        HALFTONE_TEXT("Select the operator whose type a gray operator took.")},
    {"model.selectType", MenuId::Model, HALFTONE_TEXT("&List All of This Type"), "Ctrl+L",
        HALFTONE_TEXT("Filter the table by the type of the selected operator.")},
    {"model.dims", MenuId::Model, HALFTONE_TEXT("Set &Dimensions…"), "Ctrl+D",
        HALFTONE_TEXT("Give sizes to the named dimensions of the model."), true},

    {"mixlist.black", MenuId::Mixlist, HALFTONE_TEXT("Move to &Black"), "B",
        HALFTONE_TEXT("Keep the selected operator types in their precision.")},
    {"mixlist.gray", MenuId::Mixlist, HALFTONE_TEXT("Move to &Gray"), "G",
        HALFTONE_TEXT("Let the selected operator types follow the one before them.")},
    {"mixlist.white", MenuId::Mixlist, HALFTONE_TEXT("Move to &White"), "W",
        HALFTONE_TEXT("Lower the selected operator types where it is possible.")},
    {"mixlist.reset", MenuId::Mixlist, HALFTONE_TEXT("Back to the B&uilt-in List"), "Del",
        HALFTONE_TEXT("Take the selected operator types out of the mixlist.")},
    {"mixlist.open", MenuId::Mixlist, HALFTONE_TEXT("&Open Mixlist…"), "Ctrl+Shift+O",
        HALFTONE_TEXT("Read an ops_info.json."), true},
    {"mixlist.save", MenuId::Mixlist, HALFTONE_TEXT("&Save Mixlist"), "Ctrl+S",
        HALFTONE_TEXT("Write the list to its file.")},
    {"mixlist.saveAs", MenuId::Mixlist, HALFTONE_TEXT("Save Mixlist &As…"), "Ctrl+Shift+S",
        HALFTONE_TEXT("Write the list to another file.")},
    {"mixlist.check", MenuId::Mixlist, HALFTONE_TEXT("&Check Mixlist"), "F9",
        HALFTONE_TEXT("Read the list as CANN does and say what it would refuse or ignore."), true},
    {"mixlist.clear", MenuId::Mixlist, HALFTONE_TEXT("&Remove All Entries"), "",
        HALFTONE_TEXT("Start again from the built-in lists.")},

    {"compare.previous", MenuId::Compare, HALFTONE_TEXT("&Previous Difference"), "F7",
        HALFTONE_TEXT("Select the operator before this one that not all columns decide alike.")},
    {"compare.next", MenuId::Compare, HALFTONE_TEXT("&Next Difference"), "F8",
        HALFTONE_TEXT("Select the next operator that not all columns decide alike.")},
    {"compare.add", MenuId::Compare, HALFTONE_TEXT("&Add Column"), "",
        HALFTONE_TEXT("Compare with one more mode, level or tool.")},
    {"compare.exportCsv", MenuId::Compare, HALFTONE_TEXT("&Export Comparison as CSV…"), "",
        HALFTONE_TEXT("Write the table of operators by ways to decide for a spreadsheet."), true},

    {"train.exportPlots", MenuId::Train, HALFTONE_TEXT("Export &Plots…"), "",
        HALFTONE_TEXT("Write the curves of the run as a picture.")},
    {"train.exportHistory", MenuId::Train, HALFTONE_TEXT("Export &Steps as CSV…"), "",
        HALFTONE_TEXT("Write all numbers of all steps for a spreadsheet.")},

    {"help.shortcuts", MenuId::Help, HALFTONE_TEXT("&Keyboard Shortcuts"), "?",
        HALFTONE_TEXT("Show all keys on one sheet.")},
    {"help.about", MenuId::Help, HALFTONE_TEXT("&About Halftone"), "",
        HALFTONE_TEXT("Show the version and what this processor can do."), true},
});

struct MenuRow
{
    MenuId id;
    const char* name;
    const char* title;
};

constexpr auto kMenus = std::to_array<MenuRow>({
    {MenuId::File, "menuFile", HALFTONE_TEXT("&File")},
    {MenuId::Edit, "menuEdit", HALFTONE_TEXT("&Edit")},
    {MenuId::View, "menuView", HALFTONE_TEXT("&View")},
    {MenuId::Model, "menuModel", HALFTONE_TEXT("&Model")},
    {MenuId::Mixlist, "menuMixlist", HALFTONE_TEXT("Mi&xlist")},
    {MenuId::Compare, "menuCompare", HALFTONE_TEXT("&Compare")},
    {MenuId::Train, "menuTrain", HALFTONE_TEXT("&Train")},
    {MenuId::Help, "menuHelp", HALFTONE_TEXT("&Help")},
});

#undef HALFTONE_TEXT

QString translated(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

QString withoutMarks(QString text)
{
    return text.remove('&').remove(QStringLiteral("…"));
}

QAction* makeAction(const ActionRow& row, QObject* parent)
{
    auto* action = new QAction(translated(row.text), parent);
    action->setObjectName(QLatin1String(row.id));
    action->setShortcut(QKeySequence::fromString(QLatin1String(row.shortcut), QKeySequence::PortableText));
    action->setStatusTip(translated(row.tip));
    action->setCheckable(row.isCheckable);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(
        keys.isEmpty() ? translated(row.tip) : QStringLiteral("%1 (%2)").arg(translated(row.tip), keys));
    return action;
}

}

std::span<const ActionRow> actionRows()
{
    return kRows;
}

Actions::Actions(QWidget* window)
    : QObject(window)
{
    for (const ActionRow& row : kRows) {
        QAction* action = makeAction(row, this);
        m_actions.insert(action->objectName(), action);
        window->addAction(action);
    }
}

QAction* Actions::get(const char* id) const
{
    QAction* action = m_actions.value(QLatin1String(id));
    Q_ASSERT_X(action, "Actions::get", id);
    return action;
}

void Actions::fill(QMenuBar* bar)
{
    for (const MenuRow& row : kMenus) {
        QMenu* menu = bar->addMenu(translated(row.title));
        menu->setObjectName(QLatin1String(row.name));
        menu->setAccessibleName(translated(row.title).remove('&'));
        menu->setToolTipsVisible(true);
        m_menus.insert(row.id, menu);
    }
    for (const ActionRow& row : kRows) {
        if (row.startsGroup)
            m_menus[row.menu]->addSeparator();
        m_menus[row.menu]->addAction(get(row.id));
    }
}

QString Actions::plainText(const QAction& action)
{
    return withoutMarks(action.text());
}

QString Actions::plainText(const ActionRow& row)
{
    return withoutMarks(translated(row.text));
}

}
