// SPDX-License-Identifier: GPL-3.0-or-later
//
// Libraries, lists and findings in few words.
#pragma once

#include "analysis/mixlist/mixlist.h"
#include "analysis/oplibrary/oplibrary.h"

#include <QStringList>

namespace halftone::test {

/// The built-in library of a chip.
inline const OpLibrary& library(const char* soc)
{
    return **OpLibrary::embedded(soc);
}

inline QStringList ids(const std::vector<Finding>& findings)
{
    QStringList list;
    for (const Finding& finding : findings)
        list << QString::fromStdString(finding.id);
    return list;
}

inline List listNamed(const QString& text)
{
    return text == "white" ? List::White : text == "black" ? List::Black : List::Gray;
}

/// "+black Add" words apart by commas, as a list without places.
inline Mixlist mixlistOf(const QString& text)
{
    Mixlist mixlist;
    for (const QString& piece : text.split(", ", Qt::SkipEmptyParts)) {
        const QStringList words = piece.split(' ');
        mixlist.entries.push_back({.opType = words[1].toStdString(),
            .list = listNamed(words[0].sliced(1)),
            .action = words[0][0] == '+' ? MixlistEntry::Action::Add : MixlistEntry::Action::Remove});
    }
    return mixlist;
}

}
