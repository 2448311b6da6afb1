// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/boxpainter.h"

#include "gui/graph/picturegeometry.h"
#include "gui/graph/picturemetrics.h"
#include "gui/models/marks.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainterPath>

namespace halftone {
namespace {

constexpr double kOutlineWidth = 1.5;
constexpr double kHatchStep = 5;
constexpr std::size_t kKeptTexts = 20000; // some 20 MB

// Most operators are of the forward part, so it needs no word.
QString phaseWord(Phase phase)
{
    return phase == Phase::Forward ? QString() : phaseTitle(phase);
}

// The left part of a box with its round corners, and the lines of the hatching inside it.
QPainterPath stripePath()
{
    QPainterPath box;
    box.addRoundedRect(QRectF(0, 0, kBoxWidth, kBoxHeight), kCornerRadius, kCornerRadius);
    QPainterPath left;
    left.addRect(QRectF(0, 0, kStripeWidth, kBoxHeight));
    return box.intersected(left);
}

QPainterPath hatchPath()
{
    QPainterPath lines;
    for (double x = -kBoxHeight; x < kStripeWidth; x += kHatchStep) {
        QPolygonF band;
        band << QPointF(x, kBoxHeight) << QPointF(x + kBoxHeight, 0) << QPointF(x + kBoxHeight + 1.2, 0)
             << QPointF(x + 1.2, kBoxHeight);
        QPainterPath line;
        line.addPolygon(band);
        lines.addPath(line);
    }
    return lines.intersected(stripePath());
}

QFont sized(QFont font, int pixels, QFont::Weight weight)
{
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // Widths then scale with the zoom.
    return font;
}

}

ListStyle listStyle(List list, Scheme scheme)
{
    switch (list) {
    case List::White:
        return {color(ColorRole::WhiteFill, scheme), color(ColorRole::WhiteText, scheme),
            color(ColorRole::WhiteOutline, scheme)};
    case List::Black:
        return {color(ColorRole::BlackFill, scheme), color(ColorRole::BlackText, scheme),
            color(ColorRole::BlackOutline, scheme)};
    case List::Gray:
        return {color(ColorRole::GrayFill, scheme), color(ColorRole::GrayText, scheme),
            color(ColorRole::GrayOutline, scheme), true};
    }
    return {};
}

PrecisionStyle precisionStyle(DType dtype, Scheme scheme)
{
    const std::string_view letters = shortName(dtype);
    PrecisionStyle style{color(ColorRole::OtherType, scheme), color(ColorRole::OtherTypeText, scheme),
        QString::fromLatin1(letters.data(), static_cast<qsizetype>(letters.size()))};
    if (dtype == DType::Float16) {
        style.fill = color(ColorRole::Fp16, scheme);
        style.text = color(ColorRole::Fp16Text, scheme);
        style.isHatched = true;
    } else if (dtype == DType::Float32) {
        style.fill = color(ColorRole::Fp32, scheme);
        style.text = color(ColorRole::Fp32Text, scheme);
    } else if (dtype == DType::BFloat16) {
        style.fill = color(ColorRole::Bf16, scheme);
        style.text = color(ColorRole::Bf16Text, scheme);
    }
    return style;
}

BoxPainter::BoxPainter(Scheme scheme, const QFont& font)
    : m_scheme(scheme)
    , m_titleFont(sized(font, 13, QFont::DemiBold))
    , m_nameFont(sized(font, 11, QFont::Normal))
    , m_smallFont(sized(font, 10, QFont::Normal))
    , m_markFont(sized(font, 11, QFont::DemiBold))
{
}

BoxPainter::Line BoxPainter::fit(const QString& text, const QFont& font, double width) const
{
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideMiddle, width);
    QStaticText prepared(shown);
    prepared.setTextFormat(Qt::PlainText);
    prepared.setPerformanceHint(QStaticText::AggressiveCaching);
    prepared.prepare({}, font);
    return {prepared, {metrics.horizontalAdvance(shown), metrics.height()}};
}

