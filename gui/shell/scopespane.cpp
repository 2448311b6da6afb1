// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/scopespane.h"

#include "gui/document/document.h"
#include "gui/graph/graphview.h"
#include "gui/models/marks.h"
#include "gui/models/scopesmodel.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/named.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

namespace halftone {
namespace {

constexpr int kInset = 10; // of a cell
constexpr int kIcon = 20;
constexpr QSize kFirstSize(260, 400);
constexpr int kLeastWidth = 230;

}

QSize ScopesPane::sizeHint() const
{
    return kFirstSize;
}

ScopesPane::ScopesPane(Document& document, GraphPage& page, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_page(page)
    , m_model(new ScopesModel(this))
    , m_filter(new ScopesFilter(this))
    , m_precision(named(new QComboBox(this), "scopesPrecision", tr("Show scopes by data type")))
    , m_view(named(new QTreeView(this), "scopesView", tr("Scopes")))
    , m_empty(named(new QLabel(this), "scopesEmpty", tr("No scopes")))
{
    named(this, "scopesPane", tr("Scopes"));
    setMinimumWidth(kLeastWidth);
    fillPrecisions();
    setUpView();
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setText(tr("This graph is shown without groups: it is small, or View, Group by Scope is off."));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_precision);
    column->addWidget(m_view, 1);
    column->addWidget(m_empty, 1);
    connect(&page, &GraphPage::groupingChanged, this, &ScopesPane::refresh);
    connect(page.view(), &GraphView::scopeSelected, this, [this](ScopeId scope) {
        if (scope.isValid())
            follow(scope);
    });
    connect(&document, &Document::selectionChanged, this, [this](NodeId node) {
        const ScopeTreePtr& tree = m_page.grouping().tree();
        if (node.isValid() && tree && tree->graph() == m_document.graph())
            follow(tree->scopeOf(node));
    });
    refresh();
}

void ScopesPane::fillPrecisions()
{
    m_precision->setToolTip(tr("Show only scopes with operators of this data type"));
    m_precision->addItem(tr("All data types"));
    for (const DType dtype : GroupFacts::kPrecisions) {
        const bool isOther = dtype == DType::Undefined;
        const std::string_view title = name(dtype);
        m_precision->addItem(isOther ? QIcon() : precisionIcon(dtype),
            isOther ? tr("With other types")
                    : tr("With %1").arg(QLatin1String(title.data(), static_cast<qsizetype>(title.size()))),
            static_cast<int>(dtype));
    }
    connect(m_precision, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_filter->setPrecision(index == 0
                ? std::nullopt
                : std::optional(static_cast<DType>(m_precision->itemData(index).toInt())));
    });
}

void ScopesPane::setUpView()
{
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    m_view->setUniformRowHeights(true);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setIndentation(14);
    QHeaderView* titles = named(m_view->header(), "scopesTitles", tr("Columns"));
    titles->setStretchLastSection(false);
    const QFontMetrics metrics = m_view->fontMetrics();
    titles->setMinimumSectionSize(1);
    titles->setSectionResizeMode(ScopesModel::kName, QHeaderView::Stretch);
    titles->resizeSection(
        ScopesModel::kOperators, metrics.horizontalAdvance(QStringLiteral("100,000")) + kInset);
    titles->resizeSection(
        ScopesModel::kPrecision, metrics.horizontalAdvance(QStringLiteral("100 %")) + kIcon + kInset);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_isFollowing && current().isValid())
            m_page.goTo(current());
    });
    connect(m_view, &QTreeView::activated, this, [this] { m_page.toggle(current()); });
}

ScopeId ScopesPane::current() const
{
    return m_model->scopeAt(m_filter->mapToSource(m_view->currentIndex()));
}

void ScopesPane::refresh()
{
    const ScopeTreePtr& tree = m_page.grouping().tree();
    const bool hasScopes = tree && tree->size() > 1;
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_model->setTree(hasScopes ? tree : nullptr, m_document.judgement());
        m_filter->invalidate(); // the facts of scopes inside others have changed, too
    }
    m_view->setVisible(hasScopes);
    m_precision->setVisible(hasScopes);
    m_empty->setVisible(!hasScopes);
    if (m_page.view()->selectedScope().isValid())
        follow(m_page.view()->selectedScope());
}

void ScopesPane::follow(ScopeId scope)
{
    const QScopedValueRollback following(m_isFollowing, true);
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(scope));
    m_view->setCurrentIndex(index);
    if (index.isValid())
        m_view->scrollTo(index);
}

}
