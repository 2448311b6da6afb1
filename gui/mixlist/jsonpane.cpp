// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/jsonpane.h"

#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/shell/named.h"

#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace halftone {
namespace {

constexpr int kTypingPause = 250; // ms; shorter ones interrupt people who type

}

JsonPane::JsonPane(QWidget* parent)
    : QWidget(parent)
    , m_edit(new JsonEdit(this))
    , m_message(named(new QLabel(this), "jsonMessage", tr("Mistake in the JSON text")))
    , m_revert(named(new QPushButton(tr("Back to the Last Good Text"), this), "jsonRevert",
          tr("Back to the Last Good Text")))
{
    named(this, "jsonPane", tr("JSON"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_edit, 1);
    column->addWidget(m_message);
    column->addWidget(m_revert);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPause);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_isFilling)
            m_pause.start();
    });
    connect(&m_pause, &QTimer::timeout, this, &JsonPane::read);
    connect(m_revert, &QPushButton::clicked, this, &JsonPane::revert);
    setMixlist({});
}

void JsonPane::setMixlist(const Mixlist& mixlist)
{
    m_shown = mixlist;
    const auto now = parseMixlist(m_edit->toPlainText().toStdString(), mixlist.fileName);
    if (now && now->mixlist == mixlist) {
        showMistake(std::nullopt);
        return;
    }
    m_pause.stop();
    const QScopedValueRollback filling(m_isFilling, true);
    m_edit->setPlainText(text(writeMixlist(mixlist)).trimmed());
    showMistake(std::nullopt);
}

void JsonPane::read()
{
    m_pause.stop();
    const auto typed = parseMixlist(m_edit->toPlainText().toStdString(), m_shown.fileName);
    if (!typed) {
        showMistake(typed.error());
        return;
    }
    showMistake(std::nullopt);
    if (typed->mixlist != m_shown)
        emit mixlistTyped(typed->mixlist);
}

std::optional<Error> JsonPane::mistake()
{
    if (m_pause.isActive())
        read();
    return m_mistake;
}

bool JsonPane::revert()
{
    if (!mistake())
        return false;
    setMixlist(m_shown);
    return true;
}

QString JsonPane::draft() const
{
    return m_mistake ? m_edit->toPlainText() : QString();
}

void JsonPane::setDraft(const QString& draft)
{
    if (draft.isEmpty())
        return;
    m_edit->setPlainText(draft);
    read();
}

void JsonPane::showMistake(const std::optional<Error>& mistake)
{
    m_mistake = mistake;
    m_message->setVisible(mistake.has_value());
    m_revert->setVisible(mistake.has_value());
    m_edit->markMistake(mistake ? mistake->line : 0, mistake ? mistake->column : 0);
    if (mistake)
        m_message->setText(tr("line %1, column %2: %3 %4")
                .arg(mistake->line)
                .arg(mistake->column)
                .arg(messageText(mistake->what), messageText(mistake->remedy)));
    emit mistakeChanged();
}

}