const BoxPainter::BoxText& BoxPainter::textOf(const GraphPicture& picture, std::uint32_t box)
{
    if (m_boxTexts.size() > kKeptTexts)
        m_boxTexts.clear();
    const auto [found, isNew] = m_boxTexts.try_emplace(box);
    if (!isNew)
        return found->second;
    const PictureBox& row = picture.boxes[box];
    if (row.isScope()) {
        const double width = boxRect(picture, box).width() - kOpenerRoom - 2 * kTextInset;
        found->second = {fit(row.title, m_titleFont, width - m_heatRoom), fit(row.name, m_nameFont, width)};
    } else if (row.isOperator()) {
        const double opener = row.scope.isValid() ? kOpenerRoom : 0;
        const double width = kBoxWidth - kStripeWidth - 2 * kTextInset - opener;
        const QString phase = phaseWord(row.phase);
        const double phaseWidth =
            phase.isEmpty() ? 0 : QFontMetricsF(m_smallFont).horizontalAdvance(phase) + kTextInset;
        found->second = {
            fit(row.title, m_titleFont, width - m_heatRoom), fit(row.name, m_nameFont, width - phaseWidth)};
    } else {
        const double width = kEndWidth - 2 * kTextInset;
        Line name = fit(row.name, m_nameFont, width / 2);
        const double left = width - name.size.width() - kTextInset;
        found->second = {fit(row.title, m_titleFont, left), std::move(name)};
    }
    return found->second;
}

void BoxPainter::paint(QPainter& painter, const GraphPicture& picture, std::uint32_t box, BoxMarks marks)
{
    const PictureBox& row = picture.boxes[box];
    const QRectF rect = boxRect(picture, box);
    const BoxText& text = textOf(picture, box);
    painter.save();
    painter.translate(rect.topLeft());
    const QRectF local(QPointF(), rect.size());
    if (row.kind == PictureBox::Kind::Group)
        paintGroup(painter, picture.groups[row.group], text, local);
    else if (row.kind == PictureBox::Kind::Frame)
        paintHeader(painter, picture.groups[row.group], text, local,
            seenPart(local, marks.seen.translated(-rect.topLeft())));
    else if (row.isOperator())
        paintOperator(painter, row, text);
    else
        paintEnd(painter, row, text, local);
    if (marks.heat && marks.heat->isShown())
        paintHeat(painter, row, *marks.heat, local);
    paintRings(painter, local, marks);
    painter.restore();
}

// The part of a header that is in the view, as long as there is room for a title.
QRectF BoxPainter::seenPart(const QRectF& header, const QRectF& seen)
{
    constexpr double kLeast = 120;
    const double left = std::max(header.left(), seen.left());
    const double right = std::min(header.right(), seen.right());
    const bool isCut = !seen.isEmpty() && right - left >= kLeast;
    return isCut ? QRectF(left, header.top(), right - left, header.height()) : header;
}

void BoxPainter::paintOperator(QPainter& painter, const PictureBox& box, const BoxText& text)
{
    const ListStyle style = listStyle(box.list, m_scheme);
    const QRectF rect(0, 0, kBoxWidth, kBoxHeight);
    const bool isRefused = box.engine == Engine::None;
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.fill);
    painter.drawRoundedRect(rect, kCornerRadius, kCornerRadius);
    paintStripe(painter, box.precision);
    QPen outline(isRefused ? color(ColorRole::Unsupported, m_scheme) : style.outline,
        isRefused ? 2 * kOutlineWidth : kOutlineWidth);
    if (style.isDashed && !isRefused)
        outline.setDashPattern({3, 2.5});
    painter.setPen(outline);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect, kCornerRadius, kCornerRadius);

    painter.setPen(style.text);
    painter.setFont(m_titleFont);
    painter.drawStaticText(QPointF(kStripeWidth + kTextInset, 5), text.title.text);
    painter.setFont(m_nameFont);
    painter.drawStaticText(QPointF(kStripeWidth + kTextInset, 25), text.name.text);
    paintPhase(painter, box, style.text);
    paintWeightCasts(painter, box);
    if (box.scope.isValid())
        paintOpener(painter, {kBoxWidth - kOpenerRoom / 2 - 2, kBoxHeight / 2}, false, style.text);
    if (!isRefused)
        return;
    painter.setPen(style.text);
    painter.setFont(m_titleFont);
    painter.drawText(QRectF(kBoxWidth - 20, 4, 14, 18), Qt::AlignCenter, QStringLiteral("!"));
}

