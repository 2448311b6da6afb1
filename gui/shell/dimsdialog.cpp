// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/dimsdialog.h"

#include "gui/document/text.h"
#include "gui/shell/named.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <set>

namespace halftone {
namespace {

std::set<std::string> namesOf(const OpenedModel& model)
{
    std::set<std::string> names(model.info.symbols.begin(), model.info.symbols.end());
    for (const auto& [name, size] : model.dims)
        names.insert(name);
    return names;
}

}

DimsDialog::DimsDialog(const OpenedModel& model, QWidget* parent)
    : QDialog(parent)
{
    named(this, "dimsDialog", tr("Dimensions"));
    setWindowTitle(tr("Dimensions of %1").arg(model.displayName()));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout(this);
    auto* hint = named(new QLabel(tr("Shapes are only known where dimensions have a size. "
                                     "0 leaves a dimension as the file has it."),
                           this),
        "dimsHint", tr("What dimensions are for"));
    hint->setWordWrap(true);
    form->addRow(hint);
    constexpr int kLargest = 1'000'000'000;
    for (const std::string& name : namesOf(model)) {
        auto* box = new QSpinBox(this);
        named(box, qPrintable("dim." + text(name)), tr("Size of %1").arg(text(name)));
        box->setRange(0, kLargest);
        const auto given = model.dims.find(name);
        box->setValue(given == model.dims.end() ? 0 : static_cast<int>(given->second));
        form->addRow(text(name), box);
        m_boxes.emplace(name, box);
    }
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this),
        "dimsButtons", tr("OK or cancel"));
    named(buttons->button(QDialogButtonBox::Ok), "dimsOk", tr("OK"));
    named(buttons->button(QDialogButtonBox::Cancel), "dimsCancel", tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

bool DimsDialog::hasDims(const OpenedModel& model)
{
    return !namesOf(model).empty();
}

DimSizes DimsDialog::dims() const
{
    DimSizes dims;
    for (const auto& [name, box] : m_boxes) {
        if (box->value() > 0)
            dims[name] = box->value();
    }
    return dims;
}

}
