// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/flipsearch.h"

#include "gui/document/document.h"
#include "gui/document/policyedits.h"
#include "gui/document/text.h"
#include "gui/inspector/section.h"
#include "gui/shell/named.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace halftone {
namespace {

constexpr std::size_t kShownFlips = 6;

}

FlipSearch::FlipSearch(Document& document, NodeId node, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_search(named(new QPushButton(tr("Find What Would Change It"), this), "flipSearch",
          tr("Find what would change the type")))
    , m_column(new QVBoxLayout(this))
{
    named(this, "flips", tr("What would change the type"));
    m_search->setToolTip(tr("Tries every single edit and shows those that give this operator another type"));
    m_column->setContentsMargins({});
    m_column->addWidget(m_search, 0, Qt::AlignLeft);
    connect(m_search, &QPushButton::clicked, this, [this, node] { search(node); });
}

void FlipSearch::search(NodeId node)
{
    m_search->setEnabled(false);
    m_search->setText(tr("Trying edits…"));
    m_jobs.start(
        tr("Trying edits"),
        [judgement = m_document.judgement(), node](const std::stop_token&) {
            return findFlips(judgement->decisions(), NodePlace{{}, node}, judgement->policy().precision());
        },
        [this](const FlipReport& report) {
            show(report);
            emit found();
        });
}

void FlipSearch::show(const FlipReport& report)
{
    m_search->hide();
    if (report.flips.empty())
        addLine(tr("No single edit changes it (%n tried).", nullptr, static_cast<int>(report.tried)));
    else
        addLine(tr("To get %1, one of:").arg(text(name(report.wanted))));
    for (const Flip& flip : std::span(report.flips).first(std::min(kShownFlips, report.flips.size())))
        addFlip(flip, report);
    if (report.flips.size() > kShownFlips)
        addLine(tr("… and %n more edits", nullptr, static_cast<int>(report.flips.size() - kShownFlips)));
}

void FlipSearch::addFlip(const Flip& flip, const FlipReport& report)
{
    const QString what = text(flip.edit.what);
    const QString effect =
        tr("moves %n other operators · casts %1 → %2", nullptr, static_cast<int>(flip.others.size()))
            .arg(report.casts)
            .arg(flip.casts);
    addLine(QStringLiteral("%1<br>%2").arg(breakable(what).toHtmlEscaped(), muted(effect, palette())));
    const std::optional<Policy> next = policyLike(m_document.policy(), flip.edit.policy);
    if (!next)
        return;
    auto* preview = new QPushButton(tr("Preview…"), this);
    preview->setObjectName(QStringLiteral("flip.%1").arg(m_column->count()));
    preview->setAccessibleName(tr("Preview: %1").arg(what));
    preview->setToolTip(tr("Shows what else it changes; nothing is changed yet"));
    connect(preview, &QPushButton::clicked, &m_document,
        [document = &m_document, next = *next, what] { document->propose(what, next); });
    m_column->addWidget(preview, 0, Qt::AlignLeft);
}

void FlipSearch::addLine(const QString& richText)
{
    auto* label = new QLabel(richText, this);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    m_column->addWidget(label);
}

}
