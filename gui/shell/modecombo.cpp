// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/modecombo.h"

#include "analysis/judge/modeoptions.h"
#include "gui/document/analysistexts.h"
#include "gui/document/text.h"
#include "gui/shell/named.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/theme/textsize.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QStandardItemModel>

#include <utility>

namespace halftone {
namespace {

QString secondLine(const PolicyChoice& choice, const ChipTraits& chip)
{
    if (choice.mode && refusalOf(*choice.mode, chip))
        return QCoreApplication::translate("ModeCombo", "Not on %1, which has no BF16.")
            .arg(text(chip.title));
    return analysisText(choice.doc);
}

}

ModeCombo::ModeCombo(QWidget* parent)
    : QComboBox(parent)
{
    named(this, "modeCombo", tr("Precision mode"));
    named(view(), "modeComboList", tr("Precision modes"));
    for (const PolicyChoice& choice : policyChoices()) {
        addItem(text(choice.name));
        const int row = count() - 1;
        setItemData(row, analysisText(choice.doc), TwoLineDelegate::kSecondLineRole);
        setItemData(row, text(choice.group), TwoLineDelegate::kAsideRole);
        setItemData(row, analysisText(choice.doc), Qt::AccessibleDescriptionRole);
    }
    setItemDelegate(new TwoLineDelegate(this));
    constexpr int kPopupWidth = 700; // fits the longest sentence
    view()->setMinimumWidth(atTextSize(kPopupWidth));
    constexpr int kRowsShown = 16; // Ascend's modes; the other tools follow below
    setMaxVisibleItems(kRowsShown);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this,
        [this](int row) { emit choiceChosen(policyChoices()[static_cast<std::size_t>(row)]); });
}

void ModeCombo::setChoice(const PolicyChoice& choice, const ChipTraits& chip)
{
    auto* items = qobject_cast<QStandardItemModel*>(model());
    for (int row = 0; row < count(); ++row) {
        const PolicyChoice& offered = policyChoices()[static_cast<std::size_t>(row)];
        items->item(row)->setEnabled(!offered.mode || !refusalOf(*offered.mode, chip));
        setItemData(row, secondLine(offered, chip), TwoLineDelegate::kSecondLineRole);
    }
    setCurrentIndex(static_cast<int>(&choice - policyChoices().data()));
    setToolTip(
        QStringLiteral("%1: %2\n%3").arg(text(choice.group), text(choice.name), analysisText(choice.doc)));
}

ChipCombo::ChipCombo(QWidget* parent)
    : QComboBox(parent)
{
    named(this, "chipCombo", tr("Target chip"));
    named(view(), "chipComboList", tr("Target chips"));
    for (const ChipTraits& chip : OpLibrary::chips())
        addItem(text(chip.title), text(chip.soc));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this, [this](int row) {
        if (itemData(row).isValid())
            emit chipChosen(itemData(row).toString());
        else
            emit ownLibraryChosen();
    });
}

void ChipCombo::offerLibrary(const QString& file)
{
    m_library = file;
    const int chips = static_cast<int>(OpLibrary::chips().size());
    while (count() > chips)
        removeItem(chips);
    if (!file.isEmpty())
        addItem(tr("own library"));
}

void ChipCombo::setChip(std::string_view soc, bool isInForce)
{
    setCurrentIndex(findData(text(soc)));
    showTip(isInForce, tr("The chip whose operator library decides"));
}

void ChipCombo::setOwnLibrary(bool isInForce)
{
    setCurrentIndex(count() - 1);
    showTip(isInForce, tr("The library %1 decides").arg(m_library));
}

void ChipCombo::showTip(bool isInForce, const QString& tip)
{
    setEnabled(isInForce);
    setToolTip(isInForce ? tip : tr("Only the modes of Ascend depend on a chip"));
}

}
