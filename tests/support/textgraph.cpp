// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/textgraph.h"

#include "analysis/graph/graphbuilder.h"

#include <QStringList>
#include <QtGlobal>

#include <array>
#include <cstring>

namespace halftone::test {
namespace {

struct TypeWord
{
    const char* word;
    DType dtype;
};
constexpr auto kTypeWords = std::to_array<TypeWord>({
    {"f32", DType::Float32},
    {"f16", DType::Float16},
    {"bf16", DType::BFloat16},
    {"f64", DType::Float64},
    {"i8", DType::Int8},
    {"i16", DType::Int16},
    {"i32", DType::Int32},
    {"i64", DType::Int64},
    {"u8", DType::UInt8},
    {"?", DType::Undefined},
});

// "x: f32[1,3]" taken apart.
struct Declaration
{
    std::string name;
    DType dtype = DType::Float32;
    std::optional<std::vector<Dim>> dims;
};

class TextGraphReader
{
public:
    GraphPtr read(std::string_view text)
    {
        m_builder.setOpset(17);
        const QStringList lines =
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).split('\n');
        for (const QString& raw : lines) {
            m_line = raw.section('#', 0, 0).trimmed();
            if (!m_line.isEmpty())
                readLine();
        }
        Result<GraphBuilder::Finished> finished = std::move(m_builder).finish();
        if (!finished)
            qFatal("text graph: %s", describe(finished.error()).c_str());
        return finished->graph;
    }

private:
    [[noreturn]] void fail(const char* what) const
    {
        qFatal("text graph: %s in: %s", what, qPrintable(m_line));
    }

    void readLine()
    {
        const QString word = m_line.section(' ', 0, 0);
        const QString rest = m_line.section(' ', 1).trimmed();
        if (word == "input")
            readInput(rest);
        else if (word == "weight")
            readWeight(rest);
        else if (word == "captured")
            m_builder.addCaptured(rest.toStdString(), DType::Undefined);
        else if (word == "output")
            m_builder.markOutput(valueNamed(rest));
        else if (word == "phase")
            readPhase(rest);
        else
            readNode();
    }

    void readInput(const QString& text)
    {
        Declaration declared = declaration(text);
        m_builder.addInput(declared.name, declared.dtype, declared.dims);
    }

    void readWeight(const QString& text)
    {
        const Declaration declared = declaration(text.section('=', 0, 0));
        TensorData data{.dtype = declared.dtype};
        for (const Dim& dim : declared.dims.value_or(std::vector<Dim>{}))
            data.dims.push_back(dim.size);
        const QStringList values = text.section('=', 1).split(' ', Qt::SkipEmptyParts);
        const auto bytesPerElement = bitsPerElement(declared.dtype) / 8;
        auto buffer = std::make_shared<std::vector<std::byte>>(
            static_cast<std::size_t>(data.elementCount()) * bytesPerElement);
        for (qsizetype i = 0; i < values.size(); ++i)
            store(buffer->data() + static_cast<std::size_t>(i) * bytesPerElement, declared.dtype, values[i]);
        data.bytes = *buffer;
        data.owner = buffer;
        m_builder.addInitializer(declared.name, std::move(data));
    }

    void store(std::byte* at, DType dtype, const QString& text) const
    {
        const auto copy = [&](auto value) { std::memcpy(at, &value, sizeof value); };
        if (dtype == DType::Float32)
            copy(text.toFloat());
        else if (dtype == DType::Int64)
            copy(static_cast<std::int64_t>(text.toLongLong()));
        else if (dtype == DType::Int32)
            copy(static_cast<std::int32_t>(text.toInt()));
        else
            fail("values are for f32, i32 and i64 only");
    }

    void readPhase(const QString& text)
    {
        for (Phase phase : {Phase::Forward, Phase::Loss, Phase::Backward, Phase::Update}) {
            if (text.toStdString() == name(phase)) {
                m_phase = phase;
                return;
            }
        }
        fail("no such phase");
    }

