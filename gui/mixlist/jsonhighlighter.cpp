// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/jsonhighlighter.h"

#include "gui/theme/palette.h"

#include <QGuiApplication>
#include <QRegularExpression>

namespace halftone {

void JsonHighlighter::highlightBlock(const QString& line)
{
    static const QRegularExpression text(QStringLiteral(R"("(?:[^"\\]|\\.)*"(\s*:)?)"));
    static const QRegularExpression comment(QStringLiteral(R"(//.*$)"));
    const Scheme scheme = schemeOf(QGuiApplication::palette());
    QTextCharFormat key;
    key.setForeground(color(ColorRole::Selection, scheme));
    key.setFontWeight(QFont::Bold);
    QTextCharFormat remark;
    remark.setForeground(color(ColorRole::MutedText, scheme));
    remark.setFontItalic(true);
    for (auto matches = text.globalMatch(line); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedLength(1) > 0)
            setFormat(static_cast<int>(match.capturedStart()),
                static_cast<int>(match.capturedLength() - match.capturedLength(1)), key);
    }
    const QRegularExpressionMatch match = comment.match(line);
    if (match.hasMatch())
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), remark);
}

}
