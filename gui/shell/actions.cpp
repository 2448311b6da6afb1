// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QWidget>

#include <array>

namespace halftone {
namespace {

// What is marked here is translated when an action is made. A shorter macro of our own would hide it from
// lupdate.
constexpr auto kRows = std::to_array<ActionRow>({
    {"file.open", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Open Model…"), "Ctrl+O",
        QT_TRANSLATE_NOOP("Actions", "Open an ONNX file.")},
    {"file.sample", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open &Sample LeNet-5"), "",
        QT_TRANSLATE_NOOP("Actions", "Open the small network for digits that is built in.")},
    {"file.sampleResNet", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open Sample &ResNet Block"), "",
        QT_TRANSLATE_NOOP(
            "Actions", "Open two residual blocks with batch normalisation, which are built in.")},
    {"file.sampleTransformer", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open Sample &Transformer Block"),
        "",
        QT_TRANSLATE_NOOP(
            "Actions", "Open attention, normalisation and GELU of one block, which are built in.")},
    {"file.openSession", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open Sess&ion…"), "Ctrl+Alt+O",
        QT_TRANSLATE_NOOP("Actions", "Take up work again: model, lists, mode and view.")},
    {"file.saveSession", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Sa&ve Session"), "Ctrl+Alt+S",
        QT_TRANSLATE_NOOP("Actions", "Write model, lists, mode and view to one file, saved or not."), true},
    {"file.saveSessionAs", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Save Session &As…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the session to another file.")},
    {"file.close", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Close Model"), "Ctrl+W",
        QT_TRANSLATE_NOOP("Actions", "Close the model and keep the mixlist.")},
    {"file.exportPng", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Graph as &PNG…"), "Ctrl+Shift+P",
        QT_TRANSLATE_NOOP("Actions", "Write the whole graph as a picture."), true},
    {"file.exportSvg", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Graph as S&VG…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the whole graph as a drawing that can be scaled.")},
    {"file.exportPdf", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Graph as P&DF…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the whole graph as one page.")},
    {"file.exportTiles", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Graph as &Tiles…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write a graph that is too large for one picture as several PNGs.")},
    {"file.exportVisible", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Only the &Visible Part"), "",
        QT_TRANSLATE_NOOP("Actions", "Pictures show the part of the graph that is in the view."), false,
        true},
    {"file.exportJson", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Operators as &JSON…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the table of operators for a program.")},
    {"file.exportCsv", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Export Operators as CS&V…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the table of operators for a spreadsheet.")},
    {"file.settings", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Se&ttings…"), "Ctrl+,",
        QT_TRANSLATE_NOOP("Actions", "Set theme, language, size of text and what is done by itself."), true},
    {"file.quit", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q",
        QT_TRANSLATE_NOOP("Actions", "Close the window."), true},

    {"edit.undo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z",
        QT_TRANSLATE_NOOP("Actions", "Take the last change back.")},
    {"edit.redo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z",
        QT_TRANSLATE_NOOP("Actions", "Make the change again that was taken back.")},
    {"edit.find", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Find Anything"), "Ctrl+K",
        QT_TRANSLATE_NOOP("Actions", "Find an operator, a type, a decision or a command."), true},
    {"edit.filter", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "Fi&lter Operators"), "Ctrl+F",
        QT_TRANSLATE_NOOP("Actions", "Show only the operators that have some words.")},
    {"edit.selectVisible", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "Select &Visible Operators"),
        "Ctrl+Shift+A",
        QT_TRANSLATE_NOOP("Actions",
            "Select all operators that are in the view; in the graph also by dragging with Shift.")},
    {"edit.copyName", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Copy Operator Name"), "Ctrl+Shift+C",
        QT_TRANSLATE_NOOP("Actions", "Copy the names of the selected operators.")},
    {"edit.copyTable", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "Copy &Table as CSV"), "Ctrl+Alt+V",
        QT_TRANSLATE_NOOP("Actions",
            "Copy the selected rows of the table of operators, or all that are shown where no two are "
            "selected.")},

    {"view.graph", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Graph"), "Ctrl+1",
        QT_TRANSLATE_NOOP("Actions", "Show the graph, its operators and why each has its type."), false,
        true},
    {"view.mixlist", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Mixlist"), "Ctrl+2",
        QT_TRANSLATE_NOOP("Actions", "Edit the black, gray and white lists."), false, true},
    {"view.compare", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Compare"), "Ctrl+3",
        QT_TRANSLATE_NOOP("Actions", "Show modes, levels and tools side by side."), false, true},
    {"view.training", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Training"), "Ctrl+4",
        QT_TRANSLATE_NOOP("Actions", "Train the model in this precision and watch."), false, true},
    {"view.library", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Library"), "Ctrl+5",
        QT_TRANSLATE_NOOP(
            "Actions", "Show what the chip's operators take, and compare it with your own CANN."),
        false, true},
    {"view.showForward", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Forward Graph"), "Ctrl+Shift+F",
        QT_TRANSLATE_NOOP("Actions", "Show the model as it is in the file."), true, true},
    {"view.showTraining", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Training &Step"), "Ctrl+Shift+T",
        QT_TRANSLATE_NOOP("Actions", "Show forward, loss, backward and update of one training step."), false,
        true},
    {"view.fit", MenuId::View, QT_TRANSLATE_NOOP("Actions", "F&it to Window"), "F",
        QT_TRANSLATE_NOOP("Actions", "Show the whole graph."), true},
    {"view.zoomSelection", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Zoom to Selection"), "Z",
        QT_TRANSLATE_NOOP("Actions", "Bring the selected operator to the middle.")},
    {"view.groups", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Group by Sc&ope"), "Ctrl+Shift+G",
        QT_TRANSLATE_NOOP("Actions", "Draw the operators of a scope as one box that can be opened."), true,
        true},
    {"view.toggleGroup", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Open or Close Grou&p"), "",
        QT_TRANSLATE_NOOP("Actions", "Open the selected group, or close it; in the graph by Enter.")},
    {"view.expandAll", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Expand All Groups"), "Ctrl+Shift+E",
        QT_TRANSLATE_NOOP("Actions", "Open all groups.")},
    {"view.collapseAll", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Collap&se All Groups"), "Ctrl+Shift+W",
        QT_TRANSLATE_NOOP("Actions", "Close all groups.")},
    {"view.depth1", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Expand &1 Level"), "Ctrl+Alt+1",
        QT_TRANSLATE_NOOP("Actions", "Open the outermost groups and close the others.")},
    {"view.depth2", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Expand &2 Levels"), "Ctrl+Alt+2",
        QT_TRANSLATE_NOOP("Actions", "Open groups down to the second level and close the others.")},
    {"view.depth3", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Expand &3 Levels"), "Ctrl+Alt+3",
        QT_TRANSLATE_NOOP("Actions", "Open groups down to the third level and close the others.")},
    {"view.phaseForward", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show For&ward Operators"), "Ctrl+Alt+F",
        QT_TRANSLATE_NOOP("Actions", "Show the forward operators of a training step, or hide them."), true,
        true},
    {"view.phaseLoss", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show &Loss Operators"), "Ctrl+Alt+L",
        QT_TRANSLATE_NOOP("Actions", "Show the loss of a training step, or hide it."), false, true},
    {"view.phaseBackward", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show Backwar&d Operators"),
        "Ctrl+Alt+B", QT_TRANSLATE_NOOP("Actions", "Show the gradients of a training step, or hide them."),
        false, true},
    {"view.phaseUpdate", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show &Update Operators"), "Ctrl+Alt+U",
        QT_TRANSLATE_NOOP("Actions", "Show the updates of weights in a training step, or hide them."), false,
        true},
    {"view.heatNone", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&No Heat"), "Alt+0",
        QT_TRANSLATE_NOOP("Actions", "Show no numbers of a training on the operators."), true, true},
    {"view.heatOverflow", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Heat: &Overflow"), "Alt+1",
        QT_TRANSLATE_NOOP("Actions", "Show on every operator how many numbers overflowed in training."),
        false, true},
    {"view.heatUnderflow", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Heat: Underflo&w"), "Alt+2",
        QT_TRANSLATE_NOOP("Actions", "Show on every operator which share was rounded to zero in training."),
        false, true},
    {"view.heatHeadroom", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Heat: Hea&droom"), "Alt+3",
        QT_TRANSLATE_NOOP(
            "Actions", "Show on every operator how many bits its numbers stay below the largest one."),
        false, true},
    {"view.heatError", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Heat: &Error against FP32"), "Alt+4",
        QT_TRANSLATE_NOOP("Actions",
            "Show on every operator how far its results are from the same step in FP32, while it trains."),
        false, true},
    {"view.back", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Back"), "Alt+Left",
        QT_TRANSLATE_NOOP("Actions", "Select the operator that was selected before."), true},
    {"view.forward", MenuId::View, QT_TRANSLATE_NOOP("Actions", "For&ward"), "Alt+Right",
        QT_TRANSLATE_NOOP("Actions", "Select the operator that Back came from.")},
    {"view.nextPane", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Ne&xt Pane"), "F6",
        QT_TRANSLATE_NOOP("Actions", "Move the keyboard to the next pane."), true},
    {"view.resetLayout", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), "",
        QT_TRANSLATE_NOOP("Actions", "Put all panes back where they were at first.")},

    {"model.why", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "&Why This Type?"), "Ctrl+I",
        QT_TRANSLATE_NOOP("Actions", "Show every step of the decision for the selected operator.")},
    {"model.follow", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "&Go to the Operator It Follows"), "Ctrl+G",
        QT_TRANSLATE_NOOP("Actions", "Select the operator whose type a gray operator took.")},
    {"model.selectType", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "&List All of This Type"), "Ctrl+L",
        QT_TRANSLATE_NOOP("Actions", "Filter the table by the type of the selected operator.")},
    {"model.askFloat32", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Ask for FP&32"), "",
        QT_TRANSLATE_NOOP("Actions", "Ask for FP32 on the selected operators, whatever the lists say."),
        true},
    {"model.askFloat16", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Ask for FP&16"), "",
        QT_TRANSLATE_NOOP("Actions", "Ask for FP16 on the selected operators, whatever the lists say.")},
    {"model.askBFloat16", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Ask for &BF16"), "",
        QT_TRANSLATE_NOOP("Actions", "Ask for BF16 on the selected operators, whatever the lists say.")},
    {"model.askNothing", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Ask for &No Type"), "",
        QT_TRANSLATE_NOOP("Actions", "Take back what was asked for on the selected operators.")},
    {"model.dims", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Set &Dimensions…"), "Ctrl+D",
        QT_TRANSLATE_NOOP("Actions", "Give sizes to the named dimensions of the model."), true},
    {"model.options", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Policy &Options…"), "Ctrl+Shift+I",
        QT_TRANSLATE_NOOP(
            "Actions", "Set what the mode, level or tool can be told: arguments, lists, files.")},
    {"model.group", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "New Gro&up…"), "Ctrl+Shift+B",
        QT_TRANSLATE_NOOP("Actions", "Ask for a type on the selected operators or scope as a group.")},
    {"model.openCalls", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Open &Types by Hand…"), "",
        QT_TRANSLATE_NOOP("Actions", "Read groups and types asked for from a file of halftone-cli.")},
    {"model.saveCalls", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "&Save Types by Hand…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write groups and types asked for to a file for halftone-cli.")},
    {"model.copyCommand", MenuId::Model, QT_TRANSLATE_NOOP("Actions", "Copy as Co&mmand"), "Ctrl+Alt+C",
        QT_TRANSLATE_NOOP("Actions", "Copy the line for halftone-cli that does what this view shows."), true},

