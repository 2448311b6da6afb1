// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingrun.h"

#include <QList>
#include <QObject>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QToolButton;

namespace halftone {

class ElidedLabel;

/// These are the controls of one run in the list: what it is trained in, how far it is, and its own start,
/// pause, step and stop.
class RunRow : public QObject
{
    Q_OBJECT

public:
    /// The controls become children of \p list.
    RunRow(TrainingRun& run, QWidget& list);
    ~RunRow() override;

    int number() const { return m_number; } ///< Of the run, which may be gone.
    void addTo(QGridLayout& grid, int line) const;
    /// Names what the window shows now, for the way that follows it.
    void setWindowPolicy(const Policy& policy);
    /// \p canStart: there is a model; \p canAdd: there is room for one more run.
    void refresh(bool canStart, bool canAdd);

signals:
    void startRequested(halftone::TrainingRun* run);
    void branchRequested(halftone::TrainingRun* run);
    void saveRequested(halftone::TrainingRun* run);
    void removeRequested(halftone::TrainingRun* run);

private:
    template <typename Control>
    Control* named(Control* control, const char* name, const QString& accessibleName) const;
    void makeUse();
    void makeSpec();
    void makeButtons();
    QToolButton* makeButton(const char* name, int sign, const QString& text);
    void makeLists();
    void takeSpec();
    void fillVariants();
    QString stateText() const;

    TrainingRun& m_run;
    int m_number;
    QWidget& m_list;
    Policy m_policy; // of the window
    QCheckBox* m_use = nullptr;
    QComboBox* m_way = nullptr; // null for a run that was read, as the two below
    QCheckBox* m_usesList = nullptr;
    QComboBox* m_variant = nullptr; // hidden while there is one list only
    QComboBox* m_rule = nullptr;
    ElidedLabel* m_state = nullptr;
    QToolButton* m_start = nullptr;
    QToolButton* m_pause = nullptr;
    QToolButton* m_step = nullptr;
    QToolButton* m_stop = nullptr;
    QToolButton* m_branch = nullptr;
    QToolButton* m_save = nullptr;
    QToolButton* m_remove = nullptr;
};

}
