// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/exportgraph.h"

#include "executor/files/atomicfile.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>
#include <filesystem>

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

void paintInto(QPainter& painter, const Drawing& drawing, const QSizeF& size, const ExportWatch& watch)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double margin = kMargin * size.width() / withMargin(drawing).width();
    drawing.paint(painter, QRectF({}, size).adjusted(margin, margin, -margin, -margin), watch);
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

QImage paintTile(const Drawing& drawing, const QRect& tile, const ExportWatch& watch)
{
    QImage image(tile.size(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.translate(-tile.topLeft());
    painter.setClipRect(tile);
    paintInto(painter, drawing, withMargin(drawing), watch);
    return image;
}

bool isStopped(const ExportWatch& watch, double share)
{
    return watch && !watch(share);
}

Error stopped(const QString& path)
{
    return {.kind = ErrorKind::File,
        .code = "E-EXPORT-CANCELLED",
        .what = ExportTexts::tr("The export was cancelled; nothing was written.").toStdString(),
        .where = path.toStdString(),
        .remedy = ExportTexts::tr("Export again when you want it.").toStdString()};
}

Result<void> saveUnlessStopped(const QString& path, const QByteArray& bytes, const ExportWatch& watch)
{
    return isStopped(watch, 1) ? std::unexpected(stopped(path)) : save(path, bytes);
}

/// Files that get their names when all of them are written; without that they go.
class FilesToCome
{
public:
    FilesToCome() = default;
    ~FilesToCome()
    {
        for (const QString& path : m_paths)
            QFile::remove(partOf(path));
    }
    FilesToCome(const FilesToCome&) = delete;
    FilesToCome& operator=(const FilesToCome&) = delete;

    Result<void> add(const QString& path, const QByteArray& bytes)
    {
        m_paths += path;
        return save(partOf(path), bytes);
    }

    Result<void> takeNames()
    {
        for (const QString& path : m_paths) {
            std::error_code failed;
            std::filesystem::rename(partOf(path).toStdString(), path.toStdString(), failed);
            if (failed)
                return std::unexpected(Error{.kind = ErrorKind::File,
                    .code = "E-FILE-WRITE",
                    .what = ExportTexts::tr("The file cannot be written (%1).")
                        .arg(QString::fromStdString(failed.message()))
                        .toStdString(),
                    .where = path.toStdString(),
                    .remedy = ExportTexts::tr("Choose another folder.").toStdString()});
        }
        return {};
    }

private:
    static QString partOf(const QString& path) { return path + QStringLiteral(".part"); }
    QStringList m_paths;
};

/// A picture that does not fit into one image, cut into squares.
struct TileGrid
{
    static constexpr int kTile = 4096;
    QRect whole;
    int columns = 0;
    int rows = 0;

    explicit TileGrid(const Drawing& drawing)
        : whole(QPoint(), withMargin(drawing).toSize())
        , columns((whole.width() + kTile - 1) / kTile)
        , rows((whole.height() + kTile - 1) / kTile)
    {
    }
    qint64 count() const { return qint64(columns) * rows; }
    QRect tile(int row, int column) const
    {
        return QRect(column * kTile, row * kTile, kTile, kTile).intersected(whole);
    }
};

}

Result<void> writePngTiles(const QString& path, const Drawing& drawing, const ExportWatch& watch)
{
    constexpr qint64 kMostTiles = 2000;
    const TileGrid grid(drawing);
    if (grid.count() > kMostTiles)
        return std::unexpected(tooManyTiles(path, grid.count()));
    const QFileInfo target(path);
    const QString pattern = target.dir().filePath(target.completeBaseName() + QStringLiteral("-%1-%2.png"));
    FilesToCome files;
    for (qint64 i = 0; i < grid.count(); ++i) {
        const int row = static_cast<int>(i) / grid.columns;
        const int column = static_cast<int>(i) % grid.columns;
        const auto share = [&](double ofTile) {
            return (static_cast<double>(i) + ofTile) / static_cast<double>(grid.count());
        };
        const QImage image = paintTile(drawing, grid.tile(row, column),
            watch ? ExportWatch([&](double ofTile) { return watch(share(ofTile)); }) : watch);
        if (isStopped(watch, share(1)))
            return std::unexpected(stopped(path));
        if (const auto done = files.add(pattern.arg(row + 1).arg(column + 1), pngOf(image)); !done)
            return done;
    }
    return files.takeNames();
}

Result<void> writePng(const QString& path, const Drawing& drawing, const ExportWatch& watch)
{
    QSizeF size = withMargin(drawing);
    if (const double pixels = size.width() * size.height(); pixels > kMostPixels)
        size *= std::sqrt(kMostPixels / pixels);
    QImage image(size.toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return std::unexpected(tooLarge(path));
    QPainter painter(&image);
    paintInto(painter, drawing, image.size(), watch);
    painter.end();
    if (isStopped(watch, 1))
        return std::unexpected(stopped(path)); // before much is compressed
    return saveUnlessStopped(path, pngOf(image), watch);
}

Result<void> writeSvg(const QString& path, const Drawing& drawing, const ExportWatch& watch)
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
    paintInto(painter, drawing, withMargin(drawing), watch);
    painter.end();
    return saveUnlessStopped(path, buffer.data(), watch);
}

Result<void> writePdf(const QString& path, const Drawing& drawing, const ExportWatch& watch)
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
    paintInto(painter, drawing, size, watch);
    painter.end();
    return saveUnlessStopped(path, buffer.data(), watch);
}

}