    {"mixlist.black", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Move to &Black"), "B",
        QT_TRANSLATE_NOOP("Actions", "Keep the selected operator types in their precision.")},
    {"mixlist.gray", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Move to &Gray"), "G",
        QT_TRANSLATE_NOOP("Actions", "Let the selected operator types follow the one before them.")},
    {"mixlist.white", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Move to &White"), "W",
        QT_TRANSLATE_NOOP("Actions", "Lower the selected operator types where it is possible.")},
    {"mixlist.reset", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Back to the B&uilt-in List"), "Del",
        QT_TRANSLATE_NOOP("Actions", "Take the selected operator types out of the mixlist.")},
    {"mixlist.reason", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Gi&ve a Reason…"), "Ctrl+Shift+R",
        QT_TRANSLATE_NOOP("Actions", "Write down why the selected operator types are in their list.")},
    {"mixlist.open", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "&Open Mixlist…"), "Ctrl+Shift+O",
        QT_TRANSLATE_NOOP("Actions", "Read an ops_info.json."), true},
    {"mixlist.save", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "&Save Mixlist"), "Ctrl+S",
        QT_TRANSLATE_NOOP("Actions", "Write the list to its file.")},
    {"mixlist.saveAs", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Save Mixlist &As…"), "Ctrl+Shift+S",
        QT_TRANSLATE_NOOP("Actions", "Write the list to another file.")},
    {"mixlist.check", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "&Check Mixlist"), "F9",
        QT_TRANSLATE_NOOP("Actions", "Read the list as CANN does and say what it would refuse or ignore."),
        true},
    {"mixlist.clear", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "&Remove All Entries"), "",
        QT_TRANSLATE_NOOP("Actions", "Start again from the built-in lists.")},
    {"mixlist.duplicate", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "&Duplicate List"), "Ctrl+Shift+D",
        QT_TRANSLATE_NOOP("Actions", "Keep the list as it is and go on with a copy."), true},
    {"mixlist.rename", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Rena&me List…"), "",
        QT_TRANSLATE_NOOP("Actions", "Give the list in force another name.")},
    {"mixlist.delete", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "De&lete List"), "",
        QT_TRANSLATE_NOOP("Actions", "Forget the list in force and take the next one; Undo brings it back.")},
    {"mixlist.compare", MenuId::Mixlist, QT_TRANSLATE_NOOP("Actions", "Compare Lis&ts"), "Ctrl+Shift+M",
        QT_TRANSLATE_NOOP("Actions", "Show what the variants of the list decide, side by side.")},

    {"compare.previous", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "&Previous Difference"), "F7",
        QT_TRANSLATE_NOOP(
            "Actions", "Select the operator before this one that not all columns decide alike.")},
    {"compare.next", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "&Next Difference"), "F8",
        QT_TRANSLATE_NOOP("Actions", "Select the next operator that not all columns decide alike.")},
    {"compare.add", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "&Add Column"), "",
        QT_TRANSLATE_NOOP("Actions", "Compare with one more mode, level or tool.")},
    {"compare.numerics", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "&Run or Stop Numerics"),
        "Ctrl+Shift+N",
        QT_TRANSLATE_NOOP("Actions", "Compute a batch in FP32 and in every column, and measure the errors."),
        true},
    {"compare.exportCsv", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "&Export Comparison as CSV…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the table of operators by ways to decide for a spreadsheet."),
        true},
    {"compare.exportJson", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "Export Comparison as &JSON…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write decisions, differences and errors for a script.")},
    {"compare.exportReport", MenuId::Compare, QT_TRANSLATE_NOOP("Actions", "Export Re&port…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write tables, graph and plots into one HTML file.")},

    {"train.start", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "St&art"), "F5",
        QT_TRANSLATE_NOOP("Actions", "Train all runs that are ticked, at once.")},
    {"train.pause", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "Pa&use or Continue"), "Ctrl+F5",
        QT_TRANSLATE_NOOP("Actions", "Let all runs wait between two steps, or go on.")},
    {"train.step", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "Make One St&ep"), "F10",
        QT_TRANSLATE_NOOP("Actions", "Let all paused runs make one step.")},
    {"train.stop", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "S&top"), "Shift+F5",
        QT_TRANSLATE_NOOP("Actions", "End all runs behind the step in hand.")},
    {"train.openRun", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "&Open Run…"), "Ctrl+R",
        QT_TRANSLATE_NOOP("Actions", "Show recorded runs beside those that are trained here."), true},
    {"train.tensor", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "Te&nsor Panel"), "Ctrl+Shift+H",
        QT_TRANSLATE_NOOP("Actions",
            "Show the exponents of a tensor of the selected operator while it trains, against FP16 and "
            "BF16."),
        true, true},
    {"train.exportPlots", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "Export &Plots…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write the curves of the run as a picture.")},
    {"train.exportHistory", MenuId::Train, QT_TRANSLATE_NOOP("Actions", "Export &Steps as CSV…"), "",
        QT_TRANSLATE_NOOP("Actions", "Write all numbers of all steps for a spreadsheet.")},

    {"help.shortcuts", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&Keyboard Shortcuts"), "?",
        QT_TRANSLATE_NOOP("Actions", "Show all keys on one sheet.")},
    {"help.about", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&About Halftone"), "",
        QT_TRANSLATE_NOOP("Actions", "Show the version and what this processor can do."), true},
});

