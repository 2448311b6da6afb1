// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/boxtooltip.h"

#include "gui/models/marks.h"

#include <QCoreApplication>
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
    return box.isOperator() ? box.name : box.title;
}

QStringList facts(const GraphPicture& picture, const PictureBox& box)
{
    QStringList lines;
    if (!box.isOperator()) {
        lines << (box.kind == PictureBox::Kind::Input ? BoxToolTip::tr("input of the graph")
                                                      : BoxToolTip::tr("output of the graph"))
              << text(name(box.precision)) + QStringLiteral(" ") + box.name;
        return lines;
    }
    lines << BoxToolTip::tr("%1 list").arg(listTitle(box.list))
          << BoxToolTip::tr("runs in %1").arg(text(name(box.precision)))
          << BoxToolTip::tr("phase: %1").arg(phaseTitle(box.phase));
    if (box.engine != Engine::AiCore)
        lines << BoxToolTip::tr("engine: %1").arg(text(name(box.engine)));
    for (ValueId output : picture.graph->outputs(box.node)) {
        if (output.isValid())
            lines << BoxToolTip::tr("gives %1").arg(text(picture.graph->shapeText(output)));
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
    const QString title = row.isOperator()    ? row.title
        : row.kind == PictureBox::Kind::Input ? BoxToolTip::tr("Input")
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

QString castToolTip(const GraphPicture& picture, std::uint32_t edge)
{
    const PictureEdge& line = picture.edges[edge];
    return BoxToolTip::tr("Cast of %1 from %2 to %3")
        .arg(text(picture.graph->value(line.value).name), text(name(line.castFrom)), text(name(line.castTo)));
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