void BoxPainter::paintStripe(QPainter& painter, DType dtype)
{
    static const QPainterPath stripe = stripePath();
    static const QPainterPath hatch = hatchPath();
    const PrecisionStyle style = precisionStyle(dtype, m_scheme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.fill);
    painter.drawPath(stripe);
    const auto [found, isNew] = m_words.try_emplace(style.letters);
    if (isNew)
        found->second = fit(style.letters, m_titleFont, kStripeWidth);
    const QSizeF size = found->second.size;
    const QPointF corner((kStripeWidth - size.width()) / 2, (kBoxHeight - size.height()) / 2);
    if (style.isHatched) {
        QColor line = style.text;
        line.setAlphaF(0.55f);
        painter.setBrush(line);
        painter.drawPath(hatch);
        painter.setBrush(style.fill); // The letters stand on plain ground.
        painter.drawRect(QRectF(corner, size).adjusted(-2, 0, 2, 0));
    }
    painter.setPen(style.text);
    painter.setFont(m_titleFont);
    painter.drawStaticText(corner, found->second.text);
}

void BoxPainter::paintPhase(QPainter& painter, const PictureBox& box, const QColor& textColor)
{
    const QString word = phaseWord(box.phase);
    if (word.isEmpty())
        return;
    const auto [found, isNew] = m_words.try_emplace(word);
    if (isNew)
        found->second = fit(word, m_smallFont, kBoxWidth / 2);
    painter.setPen(textColor);
    painter.setFont(m_smallFont);
    painter.drawStaticText(
        QPointF(kBoxWidth - kTextInset - found->second.size.width(), 26), found->second.text);
}

// Weights are no boxes, so their casts hang on short lines of their own at the upper right corner.
void BoxPainter::paintWeightCasts(QPainter& painter, const PictureBox& box) const
{
    constexpr double kStep = 17;
    constexpr std::uint32_t kShown = 3;
    for (std::uint32_t i = 0; i < std::min(box.weightCasts, kShown); ++i) {
        const double x = kBoxWidth - 12 - kStep * i;
        painter.setPen(QPen(color(ColorRole::Edge, m_scheme), 1.4));
        painter.drawLine(QPointF(x, -kCastDistance), QPointF(x, 0));
        paintCast(painter, {x, -kCastDistance + 4});
    }
}

void BoxPainter::paintEnd(QPainter& painter, const PictureBox& box, const BoxText& text, const QRectF& rect)
{
    QPen outline(color(ColorRole::Edge, m_scheme), kOutlineWidth);
    if (box.isPort())
        outline.setDashPattern({3, 2.5});
    painter.setPen(outline);
    painter.setBrush(color(ColorRole::Canvas, m_scheme));
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    const double width = text.title.size.width() + kTextInset + text.name.size.width();
    const double left = rect.left() + (rect.width() - width) / 2;
    painter.setPen(color(ColorRole::Text, m_scheme));
    painter.setFont(m_titleFont);
    painter.drawStaticText(QPointF(left, (rect.height() - text.title.size.height()) / 2), text.title.text);
    painter.setPen(color(ColorRole::MutedText, m_scheme));
    painter.setFont(m_nameFont);
    painter.drawStaticText(QPointF(left + text.title.size.width() + kTextInset,
                               (rect.height() - text.name.size.height()) / 2 + 1),
        text.name.text);
}

