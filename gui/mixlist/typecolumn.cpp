// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/typecolumn.h"

#include "gui/document/text.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/mixlist/typelistview.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"
#include "gui/theme/palette.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace halftone {
namespace {

QString meaningOf(List list)
{
    switch (list) {
    case List::Black:
        return TypeColumn::tr("keep their precision");
    case List::Gray:
        return TypeColumn::tr("follow the operator before them");
    case List::White:
        return TypeColumn::tr("may be lowered");
    }
    return {};
}

QString objectNameFor(List list, const char* part)
{
    return text(name(list)) + QLatin1String(part);
}

}

TypeColumn::TypeColumn(List list, QAbstractItemModel* types, QWidget* parent)
    : QWidget(parent)
    , m_list(list)
    , m_filter(new TypeListFilter(list, this))
    , m_title(new QLabel(this))
    , m_meaning(new QLabel(meaningOf(list), this))
    , m_search(new QLineEdit(this))
    , m_view(new TypeListView(list, this))
{
    named(this, qPrintable(objectNameFor(list, "Column")), tr("%1 list").arg(listTitle(list)));
    named(m_search, qPrintable(objectNameFor(list, "Search")), tr("Search the %1 list").arg(listTitle(list)));
    m_filter->setSourceModel(types);
    m_view->setModel(m_filter);
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_meaning->setForegroundRole(QPalette::PlaceholderText);

    auto* picture = new QLabel(this);
    constexpr int kIconSize = 16;
    picture->setPixmap(listIcon(list).pixmap(kIconSize, kIconSize));
    auto* titleRow = new QHBoxLayout;
    titleRow->addWidget(picture);
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_meaning, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addLayout(titleRow);
    column->addWidget(m_search);
    column->addWidget(m_view, 1);
    connect(m_search, &QLineEdit::textChanged, m_filter, &TypeListFilter::setWords);
    for (auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, change, this, &TypeColumn::refreshTitle);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &TypeColumn::refreshTitle);
    refreshTitle();
}

void TypeColumn::refreshTitle()
{
    m_title->setText(QStringLiteral("%1 (%2)").arg(listTitle(m_list).toUpper()).arg(m_filter->rowCount()));
}

}
