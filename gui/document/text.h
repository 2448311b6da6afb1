// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace halftone {

/// Text of the layers below, which is UTF-8, as Qt wants it.
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// "588 KiB", "1.54 MiB": without zeros that say nothing.
QString sizeText(qint64 bytes);
/// Text that is not broken at its spaces.
QString unbroken(QString text);
/// Text in which names may be broken behind the marks that programs put between words.
QString breakable(const QString& name);
/// The same for words that are too long for a line, such as paths: others stay what they are when they are
/// copied.
QString withLongWordsBreakable(const QString& message);

}
