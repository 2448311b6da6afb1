// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/explanationtexts.h"

#include "gui/document/analysistexts.h"
#include "gui/document/messagetexts.h"
#include "gui/document/sentences.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <vector>

namespace halftone {
namespace {

// The sentences of NodeExplainer and PolicyExplainer. The first that fits is taken, so those with more words
// of their own stand first.
constexpr auto kSentences = std::to_array<const char*>({
    QT_TRANSLATE_NOOP("Explanation", "black"),
    QT_TRANSLATE_NOOP("Explanation", "white"),
    QT_TRANSLATE_NOOP("Explanation", "gray"),
    QT_TRANSLATE_NOOP("Explanation", "an input of the graph"),
    QT_TRANSLATE_NOOP("Explanation", "the part before it"),
    QT_TRANSLATE_NOOP("Explanation", "a constant"),
    QT_TRANSLATE_NOOP("Explanation", "the constant %1"),
    QT_TRANSLATE_NOOP("Explanation", "No list changes the result."),
    QT_TRANSLATE_NOOP(
        "Explanation", "Lists have no effect in this mode; only another mode changes the result."),
    QT_TRANSLATE_NOOP("Explanation",
        "The library gives no kernel table for it, so its kernels are assumed from the types that it names."),
    QT_TRANSLATE_NOOP("Explanation", "If CANN does not make %1 of %2 here, the list is that of %3: %4."),
    QT_TRANSLATE_NOOP("Explanation", "%1; %2 (%3): %4"),
    QT_TRANSLATE_NOOP("Explanation", "the graph input %1"),
    QT_TRANSLATE_NOOP("Explanation", "%1 becomes %2, which the AI Core of %3 does not have."),
    QT_TRANSLATE_NOOP("Explanation", "%1 becomes %2, which the mixlist moves from %3 to %4."),
    QT_TRANSLATE_NOOP("Explanation", "%1 becomes %2, which is %3 on %4."),
    QT_TRANSLATE_NOOP("Explanation", "It also becomes %1, which is %2 and gives %3."),
    QT_TRANSLATE_NOOP("Explanation", "%1 is a %2, for which no Ascend operator is known."),
    QT_TRANSLATE_NOOP("Explanation", "%1 is a %2, which is %3 for %4."),
    QT_TRANSLATE_NOOP(
        "Explanation", "Asked for %1, got %2: %3 has no kernel in %4 that fits its other tensors."),
    QT_TRANSLATE_NOOP("Explanation", "You asked for %1 here (%2) and got it."),
    QT_TRANSLATE_NOOP("Explanation", "You asked for %1 here (%2) and got %3: %4."),
    QT_TRANSLATE_NOOP("Explanation", "If %1 were %2, no engine would take %3."),
    QT_TRANSLATE_NOOP("Explanation", "If %1 were %2, the AI CPU would run %3."),
    QT_TRANSLATE_NOOP("Explanation", "If %1 were %2, %3 would give %4."),
    QT_TRANSLATE_NOOP("Explanation", "%1 is made in %2 and cast to %3 for all who read it."),
    QT_TRANSLATE_NOOP("Explanation", "What would change it: %1"),
    QT_TRANSLATE_NOOP("Explanation", "%1: %2. Here that leads to %3, and so to %4."),
    QT_TRANSLATE_NOOP("Explanation", "%1. Here that is %2, which gives %3."),
    QT_TRANSLATE_NOOP("Explanation", "%1 by your list: %2"),
    QT_TRANSLATE_NOOP("Explanation", "%1: through a Cast follows %2 (%3)"),
    QT_TRANSLATE_NOOP("Explanation", "%1: follows %2 (%3)"),
    QT_TRANSLATE_NOOP("Explanation", "%1: keeps %2"),
    QT_TRANSLATE_NOOP("Explanation", "keeps %1"),
    QT_TRANSLATE_NOOP("Explanation", "%1, but has no low-precision kernel"),
    QT_TRANSLATE_NOOP("Explanation", "%1 (%2, %3)"),
    QT_TRANSLATE_NOOP("Explanation", "%1: %2."),
    QT_TRANSLATE_NOOP("Explanation", "%1: %2"),
});

const Sentences& sentences()
{
    static const Sentences all = [] {
        std::vector<Sentence> rows;
        std::ranges::transform(
            kSentences, std::back_inserter(rows), [](const char* text) { return Sentence{text, text}; });
        return Sentences("Explanation", rows);
    }();
    return all;
}

QString explanationPart(const QString& english)
{
    return explanationText(english.toStdString());
}

}

QString explanationText(std::string_view english)
{
    const QString plain = text(english);
    const bool isEnglish = QCoreApplication::translate("Explanation", kSentences.front()) ==
        QLatin1StringView(kSentences.front());
    if (isEnglish)
        return plain;
    if (const QString whole = messageText(english); whole != plain)
        return whole; // also why nothing is decided
    // The title of a rule, as a sentence.
    if (english.ends_with('.')) {
        const std::string_view title = english.substr(0, english.size() - 1);
        if (const QString found = analysisText(title); found != text(title))
            return QCoreApplication::translate("Explanation", "%1.").arg(found);
    }
    return sentences().find(plain, explanationPart).value_or(plain);
}

}
