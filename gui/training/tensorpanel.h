// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"
#include "gui/training/watchabletensors.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;

namespace halftone {

class ElidedLabel;
class ExponentChart;
class TrainingRun;

/// This shows the exponents of one tensor over the steps of a run, against what FP16 or BF16 hold. The tensor
/// is one of the operator that is selected in the graph, in the table or among the events. Only while the
/// panel is open does it ask the runs to count.
class TensorPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TensorPanel(QWidget* parent = nullptr);

    /// By the name that the operator has for people; an empty one changes nothing.
    void setOperator(const QString& node);
    const QString& operatorName() const { return m_node; }
    /// The runs that can be looked at; they outlive the panel or the next call.
    void setRuns(const std::vector<TrainingRun*>& runs);
    /// Shows what \p run got since.
    void update(const TrainingRun* run);
    /// Closed, it asks for nothing.
    void setOpen(bool isOpen);
    bool isOpen() const { return m_isOpen; }
    /// What runs are to count; nothing while the panel is closed.
    TensorWish wish() const;

    ExponentChart* chart() const { return m_chart; }
    QString readout() const;

signals:
    void wishChanged();
    /// A person points at that step.
    void stepPointed(double step);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QComboBox* addChoice(const char* name, const QString& accessibleName, const QString& tip);
    void fillTensors();
    void refresh();
    void choose();
    const TrainingRun* run() const;
    std::string tensor() const;
    DType storedType() const;
    DType format() const;
    QString message() const;
    void showReadout();

    bool m_isOpen = true;
    QString m_node;
    std::vector<TrainingRun*> m_runs;
    std::string m_chosen; // by the person, of the tensors of m_node; empty: the first
    std::optional<DType> m_format; // by the person
    TensorWish m_announced;
    bool m_knowsGraph = false; // m_tensor is of the graph that the run trains
    QComboBox* m_run;
    QComboBox* m_tensor;
    QComboBox* m_window;
    ElidedLabel* m_readout;
    ExponentChart* m_chart;
};

}
