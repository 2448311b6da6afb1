// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/exportgraph.h"

#include "executor/files/atomicfile.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace halftone {
namespace {

constexpr double kMargin = 16;
constexpr double kMostPixels = 100e6;
constexpr int kPixelsPerInch = 96;
// PDF viewers and Qt's writer agree up to 200 inches a side.
constexpr double kLongestPageSide = 200.0 * kPixelsPerInch;

std::string programName()
{
    return QCoreApplication::applicationName().toStdString();
}

QSizeF withMargin(const Drawing& drawing)
{
    return {drawing.size.width() + 2 * kMargin, drawing.size.height() + 2 * kMargin};
}

void paintInto(QPainter& painter, const Drawing& drawing, const QSizeF& size)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double margin = kMargin * size.width() / withMargin(drawing).width();
    drawing.paint(painter, QRectF({}, size).adjusted(margin, margin, -margin, -margin));
}

Result<void> save(const QString& path, const QByteArray& bytes)
{
    return writeFileAtomically(
        path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

/// The context of the texts below for translators.
struct ExportTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::ExportTexts)
};

Error tooLarge(const QString& path)
{
    return {.kind = ErrorKind::Resource,
        .code = "E-EXPORT-SIZE",
        .what = ExportTexts::tr("There is not enough memory for the picture.").toStdString(),
        .where = path.toStdString(),
        .remedy = ExportTexts::tr("Export as SVG or PDF instead.").toStdString()};
}

}

Result<void> writePng(const QString& path, const Drawing& drawing)
{
    QSizeF size = withMargin(drawing);
    if (const double pixels = size.width() * size.height(); pixels > kMostPixels)
        size *= std::sqrt(kMostPixels / pixels);
    QImage image(size.toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return std::unexpected(tooLarge(path));
    QPainter painter(&image);
    paintInto(painter, drawing, image.size());
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return save(path, buffer.data());
}

Result<void> writeSvg(const QString& path, const Drawing& drawing)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(withMargin(drawing).toSize());
    generator.setViewBox(QRectF({}, withMargin(drawing)));
    generator.setTitle(drawing.title);
    generator.setDescription(QString::fromStdString(programName()));
    QPainter painter(&generator);
    paintInto(painter, drawing, withMargin(drawing));
    painter.end();
    return save(path, buffer.data());
}

Result<void> writePdf(const QString& path, const Drawing& drawing)
{
    QSizeF size = withMargin(drawing);
    if (const double longest = std::max(size.width(), size.height()); longest > kLongestPageSide)
        size *= kLongestPageSide / longest;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kPixelsPerInch);
    writer.setTitle(drawing.title);
    writer.setCreator(QString::fromStdString(programName()));
    writer.setPageSize(
        QPageSize(size / kPixelsPerInch, QPageSize::Inch, drawing.title, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paintInto(painter, drawing, size);
    painter.end();
    return save(path, buffer.data());
}

}
