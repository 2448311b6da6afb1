// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/text.h"

#include <QLocale>
#include <QRegularExpression>

namespace halftone {

QString sizeText(qint64 bytes)
{
    const QLocale locale;
    return locale.formattedDataSize(bytes).replace(
        locale.decimalPoint() + QStringLiteral("00 "), QStringLiteral(" "));
}

QString unbroken(QString text)
{
    constexpr QChar kSpace(0xa0); // does not break
    return text.replace(u' ', kSpace);
}

QString breakable(const QString& name)
{
    static const QRegularExpression mark(QStringLiteral("([/._:,])(?=\\S)"));
    return QString(name).replace(mark, QStringLiteral("\\1\u200B"));
}

QString withLongWordsBreakable(const QString& message)
{
    static const QRegularExpression longWord(QStringLiteral("\\S{40,}"));
    QString text;
    qsizetype done = 0;
    for (const QRegularExpressionMatch& word : longWord.globalMatch(message)) {
        text += message.sliced(done, word.capturedStart() - done) + breakable(word.captured());
        done = word.capturedEnd();
    }
    return text + message.sliced(done);
}

}
