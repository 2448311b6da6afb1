// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/listswitch.h"

#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace halftone {
namespace {

constexpr List kOrder[] = {List::Black, List::Gray, List::White};

QString buttonName(const QString& type, List list)
{
    return QStringLiteral("list.%1.%2").arg(type, text(name(list)));
}

}

ListSwitch::ListSwitch(const QString& type, List current, QWidget* parent)
    : QWidget(parent)
{
    named(this, "listSwitch", tr("List of %1").arg(type));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (List list : kOrder) {
        auto* button = new QToolButton(this);
        button->setObjectName(buttonName(type, list));
        button->setAccessibleName(tr("Move %1 to %2").arg(type, listTitle(list)));
        button->setToolTip(button->accessibleName());
        button->setText(listTitle(list));
        button->setIcon(listIcon(list));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setChecked(list == current);
        button->setFocusPolicy(Qt::StrongFocus);
        group->addButton(button);
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, list] { emit listChosen(list); });
    }
}

QToolButton* ListSwitch::button(List list) const
{
    for (QToolButton* button : findChildren<QToolButton*>()) {
        if (button->objectName().endsWith(text(name(list))))
            return button;
    }
    return nullptr;
}

}
