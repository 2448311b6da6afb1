// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/jsonedit.h"

#include "gui/mixlist/jsonhighlighter.h"
#include "gui/shell/named.h"
#include "gui/theme/palette.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>

namespace halftone {

namespace {

struct TextSpan
{
    qsizetype first = 0;
    qsizetype end = 0;
};

// The text in quotes or the one letter at a place of a line; the whole line where there is neither. Readers
// of JSON name the first or the last letter of what they do not like.
TextSpan wordAt(const QString& line, qsizetype place)
{
    if (place < 0 || place >= line.size())
        return {0, line.size()};
    if (line[place] != '"')
        return {place, place + 1};
    const bool isOpening = line.left(place).count('"') % 2 == 0;
    if (!isOpening)
        return {line.lastIndexOf('"', place - 1), place + 1};
    const qsizetype close = line.indexOf('"', place + 1);
    return {place, close < 0 ? line.size() : close + 1};
}

}

/// The strip left of the text; the editor paints it, because it knows where its lines are.
class LineNumbers : public QWidget
{
public:
    explicit LineNumbers(JsonEdit& edit)
        : QWidget(&edit)
        , m_edit(edit)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_edit.paintNumbers(event, *this); }

private:
    JsonEdit& m_edit;
};

JsonEdit::JsonEdit(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_numbers(new LineNumbers(*this))
{
    named(this, "jsonEdit", tr("Mixlist as JSON"));
    named(m_numbers, "jsonLineNumbers", tr("Line numbers"));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setAcceptDrops(false); // files are dropped onto the window
    new JsonHighlighter(document());
    connect(this, &QPlainTextEdit::blockCountChanged, this,
        [this] { setViewportMargins(numberWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect&, int dy) {
        if (dy)
            m_numbers->scroll(0, dy);
        else
            m_numbers->update();
    });
    setViewportMargins(numberWidth(), 0, 0, 0);
}

int JsonEdit::numberWidth() const
{
    const qsizetype digits = QString::number(blockCount()).size();
    constexpr int kPadding = 10;
    return fontMetrics().horizontalAdvance('9') * static_cast<int>(qMax(qsizetype{2}, digits)) + kPadding;
}

void JsonEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numberWidth(), inside.height());
}

void JsonEdit::paintNumbers(QPaintEvent* event, QWidget& area) const
{
    QPainter painter(&area);
    const Scheme scheme = schemeOf(palette());
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setPen(color(ColorRole::MutedText, scheme));
    painter.setFont(font());
    constexpr int kRightPadding = 5;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF line = blockBoundingGeometry(block).translated(contentOffset());
        if (line.top() > area.height())
            break;
        painter.drawText(QRectF(0, line.top(), area.width() - kRightPadding, line.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    }
}

void JsonEdit::markMistake(int line, int column)
{
    QList<QTextEdit::ExtraSelection> marks;
    if (line > 0) {
        const QTextBlock block = document()->findBlockByNumber(qMin(line, blockCount()) - 1);
        const TextSpan span = wordAt(block.text(), column - 1);
        QTextCursor cursor(block);
        cursor.setPosition(block.position() + static_cast<int>(span.first));
        cursor.setPosition(block.position() + static_cast<int>(span.end), QTextCursor::KeepAnchor);
        QTextCharFormat wavy;
        wavy.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wavy.setUnderlineColor(color(ColorRole::Unsupported, schemeOf(palette())));
        marks.append({cursor, wavy});
    }
    setExtraSelections(marks);
}

void JsonEdit::goTo(const QString& name)
{
    const QTextCursor found = document()->find('"' + name + '"', 0, QTextDocument::FindCaseSensitively);
    if (found.isNull())
        return;
    setTextCursor(found);
    ensureCursorVisible();
}

bool JsonEdit::event(QEvent* event)
{
    // A text field claims these keys even when it has no undo; leaving them alone lets the window have them.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

}
