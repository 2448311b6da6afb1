// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the main window does when the document has changed.
#include "gui/document/policyedits.h"
#include "gui/document/selectionedits.h"
#include "gui/document/text.h"
#include "gui/graph/graphview.h"
#include "gui/library/libraryview.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/actions.h"
#include "gui/shell/dimsdialog.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/graphmenu.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"
#include "gui/shell/selectionhistory.h"
#include "gui/shell/sessionkeeper.h"
#include "gui/shell/startpage.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/trainingview.h"

#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QStatusBar>

namespace halftone {

void MainWindow::connectDocument()
{
    connect(&m_document, &Document::modelChanged, this, &MainWindow::refreshModel);
    connect(&m_document, &Document::shownChanged, this, &MainWindow::refreshStatus);
    connect(&m_document, &Document::decisionsChanged, this, &MainWindow::refreshRefusal);
    connect(&m_document, &Document::decisionsChanged, this, &MainWindow::refreshStatus);
    connect(&m_document, &Document::policyChanged, this, &MainWindow::refreshTraining);
    connect(&m_document, &Document::policyChanged, this, &MainWindow::refreshOptions);
    connect(&m_document, &Document::policyChanged, this, &MainWindow::refreshActions);
    connect(&m_document, &Document::savedStateChanged, this, &MainWindow::refreshTitle);
    for (auto change : {&Document::decisionsChanged, &Document::shownChanged, &Document::trainingChanged})
        connect(&m_document, change, this, &MainWindow::refreshActions);
    connect(&m_document, &Document::selectedNodesChanged, this, &MainWindow::refreshActions);
    connect(m_files, &FileCommands::modelOpening, this, [this] { m_messages->settle("open"); });
    connect(m_start, &StartPage::recentChosen, m_files, &FileCommands::open);
    connect(m_sessions, &SessionKeeper::fileUsed, this, &MainWindow::rememberFile);
    connect(m_start, &StartPage::pinWished, this, [this](const QString& path, bool isPinned) {
        setPinned(m_settings, path, isPinned);
        emit settingsChanged(settings());
        refreshFiles();
    });
    connect(m_start, &StartPage::forgetWished, this, [this](const QString& path) {
        forget(m_settings, path);
        emit settingsChanged(settings());
        refreshFiles();
    });
    connect(m_library, &LibraryView::failed, this,
        [this](const Error& error) { m_messages->showError("library", error); });
    connect(m_library, &LibraryView::replacingWished, this,
        [this](const Error& error, const std::function<void()>& replace) {
            m_messages->showError("library", error, {tr("Replace"), replace});
        });
    connect(m_library, &LibraryView::written, this, [this] { m_messages->settle("library"); });
    connect(m_library, &LibraryView::written, m_files, &FileCommands::written);
    connect(m_graph->view(), &GraphView::contextMenuRequested, this, &MainWindow::showGraphMenu);
    connect(m_graph->view(), &GraphView::nodeActivated, m_actions->get("model.why"), &QAction::trigger);
    connect(m_ops, &OpsTable::contextMenuRequested, this, &MainWindow::showTableMenu);
    connect(m_ops, &OpsTable::activated, m_actions->get("model.why"), &QAction::trigger);
    connect(m_graph->view(), &GraphView::listRequested, this,
        [this](NodeId, List list) { moveTypesToList(list); });
    connect(&m_document, &Document::proposed, this, [this](const QString& what, const Policy& policy) {
        showView(View::Mixlist);
        m_mixlist->propose(what, policy);
    });
    connect(m_mixlist, &MixlistEditor::nodeChosen, this, [this](NodeId node) {
        showView(View::Graph);
        m_document.select(node);
    });
    connect(m_mixlist, &MixlistEditor::mistakeChanged, this, &MainWindow::refreshActions);
    connect(&m_document, &Document::selectionChanged, this, [this](NodeId node) {
        if (node.isValid())
            m_training->setOperator(text(m_document.graph()->displayName(node)));
    });
    connect(m_training, &TrainingView::nodeRequested, this, &MainWindow::goToNamedNode);
    connect(m_training, &TrainingView::blackListRequested, this, &MainWindow::blackListNamedNode);
    connect(m_training, &TrainingView::overrideRequested, this, &MainWindow::keepNamedNodeInFloat32);
    connect(m_files, &FileCommands::runsChosen, this, [this](const QStringList& paths) {
        showView(View::Training);
        m_training->openRuns(paths);
    });
}

void MainWindow::refreshModel()
{
    if (m_document.hasModel()) {
        const OpenedModel& model = m_document.model();
        if (QFileInfo::exists(model.path))
            rememberFile(model.path);
        m_training->setModel(model.path, model.dims, model.forward);
    } else {
        m_training->setModel({}, {});
    }
    refreshFiles();
    showView(m_view);
    refreshTitle();
    refreshStatus();
    refreshOptions();
    refreshTraining();
}

void MainWindow::rememberFile(const QString& path)
{
    remember(m_settings, QFileInfo(path).absoluteFilePath());
    emit settingsChanged(settings());
    refreshFiles();
}

void MainWindow::refreshFiles()
{
    m_start->setFiles(m_settings.pinnedFiles, m_settings.recentFiles);
}

void MainWindow::refreshTitle()
{
    QStringList parts;
    if (m_document.hasModel())
        parts += m_document.model().displayName();
    const Policy& policy = m_document.policy();
    if (!policy.mixlistPath.isEmpty())
        parts += QFileInfo(policy.mixlistPath).fileName() + "[*]";
    else if (!policy.mixlist.isEmpty())
        parts += tr("new list") + "[*]";
    parts += QStringLiteral("Halftone");
    setWindowTitle(parts.join(QStringLiteral(" — ")) + (parts.join(QString()).contains("[*]") ? "" : "[*]"));
    setWindowModified(m_document.isMixlistModified());
}

void MainWindow::refreshActions()
{
    const auto enable = [this](std::initializer_list<const char*> ids, bool isEnabled) {
        for (const char* id : ids)
            m_actions->get(id)->setEnabled(isEnabled);
    };
    const QUndoStack& stack = m_document.undoStack();
    enable({"edit.undo"}, stack.canUndo() || m_mixlist->hasMistake());
    enable({"edit.redo"}, stack.canRedo());
    m_actions->get("edit.undo")
        ->setText(stack.canUndo() ? tr("&Undo %1").arg(stack.undoText()) : tr("&Undo"));
    m_actions->get("edit.redo")
        ->setText(stack.canRedo() ? tr("&Redo %1").arg(stack.redoText()) : tr("&Redo"));
    m_actions->get("edit.undo")->setIconText(tr("Undo"));
    m_actions->get("edit.redo")->setIconText(tr("Redo"));

    const bool hasModel = m_document.hasModel() && m_document.judgement();
    enable({"model.copyCommand", "file.exportPng", "file.exportSvg", "file.exportPdf", "file.exportCsv",
               "file.exportJson", "file.exportTiles", "file.exportVisible", "edit.copyTable", "view.fit",
               "edit.filter", "view.showForward"},
        hasModel);
    enable({"file.close"}, m_document.hasModel());
    enable({"model.group"}, hasModel);
    enable({"model.saveCalls"}, !m_document.policy().overrides.empty());
    enable({"view.showTraining"}, m_document.hasTraining());
    enable({"model.dims"}, hasModel && DimsDialog::hasDims(m_document.model()));
    const NodeId node = m_document.selection();
    const bool hasNode = hasModel && node.isValid();
    const bool hasNodes = hasModel && !m_document.selectedNodes().empty();
    enable({"view.zoomSelection", "model.why", "model.selectType"}, hasNode);
    enable({"edit.copyName"}, hasNodes);
    enable({"model.askFloat32", "model.askFloat16", "model.askBFloat16", "model.askNothing"},
        hasModel && canAskOfSelection(m_document));
    enable({"edit.selectVisible"}, hasModel && m_view == View::Graph);
    enable({"model.follow"}, hasNode && m_document.judgement()->decisions().node(node).decidedBy.isValid());
    const bool hasLists = m_document.policy().mixlistInForce() != nullptr;
    enable({"mixlist.black", "mixlist.gray", "mixlist.white", "mixlist.reset", "mixlist.reason"},
        hasLists && (hasNodes || m_view == View::Mixlist));
    enable({"mixlist.delete", "mixlist.compare"}, !m_document.policy().variants.empty());
    enable({"mixlist.clear"}, !m_document.policy().mixlist.isEmpty());
    enable({"view.back"}, m_history->canGoBack());
    enable({"view.forward"}, m_history->canGoForward());
    m_actions->get("view.graph")->setChecked(m_view == View::Graph);
    m_actions->get("view.mixlist")->setChecked(m_view == View::Mixlist);
    m_actions->get("view.compare")->setChecked(m_view == View::Compare);
    m_actions->get("view.library")->setChecked(m_view == View::Library);
    enable({"compare.previous", "compare.next", "compare.add", "compare.numerics", "compare.exportCsv",
               "compare.exportJson", "compare.exportReport"},
        hasModel && m_view == View::Compare);
    m_actions->get("view.training")->setChecked(m_view == View::Training);
    refreshGraphActions();
    const bool isTraining = m_document.shown() == Document::Shown::Training;
    m_actions->get("view.showForward")->setChecked(!isTraining);
    m_actions->get("view.showTraining")->setChecked(isTraining);
}

void MainWindow::refreshRefusal()
{
    const JudgementPtr& judgement = m_document.judgement();
    if (!judgement || !judgement->refusal())
        return m_messages->settle("policy");
    MessageBar::Remedy remedy;
    if (m_document.undoStack().canUndo())
        remedy = {tr("Undo"), [this] { m_document.undoStack().undo(); }};
    m_messages->showError("policy", *judgement->refusal(), remedy);
}

void MainWindow::refreshStatus()
{
    if (!m_document.hasModel())
        return m_modelStatus->setLine(tr("No model open"));
    const QLocale locale;
    const OpenedModel& model = m_document.model();
    const bool isTraining = m_document.shown() == Document::Shown::Training;
    m_modelStatus->setLine(tr("%1  ·  %2 operators%3  ·  opset %4")
            .arg(model.displayName())
            .arg(locale.toString(static_cast<qulonglong>(m_document.graph()->nodeCount())))
            .arg(isTraining ? tr(" in a training step") : QString())
            .arg(model.forward->opset()));
}

void MainWindow::refreshOptions()
{
    const Policy& policy = m_document.policy();
    const QStringList options = optionsInForce(policy.options, *policy.choice);
    constexpr qsizetype kShown = 2; // the tip has all of them
    QStringList shown;
    for (const QString& option : options.first(std::min(kShown, options.size())))
        shown += option.contains('/') ? option.section('=', 0, 0) + '=' + option.section('/', -1) : option;
    const qsizetype more = options.size() - shown.size();
    m_optionsStatus->setLine(shown.isEmpty() ? QString()
            : more > 0                       ? tr("Options: %1 and %2 more").arg(shown.join(", ")).arg(more)
                                             : tr("Options: %1").arg(shown.join(", ")));
    m_optionsStatus->setToolTip(options.join('\n'));
}

void MainWindow::refreshTraining()
{
    m_training->setPolicy(m_document.policy());
}

// In the training graph, which has all operators that events name. Says so when there is none.
NodeId MainWindow::nodeNamed(const QString& name)
{
    m_document.show(Document::Shown::Training);
    if (const GraphPtr graph = m_document.graph()) {
        for (NodeId node : graph->nodes()) {
            if (text(graph->displayName(node)) == name)
                return node;
        }
        // Recorded runs name casts after what they convert: what an operator made, or one reads.
        if (const ValueId value = graph->findValue(name.toStdString()); value.isValid()) {
            const NodeId producer = graph->value(value).producer;
            const auto uses = graph->uses(value);
            if (producer.isValid() || !uses.empty())
                return producer.isValid() ? producer : uses.front().node;
        }
        m_messages->show(Severity::Note, "find", tr("The graph has no operator \"%1\".").arg(name));
    }
    return {};
}

void MainWindow::goToNamedNode(const QString& name)
{
    const NodeId node = nodeNamed(name);
    if (!node.isValid())
        return;
    showView(View::Graph);
    m_document.select(node);
}

void MainWindow::blackListNamedNode(const QString& name)
{
    const NodeId node = nodeNamed(name);
    if (!node.isValid())
        return;
    if (!m_document.judgement()) { // a large training graph takes a while to be decided
        connect(
            &m_document, &Document::decisionsChanged, this, [this, name] { blackListNamedNode(name); },
            Qt::SingleShotConnection);
        return;
    }
    if (!m_document.policy().mixlistInForce())
        return keepNamedNodeInFloat32(name);
    const QStringList types = typesOf(m_document.judgement()->decisions(), node);
    m_document.propose(
        moveText(types, List::Black), withTypesInList(m_document.policy(), types, List::Black));
}

void MainWindow::keepNamedNodeInFloat32(const QString& name)
{
    const NodeId node = nodeNamed(name);
    if (!node.isValid())
        return;
    m_document.select(node);
    const std::string target = m_document.graph()->node(node).name;
    m_document.propose(
        overrideText({target}, DType::Float32), withOverrides(m_document.policy(), {target}, DType::Float32));
}

void MainWindow::showGraphMenu(QPoint place)
{
    makeGraphMenu(m_document, *m_actions, this)->popup(place);
}

// The menu of the graph, and what only a table can do.
void MainWindow::showTableMenu(QPoint place)
{
    QMenu* menu = makeGraphMenu(m_document, *m_actions, this);
    menu->addSeparator();
    menu->addMenu(m_ops->makeSortMenu(menu));
    menu->popup(place);
}

}
