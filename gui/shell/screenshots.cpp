// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/screenshots.h"

#include "executor/files/atomicfile.h"
#include "gui/compare/compareview.h"
#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/library/libraryview.h"
#include "gui/models/columntable.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/training/trainingview.h"

#include <QBuffer>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QPixmap>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <array>
#include <functional>

namespace halftone {
namespace {

constexpr int kLongestWait = 120'000; // ms, for the largest models
constexpr int kTick = 30; // ms

// Lets the program go on until \p isDone; false when that takes too long.
bool waitFor(const std::function<bool()>& isDone)
{
    const QDeadlineTimer deadline(kLongestWait);
    while (!isDone()) {
        if (deadline.hasExpired())
            return false;
        QEventLoop loop;
        QTimer::singleShot(kTick, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

void settle()
{
    constexpr int kFrames = 5; // layouts, and what they cause
    int left = kFrames;
    waitFor([&left] { return left-- == 0; });
}

Result<void> grab(MainWindow& window, const QString& folder, const QString& name)
{
    settle();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    window.grab().save(&buffer, "PNG");
    const std::string_view bytes(buffer.data().constData(), static_cast<std::size_t>(buffer.size()));
    return writeFileAtomically(QDir(folder).filePath(name + ".png").toStdString(), bytes);
}

// An operator that has something to tell: the first that follows another one.
NodeId showpiece(const Document& document)
{
    for (NodeId node : document.graph()->nodes()) {
        const NodeDecision& decision = document.judgement()->decisions().node(node);
        if (decision.engine == Engine::AiCore && decision.decidedBy.isValid())
            return node;
    }
    return {};
}

// The first operator of the model that the white list lowers: moving it shows what the editor is for.
QString whiteType(const Document& document)
{
    const Judgement& judgement = *document.judgement();
    for (const TypeUse& use : judgement.typeUses()) {
        const LibraryOp* op = judgement.library().find(use.type);
        if (op && op->list == List::White)
            return text(use.type);
    }
    return {};
}

// The list is shown with an entry, which is taken back afterwards.
Result<void> grabEditor(MainWindow& window, const QString& folder)
{
    Document& document = window.document();
    window.showView(MainWindow::View::Mixlist);
    moveTypes(document, {whiteType(document)}, List::Black);
    const auto done = grab(window, folder, "mixlist");
    document.undoStack().undo();
    return done;
}

Result<void> grabComparison(MainWindow& window, const QString& folder)
{
    window.showView(MainWindow::View::Compare);
    waitFor([&window] { return window.compareView()->isUpToDate(); });
    settle();
    window.compareView()->startOrStopNumerics();
    waitFor([&window] { return !window.compareView()->comparison().isComputing(); });
    window.compareView()->goToDifference(1);
    return grab(window, folder, "compare");
}

// Beside an older chip, with an operator whose kernels differ.
Result<void> grabLibrary(MainWindow& window, const QString& folder)
{
    window.showView(MainWindow::View::Library);
    LibraryView& library = *window.libraryView();
    library.showChip(LibraryView::Side::Compared, QStringLiteral("ascend910"));
    QTableView& table = *library.table();
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (table.model()->index(row, 0).data(kNameRole).toString() == QLatin1String("BatchMatMul")) {
            table.selectRow(row);
            table.scrollTo(table.model()->index(row, 0), QAbstractItemView::PositionAtCenter);
        }
    }
    return grab(window, folder, "library");
}

// To the end, where that does not take too long.
void train(TrainingView& view)
{
    constexpr int kMostTicks = 2000; // one minute
    view.start();
    int ticks = 0;
    waitFor([&] { return !view.isRunning() || ++ticks > kMostTicks; });
    view.stop();
    waitFor([&view] { return !view.isRunning() && !view.estimator().isBusy(); });
}

Result<void> grabGraphs(MainWindow& window, const QString& folder)
{
    Document& document = window.document();
    const auto isDrawn = [&] { return document.judgement() && window.graphPage()->isUpToDate(); };
    window.showView(MainWindow::View::Graph);
    waitFor(isDrawn);
    settle();
    document.select(showpiece(document));
    if (const auto done = grab(window, folder, "graph-forward"); !done)
        return done;
    if (!document.hasTraining())
        return {};
    document.show(Document::Shown::Training);
    waitFor(isDrawn);
    return grab(window, folder, "graph-training");
}

Result<void> grabTraining(MainWindow& window, const QString& folder)
{
    window.showView(MainWindow::View::Training);
    train(*window.trainingView());
    return grab(window, folder, "training");
}

struct GrabRow
{
    MainWindow::View view;
    Result<void> (*grab)(MainWindow&, const QString& folder);
};

constexpr auto kRows = std::to_array<GrabRow>({
    {MainWindow::View::Graph, grabGraphs},
    {MainWindow::View::Mixlist, grabEditor},
    {MainWindow::View::Compare, grabComparison},
    {MainWindow::View::Library, grabLibrary},
    {MainWindow::View::Training, grabTraining},
});

}

Result<void> takeScreenshots(MainWindow& window, const QString& folder, std::optional<MainWindow::View> only)
{
    QDir().mkpath(folder);
    std::optional<Error> refusal;
    QObject guard;
    QObject::connect(&window.document(), &Document::openingFailed, &guard,
        [&refusal](const Error& error) { refusal = error; });
    const auto isReady = [&] {
        return window.document().judgement() && !window.document().isTrainingPending();
    };
    window.show(); // first: a graph is fitted into the size of the view
    waitFor([&] { return refusal || isReady(); });
    if (refusal)
        return std::unexpected(*refusal);
    for (const GrabRow& row : kRows) {
        if (only && row.view != *only)
            continue;
        if (const auto done = row.grab(window, folder); !done)
            return done;
    }
    if (only)
        return {};
    window.document().closeModel();
    window.showView(MainWindow::View::Graph);
    return grab(window, folder, "start");
}

}
