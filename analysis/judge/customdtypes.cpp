// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/customdtypes.h"

#include "analysis/judge/optiontext.h"
#include "analysis/oplibrary/canntype.h"

#include <algorithm>
#include <format>
#include <ranges>
#include <set>
#include <utility>

namespace halftone {
namespace {

// CANN reads lines into a buffer of that size and stops, without a word, at one that does not fit.
constexpr std::size_t kLineBuffer = 1024;
constexpr std::string_view kInput = "InputDtype";
constexpr std::string_view kOutput = "OutputDtype";

class LineReader
{
public:
    LineReader(const std::string& fileName, std::string_view line, int number)
        : m_fileName(fileName)
        , m_line(line)
        , m_entry{.line = number}
    {
    }

    Result<CustomDTypesEntry> read()
    {
        m_entry.isType = m_line.starts_with(kOpTypePrefix);
        const std::string_view rest =
            trimmedLikeCann(m_entry.isType ? m_line.substr(kOpTypePrefix.size()) : m_line);
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos || colon == 0)
            return fault("E20101", rest, "The line does not begin with a name and a colon.",
                "Write name::InputDtype:float16,OutputDtype:float; comments and empty lines are not "
                "allowed.");
        m_entry.name = rest.substr(0, colon);
        const std::size_t input = rest.find(kInput);
        const std::size_t output = rest.find(kOutput);
        constexpr std::size_t kNone = std::string_view::npos;
        if (input == kNone && output == kNone)
            return fault("E20101", rest, "The line has neither InputDtype nor OutputDtype.",
                "Write InputDtype:, then the types, or OutputDtype:.");
        if (input != kNone && output != kNone && input > output)
            return fault("E20101", rest.substr(output), "OutputDtype stands in front of InputDtype.",
                "Put InputDtype first.");
        if (input != kNone) {
            if (Result<void> done = readTypes(behind(rest, input, kInput, output), m_entry.inputs); !done)
                return std::unexpected(std::move(done.error()));
        }
        if (output != kNone) {
            if (Result<void> done = readTypes(behind(rest, output, kOutput, kNone), m_entry.outputs); !done)
                return std::unexpected(std::move(done.error()));
        }
        return std::move(m_entry);
    }

private:
    std::unexpected<Error> fault(
        std::string code, std::string_view at, std::string what, std::string remedy) const
    {
        // A piece that was cut off by trimming everything away points nowhere.
        const auto column = at.empty() ? 1 : static_cast<int>(at.data() - m_line.data()) + 1;
        return std::unexpected(Error{.kind = ErrorKind::Format,
            .code = std::move(code),
            .what = std::move(what),
            .where = m_fileName,
            .remedy = std::move(remedy),
            .line = m_entry.line,
            .column = column});
    }

    // The text behind a keyword and one more character, which should be a colon, up to \p end.
    static std::string_view behind(
        std::string_view text, std::size_t keyword, std::string_view word, std::size_t end)
    {
        const std::size_t begin = std::min(keyword + word.size() + 1, text.size());
        return text.substr(begin, end == std::string_view::npos ? end : std::max(end, begin) - begin);
    }

    // CANN splits at every comma, so nothing behind the last one is an entry, too: a free one.
    Result<void> readTypes(std::string_view text, std::vector<DType>& dtypes)
    {
        if (text.empty())
            return {};
        for (const auto piece : std::views::split(text, ',')) {
            const std::string_view word = trimmedLikeCann(std::string_view(piece));
            const std::optional<DType> dtype =
                word.empty() ? std::optional(DType::Undefined) : parseCannType(word);
            if (!dtype)
                return fault("E20003", word, std::format("\"{}\" is no type.", word),
                    "Write float, float16, bfloat16 or another type as CANN spells it.");
            dtypes.push_back(*dtype);
        }
        return {};
    }

    const std::string& m_fileName;
    std::string_view m_line;
    CustomDTypesEntry m_entry;
};

Finding note(std::string id, const std::string& fileName, int line, std::string message)
{
    return {
        .id = std::move(id), .where = std::format("{}:{}:1", fileName, line), .message = std::move(message)};
}

}

Result<LoadedCustomDTypes> parseCustomDTypes(std::string_view text, std::string fileName)
{
    LoadedCustomDTypes loaded{.dtypes = {.fileName = std::move(fileName)}};
    CustomDTypes& dtypes = loaded.dtypes;
    std::set<std::pair<bool, std::string>> seen;
    int number = 0;
    for (std::string_view line : linesOf(text)) {
        ++number;
        if (line.size() >= kLineBuffer) {
            loaded.findings.push_back(note("dtypes.line-too-long", dtypes.fileName, number,
                "CANN stops reading here: the line has 1024 characters or more."));
            break;
        }
        Result<CustomDTypesEntry> entry = LineReader(dtypes.fileName, line, number).read();
        if (!entry)
            return std::unexpected(std::move(entry.error()));
        if (!seen.emplace(entry->isType, entry->name).second)
            loaded.findings.push_back(note("dtypes.repeated-name", dtypes.fileName, number,
                std::format("{} has a line already, which counts.", entry->name)));
        dtypes.entries.push_back(std::move(*entry));
    }
    return loaded;
}

}
