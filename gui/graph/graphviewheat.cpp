// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a GraphView shows of a training on top of the graph.
#include "gui/graph/boxtooltip.h"
#include "gui/graph/graphview.h"
#include "gui/graph/heatpainter.h"
#include "gui/graph/heattexts.h"

namespace halftone {

void GraphView::setHeat(HeatMap heat)
{
    m_heat = std::move(heat);
    renewHeat();
    viewport()->update();
    emit heatChanged();
}

void GraphView::renewHeat()
{
    m_marks.heat = m_picture ? halftone::heatMarks(m_heat, *m_picture) : std::vector<HeatMark>();
    viewport()->setAccessibleDescription(
        m_heat.kind == HeatKind::None ? QString() : heatLegendTexts(m_heat).join(QLatin1Char('\n')));
    describeSelection();
}

void GraphView::paintLegend(QPainter& painter) const
{
    if (m_heat.kind != HeatKind::None)
        paintHeatLegend(painter, viewport()->rect(), m_heat, schemeOf(palette()), font());
}

QString GraphView::heatTextOf(std::uint32_t box) const
{
    if (box >= m_marks.heat.size() || !m_marks.heat[box].isShown())
        return {};
    const NodeId node = m_marks.heat[box].node;
    const QString sentence = Heat::sentence(m_heat.operators[node]);
    if (m_picture->boxes[box].node == node)
        return sentence;
    return tr("worst: %1, %2").arg(QString::fromStdString(m_picture->graph->displayName(node)), sentence);
}

void GraphView::describeSelection()
{
    QString text;
    if (m_marks.selected != GraphPicture::kNoBox) {
        text = boxDescription(*m_picture, m_marks.selected);
        if (const QString heat = heatTextOf(m_marks.selected); !heat.isEmpty())
            text += QStringLiteral(", ") + heat;
    }
    if (m_selectedNodes.size() > 1)
        text += QStringLiteral(", ") +
            tr("%Ln operators selected", nullptr, static_cast<int>(m_selectedNodes.size()));
    setAccessibleDescription(text);
}

}
