// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/messagetexts.h"

#include "gui/document/analysistexts.h"
#include "gui/document/messagetables.h"
#include "gui/document/sentences.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <vector>

namespace halftone {
namespace {

// What a person at the window does where the command line has an option.
constexpr auto kReworded = std::to_array<Sentence>({
    {"Bind the symbolic dimensions, for instance --dim %1=32.",
        QT_TRANSLATE_NOOP("Messages", "Give the dimensions sizes (Model > Set Dimensions…).")},
    {"Bind the symbolic dimensions, for instance --dim %1=16.",
        QT_TRANSLATE_NOOP("Messages", "Give the dimensions sizes (Model > Set Dimensions…).")},
    {"Bind symbolic dimensions (--dim T=16), or compute from files with run --input.",
        QT_TRANSLATE_NOOP("Messages", "Give the dimensions sizes (Model > Set Dimensions…).")},
    {"Choose a loss to append (--loss softmax-cross-entropy).",
        QT_TRANSLATE_NOOP("Messages", "Choose a loss in the training view.")},
    {"Number the classes from 0, or choose a loss for numbers (--loss mse).",
        QT_TRANSLATE_NOOP("Messages", "Number the classes from 0, or choose a loss for numbers.")},
    {"Choose another loss (--loss mse).", QT_TRANSLATE_NOOP("Messages", "Choose another loss.")},
    {"Choose data for this model, or another loss (--loss).",
        QT_TRANSLATE_NOOP("Messages", "Choose data for this model, or another loss.")},
    {"Choose a smaller batch (--batch).", QT_TRANSLATE_NOOP("Messages", "Choose a smaller batch.")},
    {"Choose a tensor that decide --training or replay names.",
        QT_TRANSLATE_NOOP("Messages", "Choose a tensor of the training graph.")},
    {"Give a file that train --run-file wrote.",
        QT_TRANSLATE_NOOP("Messages", "Choose a file that a training wrote.")},
    {"Give a file that train --checkpoint wrote.",
        QT_TRANSLATE_NOOP("Messages", "Choose a file that a training wrote.")},
    {"--batch", QT_TRANSLATE_NOOP("Messages", "batch size")},
    {"--epochs", QT_TRANSLATE_NOOP("Messages", "epochs")},
    {"--micro-batches", QT_TRANSLATE_NOOP("Messages", "parts of the batch")},
    {"--loss-scale-rule", QT_TRANSLATE_NOOP("Messages", "loss scale rule")},
    {"--resume", QT_TRANSLATE_NOOP("Messages", "checkpoint")},
});

/// The context of the texts below for translators.
struct Messages
{
    Q_DECLARE_TR_FUNCTIONS(Messages)
};

std::size_t ownWords(const Sentence& sentence)
{
    const std::string_view text = sentence.written;
    return text.size() - 2 * static_cast<std::size_t>(std::ranges::count(text, '%'));
}

// Those with more words of their own first: "%1 is no operator of %2; %3 is." before "%1 is no operator of
// %2."
const Sentences& sentences()
{
    static const Sentences all = [] {
        std::vector<Sentence> rows(kReworded.begin(), kReworded.end());
        for (const std::span<const char* const> table : {analysisMessages(), executorMessages()})
            std::ranges::transform(
                table, std::back_inserter(rows), [](const char* text) { return Sentence{text, text}; });
        std::ranges::stable_sort(rows, std::ranges::greater(), ownWords);
        return Sentences("Messages", rows);
    }();
    return all;
}

QString messagePart(const QString& english)
{
    return messageText(english.toStdString());
}

std::optional<QString> known(const QString& english)
{
    if (auto sentence = sentences().find(english, messagePart))
        return sentence;
    const QString whole = analysisText(english.toStdString());
    return whole != english ? std::optional(whole) : std::nullopt;
}

QString placeText(const Error& error)
{
    const QString where = messageText(error.where);
    if (error.line == 0)
        return where;
    return QStringLiteral("%1:%2:%3").arg(where).arg(error.line).arg(error.column);
}

}

QString messageText(std::string_view english)
{
    const QString plain = text(english);
    if (const auto whole = known(plain))
        return *whole;
    // "Conv_1: No engine takes Conv2D with these types and lists."
    for (qsizetype colon = plain.indexOf(u": "); colon >= 0; colon = plain.indexOf(u": ", colon + 1)) {
        if (const auto rest = known(plain.sliced(colon + 2)))
            return Messages::tr("%1: %2").arg(plain.first(colon), *rest);
    }
    return plain;
}

QString problemText(const Error& error)
{
    const QString what = messageText(error.what);
    return error.where.empty() ? what : Messages::tr("%1: %2").arg(placeText(error), what);
}

QString errorText(const Error& error)
{
    if (error.remedy.empty())
        return problemText(error);
    return Messages::tr("%1 %2", "two sentences").arg(problemText(error), messageText(error.remedy));
}

}
