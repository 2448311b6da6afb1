// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/librarydetails.h"

#include "gui/document/text.h"
#include "gui/library/librarymodel.h"
#include "gui/shell/named.h"
#include "gui/theme/textsize.h"

#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace halftone {
namespace {

enum class Part { First, Second }; // of the two libraries

// The kernels of an operator: those that both libraries have once and plain, others with \p sign.
void addKernels(QTreeWidget& tree, const std::vector<DTypeColumn>& columns,
    const std::vector<DTypeColumn>& others, const QString& sign, Part part)
{
    const auto names = [](const std::vector<DType>& types) {
        QStringList list;
        for (DType type : types)
            list += text(name(type));
        return list.join(QStringLiteral(", "));
    };
    for (const DTypeColumn& column : columns) {
        const bool isShared = std::ranges::contains(others, column);
        if (!isShared || part == Part::First)
            new QTreeWidgetItem(
                &tree, {isShared ? QString() : sign, names(column.inputs), names(column.outputs)});
    }
}

}

LibraryDetails::LibraryDetails(QWidget* parent)
    : QWidget(parent)
    , m_title(named(new QLabel(this), "libraryTitle", tr("Operator")))
    , m_kernels(named(new QTreeWidget(this), "libraryKernels", tr("Types that its kernels take")))
{
    named(this, "libraryDetails", tr("One operator"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    m_kernels->setHeaderLabels({QString(), tr("Inputs"), tr("Outputs")});
    m_kernels->setRootIsDecorated(false);
    m_kernels->setAlternatingRowColors(true);
    constexpr int kSignWidth = 24;
    constexpr int kInputsWidth = 190;
    m_kernels->setColumnWidth(0, kSignWidth);
    m_kernels->setColumnWidth(1, atTextSize(kInputsWidth));
    column->addWidget(m_title);
    column->addWidget(m_kernels, 1);
    column->addStretch(); // where there are none to list
    showRow(nullptr);
}

void LibraryDetails::showRow(const LibraryRow* row)
{
    m_kernels->clear();
    m_kernels->hide();
    if (!row) {
        m_title->setText(tr("Select an operator to see the types that its kernels take."));
        return;
    }
    QStringList lines{row->type};
    if (!row->onnxTypes.isEmpty())
        lines += tr("ONNX: %1").arg(row->onnxTypes);
    const LibraryOp& op = row->op ? *row->op : *row->other;
    if (op.isCube)
        lines += tr("A matrix operator.");
    if (op.isNullKernel)
        lines += tr("No kernel runs.");
    if (op.columns.empty())
        lines += tr("Its types come from code, so the library has no table of them.");
    m_title->setText(lines.join('\n'));
    const std::vector<DTypeColumn> none;
    const bool isCompared = row->other != nullptr;
    if (row->op)
        addKernels(*m_kernels, row->op->columns, isCompared ? row->other->columns : none,
            isCompared ? QStringLiteral("+") : QString(), Part::First);
    if (row->other)
        addKernels(*m_kernels, row->other->columns, row->op ? row->op->columns : none, QStringLiteral("−"),
            Part::Second);
    m_kernels->setVisible(m_kernels->topLevelItemCount() > 0);
}

}
