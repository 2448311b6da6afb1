// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/findfield.h"

#include "gui/document/document.h"
#include "gui/shell/actions.h"
#include "gui/shell/findindex.h"
#include "gui/shell/named.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/theme/textsize.h"

#include <QKeyEvent>
#include <QListWidget>

namespace halftone {
namespace {

constexpr std::size_t kHits = 40;
constexpr int kVisibleHits = 12;
constexpr std::size_t kMadeAtOnce = 2000; // operators
constexpr int kFieldWidth = 340;
constexpr int kListWidth = 560;

}

FindField::FindField(Document& document, const Actions& actions, QWidget* window)
    : QLineEdit(window)
    , m_document(document)
    , m_actions(actions)
    , m_list(new QListWidget(window))
{
    named(this, "findField", tr("Find operator, scope, type or command"));
    setPlaceholderText(tr("Find operator, scope or command (Ctrl+K)"));
    setClearButtonEnabled(true);
    // A child of the window instead of a window of its own: the keyboard stays in the field.
    named(m_list, "findHits", tr("Found"));
    m_list->setItemDelegate(new TwoLineDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->hide();
    connect(this, &QLineEdit::textEdited, this, &FindField::search);
    connect(&document, &Document::findingsChanged, this, &FindField::forgetTexts);
    connect(&document, &Document::modelChanged, this, &FindField::forgetTexts);
    connect(
        m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { take(m_list->row(item)); });
}

FindField::~FindField() = default;

QSize FindField::sizeHint() const
{
    return {atTextSize(kFieldWidth), QLineEdit::sizeHint().height()};
}

void FindField::start()
{
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
    search();
}

// Made when somebody searches. For a large graph that takes longer than a person may wait for the next
// letter, so hits come when it is done.
void FindField::prepareTexts()
{
    const JudgementPtr judgement = m_document.judgement();
    if (!judgement || !m_texts.isEmpty() || m_jobs.isBusy())
        return;
    if (judgement->graph()->nodeCount() <= kMadeAtOnce) {
        m_texts = makeFindTexts(*judgement, m_document.findings());
        return;
    }
    m_jobs.start(
        tr("Preparing the search"),
        [judgement, findings = m_document.findings()](
            const std::stop_token&) { return makeFindTexts(*judgement, findings); },
        [this](FindTexts texts) {
            m_texts = std::move(texts);
            if (hasFocus() && !text().isEmpty())
                search();
        });
}

void FindField::forgetTexts()
{
    m_jobs.cancel();
    m_texts = {};
}

void FindField::setScopes(const ScopeTreePtr& scopes)
{
    if (std::exchange(m_scopes, scopes) != scopes && m_list->isVisible())
        search(); // the hits are scopes of another tree
}

void FindField::search()
{
    prepareTexts();
    m_hits = findEverywhere(text(), {m_document.judgement(), m_texts, m_scopes, m_actions}, kHits);
    m_list->clear();
    for (const FindHit& hit : m_hits) {
        auto* item = new QListWidgetItem(hit.text, m_list);
        item->setData(TwoLineDelegate::kAsideRole,
            hit.action ? (hit.aside.isEmpty() ? tr("command") : hit.aside) : hit.aside);
    }
    m_list->setVisible(!m_hits.empty());
    if (m_hits.empty())
        return;
    m_list->setCurrentRow(0);
    place();
}

void FindField::place()
{
    const QWidget* window = m_list->parentWidget();
    const int rows = qMin(m_list->count(), kVisibleHits);
    const QPoint corner = mapTo(window, rect().bottomRight()) + QPoint(0, 2);
    const int height = rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth();
    const int width = atTextSize(kListWidth);
    m_list->setGeometry(corner.x() - width, corner.y(), width, height);
    m_list->raise();
}

void FindField::take(int row)
{
    if (row < 0 || row >= static_cast<int>(m_hits.size()))
        return;
    const FindHit hit = m_hits[static_cast<std::size_t>(row)];
    m_list->hide();
    parentWidget()->setFocus();
    if (hit.action)
        hit.action->trigger();
    else if (hit.scope.isValid())
        emit scopeChosen(hit.scope);
    else
        m_document.select(hit.node);
}

void FindField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Down:
        m_list->setCurrentRow(qMin(m_list->currentRow() + 1, m_list->count() - 1));
        return;
    case Qt::Key_Up:
        m_list->setCurrentRow(qMax(m_list->currentRow() - 1, 0));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take(m_list->currentRow());
        return;
    case Qt::Key_Escape:
        m_list->hide();
        clear();
        parentWidget()->setFocus();
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void FindField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    m_list->hide();
}

}
