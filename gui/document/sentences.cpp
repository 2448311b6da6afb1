// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <map>

namespace halftone {
namespace {

// QString::arg() would also fill marks that stand in a part.
QString filled(const QString& sentence, const std::map<int, QString>& parts)
{
    QString text;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const bool isMark = sentence[i] == u'%' && i + 1 < sentence.size() && sentence[i + 1].isDigit();
        if (isMark)
            text += parts.at(sentence[++i].digitValue());
        else
            text += sentence[i];
    }
    return text;
}

}

Sentences::Sentences(const char* context, const std::vector<Sentence>& sentences)
    : m_context(context)
{
    std::ranges::transform(sentences, std::back_inserter(m_patterns), patternOf);
}

Sentences::Pattern Sentences::patternOf(const Sentence& sentence)
{
    Pattern pattern{.words = {{}}, .numbers = {}, .shown = sentence.shown};
    const QString written = QString::fromUtf8(sentence.written);
    for (qsizetype i = 0; i < written.size(); ++i) {
        const bool isPart = written[i] == u'%' && i + 1 < written.size() && written[i + 1].isDigit();
        if (!isPart) {
            pattern.words.back() += written[i];
            continue;
        }
        pattern.numbers.push_back(written[++i].digitValue());
        pattern.words.emplace_back();
    }
    return pattern;
}

// Each part is the shortest that fits, and not empty but between quotes. As only the end is fixed behind the
// last words, going back never helps.
std::optional<std::vector<QString>> Sentences::match(const Pattern& pattern, QStringView english)
{
    const QString& first = pattern.words.front();
    const QString& last = pattern.words.back();
    if (pattern.numbers.empty())
        return english == first ? std::optional(std::vector<QString>()) : std::nullopt;
    if (!english.startsWith(first) || !english.endsWith(last))
        return std::nullopt;
    const qsizetype end = english.size() - last.size();
    std::vector<QString> parts;
    qsizetype begin = first.size();
    for (std::size_t i = 1; i < pattern.words.size(); ++i) {
        const bool isLast = i + 1 == pattern.words.size();
        const bool mayBeEmpty = pattern.words[i - 1].endsWith(u'"'); // "" is no number.
        const qsizetype next = isLast ? end : english.indexOf(pattern.words[i], begin + (mayBeEmpty ? 0 : 1));
        if (next < begin || next > end || (next == begin && !mayBeEmpty))
            return std::nullopt;
        parts.push_back(english.sliced(begin, next - begin).toString());
        begin = next + pattern.words[i].size();
    }
    return parts;
}

std::optional<QString> Sentences::find(
    const QString& english, const std::function<QString(const QString&)>& translatePart) const
{
    for (const Pattern& pattern : m_patterns) {
        const auto parts = match(pattern, english);
        if (!parts)
            continue;
        std::map<int, QString> translated;
        for (std::size_t i = 0; i < parts->size(); ++i) {
            const bool isName = pattern.words[i].endsWith(u'"');
            translated[pattern.numbers[i]] = isName ? (*parts)[i] : translatePart((*parts)[i]);
        }
        return filled(QCoreApplication::translate(m_context, pattern.shown), translated);
    }
    return std::nullopt;
}

}
