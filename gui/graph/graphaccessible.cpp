// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/graphaccessible.h"

#include "gui/graph/boxtooltip.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"

#include <QPointer>

#include <algorithm>

namespace halftone {
namespace {

/// This is one box as an item of the list.
class BoxAccessible : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    BoxAccessible(GraphView& view, std::uint32_t box)
        : m_view(&view)
        , m_picture(view.picture())
        , m_box(box)
    {
    }

    std::uint32_t box() const { return m_box; }

    bool isValid() const override
    {
        const auto picture = m_picture.lock();
        return m_view && picture && m_view->picture() == picture;
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override { }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return boxLabel(*m_view->picture(), m_box);
        return kind == QAccessible::Description ? boxDescription(*m_view->picture(), m_box) : QString();
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRectF scene = clickableRect(*m_view->picture(), m_box);
        const QRect inView(
            m_view->fromScene(scene.topLeft()).toPoint(), m_view->fromScene(scene.bottomRight()).toPoint());
        return {m_view->viewport()->mapToGlobal(inView.topLeft()), inView.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        const PictureBox& row = m_view->picture()->boxes[m_box];
        state.selectable = state.focusable = true;
        state.selected = m_view->isSelectedBox(m_box);
        state.active = m_view->selectedBox() == m_box;
        state.focused = state.active && m_view->hasFocus();
        state.expandable = row.scope.isValid();
        state.expanded = row.kind == PictureBox::Kind::Frame;
        state.collapsed = state.expandable && !state.expanded;
        return state;
    }

    QStringList actionNames() const override
    {
        QStringList names{pressAction()};
        if (state().expandable)
            names << toggleAction();
        return names;
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        m_view->chooseBox(m_box);
        if (action == toggleAction() && state().expandable)
            emit m_view->scopeActivated(m_view->picture()->boxes[m_box].scope);
    }

private:
    QPointer<GraphView> m_view;
    std::weak_ptr<const GraphPicture> m_picture;
    std::uint32_t m_box;
};

QAccessibleInterface* makeForGraph(const QString& className, QObject* object)
{
    auto* view = className == QLatin1String(GraphView::staticMetaObject.className())
        ? qobject_cast<GraphView*>(object)
        : nullptr;
    return view ? new GraphAccessible(*view) : nullptr;
}

}

void GraphAccessible::install()
{
    [[maybe_unused]] static const bool isInstalled = [] {
        QAccessible::installFactory(makeForGraph);
        return true;
    }();
}

GraphAccessible::GraphAccessible(GraphView& view)
    : QAccessibleWidget(&view, QAccessible::List)
{
}

GraphAccessible::~GraphAccessible()
{
    forgetBoxes();
}

GraphView& GraphAccessible::view() const
{
    return *static_cast<GraphView*>(object());
}

void GraphAccessible::forgetBoxes() const
{
    for (const auto& [box, id] : m_boxes)
        QAccessible::deleteAccessibleInterface(id);
    m_boxes.clear();
}

QAccessibleInterface* GraphAccessible::box(std::uint32_t box) const
{
    const auto& picture = view().picture();
    if (!picture || box >= picture->boxes.size())
        return nullptr;
    if (m_picture.lock() != picture) {
        forgetBoxes();
        m_picture = picture;
    }
    const auto [known, isNew] = m_boxes.try_emplace(box);
    if (isNew)
        known->second = QAccessible::registerAccessibleInterface(new BoxAccessible(view(), box));
    return QAccessible::accessibleInterface(known->second);
}

std::vector<std::uint32_t> GraphAccessible::seenBoxes() const
{
    if (!view().picture())
        return {};
    std::vector<std::uint32_t> boxes = boxesIn(*view().picture(), view().visibleScene());
    std::erase_if(boxes, [this](std::uint32_t each) { return !view().picture()->boxes[each].isOperator(); });
    return boxes;
}

int GraphAccessible::childCount() const
{
    return QAccessibleWidget::childCount() + static_cast<int>(seenBoxes().size());
}

QAccessibleInterface* GraphAccessible::child(int index) const
{
    const int parts = QAccessibleWidget::childCount();
    if (index < parts)
        return QAccessibleWidget::child(index);
    const std::vector<std::uint32_t> boxes = seenBoxes();
    const auto place = static_cast<std::size_t>(index - parts);
    return place < boxes.size() ? box(boxes[place]) : nullptr;
}

int GraphAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    const auto* item = dynamic_cast<const BoxAccessible*>(child);
    if (!item)
        return QAccessibleWidget::indexOfChild(child);
    const std::vector<std::uint32_t> boxes = seenBoxes();
    const auto place = std::ranges::find(boxes, item->box());
    return place == boxes.end() ? -1
                                : QAccessibleWidget::childCount() + static_cast<int>(place - boxes.begin());
}

QAccessibleInterface* GraphAccessible::childAt(int x, int y) const
{
    const QPoint inView = view().viewport()->mapFromGlobal(QPoint(x, y));
    const bool isInside = view().picture() && view().viewport()->rect().contains(inView);
    const std::uint32_t hit =
        isInside ? boxAt(*view().picture(), view().toScene(inView)) : GraphPicture::kNoBox;
    const bool isItem = hit != GraphPicture::kNoBox && view().picture()->boxes[hit].isOperator();
    return isItem ? box(hit) : QAccessibleWidget::childAt(x, y);
}

QAccessibleInterface* GraphAccessible::focusChild() const
{
    const bool isMarked = view().hasFocus() && view().selectedBox() != GraphPicture::kNoBox;
    return isMarked ? box(view().selectedBox()) : QAccessibleWidget::focusChild();
}

}
