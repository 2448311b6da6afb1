// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/mainwindow.h"

#include "gui/compare/compareview.h"
#include "gui/inspector/inspector.h"
#include "gui/library/libraryview.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/actions.h"
#include "gui/shell/busyindicator.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/issuespane.h"
#include "gui/shell/jobspane.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/named.h"
#include "gui/shell/opstable.h"
#include "gui/shell/policybar.h"
#include "gui/shell/scopespane.h"
#include "gui/shell/selectionhistory.h"
#include "gui/shell/sessionkeeper.h"
#include "gui/shell/startpage.h"
#include "gui/shell/viewstack.h"
#include "gui/theme/textsize.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/trainingview.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMetaEnum>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>

namespace halftone {
namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr int kInspectorWidth = 330;
constexpr int kBottomHeight = 190;

}

QString nameOf(MainWindow::View view)
{
    return QLatin1String(QMetaEnum::fromType<MainWindow::View>().valueToKey(static_cast<int>(view)))
        .toString()
        .toLower();
}

std::optional<MainWindow::View> viewNamed(const QString& name)
{
    const QMetaEnum views = QMetaEnum::fromType<MainWindow::View>();
    for (int i = 0; i < views.keyCount(); ++i) {
        const auto view = static_cast<MainWindow::View>(views.value(i));
        if (nameOf(view) == name)
            return view;
    }
    return std::nullopt;
}

