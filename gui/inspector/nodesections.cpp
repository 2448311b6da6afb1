// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/nodesections.h"

#include "analysis/ops/opdef.h"
#include "gui/document/analysistexts.h"
#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/explanationtexts.h"
#include "gui/document/messagetexts.h"
#include "gui/document/remedy.h"
#include "gui/document/selectionedits.h"
#include "gui/document/text.h"
#include "gui/inspector/flipsearch.h"
#include "gui/inspector/listswitch.h"
#include "gui/inspector/overrideswitch.h"
#include "gui/inspector/section.h"
#include "gui/inspector/weightcard.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

#include <optional>
#include <set>

namespace halftone {
namespace {

// Concat and Split of some models have thousands of them.
constexpr std::size_t kMostTensors = 24;
constexpr std::size_t kMostWeights = 12; // Each is read, and drawn.

// "layer1/0" of "layer1/0/conv"; empty for names without scopes.
QString scopeOf(const QString& name)
{
    const qsizetype end = qMax(name.lastIndexOf('/'), name.lastIndexOf('.'));
    return end < 0 ? QString() : name.left(end);
}

QString typeChange(DType from, DType to)
{
    const QString after = QStringLiteral("<b>%1</b>").arg(text(name(to)));
    return from == to || to == DType::Undefined ? text(name(from)) : text(name(from)) + " → " + after;
}

QString escaped(std::string_view plain)
{
    return breakable(text(plain)).toHtmlEscaped();
}

Section* addSection(const NodeSections& sections, const char* objectName, const QString& title)
{
    auto* section = new Section(objectName, title, sections.parent);
    sections.column->addWidget(section);
    return section;
}

// "white by the built-in list · AI Core"
QString sourceText(const PartDecision& part)
{
    if (part.source.kind == ListSource::Kind::NotInLibrary)
        return NodeSections::tr("in no list · %1").arg(text(name(part.engine)));
    const QString list = part.source.kind == ListSource::Kind::Mixlist
        ? NodeSections::tr("%1 by your mixlist")
        : NodeSections::tr("%1 by the built-in list");
    return QStringLiteral("%1 · %2").arg(list.arg(listTitle(part.list)), text(name(part.engine)));
}

QWidget* makeResetButton(Document& document, const QString& type, QWidget* parent)
{
    auto* reset = new QToolButton(parent);
    reset->setObjectName(QStringLiteral("list.%1.reset").arg(type));
    reset->setText(NodeSections::tr("Reset"));
    reset->setAccessibleName(NodeSections::tr("Take %1 out of the mixlist").arg(type));
    reset->setToolTip(reset->accessibleName());
    QObject::connect(
        reset, &QToolButton::clicked, &document, [&document, type] { resetTypes(document, {type}); });
    return reset;
}

QWidget* makeRemedyButton(Document& document, const Finding& finding, const Remedy& remedy, QWidget* parent)
{
    auto* button = new QPushButton(remedy.label, parent);
    button->setObjectName(QStringLiteral("remedy.%1").arg(text(finding.id)));
    button->setAccessibleName(QStringLiteral("%1: %2").arg(remedy.label, messageText(finding.message)));
    QObject::connect(
        button, &QPushButton::clicked, &document, [&document, apply = remedy.apply] { apply(document); });
    return button;
}

void addPart(Section& section, Document& document, const PartDecision& part)
{
    const QString type = text(part.ascendType);
    section.addLine(QStringLiteral("<b>%1</b> &nbsp;%2")
            .arg(type.toHtmlEscaped(), muted(sourceText(part), section.palette())));
    auto* choice = new ListSwitch(type, part.list, &section);
    const bool hasLists = document.policy().mixlistInForce() != nullptr;
    const bool isMovable = part.source.kind != ListSource::Kind::NotInLibrary;
    choice->setEnabled(hasLists && isMovable);
    if (!hasLists)
        choice->setToolTip(
            NodeSections::tr("Lists have no effect in %1.").arg(text(document.policy().choice->name)));
    else if (!isMovable)
        choice->setToolTip(NodeSections::tr("Lists move operators of the AI Core only."));
    QObject::connect(choice, &ListSwitch::listChosen, &document,
        [&document, type](List list) { moveTypes(document, {type}, list); });
    auto* row = new QWidget(&section);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins({});
    line->addWidget(choice);
    if (part.source.kind == ListSource::Kind::Mixlist)
        line->addWidget(makeResetButton(document, type, row));
    line->addStretch();
    section.addWidget(row);
}

// The sentence of a step, in which the name of the operator that it is about leads there.
QString linkedText(const Explanation::Step& step, const NodeSections& sections)
{
    QString line = breakable(explanationText(step.text)).toHtmlEscaped();
    if (!step.node.isValid() || step.node == sections.node)
        return line;
    const QString name = escaped(sections.document.graph()->displayName(step.node));
    const auto link = [&step](const QString& label) {
        return QStringLiteral("<a href='%1'>%2</a>").arg(step.node.index).arg(label);
    };
    const QRegularExpression word(
        QStringLiteral("(?<![\\w/])%1(?![\\w/])").arg(QRegularExpression::escape(name)));
    const QRegularExpressionMatch place = word.match(line);
    if (!place.hasMatch())
        return line + ' ' + link(NodeSections::tr("Go to %1").arg(name));
    return line.replace(place.capturedStart(), place.capturedLength(), link(name));
}

// "ascend910b.tsv:908" stays; of a source file deep in a tree only the name is shown.
QString shortSource(const QString& source)
{
    const qsizetype first = source.indexOf('/');
    const qsizetype start = first < 0 ? -1 : source.lastIndexOf(' ', first);
    return first < 0
        ? source
        : source.left(start + 1) + QStringLiteral("…/") + source.mid(source.lastIndexOf('/') + 1);
}

QString stepText(const Explanation::Step& step, int number, const NodeSections& sections)
{
    QString line = QStringLiteral("<b>%1</b>&nbsp; %2").arg(number).arg(linkedText(step, sections));
    if (!step.source.empty())
        line += "<br>" + muted(breakable(shortSource(text(step.source))), sections.parent->palette());
    return line;
}

// "1.2 MB" in the decided type; empty where the shape is not known.
QString bytesText(const Graph& graph, ValueId value, DType decided)
{
    const DType dtype = decided == DType::Undefined ? graph.value(value).dtype : decided;
    const std::optional<std::vector<std::int64_t>> shape = graph.fixedShape(value);
    if (!shape || dtype == DType::Undefined)
        return {};
    double bits = static_cast<double>(bitsPerElement(dtype));
    for (const std::int64_t size : *shape)
        bits *= static_cast<double>(size);
    return unbroken(sizeText(static_cast<qint64>(bits / 8)));
}

void addTensor(Section& section, const Graph& graph, ValueId value, const QString& slot, DType decided)
{
    if (!value.isValid())
        return;
    const Value& row = graph.value(value);
    const QString bytes = bytesText(graph, value, decided);
    section.addPair(muted(slot, section.palette()),
        QStringLiteral("%1<br>%2 &nbsp;%3%4")
            .arg(escaped(row.name), muted(text(graph.shapeText(value)), section.palette()),
                typeChange(row.dtype, decided),
                bytes.isEmpty() ? bytes : QStringLiteral(" &nbsp;") + muted(bytes, section.palette())));
}

}

void NodeSections::addHeader() const
{
    const Graph& graph = *document.graph();
    const Node& row = graph.node(node);
    const QString title = text(graph.displayName(node));
    auto* section = addSection(*this, "inspectorHeader", breakable(title));
    const QString precision = text(name(document.judgement()->decisions().precision(node)));
    section->addLine(
        QStringLiteral("%1 · %2 · <b>%3</b>").arg(escaped(row.opType), phaseTitle(row.phase), precision));
    if (const QString scope = scopeOf(title); !scope.isEmpty())
        section->addPair(muted(tr("scope"), section->palette()), breakable(scope).toHtmlEscaped());
    if (!row.op->doc.empty())
        section->addLine(muted(analysisText(row.op->doc), section->palette()));
    if (!row.op->why.empty())
        section->addLine(muted(analysisText(row.op->why), section->palette()));
}

void NodeSections::addLists() const
{
    const std::span<const PartDecision> parts = document.judgement()->decisions().parts(node);
    if (parts.empty())
        return;
    auto* section = addSection(*this, "inspectorLists",
        !document.policy().choice->isAscend() ? tr("Its name for this tool")
            : parts.size() == 1               ? tr("Becomes on the chip")
                                              : tr("Becomes on the chip, in this order"));
    for (const PartDecision& part : parts) {
        if (document.policy().choice->isAscend())
            addPart(*section, document, part);
        else
            section->addLine(escaped(part.ascendType));
    }
}

void NodeSections::addOverride() const
{
    if (!isAskable(document, node))
        return;
    auto* section = addSection(*this, "inspectorOverride", tr("Ask for another type"));
    auto* choice =
        new OverrideSwitch(text(document.graph()->node(node).name), document.policy().overrides, section);
    QObject::connect(
        choice, &OverrideSwitch::typeChosen, &document, [to = &document](const QString& target, DType dtype) {
            overridePrecision(*to, target.toStdString(), dtype);
        });
    section->addWidget(choice);
}

void NodeSections::addWhy() const
{
    const Explanation explanation = document.judgement()->explain(node);
    if (explanation.steps.empty())
        return;
    auto* section = addSection(*this, "inspectorWhy", tr("Why?"));
    int number = 0;
    for (const Explanation::Step& step : explanation.steps) {
        QLabel* line = section->addLine(stepText(step, ++number, *this));
        line->setToolTip(text(step.source));
        QObject::connect(line, &QLabel::linkActivated, &document,
            [to = &document](const QString& index) { to->select(NodeId{index.toUInt()}); });
    }
}

void NodeSections::addTensors() const
{
    const Graph& graph = *document.graph();
    const Decisions& decisions = document.judgement()->decisions();
    auto* section = addSection(*this, "inspectorTensors", tr("Tensors"));
    const auto addAll = [&](std::span<const ValueId> values, std::span<const DType> types,
                            const QString& slot) {
        for (std::size_t i = 0; i < std::min(kMostTensors, values.size()); ++i)
            addTensor(*section, graph, values[i], slot.arg(i), types[i]);
        if (values.size() > kMostTensors)
            section->addLine(
                muted(tr("… and %L1 more").arg(values.size() - kMostTensors), section->palette()));
    };
    addAll(graph.inputs(node), decisions.inputDTypes(node), tr("in %1"));
    addAll(graph.outputs(node), decisions.outputDTypes(node), tr("out %1"));
}

void NodeSections::addFlips() const
{
    if (!isReducibleFloat(document.judgement()->decisions().precision(node)))
        return;
    auto* section = addSection(*this, "inspectorFlips", tr("What would change it?"));
    section->addWidget(new FlipSearch(document, node, section));
}

// Initializers, and weights that exporters wrote as nodes.
void NodeSections::addWeights() const
{
    const GraphPtr graph = document.graph();
    Section* section = nullptr;
    std::set<ValueId> seen;
    for (ValueId value : graph->inputs(node)) {
        const bool isWeight =
            value.isValid() && (graph->value(value).kind == ValueKind::Initializer || graph->data(value));
        if (!isWeight || seen.size() == kMostWeights || !seen.insert(value).second)
            continue;
        if (!section)
            section = addSection(*this, "inspectorWeights", tr("Weights"));
        section->addWidget(new WeightCard(graph, value, weights, section));
    }
}

void NodeSections::addAttributes() const
{
    const Node& row = document.graph()->node(node);
    if (row.attributes.empty())
        return;
    auto* section = addSection(*this, "inspectorAttributes", tr("Attributes"));
    for (const Attribute& attribute : row.attributes)
        section->addPair(muted(text(attribute.name), section->palette()), escaped(describe(attribute.value)));
}

// Findings about the operator, and what is wrong with the entries that move its types.
void NodeSections::addFindings() const
{
    const QStringList types = typesOf(document.judgement()->decisions(), node)
        << text(document.graph()->node(node).opType); // written by mistake
    std::vector<Finding> shown;
    for (const MixlistAdvice& advice : document.advice()) {
        if (types.contains(text(document.policy().mixlist.entries[advice.entry].opType)))
            shown.push_back(advice.finding);
    }
    std::ranges::copy_if(document.findings(), std::back_inserter(shown),
        [this](const Finding& finding) { return finding.node == node; });
    if (shown.empty())
        return;
    Section* section = addSection(*this, "inspectorFindings", tr("Worth knowing"));
    for (const Finding& finding : shown) {
        const FindingKind& kind = kindOf(finding);
        section->addLine(QStringLiteral("<b>%1</b> &nbsp;%2<br>%3")
                .arg(severityTitle(kind.severity), breakable(messageText(finding.message)).toHtmlEscaped(),
                    muted(analysisText(kind.remedy), section->palette())));
        if (const std::optional<Remedy> remedy = remedyFor(document, finding))
            section->addWidget(makeRemedyButton(document, finding, *remedy, section));
    }
}

}
