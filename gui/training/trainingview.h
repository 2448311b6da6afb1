// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/precision.h"
#include "gui/training/trainingsetup.h"

#include <QWidget>

#include <memory>
#include <vector>

class QAction;
class QLayout;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace halftone {

class ElidedLabel;
class RunEventModel;
class RunPlots;
class RunSummary;
class TrainingForm;
class TrainingMessage;

/// This trains the open model in FP32, in mixed precision or in both at once, and shows loss, loss scale and
/// overflows while it goes on.
class TrainingView : public QWidget
{
    Q_OBJECT

public:
    explicit TrainingView(QWidget* parent = nullptr);
    /// Ends runs after their step in hand.
    ~TrainingView() override;

    /// What the next run trains: a file or "sample:lenet5"; an empty path: nothing.
    void setModel(const QString& path, const std::map<std::string, std::int64_t>& dims);
    /// The mode, chip and list that the next mixed run uses. The loss scale comes from the form.
    void setPrecision(const Precision& precision);

    TrainingForm* form() const { return m_form; }
    RunPlots* plots() const { return m_plots; }
    RunEventModel* events() const { return m_events; }

    void start();
    void pauseOrResume();
    void stop();
    bool isRunning() const;
    /// The histories of the runs that are shown, in the order in which they are drawn.
    std::vector<NamedHistory> histories() const;

    /// Writes the plots as they are shown; the suffix says whether as PNG, SVG or PDF.
    Result<void> exportPlots(const QString& path) const;
    /// Writes all steps of all shown runs as CSV.
    Result<void> exportHistory(const QString& path) const;

signals:
    /// A person asked for the operator of an event, by the name that it has in the model.
    void nodeRequested(QString nodeName);
    /// A person wants the types of that operator kept in FP32.
    void blackListRequested(QString nodeName);
    void runningChanged(bool isRunning);

private:
    struct Run
    {
        RunKind kind = RunKind::Fp32;
        QString label;
        std::unique_ptr<RunController> controller;
    };

    QWidget* makeRunBar();
    QLayout* makeProgress();
    QPushButton* makeExportButton();
    QAction* makeAction(const char* name, const QString& text, const QKeySequence& keys);
    QToolButton* makeButton(QAction* action);
    static bool hasNotBegun(const Run& run);
    bool isAnyRun(RunController::State state) const;
    void addRun(PlannedRun planned);
    void onHistoryChanged(std::size_t run, qsizetype first, qsizetype last);
    void onStateChanged(std::size_t run);
    void advise(const RunHistory& history);
    void updateControls();
    void updateProgress();
    void askAndExport(const QString& filter, Result<void> (TrainingView::*write)(const QString&) const);

    QString m_model;
    std::map<std::string, std::int64_t> m_dims;
    Precision m_precision;
    std::vector<Run> m_runs;

    TrainingForm* m_form;
    TrainingMessage* m_message;
    RunPlots* m_plots;
    RunEventModel* m_events;
    RunSummary* m_summary;
    QProgressBar* m_progress = nullptr;
    ElidedLabel* m_progressText = nullptr;
    QAction* m_start = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_stop = nullptr;
    QPushButton* m_export = nullptr;
};

}
