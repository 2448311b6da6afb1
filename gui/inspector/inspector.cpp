// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/inspector.h"

#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/inspector/manysections.h"
#include "gui/inspector/nodesections.h"
#include "gui/inspector/section.h"
#include "gui/shell/named.h"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace halftone {
namespace {

constexpr std::size_t kMostInputs = 12; // A row each; some models have thousands.

QString weightsText(const Graph& graph)
{
    qlonglong values = 0;
    for (ValueId value : graph.values()) {
        const TensorData* data =
            graph.value(value).kind == ValueKind::Initializer ? graph.data(value) : nullptr;
        values += data ? data->elementCount() : 0;
    }
    return QLocale().toString(values);
}

QString opsetsText(const ModelInfo& info)
{
    QStringList opsets;
    for (const auto& [domain, version] : info.opsets)
        opsets += QStringLiteral("%1 %2")
                      .arg(domain.empty() ? QStringLiteral("ai.onnx") : text(domain))
                      .arg(version);
    return opsets.join(", ");
}

QVBoxLayout* makeColumn(QWidget* content)
{
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(14);
    return column;
}

}

Inspector::Inspector(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    named(this, "inspector", tr("Inspector"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    constexpr int kLeastWidth = 260;
    setMinimumWidth(kLeastWidth);
    connect(&document, &Document::selectedNodesChanged, this, &Inspector::rebuild);
    connect(&document, &Document::findingsChanged, this, &Inspector::rebuild);
    rebuild();
}

void Inspector::showWhy()
{
    if (auto* why = findChild<QWidget*>("inspectorWhy"))
        ensureWidgetVisible(why, 0, 0);
    setFocus(Qt::ShortcutFocusReason);
}

void Inspector::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild(); // rich text has its colours written into it
}

void Inspector::rebuild()
{
    const QWidget* focused = focusWidget();
    const QString focusedName = focused && focused != this ? focused->objectName() : QString();
    // A button of the old content may be what brought us here, so it must outlive this call.
    if (QWidget* old = takeWidget())
        old->deleteLater();
    setWidget(makeContent());
    widget()->setBackgroundRole(QPalette::Base);
    // A press on one of the buttons makes all of them anew; the keyboard stays where it was.
    if (auto* again = focusedName.isEmpty() ? nullptr : findChild<QWidget*>(focusedName))
        again->setFocus();
}

QWidget* Inspector::makeContent()
{
    const NodeId node = m_document.selection();
    if (m_document.judgement() && m_document.selectedNodes().size() > 1)
        return makeManyContent();
    return m_document.judgement() && node.isValid() ? makeNodeContent(node) : makeModelContent();
}

QWidget* Inspector::makeModelContent()
{
    auto* content = named(new QWidget, "inspectorModel", tr("Model"));
    QVBoxLayout* column = makeColumn(content);
    if (m_document.hasModel()) {
        const OpenedModel& model = m_document.model();
        auto* section = new Section("inspectorModelFacts", model.displayName(), content);
        const auto addFact = [&](const QString& name, const QString& value) {
            section->addPair(muted(name, content->palette()), breakable(value).toHtmlEscaped());
        };
        addFact(
            tr("operators"), QLocale().toString(static_cast<qulonglong>(m_document.graph()->nodeCount())));
        addFact(tr("weights"), weightsText(*model.forward));
        addFact(tr("opsets"), opsetsText(model.info));
        if (!model.info.producer.empty())
            addFact(tr("made by"), text(model.info.producer));
        const std::span<const ValueId> inputs = m_document.graph()->graphInputs();
        for (ValueId value : inputs.first(std::min(kMostInputs, inputs.size())))
            addFact(tr("input"),
                QStringLiteral("%1 %2").arg(
                    text(m_document.graph()->value(value).name), text(m_document.graph()->shapeText(value))));
        if (inputs.size() > kMostInputs)
            addFact(tr("input"), tr("… and %L1 more").arg(inputs.size() - kMostInputs));
        if (model.training)
            addFact(tr("loss"), text(name(model.loss)));
        column->addWidget(section);
        if (model.trainingRefusal) {
            auto* refusal = new Section("inspectorNoTraining", tr("No training step"), content);
            refusal->addLine(messageText(model.trainingRefusal->what).toHtmlEscaped());
            refusal->addLine(muted(messageText(model.trainingRefusal->remedy), content->palette()));
            column->addWidget(refusal);
        }
    }
    auto* hint = new Section("inspectorHint", tr("Nothing selected"), content);
    hint->addLine(tr("Click an operator in the graph or in the table to see why it has its type."));
    column->addWidget(hint);
    column->addStretch();
    return content;
}

QWidget* Inspector::makeManyContent()
{
    auto* content = named(new QWidget, "inspectorMany", tr("Selected operators"));
    QVBoxLayout* column = makeColumn(content);
    addManySections(m_document, content, column);
    column->addStretch();
    return content;
}

QWidget* Inspector::makeNodeContent(NodeId node)
{
    auto* content = named(new QWidget, "inspectorNode", tr("Selected operator"));
    QVBoxLayout* column = makeColumn(content);
    m_weights.setGraph(m_document.graph());
    const NodeSections sections{m_document, node, content, column, m_weights};
    sections.addHeader();
    sections.addLists();
    sections.addOverride();
    sections.addWhy();
    sections.addFlips();
    sections.addFindings();
    sections.addTensors();
    sections.addWeights();
    sections.addAttributes();
    column->addStretch();
    return content;
}

}
