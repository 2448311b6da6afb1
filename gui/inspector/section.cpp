// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/section.h"

#include "gui/shell/named.h"
#include "gui/theme/palette.h"

#include <QGridLayout>
#include <QLabel>
#include <QTextDocumentFragment>

namespace halftone {

QString muted(const QString& plain, const QPalette& palette)
{
    return QStringLiteral("<span style='color:%1'>%2</span>")
        .arg(color(ColorRole::MutedText, schemeOf(palette)).name(), plain.toHtmlEscaped());
}

Section::Section(const char* objectName, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    named(this, objectName, title);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    auto* heading = new QLabel(title, this);
    heading->setAccessibleName(title);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    m_grid->addWidget(heading, 0, 0, 1, 2);
}

QLabel* Section::makeLabel(const QString& richText)
{
    auto* label = new QLabel(richText, this);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setFocusPolicy(richText.contains("<a ") ? Qt::StrongFocus : Qt::NoFocus);
    label->setAccessibleName(QTextDocumentFragment::fromHtml(richText).toPlainText());
    label->setObjectName(QStringLiteral("%1.%2").arg(objectName()).arg(m_grid->count()));
    return label;
}

QLabel* Section::addLine(const QString& richText)
{
    QLabel* label = makeLabel(richText);
    m_grid->addWidget(label, m_grid->rowCount(), 0, 1, 2);
    return label;
}

void Section::addPair(const QString& name, const QString& value)
{
    const int row = m_grid->rowCount();
    QLabel* left = makeLabel(name);
    left->setWordWrap(false);
    m_grid->addWidget(left, row, 0);
    m_grid->addWidget(makeLabel(value), row, 1);
}

void Section::addWidget(QWidget* widget)
{
    m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 2);
}

}