struct MenuRow
{
    MenuId id;
    const char* name;
    const char* title;
};

constexpr auto kMenus = std::to_array<MenuRow>({
    {MenuId::File, "menuFile", QT_TRANSLATE_NOOP("Actions", "&File")},
    {MenuId::Edit, "menuEdit", QT_TRANSLATE_NOOP("Actions", "&Edit")},
    {MenuId::View, "menuView", QT_TRANSLATE_NOOP("Actions", "&View")},
    {MenuId::Model, "menuModel", QT_TRANSLATE_NOOP("Actions", "&Model")},
    {MenuId::Mixlist, "menuMixlist", QT_TRANSLATE_NOOP("Actions", "Mi&xlist")},
    {MenuId::Compare, "menuCompare", QT_TRANSLATE_NOOP("Actions", "&Compare")},
    {MenuId::Train, "menuTrain", QT_TRANSLATE_NOOP("Actions", "&Train")},
    {MenuId::Help, "menuHelp", QT_TRANSLATE_NOOP("Actions", "&Help")},
});

QString translated(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

QString withoutMnemonic(QString text)
{
    // Chinese has no letters to underline, so they stand behind the words: "文件(&F)".
    static const QRegularExpression added(QStringLiteral(R"(\(&\w\))"));
    return text.remove(added).remove('&');
}

QString withoutMarks(const QString& text)
{
    return withoutMnemonic(text).remove(QStringLiteral("…"));
}

QAction* makeAction(const ActionRow& row, QObject* parent)
{
    auto* action = new QAction(translated(row.text), parent);
    action->setObjectName(QLatin1String(row.id));
    action->setIconText(withoutMnemonic(action->text())); // for tool bars
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
        menu->setAccessibleName(withoutMarks(translated(row.title)));
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
