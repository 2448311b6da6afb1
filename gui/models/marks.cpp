// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/marks.h"

#include "gui/document/text.h"
#include "gui/theme/palette.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>

#include <functional>

namespace halftone {
namespace {

using Paint = std::function<void(QPainter&, const QRectF&, Scheme)>;

class MarkEngine : public QIconEngine
{
public:
    explicit MarkEngine(Paint paintMark)
        : m_paint(std::move(paintMark))
    {
    }
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        constexpr double kDisabledOpacity = 0.4;
        if (mode == QIcon::Disabled)
            painter->setOpacity(kDisabledOpacity);
        m_paint(*painter, QRectF(rect).adjusted(1, 1, -1, -1), schemeOf(QGuiApplication::palette()));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect({}, size), mode, state);
        return picture;
    }
    QIconEngine* clone() const override { return new MarkEngine(m_paint); }

private:
    Paint m_paint;
};

QIcon mark(Paint paint)
{
    return QIcon(new MarkEngine(std::move(paint)));
}

struct ListColors
{
    ColorRole fill;
    ColorRole outline;
};

ListColors colorsOf(List list)
{
    switch (list) {
    case List::Black:
        return {ColorRole::BlackFill, ColorRole::BlackOutline};
    case List::White:
        return {ColorRole::WhiteFill, ColorRole::WhiteOutline};
    case List::Gray:
        return {ColorRole::GrayFill, ColorRole::GrayOutline};
    }
    return {};
}

struct TypeColors
{
    ColorRole fill = ColorRole::OtherType;
    ColorRole text = ColorRole::OtherTypeText;
};

TypeColors colorsOf(DType dtype)
{
    if (dtype == DType::Float16)
        return {ColorRole::Fp16, ColorRole::Fp16Text};
    if (dtype == DType::Float32)
        return {ColorRole::Fp32, ColorRole::Fp32Text};
    if (dtype == DType::BFloat16)
        return {ColorRole::Bf16, ColorRole::Bf16Text};
    return {};
}

void paintLetters(QPainter& painter, const QRectF& box, const QString& letters, const QColor& textColor)
{
    QFont font = painter.font();
    constexpr double kLetterHeight = 0.62;
    constexpr double kNarrowLetterHeight = 0.48; // for three letters: "i64"
    font.setPixelSize(
        qMax(6, qRound(box.height() * (letters.size() > 2 ? kNarrowLetterHeight : kLetterHeight))));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(textColor);
    painter.drawText(box.adjusted(-2, 0, 2, 0), Qt::AlignCenter, letters);
}

void paintProblem(QPainter& painter, const QRectF& box, Scheme scheme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Unsupported, scheme));
    const double cut = box.width() * 0.29; // an octagon, as on a stop sign
    painter.drawPolygon(QPolygonF({{box.left() + cut, box.top()}, {box.right() - cut, box.top()},
        {box.right(), box.top() + cut}, {box.right(), box.bottom() - cut}, {box.right() - cut, box.bottom()},
        {box.left() + cut, box.bottom()}, {box.left(), box.bottom() - cut}, {box.left(), box.top() + cut}}));
    paintLetters(painter, box, QStringLiteral("!"), scheme == Scheme::Light ? Qt::white : Qt::black);
}

void paintWarning(QPainter& painter, const QRectF& box, Scheme scheme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Overflow, scheme));
    painter.drawPolygon(QPolygonF({{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()}));
    paintLetters(painter, box.adjusted(0, box.height() * 0.2, 0, 0), QStringLiteral("!"), Qt::black);
}

void paintNote(QPainter& painter, const QRectF& box, Scheme scheme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Selection, scheme));
    painter.drawEllipse(box);
    paintLetters(painter, box, QStringLiteral("i"), scheme == Scheme::Light ? Qt::white : Qt::black);
}

}

QString listTitle(List list)
{
    switch (list) {
    case List::Black:
        return QCoreApplication::translate("Marks", "black");
    case List::White:
        return QCoreApplication::translate("Marks", "white");
    case List::Gray:
        return QCoreApplication::translate("Marks", "gray");
    }
    return {};
}

QString phaseTitle(Phase phase)
{
    switch (phase) {
    case Phase::Forward:
        return QCoreApplication::translate("Marks", "forward");
    case Phase::Loss:
        return QCoreApplication::translate("Marks", "loss");
    case Phase::Backward:
        return QCoreApplication::translate("Marks", "backward");
    case Phase::Update:
        return QCoreApplication::translate("Marks", "update");
    }
    return {};
}

QIcon listIcon(List list)
{
    return mark([list](QPainter& painter, const QRectF& box, Scheme scheme) {
        const ListColors colors = colorsOf(list);
        constexpr double kOutline = 1.5;
        QPen pen(color(colors.outline, scheme), kOutline);
        if (list == List::Gray)
            pen.setDashPattern({1.5, 1.5});
        painter.setPen(pen);
        painter.setBrush(color(colors.fill, scheme));
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 2, 2);
    });
}

QIcon precisionIcon(DType dtype)
{
    return mark([dtype](QPainter& painter, const QRectF& box, Scheme scheme) {
        if (dtype == DType::Undefined)
            return;
        const TypeColors colors = colorsOf(dtype);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(colors.fill, scheme));
        painter.drawRoundedRect(box, 2, 2);
        paintLetters(painter, box, text(shortName(dtype)), color(colors.text, scheme));
    });
}

QString severityTitle(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return QCoreApplication::translate("Marks", "Note");
    case Severity::Warning:
        return QCoreApplication::translate("Marks", "Warning");
    case Severity::Problem:
        return QCoreApplication::translate("Marks", "Problem");
    }
    return {};
}

QIcon severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return mark(paintNote);
    case Severity::Warning:
        return mark(paintWarning);
    case Severity::Problem:
        return mark(paintProblem);
    }
    return {};
}

}
