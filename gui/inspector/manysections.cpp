// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/manysections.h"

#include "gui/document/document.h"
#include "gui/document/selectionedits.h"
#include "gui/document/text.h"
#include "gui/inspector/section.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>

namespace halftone {
namespace {

constexpr std::size_t kMostNames = 40;
constexpr int kMostKinds = 8;

/// The context of the texts below for translators.
struct ManySections
{
    Q_DECLARE_TR_FUNCTIONS(halftone::ManySections)
};

Section* addSection(QVBoxLayout& column, QWidget* parent, const char* objectName, const QString& title)
{
    auto* section = new Section(objectName, title, parent);
    column.addWidget(section);
    return section;
}

// "Conv ×3, Relu ×2, … and 4 more", the most frequent first
QString counted(const std::map<QString, int>& counts)
{
    std::vector<std::pair<QString, int>> rows(counts.begin(), counts.end());
    std::ranges::stable_sort(rows, std::greater(), &std::pair<QString, int>::second);
    QStringList parts;
    for (const auto& [what, count] : rows) {
        if (parts.size() == kMostKinds) {
            parts += ManySections::tr("… and %L1 more").arg(rows.size() - kMostKinds);
            break;
        }
        parts += QStringLiteral("%1 ×%2").arg(what).arg(count);
    }
    return parts.join(QStringLiteral(", "));
}

void addCounts(Section& section, const Document& document)
{
    const Decisions& decisions = document.judgement()->decisions();
    std::map<QString, int> types;
    std::map<QString, int> precisions;
    std::map<QString, int> lists;
    for (NodeId node : document.selectedNodes()) {
        ++types[text(document.graph()->node(node).opType)];
        ++precisions[text(name(decisions.precision(node)))];
        ++lists[listTitle(decisions.node(node).list)];
    }
    const auto add = [&section](const QString& what, const std::map<QString, int>& counts) {
        section.addPair(muted(what, section.palette()), counted(counts).toHtmlEscaped());
    };
    add(ManySections::tr("types"), types);
    add(ManySections::tr("run in"), precisions);
    add(ManySections::tr("lists"), lists);
}

QPushButton* makeButton(Document& document, DType dtype, QWidget* parent)
{
    const bool isTakenBack = dtype == DType::Undefined;
    const QString title = isTakenBack ? ManySections::tr("As decided") : text(name(dtype));
    const QString told = isTakenBack
        ? ManySections::tr("Let the policy decide these operators")
        : ManySections::tr("Ask for %1 on these operators").arg(text(name(dtype)));
    const QByteArray objectName = "many." + (isTakenBack ? QByteArray("reset") : title.toLatin1());
    auto* button = named(new QPushButton(title, parent), objectName, told);
    button->setToolTip(told);
    button->setEnabled(canAskOfSelection(document));
    QObject::connect(
        button, &QPushButton::clicked, &document, [&document, dtype] { askOfSelection(document, dtype); });
    return button;
}

void addOverrides(Section& section, Document& document)
{
    auto* buttons = new QWidget(&section);
    auto* grid = new QGridLayout(buttons);
    grid->setContentsMargins({});
    constexpr std::array kTypes{DType::Float32, DType::Float16, DType::BFloat16, DType::Undefined};
    for (int i = 0; i < static_cast<int>(kTypes.size()); ++i)
        grid->addWidget(makeButton(document, kTypes[static_cast<std::size_t>(i)], buttons), i / 2, i % 2);
    section.addWidget(buttons);
    const std::size_t askable = askableNodes(document).size();
    QString said;
    if (askable > kMostAsked)
        said = ManySections::tr("More than %L1 operators: ask on a scope, or move types between the lists.")
                   .arg(kMostAsked);
    else if (askable < document.selectedNodes().size())
        said = ManySections::tr("%L1 of them can be asked: named operators of the model that work on floats.")
                   .arg(askable);
    if (!said.isEmpty())
        section.addLine(muted(said, section.palette()));
    section.addLine(muted(ManySections::tr("B, G and W move their types to the black, gray or white list."),
        section.palette()));
}

void addNames(Section& section, Document& document)
{
    const std::vector<NodeId>& nodes = document.selectedNodes();
    for (NodeId node : std::span(nodes).first(std::min(kMostNames, nodes.size()))) {
        QLabel* line = section.addLine(QStringLiteral("<a href='%1'>%2</a> &nbsp;%3")
                .arg(node.index)
                .arg(breakable(text(document.graph()->displayName(node))).toHtmlEscaped(),
                    muted(text(document.graph()->node(node).opType), section.palette())));
        QObject::connect(line, &QLabel::linkActivated, &document,
            [&document](const QString& index) { document.select(NodeId{index.toUInt()}); });
    }
    if (nodes.size() > kMostNames)
        section.addLine(
            muted(ManySections::tr("… and %L1 more").arg(nodes.size() - kMostNames), section.palette()));
}

}

void addManySections(Document& document, QWidget* parent, QVBoxLayout* column)
{
    const auto count = static_cast<int>(document.selectedNodes().size());
    addCounts(*addSection(*column, parent, "inspectorManyCounts",
                  ManySections::tr("%Ln operators selected", nullptr, count)),
        document);
    addOverrides(
        *addSection(*column, parent, "inspectorManyOverride", ManySections::tr("Ask for another type")),
        document);
    addNames(*addSection(*column, parent, "inspectorManyNames", ManySections::tr("Names")), document);
}

}
