// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/heat.h"

#include <QCoreApplication>

#include <array>

namespace halftone {

/// Texts about heat.
struct Heat
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Heat)

public:
    static QString title(HeatKind kind); ///< Empty for None.
    /// What the five levels mean, from calm to bad; short enough for a mark.
    static std::array<QString, kHeatLevels> levels(HeatKind kind);
    /// All three numbers of an operator in words.
    static QString sentence(const OperatorHeat& heat);
};

}
