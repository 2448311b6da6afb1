// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/graphmenu.h"

#include "gui/document/document.h"
#include "gui/document/text.h"
#include "gui/shell/actions.h"

#include <QMenu>

#include <set>

namespace halftone {
namespace {

constexpr std::size_t kMostNeighbours = 24;

std::set<NodeId> producersOf(const Graph& graph, NodeId node)
{
    std::set<NodeId> producers;
    for (ValueId value : graph.inputs(node)) {
        if (value.isValid() && graph.value(value).producer.isValid())
            producers.insert(graph.value(value).producer);
    }
    return producers;
}

std::set<NodeId> usersOf(const Graph& graph, NodeId node)
{
    std::set<NodeId> users;
    for (ValueId value : graph.outputs(node)) {
        if (!value.isValid())
            continue;
        for (const Graph::Use& use : graph.uses(value))
            users.insert(use.node);
    }
    return users;
}

void addNeighbours(
    QMenu& menu, const char* name, const QString& title, const std::set<NodeId>& nodes, Document& document)
{
    QMenu* submenu = menu.addMenu(title);
    submenu->setObjectName(QLatin1String(name));
    submenu->setEnabled(!nodes.empty());
    std::size_t left = kMostNeighbours;
    for (NodeId node : nodes) {
        if (left-- == 0) {
            submenu->addAction(QMenu::tr("… and %1 more").arg(nodes.size() - kMostNeighbours))
                ->setEnabled(false);
            return;
        }
        const QString label = QStringLiteral("%1 (%2)").arg(
            text(document.graph()->displayName(node)), text(document.graph()->node(node).opType));
        submenu->addAction(
            QString(label).replace('&', "&&"), &document, [&document, node] { document.select(node); });
    }
}

}

QMenu* makeGraphMenu(Document& document, const Actions& actions, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("graphMenu"));
    // Closed by an entry of a menu inside, it is hidden only.
    QObject::connect(menu, &QMenu::aboutToHide, menu, &QObject::deleteLater);
    const auto addAll = [&actions](QMenu& to, std::initializer_list<const char*> ids) {
        for (const char* id : ids)
            to.addAction(actions.get(id));
    };
    const bool isOne = document.selectedNodes().size() == 1;
    if (isOne) {
        addAll(*menu, {"model.why", "model.follow"});
        menu->addSeparator();
    }
    addAll(*menu, {"mixlist.black", "mixlist.gray", "mixlist.white", "mixlist.reset"});
    QMenu* byHand = menu->addMenu(QMenu::tr("Type by &Hand"));
    byHand->setObjectName(QStringLiteral("typeByHandMenu"));
    addAll(*byHand, {"model.askFloat32", "model.askFloat16", "model.askBFloat16", "model.askNothing"});
    menu->addAction(actions.get("model.group"));
    menu->addSeparator();
    if (isOne) {
        const NodeId node = document.selectedNodes().front();
        addNeighbours(
            *menu, "madeFromMenu", QMenu::tr("Made From"), producersOf(*document.graph(), node), document);
        addNeighbours(*menu, "usedByMenu", QMenu::tr("Used By"), usersOf(*document.graph(), node), document);
        menu->addAction(actions.get("model.selectType"));
        menu->addSeparator();
    }
    addAll(*menu, {"edit.copyName", "edit.copyTable"});
    return menu;
}

}
