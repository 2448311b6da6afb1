// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads operator libraries in CANN's own layout, as GraphEngine does
// (opskernel/ops_store/sub_op_info_store.cc and op_kernel_info_constructor.cc): first all files are merged by
// operator, then each operator that is left is checked and taken apart.
//
//     {"Add": {"input0": {"name": "x1", "paramType": "required", "dtype": "float16,float", "format":
//     "ND,ND"},
//              "output0": {...}, "precision_reduce": {"flag": "true"}, "op": {"pattern": "broadcast"}}}
//
// The i-th types of all tensors are one kernel: one column. Columns that differ only in the memory format are
// one column here, because precision does not depend on it.
#include "analysis/mixlist/jsontree.h"
#include "analysis/oplibrary/canntype.h"
#include "analysis/oplibrary/cubeops.h"
#include "analysis/oplibrary/libraryflags.h"
#include "analysis/oplibrary/oplibrary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <map>
#include <ranges>

namespace halftone {
namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string lower(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::vector<std::string_view> splitList(std::string_view text)
{
    std::vector<std::string_view> pieces;
    if (text.empty())
        return pieces;
    for (const auto piece : std::views::split(text, ','))
        pieces.push_back(trimmed(std::string_view(piece)));
    return pieces;
}

const JsonNode* memberOf(const JsonNode& object, std::string_view key)
{
    const auto found = std::ranges::find_if(
        object.children, [&](const JsonNode& child) { return trimmed(child.key) == key; });
    return found == object.children.end() ? nullptr : &*found;
}

struct ParamWord
{
    std::string_view word;
    ParamKind kind;
};
constexpr auto kParamWords = std::to_array<ParamWord>({{"required", ParamKind::Required},
    {"optional", ParamKind::Optional}, {"dynamic", ParamKind::Dynamic}, {"reserved", ParamKind::Reserved}});

Error loadError(const std::string& file, const TextPlace& place, std::string what, std::string remedy)
{
    return {.kind = ErrorKind::Format,
        .code = "library.format",
        .what = std::move(what),
        .where = file,
        .remedy = std::move(remedy),
        .line = place.line,
        .column = place.column};
}

// What one operator's object says.
class OpReader
{
public:
    OpReader(const std::string& file, const JsonNode& op)
        : m_file(file)
        , m_op(op)
    {
        m_result.type = op.key;
        m_result.source = file;
        m_result.line = op.keyPlace.line;
        m_result.isCube = isCubeOp(op.key);
    }

    Result<LibraryOp> read()
    {
        using Step = Result<void> (OpReader::*)();
        for (const Step step : {&OpReader::readFlags, &OpReader::readTensors, &OpReader::readPromotion}) {
            if (Result<void> done = (this->*step)(); !done)
                return std::unexpected(std::move(done.error()));
        }
        return std::move(m_result);
    }

private:
    struct Tensor
    {
        LibraryTensor declared;
        std::vector<DType> dtypes;
    };

    std::unexpected<Error> fault(const JsonNode& at, std::string what) const
    {
        return std::unexpected(loadError(m_file, at.place.line > 0 ? at.place : at.keyPlace,
            std::format("{}: {}", m_op.key, std::move(what)),
            "Correct the library; CANN would not load it."));
    }

    std::string_view text(const JsonNode& object, std::string_view key) const
    {
        const JsonNode* member = memberOf(object, key);
        return member ? trimmed(member->text) : std::string_view();
    }

    std::string_view flag(std::string_view key, std::string_view innerKey) const
    {
        const JsonNode* object = memberOf(m_op, key);
        return object ? text(*object, innerKey) : std::string_view();
    }

    Result<void> readFlags()
    {
        for (const LibraryFlag& row : libraryFlags()) {
            const std::string word = lower(flag(row.key, row.innerKey));
            if (!word.empty() && !std::ranges::contains(row.words, word))
                return fault(*memberOf(*memberOf(m_op, row.key), row.innerKey),
                    std::format("\"{}\" is no value of {}.{}.", word, row.key, row.innerKey));
        }
        const std::string precision = lower(flag("precision_reduce", "flag"));
        m_result.list = precision == "true" ? List::White : precision == "false" ? List::Black : List::Gray;
        const std::string_view opFile = flag("opFile", "value");
        m_result.isNullKernel = opFile == "Null" || opFile == "AICore_Null";
        m_pattern = lower(flag("op", "pattern"));
        if (lower(flag("dynamicFormat", "flag")) == "true")
            m_pattern = "dynamic";
        return {};
    }

    // "input0", "Input12": the number behind the word, or nothing.
    static std::optional<unsigned> numberBehind(std::string_view key, std::string_view word)
    {
        if (key.size() < word.size() || lower(key.substr(0, 1)) != word.substr(0, 1) ||
            key.substr(1, word.size() - 1) != word.substr(1))
            return std::nullopt;
        const std::string_view rest = key.substr(word.size());
        unsigned number = 0;
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        return read.ptr == rest.data() + rest.size() ? std::optional(number) : std::nullopt;
    }

    Result<std::vector<Tensor>> readSide(std::string_view word)
    {
        std::multimap<unsigned, const JsonNode*> entries;
        for (const JsonNode& member : m_op.children) {
            if (const std::optional<unsigned> number = numberBehind(trimmed(member.key), word))
                entries.emplace(*number, &member);
        }
        std::vector<Tensor> tensors;
        for (const auto& [number, entry] : entries) {
            Result<Tensor> tensor = readTensor(*entry);
            if (!tensor)
                return std::unexpected(std::move(tensor.error()));
            tensors.push_back(std::move(*tensor));
        }
        return tensors;
    }

    Result<Tensor> readTensor(const JsonNode& entry)
    {
        Tensor tensor{.declared = {.name = std::string(text(entry, "name"))}};
        if (tensor.declared.name.empty())
            return fault(entry, std::format("{} has no name.", entry.key));
        const std::string_view kind = text(entry, "paramType");
        const auto row = std::ranges::find(kParamWords, kind, &ParamWord::word);
        if (row == kParamWords.end())
            return fault(entry, std::format("\"{}\" is no paramType of {}.", kind, entry.key));
        tensor.declared.kind = row->kind;
        if (Result<void> done = readTypes(entry, tensor); !done)
            return std::unexpected(std::move(done.error()));
        return tensor;
    }

    Result<void> readTypes(const JsonNode& entry, Tensor& tensor)
    {
        const std::vector<std::string_view> words = splitList(text(entry, "dtype"));
        std::size_t formats = 0;
        for (std::string_view key : {"format", "unknownshape_format"}) {
            const std::size_t count = splitList(text(entry, key)).size();
            if (count > 0 && count != words.size())
                return fault(
                    entry, std::format("{} has {} types and {} of {}.", entry.key, words.size(), count, key));
            formats = std::max(formats, count);
        }
        for (std::string_view word : words) {
            const std::optional<DType> dtype = parseCannType(word);
            if (!dtype)
                return fault(entry, std::format("\"{}\" is no type.", word));
            tensor.dtypes.push_back(*dtype);
        }
        // A table is made from what goes with a memory format, or by a pattern that has formats of its own.
        const bool isByPattern = !m_pattern.empty() && m_pattern != "dynamic";
        const bool isInTable = formats > 0 || isByPattern;
        if (!isInTable)
            return {};
        if (words.empty())
            return fault(entry, std::format("{} has no dtype.", entry.key));
        if (m_columnCount == 0)
            m_columnCount = words.size();
        if (words.size() != m_columnCount)
            return fault(entry,
                std::format(
                    "{} has {} types, other tensors have {}.", entry.key, words.size(), m_columnCount));
        return {};
    }

    Result<void> readTensors()
    {
        Result<std::vector<Tensor>> inputs = readSide("input");
        if (!inputs)
            return std::unexpected(std::move(inputs.error()));
        Result<std::vector<Tensor>> outputs = readSide("output");
        if (!outputs)
            return std::unexpected(std::move(outputs.error()));
        if (m_pattern == "formatagnostic" && (inputs->size() != 1 || outputs->size() != 1))
            return fault(m_op, "The pattern formatAgnostic is for one input and one output.");
        for (const Tensor& tensor : *inputs)
            m_result.inputs.push_back(tensor.declared);
        for (const Tensor& tensor : *outputs)
            m_result.outputs.push_back(tensor.declared);
        setBounds(*inputs, m_result.firstInput);
        setBounds(*outputs, m_result.firstOutput);
        addColumns(*inputs, *outputs);
        return {};
    }

    static void setBounds(const std::vector<Tensor>& tensors, std::vector<DType>& bounds)
    {
        if (tensors.empty())
            return;
        for (DType dtype : tensors.front().dtypes) {
            if (!std::ranges::contains(bounds, dtype))
                bounds.push_back(dtype);
        }
    }

    void addColumns(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs)
    {
        for (std::size_t i = 0; i < m_columnCount; ++i) {
            DTypeColumn column;
            for (const Tensor& tensor : inputs)
                column.inputs.push_back(i < tensor.dtypes.size() ? tensor.dtypes[i] : DType::Other);
            for (const Tensor& tensor : outputs)
                column.outputs.push_back(i < tensor.dtypes.size() ? tensor.dtypes[i] : DType::Other);
            if (!std::ranges::contains(m_result.columns, column))
                m_result.columns.push_back(std::move(column));
        }
    }

    // "x1,x2". Only groups of first inputs occur; CANN has groups behind semicolons, too.
    Result<void> readPromotion()
    {
        const std::vector<std::string_view> names = splitList(flag("promoteType", "value"));
        const auto standsThere = [&](std::size_t i) {
            return i < m_result.inputs.size() && m_result.inputs[i].name == names[i];
        };
        const auto indexes = std::views::iota(std::size_t{0}, names.size());
        if (names.size() > 1 && std::ranges::all_of(indexes, standsThere))
            m_result.promotedInputs = names.size();
        return {};
    }

    const std::string& m_file;
    const JsonNode& m_op;
    LibraryOp m_result;
    std::string m_pattern;
    std::size_t m_columnCount = 0;
};

struct ReadFile
{
    std::string name;
    JsonText json;
};

// The third level holds texts only; CANN's reader throws at everything else.
Result<void> checkShape(const ReadFile& file)
{
    const auto fault = [&](const JsonNode& at, std::string what) {
        return std::unexpected(loadError(file.name, at.place, std::move(what),
            "A library is {\"Type\": {\"key\": {\"key\": \"text\"}}}."));
    };
    if (file.json.root.kind != JsonNode::Kind::Object)
        return fault(file.json.root, "The file does not hold an object.");
    for (const JsonNode& op : file.json.root.children) {
        if (op.kind != JsonNode::Kind::Object || trimmed(op.key) != op.key)
            return fault(op, std::format("\"{}\" is not an operator with an object.", op.key));
        for (const JsonNode& entry : op.children) {
            if (entry.kind != JsonNode::Kind::Object)
                return fault(entry, std::format("{}.{} is not an object.", op.key, entry.key));
            for (const JsonNode& value : entry.children) {
                if (value.kind != JsonNode::Kind::String)
                    return fault(
                        value, std::format("{}.{}.{} is not a string.", op.key, entry.key, value.key));
            }
        }
    }
    return {};
}

Result<ReadFile> readFile(const LibraryFile& file)
{
    Result<JsonText> json = parseJsonText(file.text);
    if (!json)
        return std::unexpected(loadError(file.name, {json.error().line, json.error().column},
            std::format("The file is not JSON: {}.", json.error().what), "Correct the text at this place."));
    if (json->comment.line > 0)
        return std::unexpected(loadError(file.name, json->comment,
            "The file has a comment, which CANN's loader does not read.", "Take the comments out."));
    ReadFile read{file.name, std::move(*json)};
    if (Result<void> done = checkShape(read); !done)
        return std::unexpected(std::move(done.error()));
    return read;
}

}

Result<OpLibrary> OpLibrary::load(std::span<const LibraryFile> files, const ChipTraits& traits)
{
    std::vector<ReadFile> read;
    for (const LibraryFile& file : files) {
        Result<ReadFile> one = readFile(file);
        if (!one)
            return std::unexpected(std::move(one.error()));
        read.push_back(std::move(*one));
    }
    std::map<std::string_view, std::pair<const ReadFile*, const JsonNode*>> merged;
    for (const ReadFile& file : read) {
        for (const JsonNode& op : file.json.root.children)
            merged[op.key] = {&file, &op};
    }
    OpLibrary library;
    library.m_traits = traits;
    for (const auto& [type, source] : merged) {
        Result<LibraryOp> op = OpReader(source.first->name, *source.second).read();
        if (!op)
            return std::unexpected(std::move(op.error()));
        library.m_ops.push_back(std::move(*op));
    }
    library.indexByType();
    if (files.size() == 1)
        library.m_fileName = files.front().name;
    return library;
}

}
