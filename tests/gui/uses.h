// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of "by mouse and by keyboard" share: a window with a model, brought into a state.
#pragma once

#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/graph/picturegeometry.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistview.h"
#include "gui/models/columntable.h"
#include "gui/shell/opstable.h"
#include "tests/gui/scopednet.h"
#include "tests/gui/testwindow.h"

#include <QFile>
#include <QTableView>

namespace halftone::test {

/// Which model a test needs: the sample, or the layers in scopes.
enum class Net { Sample, Scoped };

/// Opens it and waits until its training step is made.
inline bool open(TestWindow& window, Net net, const QTemporaryDir& folder)
{
    if (net == Net::Sample)
        return window.openSample();
    const QString path = folder.filePath("layers.onnx");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write(QByteArray::fromStdString(layeredModel()));
    file.close();
    window.window().openModel(path);
    return QTest::qWaitFor([&] {
        return window.document().judgement() && !window.document().isTrainingPending() &&
            window.window().graphPage()->view()->picture();
    });
}

inline GraphPage& page(TestWindow& window)
{
    return *window.window().graphPage();
}
inline GraphView& graph(TestWindow& window)
{
    return *page(window).view();
}
inline QTableView& table(TestWindow& window)
{
    return *window.window().opsTable()->view();
}
inline TypeListView& list(TestWindow& window, List list)
{
    return *window.window().mixlistEditor()->column(list)->view();
}

inline NodeId conv(TestWindow& window)
{
    return nodeOfType(window.document(), "Conv");
}

/// The graph has the keyboard, nothing is selected, nothing is changed.
inline void startAgain(TestWindow& window)
{
    closeWhatOpened();
    QCoreApplication::sendPostedEvents(
        nullptr, QEvent::DeferredDelete); // menus of before have the same names
    while (window.document().undoStack().canUndo())
        window.document().undoStack().undo();
    window.window().showView(MainWindow::View::Graph);
    window.document().show(Document::Shown::Forward);
    window.document().select({});
    graph(window).setFocus();
}

inline void selectConv(TestWindow& window)
{
    window.document().select(conv(window));
}

/// In the editor, with the keyboard in the list.
inline void selectInList(TestWindow& window, List from, const QString& type)
{
    window.window().showView(MainWindow::View::Mixlist);
    list(window, from).setFocus();
    list(window, from).selectTypes({type});
}

inline List listOfConv(TestWindow& window)
{
    return window.document().judgement()->decisions().node(conv(window)).list;
}
inline bool isConvBlack(TestWindow& window)
{
    return listOfConv(window) == List::Black;
}

/// Whether the box of a scope, or of an operator, is drawn.
inline ScopeId scopeNamed(TestWindow& window, std::string_view name)
{
    const ScopeTree& tree = *page(window).grouping().tree();
    for (std::uint32_t id = 1; id < tree.size(); ++id) {
        if (tree.scope({id}).name == name)
            return {id};
    }
    return {};
}
inline bool showsScope(TestWindow& window, std::string_view name)
{
    return graph(window).picture()->box(scopeNamed(window, name)) != GraphPicture::kNoBox;
}
inline bool showsNode(TestWindow& window, std::string_view name)
{
    const NodeId node = window.document().graph()->findNode(name);
    return graph(window).picture()->box(node) != GraphPicture::kNoBox;
}

/// In the viewport.
inline QPoint placeOf(TestWindow& window, std::uint32_t box)
{
    return graph(window).fromScene(boxRect(*graph(window).picture(), box).center()).toPoint();
}
inline QPoint placeOf(TestWindow& window, NodeId node)
{
    return placeOf(window, graph(window).picture()->box(node));
}

inline bool isOpen(TestWindow& window, const char* dialog)
{
    const auto* widget = window.find<QDialog>(dialog);
    return widget && widget->isVisible();
}
/// Whether a dialog asks for a file, under this title.
inline bool asksForFile(TestWindow& window, const QString& title)
{
    return isOpen(window, "fileDialog") && window.find<QFileDialog>("fileDialog")->windowTitle() == title;
}

}
