// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/exportgraph.h"

#include "executor/files/atomicfile.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
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

bool isTooLargeForPng(const Drawing& drawing)
{
    return withMargin(drawing).width() * withMargin(drawing).height() > kMostPixels;
}

namespace {

Error tooManyTiles(const QString& path, qint64 count)
{
    return {.kind = ErrorKind::Resource,
        .code = "E-EXPORT-SIZE",
        .what = ExportTexts::tr("The picture would be %L1 files.").arg(count).toStdString(),
        .where = path.toStdString(),
        .remedy = ExportTexts::tr("Close groups, or export as SVG or PDF instead.").toStdString()};
}

QByteArray pngOf(const QImage& image)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

QImage paintTile(const Drawing& drawing, const QRect& tile)
{
    QImage image(tile.size(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.translate(-tile.topLeft());
    painter.setClipRect(tile);
    paintInto(painter, drawing, withMargin(drawing));
    return image;
}

}

Result<std::size_t> writePngTiles(const QString& path, const Drawing& drawing)
{
    constexpr int kTile = 4096;
    constexpr qint64 kMostTiles = 2000;
    const QRect whole(QPoint(), withMargin(drawing).toSize());
    const int columns = (whole.width() + kTile - 1) / kTile;
    const int rows = (whole.height() + kTile - 1) / kTile;
    if (qint64(columns) * rows > kMostTiles)
        return std::unexpected(tooManyTiles(path, qint64(columns) * rows));
    const QFileInfo target(path);
    const QString pattern = target.dir().filePath(target.completeBaseName() + QStringLiteral("-%1-%2.png"));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const QRect tile = QRect(column * kTile, row * kTile, kTile, kTile).intersected(whole);
            const QByteArray png = pngOf(paintTile(drawing, tile));
            if (const auto done = save(pattern.arg(row + 1).arg(column + 1), png); !done)
                return std::unexpected(done.error());
        }
    }
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
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
    return save(path, pngOf(image));
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
