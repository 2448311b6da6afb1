// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/inspector/weightfacts.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace halftone {

/// This tells about one weight: statistics, histograms, and what FP16 and BF16 would make of it. Its numbers
/// are read on another thread, straight from the mapped file.
class WeightCard : public QWidget
{
    Q_OBJECT

public:
    /// \p cache must outlive the card.
    WeightCard(const GraphPtr& graph, ValueId value, WeightCache& cache, QWidget* parent = nullptr);

    bool isReady() const { return m_isReady; }

signals:
    void ready();

private:
    void read(const GraphPtr& graph, ValueId value, WeightCache& cache);
    void show(const WeightFactsPtr& facts);
    void addLine(const QString& richText, const char* name);

    JobRunner m_jobs;
    QVBoxLayout* m_column;
    QLabel* m_waiting = nullptr;
    bool m_isReady = false;
};

}
