// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/overrideswitch.h"

#include "gui/document/text.h"
#include "gui/shell/named.h"

#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace halftone {
namespace {

constexpr DType kTypes[] = {DType::Undefined, DType::Float32, DType::Float16, DType::BFloat16};

// "layer1/0/conv", "layer1/0", "layer1"
QStringList targetsOf(const QString& node)
{
    QStringList targets{node};
    for (QString rest = node;;) {
        const qsizetype end = std::max(rest.lastIndexOf('/'), rest.lastIndexOf('.'));
        if (end <= 0)
            return targets;
        rest.truncate(end);
        targets += rest;
    }
}

}

OverrideSwitch::OverrideSwitch(
    const QString& node, std::span<const PrecisionOverride> overrides, QWidget* parent)
    : QWidget(parent)
    , m_target(named(new QComboBox(this), "overrideTarget", tr("Operator or scope")))
    , m_type(named(new QComboBox(this), "overrideType", tr("Type to ask for")))
{
    for (const QString& target : targetsOf(node))
        m_target->addItem(target == node ? tr("this operator") : target, target);
    m_target->setVisible(m_target->count() > 1);
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_target->setMinimumContentsLength(7);
    for (DType type : kTypes)
        m_type->addItem(type == DType::Undefined ? tr("as the policy decides") : text(name(type)));
    m_type->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_type->setMinimumContentsLength(7);
    m_type->setToolTip(
        tr("As to_float of MindSpore and keep_dtype of Ascend do; the reason says what came of it"));
    auto* column = new QVBoxLayout(this); // Names of scopes need all of the width.
    column->setContentsMargins({});
    column->addWidget(m_target);
    column->addWidget(m_type);
    // The nearest scope that something was asked for is what a person wants to see.
    for (int i = m_target->count(); i-- > 0;) {
        if (std::ranges::contains(
                overrides, m_target->itemData(i).toString().toStdString(), &PrecisionOverride::target))
            m_target->setCurrentIndex(i);
    }
    showType(overrides);
    connect(m_target, &QComboBox::activated, this,
        [this, kept = std::vector(overrides.begin(), overrides.end())] { showType(kept); });
    connect(m_type, &QComboBox::activated, this,
        [this](int index) { emit typeChosen(m_target->currentData().toString(), kTypes[index]); });
}

void OverrideSwitch::showType(std::span<const PrecisionOverride> overrides)
{
    const auto found = std::ranges::find(
        overrides, m_target->currentData().toString().toStdString(), &PrecisionOverride::target);
    const DType type = found == overrides.end() ? DType::Undefined : found->dtype;
    m_type->setCurrentIndex(static_cast<int>(std::ranges::find(kTypes, type) - std::begin(kTypes)));
}

}
