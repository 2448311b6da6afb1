// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the tables of resources/oplibrary. A table is made by a program and shipped with ours, so anything
// unexpected in it is a mistake: the parser is strict and says where.
#include "analysis/oplibrary/oplibrary.h"

#include <algorithm>
#include <array>
#include <format>
#include <optional>
#include <ranges>

namespace halftone {
namespace {

constexpr std::string_view kHeader =
    "op\tprecision_reduce\tcolumns\tin0_dtypes\tout0_dtypes\tdtype_source\top_file_null\tis_cube\tsource";
constexpr std::size_t kFieldCount = 9;
enum Field : std::size_t {
    Type,
    Flag,
    Columns,
    FirstInput,
    FirstOutput,
    DTypeSource,
    NullKernel,
    Cube,
    Source
};

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    for (const auto piece : std::views::split(text, separator))
        pieces.emplace_back(piece);
    return pieces;
}

std::vector<DType> parseDTypes(std::string_view text, char separator)
{
    std::vector<DType> dtypes;
    if (text.empty())
        return dtypes;
    for (std::string_view word : split(text, separator))
        dtypes.push_back(parseDType(word).value_or(DType::Other));
    return dtypes;
}

// "in0+in1>out0;...". Nullopt when a column has no '>' or another number of tensors than the first.
std::optional<std::vector<DTypeColumn>> parseColumns(std::string_view text)
{
    std::vector<DTypeColumn> columns;
    if (text.empty())
        return columns;
    for (std::string_view piece : split(text, ';')) {
        const std::size_t arrow = piece.find('>');
        if (arrow == std::string_view::npos)
            return std::nullopt;
        columns.push_back(
            {parseDTypes(piece.substr(0, arrow), '+'), parseDTypes(piece.substr(arrow + 1), '+')});
        if (columns.back().inputs.size() != columns.front().inputs.size() ||
            columns.back().outputs.size() != columns.front().outputs.size())
            return std::nullopt;
    }
    return columns;
}

struct ListWord
{
    std::string_view word;
    List list;
};
constexpr auto kListWords =
    std::to_array<ListWord>({{"true", List::White}, {"false", List::Black}, {"absent", List::Gray}});

std::optional<List> parseFlag(std::string_view text)
{
    const auto found = std::ranges::find(kListWords, text, &ListWord::word);
    return found == kListWords.end() ? std::nullopt : std::optional(found->list);
}

std::optional<bool> parseBool(std::string_view text)
{
    if (text != "true" && text != "false")
        return std::nullopt;
    return text == "true";
}

std::expected<LibraryOp, std::string> parseRow(std::string_view line)
{
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.size() != kFieldCount)
        return std::unexpected(
            std::format("The row has {} columns instead of {}.", fields.size(), kFieldCount));
    const auto wrong = [](std::string_view what, std::string_view text) {
        return std::unexpected(std::format("\"{}\" is no {}.", text, what));
    };
    if (fields[Type].empty())
        return wrong("operator type", fields[Type]);
    const std::optional<List> list = parseFlag(fields[Flag]);
    if (!list)
        return wrong("value of precision_reduce (true, false, absent)", fields[Flag]);
    std::optional<std::vector<DTypeColumn>> columns = parseColumns(fields[Columns]);
    if (!columns)
        return wrong("list of columns of one width (in+in>out;...)", fields[Columns]);
    const std::optional<bool> isNullKernel = parseBool(fields[NullKernel]);
    const std::optional<bool> isCube = parseBool(fields[Cube]);
    if (!isNullKernel || !isCube)
        return wrong("truth value (true, false)", isNullKernel ? fields[Cube] : fields[NullKernel]);
    return LibraryOp{.type = std::string(fields[Type]),
        .list = *list,
        .columns = std::move(*columns),
        .firstInput = parseDTypes(fields[FirstInput], ','),
        .firstOutput = parseDTypes(fields[FirstOutput], ','),
        .isNullKernel = *isNullKernel,
        .isCube = *isCube,
        .source = std::string(fields[Source])};
}

struct PromotedOp
{
    std::string_view soc;
    std::string_view type;
    std::size_t inputs;
};
// The entries with promoteType in the published library of the 910B; the tables do not have the flag.
constexpr auto kPromotedOps = std::to_array<PromotedOp>(
    {{"ascend910b", "AxpyV2", 3}, {"ascend910b", "Less", 2}, {"ascend910b", "Pow", 2}});

std::size_t promotedInputCount(std::string_view soc, std::string_view type)
{
    for (const PromotedOp& op : kPromotedOps) {
        if (op.type == type && op.soc == soc)
            return op.inputs;
    }
    return 0;
}

Error tableError(const std::string& fileName, int line, std::string what)
{
    return {.kind = ErrorKind::Format,
        .code = "library.format",
        .what = std::move(what),
        .where = fileName,
        .remedy = "Make the table again as the README beside the built-in ones says.",
        .line = line,
        .column = 1};
}

}

Result<OpLibrary> OpLibrary::parse(std::string_view tsv, std::string fileName, const ChipTraits& traits)
{
    OpLibrary library;
    library.m_traits = traits;
    if (tsv.substr(0, tsv.find('\n')) != kHeader)
        return std::unexpected(tableError(fileName, 1, "The header is not that of an operator library."));
    int line = 0;
    for (std::string_view text : split(tsv, '\n')) {
        ++line;
        if (line == 1 || text.empty())
            continue;
        std::expected<LibraryOp, std::string> op = parseRow(text);
        if (!op)
            return std::unexpected(tableError(fileName, line, std::move(op.error())));
        op->line = line;
        op->promotedInputs = promotedInputCount(traits.soc, op->type);
        library.m_ops.push_back(std::move(*op));
    }
    if (const std::optional<std::size_t> repeated = library.indexByType()) {
        const LibraryOp& op = library.m_ops[*repeated];
        return std::unexpected(
            tableError(fileName, op.line, std::format("\"{}\" has a row already.", op.type)));
    }
    library.m_fileName = std::move(fileName);
    return library;
}

}
