// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions about training do.
#include "gui/shell/actions.h"
#include "gui/shell/mainwindow.h"
#include "gui/training/trainingrun.h"
#include "gui/training/trainingview.h"

#include <array>

namespace halftone {
namespace {

/// An action of the window, and the one of the training view that does it.
struct TransportRow
{
    const char* window;
    const char* view;
};

constexpr std::array kTransport{TransportRow{"train.start", "trainingStart"},
    TransportRow{"train.pause", "trainingPause"}, TransportRow{"train.step", "trainingStep"},
    TransportRow{"train.stop", "trainingStop"}};

}

void MainWindow::connectTrainActions()
{
    connectTransport();
    m_actions->handle("train.openRun", this, [this] {
        showView(View::Training);
        m_training->askForRuns();
    });
    m_actions->handle("train.tensor", this, [this](bool isShown) {
        m_training->showTensor(isShown);
        if (isShown)
            showView(View::Training);
    });
    connect(m_training, &TrainingView::tensorShown, m_actions->get("train.tensor"), &QAction::setChecked);
    m_actions->handle("train.exportPlots", this, [this] {
        writeFile(tr("Export Plots"), tr("Picture"), QStringLiteral("png svg pdf"),
            QStringLiteral("training.png"),
            [this](const QString& path) { return m_training->exportPlots(path); });
    });
    m_actions->handle("train.exportHistory", this, [this] {
        writeFile(tr("Export Steps"), tr("Table"), QStringLiteral("csv"), QStringLiteral("training.csv"),
            [this](const QString& path) { return m_training->exportHistory(path); });
    });
    connect(
        m_training, &TrainingView::plotsRequested, m_actions->get("train.exportPlots"), &QAction::trigger);
    connect(
        m_training, &TrainingView::stepsRequested, m_actions->get("train.exportHistory"), &QAction::trigger);
    connect(m_training, &TrainingView::checkpointRequested, this, [this](const TrainingRun* run) {
        writeFile(tr("Save Checkpoint"), tr("Checkpoint"), QStringLiteral("checkpoint"),
            m_training->checkpointName(*run), [this, number = run->number()](const QString& path) {
                return m_training->saveCheckpoint(number, path);
            });
    });
}

// The keys belong to the window, so that they work in every view; two actions with one key would both stay
// without it.
void MainWindow::connectTransport()
{
    for (const TransportRow& row : kTransport) {
        QAction* action = m_actions->get(row.window);
        auto* inView = m_training->findChild<QAction*>(QLatin1StringView(row.view));
        inView->setShortcut({});
        m_actions->handle(row.window, this, [this, inView] {
            showView(View::Training);
            inView->trigger();
        });
        const auto follow = [action, inView] { action->setEnabled(inView->isEnabled()); };
        connect(inView, &QAction::changed, action, follow);
        follow();
    }
}

}
