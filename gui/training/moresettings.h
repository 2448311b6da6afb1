// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingsetup.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace halftone {

class ScaleSettings;

/// These are the settings that most runs leave alone: optimizer, schedule, loss, how 16-bit numbers behave,
/// threads and order of the samples, and what the rule of the loss scale can be told besides.
class MoreSettings : public QWidget
{
    Q_OBJECT

public:
    explicit MoreSettings(QWidget* parent = nullptr);

    void apply(TrainingSetup& setup) const;
    /// Names the loss that a model asks for, which is taken until a person chooses another.
    void setGuessedLoss(Loss loss);
    Loss loss() const; ///< The guessed one or the chosen one.
    void setUsesScale(bool usesScale);
    /// Offers the parameters of that rule, with its own values.
    void setRule(const LossScaleRule& rule);

signals:
    void changed();

private:
    QComboBox* addChoice(const char* name, const QString& label, const QString& tip);
    QSpinBox* addCount(const char* name, const QString& label, const QString& tip, int least, int first);
    QDoubleSpinBox* addShare(const char* name, const QString& label, const QString& tip, double most);
    void addField(const QString& label, QWidget* control, const QString& tip);
    void makeStepFields();
    void makeNumberFields();
    void enableFields();

    Loss m_guessed = Loss::SoftmaxCrossEntropy;
    QComboBox* m_loss = nullptr;
    QComboBox* m_optimizer = nullptr;
    QDoubleSpinBox* m_decay = nullptr;
    QComboBox* m_schedule = nullptr;
    QSpinBox* m_warmUp = nullptr;
    QSpinBox* m_period = nullptr;
    QSpinBox* m_microBatches = nullptr;
    QComboBox* m_onOverflow = nullptr;
    QComboBox* m_overflowTest = nullptr;
    QComboBox* m_accumulation = nullptr;
    QSpinBox* m_threads = nullptr;
    QCheckBox* m_shuffle = nullptr;
    QSpinBox* m_seed = nullptr;
    ScaleSettings* m_scale = nullptr;
};

}
