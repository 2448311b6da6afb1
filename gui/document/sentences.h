// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace halftone {

/// This is a sentence that a layer below puts together from parts, such as "%1 is no operator of %2.", and
/// the source text of the one that stands in its place here; mostly they are the same.
struct Sentence
{
    const char* written;
    const char* shown;
};

/// These are sentences of the layers below, which write English: one that they have put together is
/// recognised by the words between its parts and written anew in the language of the program.
class Sentences
{
public:
    /// \p context is that of the translators. The first sentence that fits is taken, so those with more words
    /// of their own stand first.
    Sentences(const char* context, const std::vector<Sentence>& sentences);

    /// \p english in the language of the program, with each of its parts as \p translatePart gives it. A part
    /// between quotes is a name and stays. Nullopt where no sentence fits.
    std::optional<QString> find(
        const QString& english, const std::function<QString(const QString&)>& translatePart) const;

private:
    /// A sentence, cut at its parts.
    struct Pattern
    {
        std::vector<QString> words; // one more than parts; the first and the last may be empty
        std::vector<int> numbers; // of the parts, in their order here
        const char* shown;
    };
    static Pattern patternOf(const Sentence& sentence);
    static std::optional<std::vector<QString>> match(const Pattern& pattern, QStringView english);

    const char* m_context;
    std::vector<Pattern> m_patterns;
};

}
