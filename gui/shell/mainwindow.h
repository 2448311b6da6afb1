// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/document.h"
#include "gui/graph/scopetree.h"
#include "gui/shell/settings.h"

#include <QMainWindow>

class QAbstractItemModel;
class QDockWidget;
class QLabel;

namespace halftone {

struct Drawing;
class Actions;
class BusyIndicator;
class CompareView;
class ElidedLabel;
class FileCommands;
class FindField;
class GraphPage;
class Inspector;
class LibraryView;
class JobsPane;
class IssuesPane;
class MessageBar;
class MixlistEditor;
class OpsTable;
class PolicyBar;
class ScopesPane;
class SelectionHistory;
class SessionKeeper;
class StartPage;
class TrainingView;
class ViewStack;
struct WayComparison;

/// This is the window: it puts the views together and connects them with the document.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class View { Graph, Mixlist, Compare, Training, Library };
    Q_ENUM(View)

    explicit MainWindow(const Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a model, a session or a mixlist.
    void openFile(const QString& path);
    void openModel(const QString& path);
    void showView(View view);
    View view() const { return m_view; }
    /// With the layout as it is now.
    Settings settings() const;
    /// Arranges the docks of the views as in Settings::layouts; an empty map changes nothing.
    void setLayouts(const QMap<QString, QByteArray>& layouts);
    /// Keeps copies of the work in \p folder from now on and offers what a crash left there.
    void startAutosave(const QString& folder);

    Document& document() { return m_document; }
    const Actions& actions() const { return *m_actions; }
    MessageBar& messages() { return *m_messages; }
    GraphPage* graphPage() const { return m_graph; }
    MixlistEditor* mixlistEditor() const { return m_mixlist; }
    CompareView* compareView() const { return m_compare; }
    TrainingView* trainingView() const { return m_training; }
    LibraryView* libraryView() const { return m_library; }
    JobsPane* jobsPane() const { return m_jobs; }
    OpsTable* opsTable() const { return m_ops; }
    FindField* findField() const { return m_find; }

signals:
    void settingsChanged(const halftone::Settings& settings);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // Putting together, in mainwindow.cpp:
    void makePanes();
    QDockWidget* makeDock(const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void makeStatusBar();
    void arrangeDocks();
    void useFirstLayout();
    // What the actions do, in mainwindowactions.cpp, mainwindowlists.cpp and mainwindowsettings.cpp:
    void connectFileActions();
    void connectEditActions();
    void connectViewActions();
    void connectGraphActions(); // in graphactions.cpp, with what follows for groups and phases
    void refreshGraphActions();
    void showScopes(bool isShown);
    void showScopeMenu(ScopeId scope, QPoint place);
    void makeGroup();
    void connectModelActions();
    void connectMixlistActions();
    void connectVariantActions();
    void connectCompareActions();
    void connectTrainActions(); // in trainactions.cpp, with what follows
    void connectTransport();
    void fillMenus();
    void makeThemeMenu(QMenu& menu);
    void makeLanguageMenu(QMenu& menu);
    void fillRecentMenu(QMenu& menu);
    void undo();
    bool hasReadableList();
    void askForVariantName();
    void compareVariants();
    void saveMixlist();
    QStringList typesOfSelection() const;
    void moveTypesToList(List list);
    void resetTypesOfSelection();
    void askForReason();
    void connectExportActions(); // in exportactions.cpp, with what they do
    Drawing drawingForFiles() const;
    void exportGraph(const char* kind);
    void exportTiles();
    void writePicture(const QString& path, const Drawing& drawing,
        Result<void> (*write)(const QString&, const Drawing&, const std::function<bool(double)>&));
    void exportTable(const char* suffix, Result<void> (*write)(const QString&, const QAbstractItemModel&));
    /// Asks for a file and writes what \p make says of the comparison.
    void exportComparison(const QString& kind, const QString& suffix,
        const std::function<std::string(const WayComparison&)>& make);
    void writeFile(const QString& title, const QString& kind, const QString& suffix, const QString& proposal,
        std::function<Result<void>(const QString&)> write);
    void askForDims();
    void showShortcuts();
    void chooseTheme(Theme theme);
    void chooseLanguage(Language language);
    void goToNextPane();
    void resetLayout();
    void askBeforeClosing();
    void rememberFile(const QString& path);
    void refreshFiles();
    void showSettings();
    void applySettings(const Settings& chosen);
    // Copy as Command, in mainwindowcommand.cpp:
    void copyCommand();
    Result<QStringList> commands() const;
    Result<QStringList> trainingLines(const QStringList& place) const;
    Result<QString> comparisonLine() const;
    Result<QString> optionsOf(const Policy& policy) const;
    Result<QString> mixlistFile(const Policy& policy) const;
    // What follows a change of the document, in mainwindowupdates.cpp:
    void connectDocument();
    void refreshModel();
    void refreshTitle();
    QWidget* pageOf(View view) const;
    void refreshActions();
    void refreshRefusal();
    void refreshStatus();
    void refreshOptions();
    void refreshTraining();
    NodeId nodeNamed(const QString& name);
    void goToNamedNode(const QString& name);
    void blackListNamedNode(const QString& name);
    void keepNamedNodeInFloat32(const QString& name);
    void showGraphMenu(QPoint place);
    void showTableMenu(QPoint place);

    Settings m_settings;
    Document m_document;
    JobRunner m_exports; // of pictures
    View m_view = View::Graph;
    QByteArray m_firstLayout;
    bool m_isClosingAnyway = false;

    Actions* m_actions;
    MessageBar* m_messages;
    FileCommands* m_files;
    SelectionHistory* m_history;
    SessionKeeper* m_sessions;
    ViewStack* m_stack;
    StartPage* m_start;
    GraphPage* m_graph;
    MixlistEditor* m_mixlist;
    CompareView* m_compare;
    TrainingView* m_training;
    LibraryView* m_library;
    OpsTable* m_ops;
    Inspector* m_inspector;
    IssuesPane* m_issues;
    JobsPane* m_jobs;
    FindField* m_find;
    ElidedLabel* m_modelStatus;
    ElidedLabel* m_optionsStatus;
    QLabel* m_dropHint;
    QList<QDockWidget*> m_docks; // operators, issues, inspector, scopes, jobs
    ScopesPane* m_scopes;
    QDockWidget* m_scopesDock;
    bool m_hasGroups = false; // in the graph that is shown
};

/// Spelled "graph", "mixlist", "compare", "training", "library".
QString nameOf(MainWindow::View view);
/// The inverse; nullopt for anything else.
std::optional<MainWindow::View> viewNamed(const QString& name);

}