    // "a: f16, b = domain::Op(x, _, y) attribute=value"
    void readNode()
    {
        const qsizetype equals = m_line.indexOf('=');
        const qsizetype open = m_line.indexOf('(', equals);
        const qsizetype close = m_line.indexOf(')', open);
        if (equals < 0 || open < 0 || close < 0)
            fail("no node");
        GraphBuilder::NodeSpec spec{.phase = m_phase};
        const QString op = m_line.sliced(equals + 1, open - equals - 1).trimmed();
        spec.opType = op.section("::", -1).toStdString();
        spec.domain = op.contains("::") ? op.section("::", 0, 0).toStdString() : "";
        for (const QString& input : splitOutsideBrackets(m_line.sliced(open + 1, close - open - 1)))
            spec.inputs.push_back(input == "_" ? ValueId{} : valueNamed(input));
        for (const QString& output : splitOutsideBrackets(m_line.first(equals))) {
            const Declaration declared = declaration(output);
            spec.outputs.push_back(m_builder.addValue(declared.name, declared.dtype, declared.dims));
        }
        spec.name = m_builder.value(spec.outputs.front()).name;
        for (const QString& word : m_line.sliced(close + 1).split(' ', Qt::SkipEmptyParts)) {
            if (word.startsWith("name="))
                spec.name = word.section('=', 1).toStdString();
            else
                spec.attributes.push_back(
                    {word.section('=', 0, 0).toStdString(), attribute(word.section('=', 1))});
        }
        m_builder.addNode(std::move(spec));
    }

    static AttributeValue attribute(const QString& text)
    {
        bool isInteger = false;
        const qlonglong integer = text.toLongLong(&isInteger);
        if (isInteger)
            return static_cast<std::int64_t>(integer);
        bool isNumber = false;
        const float number = text.toFloat(&isNumber);
        if (isNumber)
            return number;
        if (!text.contains(','))
            return text.toStdString();
        std::vector<std::int64_t> list;
        for (const QString& element : text.split(',', Qt::SkipEmptyParts))
            list.push_back(element.toLongLong());
        return list;
    }

    static QStringList splitOutsideBrackets(const QString& text)
    {
        QStringList pieces{QString()};
        int depth = 0;
        for (QChar c : text) {
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0)
                pieces.append(QString());
            else
                pieces.last().append(c);
        }
        for (QString& piece : pieces)
            piece = piece.trimmed();
        pieces.removeAll(QString());
        return pieces;
    }

    Declaration declaration(const QString& text)
    {
        Declaration declared{.name = text.section(':', 0, 0).trimmed().toStdString()};
        const QString type = text.section(':', 1).trimmed();
        if (type.isEmpty())
            return declared;
        declared.dtype = dtype(type.section('[', 0, 0).trimmed());
        if (!type.contains('['))
            return declared;
        declared.dims.emplace();
        const QString dims = type.section('[', 1).section(']', 0, 0);
        for (const QString& word : dims.split(',', Qt::SkipEmptyParts)) {
            bool isNumber = false;
            const qlonglong size = word.toLongLong(&isNumber);
            declared.dims->push_back(isNumber
                    ? Dim{.size = size, .symbol = {}}
                    : Dim{.size = -1, .symbol = m_builder.addSymbol(word.toStdString())});
        }
        return declared;
    }

    DType dtype(const QString& word) const
    {
        for (const TypeWord& row : kTypeWords) {
            if (word == row.word)
                return row.dtype;
        }
        const std::optional<DType> parsed = parseDType(word.toStdString());
        if (!parsed)
            fail("no such type");
        return *parsed;
    }

    ValueId valueNamed(const QString& name) const
    {
        const ValueId value = m_builder.findValue(name.trimmed().toStdString());
        if (!value.isValid())
            fail("no such tensor");
        return value;
    }

    GraphBuilder m_builder;
    QString m_line;
    Phase m_phase = Phase::Forward;
};

}

GraphPtr textGraph(std::string_view text)
{
    return TextGraphReader().read(text);
}

GraphPtr withBodies(const GraphPtr& graph, std::string_view owner, const std::vector<Body>& bodies)
{
    GraphBuilder builder(*graph);
    builder.clearNodes();
    for (NodeId id : graph->nodes()) {
        const Node& node = graph->node(id);
        const std::span<const ValueId> inputs = graph->inputs(id);
        const std::span<const ValueId> outputs = graph->outputs(id);
        builder.addNode({.opType = node.opType,
            .name = node.name,
            .domain = node.domain,
            .inputs = {inputs.begin(), inputs.end()},
            .outputs = {outputs.begin(), outputs.end()},
            .attributes = node.attributes,
            .bodies = node.name == owner ? bodies : node.bodies,
            .phase = node.phase});
    }
    return std::move(builder).finish().value().graph;
}

}
