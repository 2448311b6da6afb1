// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions do that write pictures and tables.
#include "gui/export/exportgraph.h"
#include "gui/export/exporttable.h"
#include "gui/models/opsmodel.h"
#include "gui/shell/actions.h"
#include "gui/shell/filecommands.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

namespace halftone {

void MainWindow::connectExportActions()
{
    for (const char* kind : {"PNG", "SVG", "PDF"}) {
        const QByteArray id = "file.export" + QByteArray(kind).left(1) + QByteArray(kind).mid(1).toLower();
        m_actions->handle(id, this, [this, kind] { exportGraph(kind); });
    }
    m_actions->handle("file.exportTiles", this, &MainWindow::exportTiles);
    m_actions->handle("file.exportVisible", this, [] { }); // read when a picture is written
    m_actions->handle("file.exportCsv", this, [this] { exportTable("csv", writeCsv); });
    m_actions->handle("file.exportJson", this, [this] { exportTable("json", writeJson); });
    m_actions->handle("edit.copyTable", m_ops, &OpsTable::copyTable);
}

Drawing MainWindow::drawingForFiles() const
{
    const bool isVisiblePart = m_actions->get("file.exportVisible")->isChecked();
    return m_graph->drawing(isVisiblePart ? GraphPage::Part::Visible : GraphPage::Part::Whole);
}

namespace {

struct PictureRow
{
    const char* kind;
    const char* suffix;
    Result<void> (*write)(const QString&, const Drawing&, const ExportWatch&);
};

constexpr std::array kPictures{PictureRow{"PNG", "png", writePng}, PictureRow{"SVG", "svg", writeSvg},
    PictureRow{"PDF", "pdf", writePdf}};

}

void MainWindow::exportGraph(const char* kind)
{
    const auto row = std::ranges::find_if(
        kPictures, [kind](const PictureRow& each) { return qstrcmp(each.kind, kind) == 0; });
    const QString suffix = QLatin1String(row->suffix);
    m_files->askForTarget(tr("Export Graph"), QLatin1String(kind), suffix,
        m_document.model().displayName() + '.' + suffix, [this, write = row->write](const QString& path) {
            const Drawing drawing = drawingForFiles();
            if (write == writePng && isTooLargeForPng(drawing))
                m_messages->show(Severity::Note, QStringLiteral("exportSize"),
                    tr("The picture has been made smaller, to 100 megapixels. Export Graph as Tiles keeps it "
                       "readable."));
            writePicture(path, drawing, write);
        });
}

void MainWindow::exportTiles()
{
    m_files->askForTarget(tr("Export Graph as Tiles"), QStringLiteral("PNG"), QStringLiteral("png"),
        m_document.model().displayName() + QStringLiteral(".png"),
        [this](const QString& path) { writePicture(path, drawingForFiles(), writePngTiles); });
}

// A large graph takes seconds to paint and longer to compress.
void MainWindow::writePicture(const QString& path, const Drawing& drawing,
    Result<void> (*write)(const QString&, const Drawing&, const ExportWatch&))
{
    if (!drawing.paint)
        return;
    m_exports.start(
        tr("Exporting %1").arg(QFileInfo(path).fileName()),
        [path, drawing, write](const std::stop_token& stop, const JobProgress& progress) {
            return write(path, drawing, [&](double share) {
                progress.tell(share);
                return !stop.stop_requested();
            });
        },
        [this, path](const Result<void>& written) {
            if (!written) {
                m_messages->showError("export", written.error());
                return;
            }
            m_messages->settle("export");
            emit m_files->written(path);
        });
}

void MainWindow::exportTable(
    const char* suffix, Result<void> (*write)(const QString&, const QAbstractItemModel&))
{
    writeFile(tr("Export Operators"), tr("Table"), QLatin1String(suffix),
        m_document.model().displayName() + '.' + QLatin1String(suffix),
        [this, write](const QString& path) { return write(path, m_ops->shownOperators()); });
}

}
