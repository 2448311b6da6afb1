// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commandline.h"

#include "executor/compare/waycomparison.h"
#include "gui/document/text.h"

namespace halftone {

QString shellLine(const QStringList& words)
{
    QStringList quoted;
    for (const QString& word : words)
        quoted += text(shellQuoted(word.toStdString()));
    return quoted.join(' ');
}

QStringList modelWords(const QString& path, const DimSizes& dims)
{
    QStringList words{path};
    for (const auto& [name, size] : dims)
        words += {QStringLiteral("--dim"), QStringLiteral("%1=%2").arg(text(name)).arg(size)};
    return words;
}

}
