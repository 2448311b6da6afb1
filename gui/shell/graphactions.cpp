// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions for groups and phases of the graph do.
#include "gui/document/groupnames.h"
#include "gui/document/selectionedits.h"
#include "gui/document/text.h"
#include "gui/graph/graphview.h"
#include "gui/mixlist/groupdialog.h"
#include "gui/shell/actions.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/heatfeed.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/scopespane.h"
#include "gui/training/trainingview.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

struct PhaseRow
{
    const char* action;
    bool PhaseSet::* isShown;
};

constexpr std::array kPhases{PhaseRow{"view.phaseForward", &PhaseSet::forward},
    PhaseRow{"view.phaseLoss", &PhaseSet::loss}, PhaseRow{"view.phaseBackward", &PhaseSet::backward},
    PhaseRow{"view.phaseUpdate", &PhaseSet::update}};

struct HeatRow
{
    const char* action;
    HeatKind kind;
};

constexpr std::array kHeats{HeatRow{"view.heatNone", HeatKind::None},
    HeatRow{"view.heatOverflow", HeatKind::Overflow}, HeatRow{"view.heatUnderflow", HeatKind::Underflow},
    HeatRow{"view.heatHeadroom", HeatKind::Headroom}, HeatRow{"view.heatError", HeatKind::Error}};

struct AskRow
{
    const char* action;
    DType dtype; // Undefined takes back what was asked for
};

constexpr std::array kAsked{AskRow{"model.askFloat32", DType::Float32},
    AskRow{"model.askFloat16", DType::Float16}, AskRow{"model.askBFloat16", DType::BFloat16},
    AskRow{"model.askNothing", DType::Undefined}};

constexpr std::array kDepths{"view.depth1", "view.depth2", "view.depth3"};

}

void MainWindow::connectGraphActions()
{
    m_actions->handle(
        "view.toggleGroup", this, [this] { m_graph->toggle(m_graph->view()->selectedScope()); });
    m_actions->handle("view.expandAll", m_graph, &GraphPage::expandAll);
    m_actions->handle("view.collapseAll", m_graph, &GraphPage::collapseAll);
    for (std::size_t i = 0; i < kDepths.size(); ++i)
        m_actions->handle(kDepths[i], this, [this, i] { m_graph->expandToDepth(i + 1); });
    m_actions->handle("view.groups", m_graph, &GraphPage::setGrouped);
    for (const PhaseRow& row : kPhases)
        m_actions->handle(row.action, this, [this, isShown = row.isShown](bool isChecked) {
            PhaseSet phases = m_graph->phases();
            phases.*isShown = isChecked;
            m_graph->setPhases(phases);
        });
    auto* heat = new HeatFeed(m_document, *m_graph->view(), *m_training->runs(), this);
    auto* heats = new QActionGroup(this);
    for (const HeatRow& row : kHeats) {
        QAction* action = heats->addAction(m_actions->get(row.action));
        action->setChecked(row.kind == heat->kind());
        m_actions->handle(row.action, this, [this, heat, kind = row.kind] {
            heat->setKind(kind);
            if (kind != HeatKind::None)
                showView(View::Graph);
        });
    }
    for (const AskRow& row : kAsked)
        m_actions->handle(row.action, this, [this, dtype = row.dtype] { askOfSelection(m_document, dtype); });
    m_actions->handle("model.group", this, &MainWindow::makeGroup);
    m_actions->handle("model.openCalls", m_files, &FileCommands::askForCalls);
    m_actions->handle("model.saveCalls", m_files, &FileCommands::saveCalls);
    connect(m_graph, &GraphPage::groupingChanged, this, &MainWindow::refreshGraphActions);
    connect(m_graph, &GraphPage::groupingChanged, m_find,
        [this] { m_find->setScopes(m_graph->grouping().tree()); });
    connect(m_find, &FindField::scopeChosen, this, [this](ScopeId scope) {
        showView(View::Graph);
        m_graph->openScope(scope);
    });
    connect(m_graph->view(), &GraphView::scopeSelected, this, &MainWindow::refreshGraphActions);
    connect(m_graph->view(), &GraphView::scopeMenuRequested, this, &MainWindow::showScopeMenu);
}

// The pane of scopes is there when there are scopes.
void MainWindow::refreshGraphActions()
{
    const ScopeTreePtr& tree = m_graph->grouping().tree();
    const bool hasGroups = tree && tree->hasGroups();
    for (const char* id : {"view.expandAll", "view.collapseAll", "view.depth1", "view.depth2", "view.depth3"})
        m_actions->get(id)->setEnabled(hasGroups);
    m_actions->get("view.toggleGroup")->setEnabled(m_graph->view()->selectedScope().isValid());
    m_actions->get("view.groups")->setEnabled(tree != nullptr);
    m_actions->get("view.groups")->setChecked(m_graph->isGrouped());
    const bool isTraining = m_document.shown() == Document::Shown::Training;
    for (const PhaseRow& row : kPhases) {
        m_actions->get(row.action)->setEnabled(isTraining);
        m_actions->get(row.action)->setChecked(m_graph->phases().*row.isShown);
    }
    if (std::exchange(m_hasGroups, hasGroups) != hasGroups)
        showScopes(hasGroups && m_view == View::Graph);
}

// The room comes from the graph, not from the inspector. Docks take a size only when they have been laid out.
void MainWindow::showScopes(bool isShown)
{
    m_scopesDock->setVisible(isShown);
    if (!isShown)
        return;
    const auto makeRoom = [this, inspectorWidth = m_docks[2]->width()] {
        resizeDocks({m_scopesDock, m_docks[2]},
            {std::max(m_scopesDock->width(), m_scopes->sizeHint().width()), inspectorWidth}, Qt::Horizontal);
    };
    QMetaObject::invokeMethod(this, makeRoom, Qt::QueuedConnection);
}

// Of the scope that is selected in the graph, else of the selected operators. Nothing selected is no
// reason to refuse: the dialog has all names.
void MainWindow::makeGroup()
{
    PrecisionOverride call{.dtype = DType::Float32};
    if (const GraphPtr graph = m_document.graph()) {
        const ScopeId scope = m_graph->view()->selectedScope();
        const ScopeTreePtr& tree = m_graph->grouping().tree();
        const bool isScope = scope.isValid() && tree && tree->graph() == graph;
        const QStringList names =
            namesFor(*graph, isScope ? tree->members(scope) : std::span(m_document.selectedNodes()));
        for (const QString& name : names)
            call.members.push_back(name.toStdString());
        if (names.size() == 1)
            call.target = std::exchange(call.members, {}).front();
    }
    (new GroupDialog(m_document, call, GroupDialog::Purpose::Make, this))->open();
}

void MainWindow::showScopeMenu(ScopeId scope, QPoint place)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("scopeMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_graph->grouping().isOpen(scope) ? tr("&Close Group") : tr("&Open Group"), m_graph,
        [this, scope] { m_graph->toggle(scope); });
    menu->addAction(m_actions->get("model.group"));
    menu->addSeparator();
    for (const char* id : {"view.expandAll", "view.collapseAll", "view.depth1", "view.depth2", "view.depth3"})
        menu->addAction(m_actions->get(id));
    menu->popup(place);
}

}
