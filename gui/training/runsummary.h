// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"

#include <QLabel>

#include <span>

namespace halftone {

/// What is known about the end of one run.
struct RunResult
{
    QString label;
    bool hasScale = false; ///< False for FP32, which the others are compared with.
    const RunHistory* history = nullptr; ///< Never null.
};

/// The results of all finished runs on one line of rich text; empty when none has finished. With FP32 among
/// them, the others say how far their accuracy is off.
QString summaryText(std::span<const RunResult> runs);

/// This is the line below the plots: accuracy, final loss and skipped steps of the runs side by side.
class RunSummary : public QLabel
{
    Q_OBJECT

public:
    explicit RunSummary(QWidget* parent = nullptr);
    void setRuns(std::span<const RunResult> runs);
};

}
