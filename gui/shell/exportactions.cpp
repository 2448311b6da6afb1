// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions do that write pictures and tables.
#include "gui/export/exportgraph.h"
#include "gui/export/exporttable.h"
#include "gui/models/opsmodel.h"
#include "gui/shell/actions.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"

#include <QApplication>
#include <QClipboard>

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
    m_actions->handle("edit.copyTable", this,
        [this] { QApplication::clipboard()->setText(toCsv(m_ops->shownOperators())); });
}

Drawing MainWindow::drawingForFiles() const
{
    const bool isVisiblePart = m_actions->get("file.exportVisible")->isChecked();
    return m_graph->drawing(isVisiblePart ? GraphPage::Part::Visible : GraphPage::Part::Whole);
}

void MainWindow::exportGraph(const char* kind)
{
    struct Row
    {
        const char* kind;
        const char* suffix;
        Result<void> (*write)(const QString&, const Drawing&);
    };
    static constexpr std::array kRows{
        Row{"PNG", "png", writePng}, Row{"SVG", "svg", writeSvg}, Row{"PDF", "pdf", writePdf}};
    const auto row =
        std::ranges::find_if(kRows, [kind](const Row& each) { return qstrcmp(each.kind, kind) == 0; });
    const QString suffix = QLatin1String(row->suffix);
    writeFile(tr("Export Graph"), QLatin1String(kind), suffix,
        m_document.model().displayName() + '.' + suffix, [this, write = row->write](const QString& path) {
            const Drawing drawing = drawingForFiles();
            if (write == writePng && isTooLargeForPng(drawing))
                m_messages->show(Severity::Note, QStringLiteral("exportSize"),
                    tr("The picture has been made smaller, to 100 megapixels. Export Graph as Tiles keeps it "
                       "readable."));
            return write(path, drawing);
        });
}

void MainWindow::exportTiles()
{
    writeFile(tr("Export Graph as Tiles"), QStringLiteral("PNG"), QStringLiteral("png"),
        m_document.model().displayName() + QStringLiteral(".png"),
        [this](const QString& path) -> Result<void> {
            const auto written = writePngTiles(path, drawingForFiles());
            return written ? Result<void>() : std::unexpected(written.error());
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
