// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/plotfile.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct PlotFile
{
    Q_DECLARE_TR_FUNCTIONS(halftone::PlotFile)
};

QByteArray pngOf(QCustomPlot& plot)
{
    constexpr double kScale = 2;
    QBuffer buffer;
    plot.toPixmap(plot.width(), plot.height(), kScale).save(&buffer, "PNG");
    return buffer.data();
}

void paintVectors(QCustomPlot& plot, QPaintDevice& device, double scale)
{
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    painter.fillRect(plot.rect(), plot.palette().base());
    plot.toPainter(&painter, plot.width(), plot.height());
}

QByteArray svgOf(QCustomPlot& plot)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(plot.size());
    generator.setViewBox(plot.rect());
    paintVectors(plot, generator, 1);
    return buffer.data();
}

QByteArray pdfOf(QCustomPlot& plot)
{
    constexpr int kPointsPerInch = 72;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kPointsPerInch * 10);
    writer.setPageSize(QPageSize(QSizeF(plot.size()), QPageSize::Point));
    writer.setPageMargins({});
    paintVectors(plot, writer, 10);
    return buffer.data();
}

struct FormatRow
{
    QLatin1StringView suffix;
    QByteArray (*render)(QCustomPlot&);
};

constexpr auto kFormats = std::to_array<FormatRow>({
    {QLatin1StringView("png"), pngOf},
    {QLatin1StringView("svg"), svgOf},
    {QLatin1StringView("pdf"), pdfOf},
});

}

Result<void> saveBytes(const QByteArray& bytes, const QString& path)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return std::unexpected(Error{ErrorKind::File, "E-WRITE",
        PlotFile::tr("The file cannot be written: %1.").arg(file.errorString()).toStdString(),
        path.toStdString(), PlotFile::tr("Choose another folder or free some space.").toStdString()});
}

Result<void> savePlot(QCustomPlot& plot, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const auto format = std::ranges::find(kFormats, suffix, &FormatRow::suffix);
    if (format == kFormats.end())
        return std::unexpected(Error{ErrorKind::Usage, "E-FORMAT",
            PlotFile::tr("Plots cannot be written as \"%1\".").arg(suffix).toStdString(), path.toStdString(),
            PlotFile::tr("Choose a name that ends in .png, .svg or .pdf.").toStdString()});
    return saveBytes(format->render(plot), path);
}

}
