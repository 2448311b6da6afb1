// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/rankstrip.h"

#include "gui/graph/graphview.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr int kWidth = 44;
constexpr int kInset = 4; // to the left of the bars
constexpr int kCastWidth = 7; // the column of casts to the right of them
constexpr int kHatch = 4;
constexpr int kBandHeight = 4; // Thinner bands would leave no room for the hatching.

constexpr auto kShown = GroupFacts::kPrecisions;

/// How many operators at some height run in each of kShown, and whether a line into them has a cast.
struct RankSummary
{
    std::array<std::size_t, kShown.size()> counts{};
    bool hasCast = false;

    std::size_t total() const
    {
        std::size_t sum = 0;
        for (const std::size_t count : counts)
            sum += count;
        return sum;
    }
};

void addBox(RankSummary& summary, const GraphPicture& picture, std::uint32_t box)
{
    const PictureBox& row = picture.boxes[box];
    for (const std::uint32_t edge : picture.edgesInto[box])
        summary.hasCast |= picture.edges[edge].hasCast();
    summary.hasCast |= row.weightCasts > 0;
    if (row.kind == PictureBox::Kind::Group) {
        const GroupFacts& group = picture.groups[row.group];
        for (std::size_t i = 0; i < kShown.size(); ++i)
            summary.counts[i] += group.precisions[i];
        summary.hasCast |= group.casts > 0;
        return;
    }
    if (!row.isOperator())
        return;
    const auto found = std::ranges::find(kShown, row.precision);
    ++summary.counts[found == kShown.end() ? kShown.size() - 1
                                           : static_cast<std::size_t>(found - kShown.begin())];
}

// An open group counts by what is in it.
RankSummary summarise(const GraphPicture& picture, double top, double bottom)
{
    RankSummary summary;
    for (const std::uint32_t box : boxesIn(picture, {0, top, pictureRect(picture).width(), bottom - top})) {
        if (picture.boxes[box].kind != PictureBox::Kind::Frame)
            addBox(summary, picture, box);
    }
    return summary;
}

}

RankStrip::RankStrip(GraphView* view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
{
    setObjectName(QStringLiteral("rankStrip"));
    setAccessibleName(tr("Precision along the graph"));
    setToolTip(tr("The whole graph from input to output: fp16 hatched, fp32 plain, casts at the right edge. "
                  "Click to go there."));
    setFocusPolicy(Qt::TabFocus);
    setFixedWidth(kWidth);
    setCursor(Qt::PointingHandCursor);
    connect(view, &GraphView::viewChanged, this, qOverload<>(&QWidget::update));
    connect(view, &GraphView::nodeSelected, this, qOverload<>(&QWidget::update));
    connect(view, &GraphView::pictureChanged, this, &RankStrip::renewImage);
    renewImage();
}

QSize RankStrip::sizeHint() const
{
    return {kWidth, 200};
}

double RankStrip::sceneHeight() const
{
    const auto& picture = m_view->picture();
    return picture ? pictureRect(*picture).height() : 0;
}

void RankStrip::renewImage()
{
    m_image = QImage(size(), QImage::Format_RGB32);
    m_image.fill(color(ColorRole::Canvas, schemeOf(palette())));
    if (sceneHeight() > 0) {
        for (int top = 0; top < height(); top += kBandHeight)
            paintBand(top, std::min(height(), top + kBandHeight));
    }
    update();
}

// fp16 is hatched here as on the boxes, so that the two can be told apart without colours.
void RankStrip::paintBand(int top, int bottom)
{
    const Scheme scheme = schemeOf(palette());
    const double perPixel = sceneHeight() / height();
    const RankSummary summary = summarise(*m_view->picture(), top * perPixel, bottom * perPixel);
    const int bars = width() - kInset - kCastWidth;
    int x = kInset;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < kShown.size() && summary.total() > 0; ++i) {
        seen += summary.counts[i];
        const int end = kInset + static_cast<int>(seen * static_cast<std::size_t>(bars) / summary.total());
        const PrecisionStyle style = precisionStyle(kShown[i], scheme);
        for (; x < end; ++x) {
            for (int y = top; y < bottom; ++y)
                m_image.setPixelColor(
                    x, y, style.isHatched && (x + y) % kHatch == 0 ? style.text : style.fill);
        }
    }
    if (!summary.hasCast)
        return;
    for (x = width() - kCastWidth + 2; x < width() - 1; ++x) {
        for (int y = top; y < bottom; ++y)
            m_image.setPixelColor(x, y, color(ColorRole::Cast, scheme));
    }
}

void RankStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.drawImage(0, 0, m_image);
    if (sceneHeight() <= 0)
        return;
    const Scheme scheme = schemeOf(palette());
    const double perScene = height() / sceneHeight();
    const QRectF seen = m_view->visibleScene();
    constexpr double kSmallest = 6; // A window of less than a pixel could not be seen.
    const double top = seen.top() * perScene;
    const double span = std::max(kSmallest, seen.height() * perScene);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(ColorRole::Text, scheme), hasFocus() ? 2.5 : 1.5));
    painter.drawRoundedRect(
        QRectF(1.5, top + 1, width() - 3, span - 2).intersected(QRectF(rect()).adjusted(1, 1, -1, -1)), 3, 3);
    const std::uint32_t selected = m_view->picture()->box(m_view->selectedNode());
    if (selected == GraphPicture::kNoBox)
        return;
    const double y = boxRect(*m_view->picture(), selected).center().y() * perScene;
    painter.setPen(QPen(color(ColorRole::Canvas, scheme), 1));
    painter.setBrush(color(ColorRole::Selection, scheme));
    painter.drawPolygon(QPolygonF({QPointF(10, y), QPointF(0, y - 6), QPointF(0, y + 6)}));
}

void RankStrip::resizeEvent(QResizeEvent*)
{
    renewImage();
}

void RankStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        renewImage();
}

void RankStrip::goTo(double y)
{
    if (sceneHeight() > 0)
        m_view->centreOn({m_view->visibleScene().center().x(), y / height() * sceneHeight()});
}

void RankStrip::mousePressEvent(QMouseEvent* event)
{
    goTo(event->position().y());
}

void RankStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(event->position().y());
}

void RankStrip::keyPressEvent(QKeyEvent* event)
{
    const QPointF centre = m_view->visibleScene().center();
    const double page = m_view->visibleScene().height();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_PageUp:
        m_view->centreOn(centre - QPointF(0, page));
        break;
    case Qt::Key_Down:
    case Qt::Key_PageDown:
        m_view->centreOn(centre + QPointF(0, page));
        break;
    case Qt::Key_Home:
        goTo(0);
        break;
    case Qt::Key_End:
        goTo(height());
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

}