MainWindow::MainWindow(const Settings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_actions(new Actions(this))
{
    named(this, "mainWindow", tr("Halftone"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    resize(kFirstSize);
    makePanes();
    makeStatusBar();
    m_sessions = new SessionKeeper(*this, *m_files);
    connectFileActions();
    connectEditActions();
    connectViewActions();
    connectGraphActions();
    connectModelActions();
    connectMixlistActions();
    connectVariantActions();
    connectCompareActions();
    connectTrainActions();
    fillMenus();
    connectDocument();
    arrangeDocks();
    restoreGeometry(m_settings.geometry);
    refreshModel();
}

MainWindow::~MainWindow() = default;

void MainWindow::makePanes()
{
    auto* centre = named(new QWidget(this), "centre", tr("Views"));
    m_messages = new MessageBar(centre);
    m_files = new FileCommands(m_document, *m_messages, *this);
    m_history = new SelectionHistory(m_document);
    m_stack = named(new ViewStack(centre), "viewStack", tr("Views"));
    m_start = new StartPage(*m_actions, m_stack);
    m_graph = new GraphPage(m_document, m_stack);
    m_mixlist = new MixlistEditor(m_document, *m_actions, m_stack);
    m_compare = new CompareView(m_document, m_stack);
    m_training = named(new TrainingView(m_stack), "trainingView", tr("Training"));
    m_library = new LibraryView(m_document, m_stack);
    for (QWidget* page : {static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_graph),
             static_cast<QWidget*>(m_mixlist), static_cast<QWidget*>(m_compare),
             static_cast<QWidget*>(m_training), static_cast<QWidget*>(m_library)})
        m_stack->addPage(page);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_stack, 1);
    setCentralWidget(centre);
    addToolBar(new PolicyBar(m_document, *m_actions, this));

    m_find = new FindField(m_document, *m_actions, this);
    m_ops = new OpsTable(m_document, this);
    m_issues = new IssuesPane(m_document, this);
    m_inspector = new Inspector(m_document, this);
    QDockWidget* ops = makeDock("opsDock", tr("Operators"), m_ops, Qt::BottomDockWidgetArea);
    QDockWidget* issues = makeDock("issuesDock", m_issues->title(), m_issues, Qt::BottomDockWidgetArea);
    QDockWidget* inspector = makeDock("inspectorDock", tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
    m_scopes = new ScopesPane(m_document, *m_graph, this);
    m_scopesDock = makeDock("scopesDock", tr("Scopes"), m_scopes, Qt::LeftDockWidgetArea);
    m_jobs = new JobsPane(this);
    QDockWidget* jobs = makeDock("jobsDock", m_jobs->title(), m_jobs, Qt::BottomDockWidgetArea);
    m_docks = {ops, issues, inspector, m_scopesDock, jobs};
    connect(m_jobs, &JobsPane::titleChanged, jobs, &QDockWidget::setWindowTitle);
    for (JobRunner* runner : {&m_document.jobs(), &m_document.trainingJobs(), &m_graph->jobs(),
             &m_training->estimator().jobs(), &m_exports})
        m_jobs->add(*runner);
    for (JobRunner* runner : m_library->runners())
        m_jobs->add(*runner);
    for (JobRunner* runner : m_compare->comparison().runners())
        m_jobs->add(*runner);
    connect(m_issues, &IssuesPane::titleChanged, issues, &QDockWidget::setWindowTitle);

    m_dropHint = named(new QLabel(tr("Drop a model (.onnx), a mixlist (.json), a session (.halftone) or a "
                                     "recorded run here"),
                           this),
        "dropHint", tr("Drop a file here"));
    m_dropHint->setAlignment(Qt::AlignCenter);
    m_dropHint->setAutoFillBackground(true);
    m_dropHint->setFrameShape(QFrame::Box);
    m_dropHint->hide();
}

QDockWidget* MainWindow::makeDock(
    const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = named(new QDockWidget(title, this), name, title);
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeStatusBar()
{
    m_modelStatus = named(new ElidedLabel(this), "modelStatus", tr("Model"));
    m_modelStatus->setContentsMargins(6, 0, 6, 0);
    statusBar()->setObjectName(QStringLiteral("statusBar"));
    statusBar()->setAccessibleName(tr("Status"));
    statusBar()->addWidget(m_modelStatus, 1);
    m_optionsStatus = named(new ElidedLabel(this), "optionsStatus", tr("Options in force"));
    m_optionsStatus->setContentsMargins(6, 0, 6, 0);
    m_optionsStatus->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    statusBar()->addWidget(m_optionsStatus, 1);
    statusBar()->addPermanentWidget(new BusyIndicator({&m_document.jobs(), &m_exports}, this));
}

void MainWindow::arrangeDocks()
{
    tabifyDockWidget(m_docks[0], m_docks[1]);
    tabifyDockWidget(m_docks[1], m_docks[4]);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    resizeDocks({m_docks[2]}, {atTextSize(kInspectorWidth)}, Qt::Horizontal);
    resizeDocks({m_docks[0]}, {kBottomHeight}, Qt::Vertical);
    m_docks[0]->raise();
    m_firstLayout = saveState();
}

// Building the layout anew each time would leave the bar of a former group of tabs behind.
void MainWindow::useFirstLayout()
{
    restoreState(m_firstLayout);
    for (QDockWidget* dock : m_docks)
        dock->setVisible(m_view == View::Graph && m_document.hasModel());
    showScopes(m_view == View::Graph && m_hasGroups);
}

void MainWindow::openFile(const QString& path)
{
    m_files->open(path);
}

void MainWindow::openModel(const QString& path)
{
    m_files->openModel(path);
}

void MainWindow::setLayouts(const QMap<QString, QByteArray>& layouts)
{
    if (layouts.isEmpty())
        return;
    m_settings.layouts = layouts;
    if (m_view != View::Graph || m_document.hasModel())
        restoreState(layouts.value(nameOf(m_view)));
}

void MainWindow::startAutosave(const QString& folder)
{
    m_sessions->startAutosave(folder, m_settings.autosaveSeconds);
}

QWidget* MainWindow::pageOf(View view) const
{
    switch (view) {
    case View::Graph:
        return m_document.hasModel() ? static_cast<QWidget*>(m_graph) : m_start;
    case View::Mixlist:
        return m_mixlist;
    case View::Compare:
        return m_compare;
    case View::Training:
        return m_training;
    case View::Library:
        return m_library;
    }
    return m_start;
}

void MainWindow::showView(View view)
{
    const bool isArranged = m_view != View::Graph || m_document.hasModel(); // the start page has no panes
    if (view != m_view && isArranged)
        m_settings.layouts[nameOf(m_view)] = saveState();
    m_view = view;
    const bool isStart = view == View::Graph && !m_document.hasModel();
    m_stack->showPage(pageOf(view));
    if (isStart || !restoreState(m_settings.layouts.value(nameOf(view))))
        useFirstLayout();
    if (!m_hasGroups)
        m_scopesDock->hide();
    refreshActions();
}

Settings MainWindow::settings() const
{
    Settings now = m_settings;
    now.geometry = saveGeometry();
    if (m_view != View::Graph || m_document.hasModel())
        now.layouts[nameOf(m_view)] = saveState();
    return now;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (FileCommands::openableFiles(*event->mimeData()).isEmpty())
        return event->ignore();
    event->acceptProposedAction();
    m_dropHint->setGeometry(centralWidget()->geometry());
    m_dropHint->raise();
    m_dropHint->show();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    m_dropHint->hide();
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_dropHint->hide();
    const QStringList files = FileCommands::openableFiles(*event->mimeData());
    event->acceptProposedAction();
    m_files->openFiles(files);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_document.hasUnsavedList() && !m_sessions->holdsPolicy() && !m_isClosingAnyway) {
        event->ignore();
        askBeforeClosing();
        return;
    }
    emit settingsChanged(settings());
    QMainWindow::closeEvent(event);
}

}
