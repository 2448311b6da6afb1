// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions of the main window do.
#include "executor/compare/htmlreport.h"
#include "gui/compare/compareview.h"
#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/export/exportgraph.h"
#include "gui/export/exporttable.h"
#include "gui/graph/graphview.h"
#include "gui/inspector/inspector.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/models/opsmodel.h"
#include "gui/shell/aboutdialog.h"
#include "gui/shell/actions.h"
#include "gui/shell/dimsdialog.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/issuespane.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"
#include "gui/shell/policyoptionsdialog.h"
#include "gui/shell/scopespane.h"
#include "gui/shell/selectionhistory.h"
#include "gui/shell/sessionkeeper.h"
#include "gui/shell/shortcutsheet.h"
#include "gui/shell/viewstack.h"
#include "gui/training/trainingview.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QTableView>
#include <QTreeView>

#include <array>

namespace halftone {

void MainWindow::connectFileActions()
{
    m_actions->handle("file.open", m_files, &FileCommands::askForModel);
    m_actions->handle("file.sample", m_files, &FileCommands::openSample);
    m_actions->handle("file.openSession", m_sessions, &SessionKeeper::askForSession);
    m_actions->handle("file.saveSession", m_sessions, [this] { m_sessions->save(); });
    m_actions->handle("file.saveSessionAs", m_sessions, [this] { m_sessions->saveAs(); });
    m_actions->handle(
        "file.sampleResNet", m_files, [this] { m_files->openModel(QStringLiteral("sample:resnet-block")); });
    m_actions->handle("file.sampleTransformer", m_files,
        [this] { m_files->openModel(QStringLiteral("sample:transformer-block")); });
    m_actions->handle("file.settings", this, &MainWindow::showSettings);
    m_actions->handle("file.close", &m_document, &Document::closeModel);
    connectExportActions();
    m_actions->handle("file.quit", this, &QWidget::close);
    m_actions->handle("help.shortcuts", this, &MainWindow::showShortcuts);
    m_actions->handle("help.about", this, [this] { (new AboutDialog(this))->open(); });
    connect(m_files, &FileCommands::written, this,
        [this](const QString& path) { statusBar()->showMessage(tr("%1 written").arg(path), 5000); });
}

void MainWindow::connectEditActions()
{
    QUndoStack* stack = &m_document.undoStack();
    m_actions->handle("edit.undo", this, &MainWindow::undo);
    m_actions->handle("edit.redo", stack, &QUndoStack::redo);
    connect(stack, &QUndoStack::indexChanged, this, &MainWindow::refreshActions);
    m_actions->handle("edit.find", m_find, &FindField::start);
    m_actions->handle("edit.filter", this, [this] {
        showView(View::Graph);
        m_docks[0]->show();
        m_docks[0]->raise();
        m_ops->startFilter();
    });
    m_actions->handle("edit.copyName", this, [this] {
        QStringList names;
        for (NodeId node : m_document.selectedNodes())
            names += text(m_document.graph()->displayName(node));
        QApplication::clipboard()->setText(names.join('\n'));
    });
}

void MainWindow::connectViewActions()
{
    auto* views = new QActionGroup(this);
    auto* graphs = new QActionGroup(this);
    for (const char* id : {"view.graph", "view.mixlist", "view.compare", "view.training", "view.library"})
        views->addAction(m_actions->get(id));
    for (const char* id : {"view.showForward", "view.showTraining"})
        graphs->addAction(m_actions->get(id));
    m_actions->handle("view.graph", this, [this] { showView(View::Graph); });
    m_actions->handle("view.mixlist", this, [this] { showView(View::Mixlist); });
    m_actions->handle("view.compare", this, [this] { showView(View::Compare); });
    m_actions->handle("view.training", this, [this] { showView(View::Training); });
    m_actions->handle("view.library", this, [this] { showView(View::Library); });
    m_actions->handle("view.showForward", this, [this] { m_document.show(Document::Shown::Forward); });
    m_actions->handle("view.showTraining", this, [this] { m_document.show(Document::Shown::Training); });
    m_actions->handle("view.fit", m_graph->view(), &GraphView::fit);
    m_actions->handle("edit.selectVisible", m_graph->view(), &GraphView::selectVisible);
    m_actions->handle("view.zoomSelection", m_graph->view(), &GraphView::zoomToSelection);
    m_actions->handle("view.back", m_history, &SelectionHistory::goBack);
    m_actions->handle("view.forward", m_history, &SelectionHistory::goForward);
    m_actions->handle("view.nextPane", this, &MainWindow::goToNextPane);
    m_actions->handle("view.resetLayout", this, &MainWindow::resetLayout);
    connect(m_history, &SelectionHistory::changed, this, &MainWindow::refreshActions);
}

void MainWindow::connectModelActions()
{
    m_actions->handle("model.why", this, [this] {
        showView(View::Graph);
        m_docks[2]->show();
        m_docks[2]->raise();
        m_inspector->showWhy();
    });
    m_actions->handle("model.follow", this, [this] {
        m_document.select(m_document.judgement()->decisions().node(m_document.selection()).decidedBy);
    });
    m_actions->handle("model.selectType", this, [this] {
        m_docks[0]->show();
        m_docks[0]->raise();
        m_ops->setFilter(text(m_document.graph()->node(m_document.selection()).opType));
    });
    m_actions->handle("model.dims", this, &MainWindow::askForDims);
    m_actions->handle("model.options", this, [this] { (new PolicyOptionsDialog(m_document, this))->open(); });
    m_actions->handle("model.copyCommand", this, &MainWindow::copyCommand);
}

void MainWindow::fillMenus()
{
    menuBar()->setObjectName(QStringLiteral("menuBar"));
    menuBar()->setAccessibleName(tr("Menus"));
    m_actions->fill(menuBar());
    auto* recent = new QMenu(tr("&Recent Files"), this);
    recent->setObjectName(QStringLiteral("menuRecent"));
    m_actions->menu(MenuId::File)->insertMenu(m_actions->get("file.close"), recent);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
    QMenu* view = m_actions->menu(MenuId::View);
    auto* panes = view->addMenu(tr("&Panes"));
    panes->setObjectName(QStringLiteral("menuPanes"));
    for (const QDockWidget* dock : m_docks)
        panes->addAction(dock->toggleViewAction());
    auto* themes = view->addMenu(tr("T&heme"));
    themes->setObjectName(QStringLiteral("menuThemes"));
    makeThemeMenu(*themes);
    auto* languageMenu = view->addMenu(tr("&Language"));
    languageMenu->setObjectName(QStringLiteral("menuLanguages"));
    makeLanguageMenu(*languageMenu);
    auto* corner = new QWidget(this);
    auto* cornerRow = new QHBoxLayout(corner);
    cornerRow->setContentsMargins(0, 2, 6, 2);
    cornerRow->addWidget(m_find);
    menuBar()->setCornerWidget(corner);
}

void MainWindow::makeThemeMenu(QMenu& menu)
{
    struct Row
    {
        Theme theme;
        QString text;
    };
    const std::array rows{Row{Theme::System, tr("&System")}, Row{Theme::Light, tr("&Light")},
        Row{Theme::Dark, tr("&Dark")}, Row{Theme::HighContrast, tr("&High Contrast")}};
    auto* group = new QActionGroup(this);
    for (const Row& row : rows) {
        QAction* action = menu.addAction(row.text, this, [this, theme = row.theme] { chooseTheme(theme); });
        action->setObjectName(QStringLiteral("theme.") + name(row.theme));
        action->setCheckable(true);
        action->setChecked(row.theme == m_settings.theme);
        group->addAction(action);
    }
}

void MainWindow::makeLanguageMenu(QMenu& menu)
{
    auto* group = new QActionGroup(this);
    for (const Language language : languages()) {
        QAction* action =
            menu.addAction(title(language), this, [this, language] { chooseLanguage(language); });
        action->setObjectName(QStringLiteral("language.") + name(language));
        action->setCheckable(true);
        action->setChecked(language == m_settings.language);
        group->addAction(action);
    }
}

void MainWindow::fillRecentMenu(QMenu& menu)
{
    menu.clear();
    QStringList files = m_settings.pinnedFiles;
    for (const QString& path : m_settings.recentFiles) {
        if (!files.contains(path))
            files += path;
    }
    for (const QString& path : files)
        menu.addAction((m_settings.pinnedFiles.contains(path) ? QStringLiteral("★ ") : QString()) +
                QString(path).replace('&', "&&"),
            m_files, [this, path] { m_files->open(path); });
    if (menu.isEmpty())
        menu.addAction(tr("Nothing opened yet"))->setEnabled(false);
}

void MainWindow::connectCompareActions()
{
    m_actions->handle("compare.previous", this, [this] { m_compare->goToDifference(-1); });
    m_actions->handle("compare.next", this, [this] { m_compare->goToDifference(1); });
    m_actions->handle("compare.add", &m_compare->comparison(), &ColumnComparison::addColumn);
    m_actions->handle("compare.numerics", m_compare, &CompareView::startOrStopNumerics);
    m_actions->handle("compare.exportCsv", m_compare, &CompareView::csvRequested);
    m_actions->handle("compare.exportJson", m_compare, &CompareView::jsonRequested);
    m_actions->handle("compare.exportReport", m_compare, &CompareView::reportRequested);
    connect(m_compare, &CompareView::csvRequested, this, [this] {
        const bool onlyDifferences = m_compare->showsOnlyDifferences();
        exportComparison(
            tr("Table"), QStringLiteral("csv"), [onlyDifferences](const WayComparison& comparison) {
                return comparisonCsv(comparison, onlyDifferences);
            });
    });
    connect(m_compare, &CompareView::jsonRequested, this,
        [this] { exportComparison(tr("JSON"), QStringLiteral("json"), comparisonJson); });
    connect(m_compare, &CompareView::reportRequested, this, [this] {
        exportComparison(tr("Report"), QStringLiteral("html"),
            [](const WayComparison& comparison) { return comparisonHtml(comparison, reportFacts()); });
    });
}

// Reasons of a large graph take seconds, so they are written elsewhere.
void MainWindow::exportComparison(
    const QString& kind, const QString& suffix, const std::function<std::string(const WayComparison&)>& make)
{
    if (!m_compare->comparison().graph())
        return;
    m_files->askForTarget(tr("Export Comparison"), kind, suffix,
        m_document.model().displayName() + "-compare." + suffix, [this, make](const QString& path) {
            m_compare->write(path, make, [this, path](const Result<void>& written) {
                if (!written) {
                    m_messages->showError("export", written.error());
                    return;
                }
                m_messages->settle("export");
                emit m_files->written(path);
            });
        });
}

void MainWindow::writeFile(const QString& title, const QString& kind, const QString& suffix,
    const QString& proposal, std::function<Result<void>(const QString&)> write)
{
    m_files->askForTarget(
        title, kind, suffix, proposal, [this, write = std::move(write)](const QString& path) {
            if (const auto done = write(path); !done) {
                m_messages->showError("export", done.error());
                return;
            }
            m_messages->settle("export");
            emit m_files->written(path);
        });
}

void MainWindow::askForDims()
{
    auto* dialog = new DimsDialog(m_document.model(), this);
    connect(dialog, &QDialog::accepted, this,
        [this, dialog] { m_document.open(m_document.model().path, dialog->dims()); });
    dialog->open();
}

void MainWindow::showShortcuts()
{
    (new ShortcutSheet(*m_actions, this))->open();
}

void MainWindow::goToNextPane()
{
    const std::array<QWidget*, 5> panes{m_stack->page() == m_graph ? m_graph->view() : m_stack->page(),
        m_ops->view(), m_issues->view(), m_inspector, m_scopes->view()};
    const auto hasKeyboard = [](const QWidget* pane) {
        const QWidget* focus = QApplication::focusWidget();
        return focus && (pane == focus || pane->isAncestorOf(focus));
    };
    // A pane behind another one's tab counts as visible for Qt, which moves it out of the window.
    const auto isSeen = [this](const QWidget* pane) {
        return pane->isVisible() && rect().intersects({pane->mapTo(this, QPoint()), pane->size()});
    };
    const auto current = std::ranges::find_if(panes, hasKeyboard);
    const auto start = current == panes.end() ? 0 : current - panes.begin() + 1;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        QWidget* pane = panes[(static_cast<std::size_t>(start) + i) % panes.size()];
        if (!isSeen(pane) || hasKeyboard(pane))
            continue;
        pane->setFocus(Qt::TabFocusReason);
        if (!pane->hasFocus() && pane->nextInFocusChain())
            pane->nextInFocusChain()->setFocus(Qt::TabFocusReason);
        return;
    }
}

void MainWindow::resetLayout()
{
    m_settings.layouts.clear();
    useFirstLayout();
}

void MainWindow::askBeforeClosing()
{
    auto* question = new QMessageBox(QMessageBox::Question, tr("Halftone"),
        m_document.policy().variants.empty()
            ? tr("The mixlist has changes that are not saved.")
            : tr("The mixlists have changes that are not saved. A session holds all of them."),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("closeQuestion"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("Save them before the window closes?"));
    const auto closeNow = [this] {
        m_isClosingAnyway = true;
        close();
    };
    connect(question, &QMessageBox::buttonClicked, this, [this, question, closeNow](QAbstractButton* button) {
        const QMessageBox::StandardButton chosen = question->standardButton(button);
        if (chosen == QMessageBox::Save && m_document.policy().variants.empty())
            m_files->saveMixlist(closeNow);
        else if (chosen == QMessageBox::Save) // a mixlist file has room for one list
            m_sessions->save(closeNow);
        else if (chosen == QMessageBox::Discard)
            closeNow();
    });
    question->open();
}

}