void BoxPainter::paintRings(QPainter& painter, const QRectF& rect, BoxMarks marks) const
{
    painter.setBrush(Qt::NoBrush);
    if (marks.isSelected || marks.isHovered) {
        painter.setPen(QPen(color(ColorRole::Selection, m_scheme), marks.isSelected ? 3 : 1.2));
        const double gap = marks.isChanged ? 8 : 5;
        painter.drawRoundedRect(
            rect.adjusted(-gap, -gap, gap, gap), kCornerRadius + gap, kCornerRadius + gap);
    }
    if (!marks.isChanged)
        return;
    const QColor changed = color(ColorRole::Changed, m_scheme);
    painter.setPen(QPen(changed, 1.5));
    painter.drawRoundedRect(rect.adjusted(-3.5, -3.5, 3.5, 3.5), 8, 8);
    painter.setBrush(changed);
    painter.drawEllipse(rect.topRight() + QPointF(3, -3), 4.5, 4.5);
}

void BoxPainter::paintStub(QPainter& painter, const GraphPicture& picture, std::uint32_t index)
{
    const PictureStub& stub = picture.stubs[index];
    const auto [found, isNew] = m_stubTexts.try_emplace(index);
    if (isNew)
        found->second = fit(stub.label, m_smallFont, kStubReach - kStubLine - 2 * kTextInset - 4);
    const QRectF rect = stubRect(picture, stub);
    const double y = rect.center().y();
    const QColor line = color(ColorRole::Edge, m_scheme);
    painter.setPen(QPen(line, 1.4));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.left() + kStubLine, y));
    const double tip = stub.isOutgoing ? rect.left() + kStubLine : rect.left() + 1;
    const double back = stub.isOutgoing ? -kArrowLength : kArrowLength;
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    painter.drawPolygon(
        QPolygonF({QPointF(tip, y), QPointF(tip + back, y - 3.5), QPointF(tip + back, y + 3.5)}));
    const QRectF plate(
        rect.left() + kStubLine, rect.top(), found->second.size.width() + 2 * kTextInset - 4, rect.height());
    painter.setPen(QPen(line, 1));
    painter.setBrush(color(ColorRole::Canvas, m_scheme));
    painter.drawRoundedRect(plate, 4, 4);
    painter.setPen(color(ColorRole::MutedText, m_scheme));
    painter.setFont(m_smallFont);
    painter.drawStaticText(QPointF(plate.left() + kTextInset - 2,
                               plate.top() + (plate.height() - found->second.size.height()) / 2),
        found->second.text);
    if (stub.hasCast)
        paintCast(painter, {plate.right() + kCastRadius + 3, y});
}

void BoxPainter::paintCast(QPainter& painter, QPointF centre, std::uint32_t count) const
{
    painter.setPen(QPen(color(ColorRole::CastOutline, m_scheme), 1));
    painter.setBrush(color(ColorRole::Cast, m_scheme));
    const auto [x, y] = centre;
    painter.drawPolygon(QPolygonF({QPointF(x, y - kCastRadius), QPointF(x + kCastRadius, y),
        QPointF(x, y + kCastRadius), QPointF(x - kCastRadius, y)}));
    if (count < 2)
        return;
    const QString number = QLocale().toString(count);
    const double width = QFontMetricsF(m_smallFont).horizontalAdvance(number);
    const QRectF plate(x + kCastRadius + 2, y - 7, width + 4, 14);
    painter.fillRect(plate, color(ColorRole::Canvas, m_scheme));
    painter.setPen(color(ColorRole::Text, m_scheme));
    painter.setFont(m_smallFont);
    painter.drawText(plate, Qt::AlignCenter, number);
}

}
