// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "gui/shell/mainwindow.h"

#include <optional>

namespace halftone {

/// Goes through all views of \p window, which has a model or is opening one, and writes a PNG of each into
/// \p folder, at last of the start page without a model; or through the one view \p only. Works without a
/// display. Fails when the model cannot be opened or a file not be written.
Result<void> takeScreenshots(
    MainWindow& window, const QString& folder, std::optional<MainWindow::View> only = std::nullopt);

}
