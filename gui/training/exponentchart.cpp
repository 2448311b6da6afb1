// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/exponentchart.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace halftone {

ExponentChart::ExponentChart(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("exponentChart"));
    setAccessibleName(tr("Exponents of the tensor by step"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ExponentChart::setHistory(const ExponentHistory* history, DType format, const QString& message)
{
    m_history = history;
    m_format = format;
    m_message = message;
    m_rows = hasData() ? rowsFor(*m_history) : ExponentRows();
    update();
    setAccessibleDescription(hasData() ? readout() : m_message);
    emit readoutChanged();
}

void ExponentChart::setStepRange(double first, double last)
{
    if (m_firstStep == first && m_lastStep == last)
        return;
    m_firstStep = first;
    m_lastStep = std::max(last, first + 1);
    update();
}

const ExponentColumn* ExponentChart::column() const
{
    if (!hasData())
        return nullptr;
    return m_pointed > 0 ? m_history->nearest(m_pointed) : &m_history->columns().back();
}

QString ExponentChart::readout() const
{
    const ExponentColumn* shown = column();
    if (!shown)
        return {};
    return m_row ? cellText(*shown, m_rows, *m_row, m_format) : columnText(*shown, m_format);
}

void ExponentChart::pointAt(double step)
{
    if (m_pointed == step)
        return;
    m_pointed = step;
    update();
    setAccessibleDescription(hasData() ? readout() : m_message);
    emit readoutChanged();
}

void ExponentChart::point(double step, std::optional<int> row)
{
    const bool hasMoved = m_row != row;
    m_row = row;
    pointAt(step);
    if (hasMoved) {
        update();
        setAccessibleDescription(readout());
        emit readoutChanged();
    }
    emit stepPointed(step);
}

void ExponentChart::mouseMoveEvent(QMouseEvent* event)
{
    const QRectF area = heatArea();
    const QRectF both = area.united(barArea());
    if (!hasData() || !both.contains(event->position()))
        return;
    const auto row = static_cast<int>((event->position().y() - area.top()) / rowHeight());
    const double share = (event->position().x() - area.left()) / area.width();
    const double step = share > 1 ? m_pointed : m_firstStep + share * (m_lastStep - m_firstStep);
    point(step > 0 ? std::max(1.0, std::round(step)) : 0, std::clamp(row, 0, m_rows.count() - 1));
}

void ExponentChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (!hasFocus() && hasData())
        point(0, std::nullopt);
}

struct ExponentChart::KeyRow
{
    Qt::Key key;
    void (*act)(ExponentChart& chart);
};

void ExponentChart::keyPressEvent(QKeyEvent* event)
{
    static constexpr auto kKeys = std::to_array<KeyRow>({
        {Qt::Key_Left, [](ExponentChart& chart) { chart.walk(-1); }},
        {Qt::Key_Right, [](ExponentChart& chart) { chart.walk(1); }},
        {Qt::Key_Home,
            [](ExponentChart& chart) { chart.walk(-static_cast<int>(ExponentHistory::kMostColumns)); }},
        {Qt::Key_End,
            [](ExponentChart& chart) { chart.walk(static_cast<int>(ExponentHistory::kMostColumns)); }},
        {Qt::Key_Up, [](ExponentChart& chart) { chart.climb(-1); }},
        {Qt::Key_Down, [](ExponentChart& chart) { chart.climb(1); }},
        {Qt::Key_Escape, [](ExponentChart& chart) { chart.point(0, std::nullopt); }},
    });
    const auto found = std::ranges::find(kKeys, event->key(), &KeyRow::key);
    if (found == kKeys.end() || !hasData())
        return QWidget::keyPressEvent(event);
    found->act(*this);
}

void ExponentChart::walk(int steps)
{
    const std::span<const ExponentColumn> columns = m_history->columns();
    const auto now = column() - columns.data();
    const auto last = static_cast<std::ptrdiff_t>(columns.size()) - 1;
    const auto wanted = std::clamp<std::ptrdiff_t>(now + steps, 0, last);
    point(static_cast<double>(columns[static_cast<std::size_t>(wanted)].firstStep), m_row);
}

// The first press takes the fullest row.
void ExponentChart::climb(int rows)
{
    if (!m_row) {
        int fullest = 0;
        for (int row = 0; row < m_rows.count(); ++row) {
            if (column()->counts[m_rows.binAt(row)] > column()->counts[m_rows.binAt(fullest)])
                fullest = row;
        }
        return point(m_pointed, fullest);
    }
    point(m_pointed, std::clamp(*m_row + rows, 0, m_rows.count() - 1));
}

void ExponentChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void ExponentChart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

}
