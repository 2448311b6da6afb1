// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/advicelist.h"

#include "gui/document/analysistexts.h"
#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>

namespace halftone {
namespace {

constexpr int kIconSize = 16;
constexpr int kMostHeight = 130;

}

AdviceList::AdviceList(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    named(this, "adviceList", tr("Advice on the mixlist"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(&document, &Document::findingsChanged, this, &AdviceList::rebuild);
    rebuild();
}

QSize AdviceList::sizeHint() const
{
    const int height = widget() ? widget()->heightForWidth(viewport()->width()) : 0;
    return {QScrollArea::sizeHint().width(), qMin(height, kMostHeight)};
}

void AdviceList::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

void AdviceList::rebuild()
{
    // The button of an old row may be what brought us here, so it must outlive this call.
    if (QWidget* old = takeWidget())
        old->deleteLater();
    auto* content = named(new QWidget, "adviceRows", tr("Advice"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(4);
    for (std::size_t i = 0; i < m_document.advice().size(); ++i)
        column->addWidget(makeRow(i));
    column->addStretch();
    setWidget(content);
    setVisible(!m_document.advice().empty());
    updateGeometry();
}

QWidget* AdviceList::makeRow(std::size_t index)
{
    const MixlistAdvice& advice = m_document.advice()[index];
    const FindingKind& kind = kindOf(advice.finding);
    auto* row = new QWidget;
    row->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins({});
    auto* icon = new QLabel(row);
    icon->setPixmap(severityIcon(kind.severity).pixmap(kIconSize, kIconSize));
    icon->setAccessibleName(severityTitle(kind.severity));
    line->addWidget(icon);
    const QString message =
        QStringLiteral("%1 %2").arg(messageText(advice.finding.message), analysisText(kind.remedy));
    auto* label = named(new QLabel(message, row), "adviceText", message);
    label->setToolTip(text(advice.finding.where));
    label->setWordWrap(true);
    line->addWidget(label, 1);
    auto* show = named(new QPushButton(tr("Show"), row), "adviceShow", tr("Show the entry"));
    const QString type = text(m_document.policy().mixlist.entries[advice.entry].opType);
    connect(show, &QPushButton::clicked, this, [this, type] { emit typeChosen(type); });
    line->addWidget(show);
    if (advice.fix) {
        auto* fix = named(new QPushButton(advice.fix->label, row), "adviceFix", advice.fix->label);
        connect(fix, &QPushButton::clicked, this,
            [this, chosen = *advice.fix] { changeMixlist(m_document, chosen.result, chosen.label); });
        line->addWidget(fix);
    }
    return row;
}

}
