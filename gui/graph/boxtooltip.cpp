// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/boxtooltip.h"

#include "gui/models/marks.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct BoxToolTip
{
    Q_DECLARE_TR_FUNCTIONS(halftone::BoxToolTip)
};

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString shown(const PictureBox& box)
{
    return box.kind == PictureBox::Kind::Operator ? box.name : box.title;
}

QString counted(const GroupFacts& group)
{
    QStringList parts;
    for (std::size_t i = 0; i < group.precisions.size(); ++i) {
        const DType dtype = GroupFacts::kPrecisions[i];
        if (group.precisions[i] > 0)
            parts << BoxToolTip::tr("%L1 in %2")
                         .arg(group.precisions[i])
                         .arg(dtype == DType::Undefined ? BoxToolTip::tr("other types") : text(name(dtype)));
    }
    return parts.join(QStringLiteral(", "));
}

QStringList groupFacts(const GroupFacts& group)
{
    QStringList lines{counted(group)};
    const auto of = [&group](List list) { return group.lists[static_cast<std::size_t>(list)]; };
    lines << BoxToolTip::tr("%L1 white, %L2 gray, %L3 black")
                 .arg(of(List::White))
                 .arg(of(List::Gray))
                 .arg(of(List::Black));
    if (group.casts > 0)
        lines << BoxToolTip::tr("%Ln casts", nullptr, static_cast<int>(group.casts));
    if (group.refused > 0)
        lines << BoxToolTip::tr("%Ln operators without a kernel", nullptr, static_cast<int>(group.refused));
    return lines;
}

QString endTitle(const PictureBox& box)
{
    switch (box.kind) {
    case PictureBox::Kind::Input:
        return BoxToolTip::tr("input of the graph");
    case PictureBox::Kind::Entry:
        return BoxToolTip::tr("comes from outside the group");
    case PictureBox::Kind::Exit:
        return BoxToolTip::tr("is read outside the group");
    default:
        return BoxToolTip::tr("output of the graph");
    }
}

QStringList facts(const GraphPicture& picture, const PictureBox& box)
{
    QStringList lines;
    if (box.isScope() && !box.inner.isValid())
        return groupFacts(picture.groups[box.group]);
    if (!box.isOperator()) {
        lines << endTitle(box) << text(name(box.precision)) + QStringLiteral(" ") + box.name;
        return lines;
    }
    lines << BoxToolTip::tr("%1 list").arg(listTitle(box.list))
          << BoxToolTip::tr("runs in %1").arg(text(name(box.precision)))
          << BoxToolTip::tr("phase: %1").arg(phaseTitle(box.phase));
    if (box.engine != Engine::AiCore)
        lines << BoxToolTip::tr("engine: %1").arg(text(name(box.engine)));
    const Graph& graph = picture.graphOf(box);
    for (ValueId output : graph.outputs(box.inner)) {
        if (output.isValid())
            lines << BoxToolTip::tr("gives %1").arg(text(graph.shapeText(output)));
    }
    if (box.decidedBy.isValid())
        lines << BoxToolTip::tr("follows %1").arg(text(picture.graph->displayName(box.decidedBy)));
    if (box.weightCasts > 0)
        lines << BoxToolTip::tr("%n weights are cast", nullptr, static_cast<int>(box.weightCasts));
    return lines;
}

}

QString boxToolTip(const GraphPicture& picture, std::uint32_t box)
{
    const PictureBox& row = picture.boxes[box];
    const bool hasType = row.kind == PictureBox::Kind::Operator || row.inner.isValid();
    const QString title = hasType && !row.isPort() ? row.title
        : row.isScope()                            ? BoxToolTip::tr("Group")
        : row.isPort()                             ? BoxToolTip::tr("Way out")
        : row.kind == PictureBox::Kind::Input      ? BoxToolTip::tr("Input")
                                                   : BoxToolTip::tr("Output");
    return QStringLiteral("<b>%1</b> %2<br>%3")
        .arg(title.toHtmlEscaped(), shown(row).toHtmlEscaped(),
            facts(picture, row)
                .join(QLatin1Char('\n'))
                .toHtmlEscaped()
                .replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

QString boxDescription(const GraphPicture& picture, std::uint32_t box)
{
    const PictureBox& row = picture.boxes[box];
    return (QStringList{row.title, row.name} + facts(picture, row)).join(QStringLiteral(", "));
}

QString boxLabel(const GraphPicture& picture, std::uint32_t box)
{
    const PictureBox& row = picture.boxes[box];
    if (row.isScope() && !row.inner.isValid())
        return BoxToolTip::tr("group %1, %2, %3")
            .arg(row.title, row.name, counted(picture.groups[row.group]));
    if (!row.isOperator())
        return QStringLiteral("%1, %2").arg(row.title, endTitle(row));
    return BoxToolTip::tr("%1, %2, %3, %4 list")
        .arg(row.name, row.title, text(name(row.precision)), listTitle(row.list));
}

QString castToolTip(const GraphPicture& picture, std::uint32_t edge)
{
    const PictureEdge& line = picture.edges[edge];
    const QString bytes = QLocale().formattedDataSize(static_cast<qint64>(line.castBytes));
    if (line.casts > 1)
        return BoxToolTip::tr(
            "%Ln casts, the first from %1 to %2; %3 read and written", nullptr, static_cast<int>(line.casts))
            .arg(text(name(line.castFrom)), text(name(line.castTo)), bytes);
    return BoxToolTip::tr("Cast of %1 from %2 to %3; %4 read and written")
        .arg(text(picture.graph->value(line.value).name), text(name(line.castFrom)), text(name(line.castTo)),
            bytes);
}

QString stubToolTip(const GraphPicture& picture, std::uint32_t stub)
{
    constexpr std::size_t kShown = 12;
    const PictureStub& row = picture.stubs[stub];
    QStringList names{row.isOutgoing ? BoxToolTip::tr("Also read by:") : BoxToolTip::tr("Also reads:")};
    for (std::size_t i = 0; i < std::min(kShown, row.others.size()); ++i)
        names << shown(picture.boxes[row.others[i]]);
    if (row.others.size() > kShown)
        names << BoxToolTip::tr("and %1 more").arg(row.others.size() - kShown);
    return names.join(QLatin1Char('\n'));
}

}
