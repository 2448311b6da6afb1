// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/modecombo.h"

#include "gui/document/text.h"
#include "gui/shell/named.h"
#include "gui/shell/twolinedelegate.h"

#include <QAbstractItemView>
#include <QStandardItemModel>

#include <utility>

namespace halftone {
namespace {

bool canRun(const ChipTraits& chip, Mode mode)
{
    const bool needsBf16 = mode == Mode::AllowFp32ToBf16 || mode == Mode::MixBf16;
    return chip.hasBf16 || !needsBf16;
}

}

ModeCombo::ModeCombo(QWidget* parent)
    : QComboBox(parent)
{
    named(this, "modeCombo", tr("Precision mode"));
    named(view(), "modeComboList", tr("Precision modes"));
    for (const ModeName& mode : modeNames()) {
        addItem(text(mode.name));
        const int row = count() - 1;
        setItemData(row, text(mode.doc), TwoLineDelegate::kSecondLineRole);
        setItemData(
            row, mode.isV2 ? tr("precision_mode_v2") : tr("precision_mode"), TwoLineDelegate::kAsideRole);
        setItemData(row, text(mode.doc), Qt::AccessibleDescriptionRole);
    }
    setItemDelegate(new TwoLineDelegate(this));
    constexpr int kPopupWidth = 700; // fits the longest sentence
    view()->setMinimumWidth(kPopupWidth);
    setMaxVisibleItems(count());
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this,
        [this](int row) { emit modeChosen(modeNames()[static_cast<std::size_t>(row)]); });
}

void ModeCombo::setPolicy(const ModeName& mode, const ChipTraits& chip)
{
    auto* items = qobject_cast<QStandardItemModel*>(model());
    for (int row = 0; row < count(); ++row) {
        const ModeName& offered = modeNames()[static_cast<std::size_t>(row)];
        const bool isThere = canRun(chip, offered.mode);
        items->item(row)->setEnabled(isThere);
        setItemData(row,
            isThere ? text(offered.doc) : tr("Not on %1, which has no BF16.").arg(text(chip.title)),
            TwoLineDelegate::kSecondLineRole);
    }
    setCurrentIndex(static_cast<int>(&mode - modeNames().data()));
    setToolTip(QStringLiteral("%1=%2\n%3")
            .arg(mode.isV2 ? "precision_mode_v2" : "precision_mode", text(mode.name), text(mode.doc)));
}

ChipCombo::ChipCombo(QWidget* parent)
    : QComboBox(parent)
{
    named(this, "chipCombo", tr("Target chip"));
    named(view(), "chipComboList", tr("Target chips"));
    for (const ChipTraits& chip : OpLibrary::chips())
        addItem(text(chip.title), text(chip.soc));
    setToolTip(tr("The chip whose operator library decides"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(
        this, &QComboBox::activated, this, [this](int row) { emit chipChosen(itemData(row).toString()); });
}

void ChipCombo::setChip(std::string_view soc)
{
    setCurrentIndex(findData(text(soc)));
}

}
