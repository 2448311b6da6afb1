// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingsetup.h"

#include <QJsonObject>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace halftone {

class ElidedLabel;
class FlowLayout;
class MoreSettings;

/// This is the row of settings above the plots. It starts with values that train the sample model well.
class TrainingForm : public QWidget
{
    Q_OBJECT

public:
    explicit TrainingForm(QWidget* parent = nullptr);

    /// What is filled in; the error names the field that cannot be read.
    Result<TrainingSetup> setup() const;

    void setData(const QString& nameOrFolder);
    /// Built-in data that fit a model, shown as long as nobody has chosen others.
    void setSuitableData(const QString& name);
    /// Fills the field in and points at it, as the next three do.
    void setLossScaleRule(std::string_view id);
    void setInitialScale(double scale);
    void setWindow(int steps);
    void setLearningRate(double rate);
    /// What is trained: its loss is guessed, and shown with what it compares.
    void setModel(const GraphPtr& forward);
    /// Everything that is filled in, by the names of the fields.
    QJsonObject state() const;
    /// Fills in what state() gave; what it does not name stays.
    void setState(const QJsonObject& state);
    /// Whether any run has a loss scale; without one its fields rest.
    void setUsesScale(bool usesScale);

signals:
    void changed();

private:
    QWidget* makeDataField();
    void makeNumberFields(FlowLayout& flow);
    QWidget* makeLengthField();
    QWidget* makeScaleFields();
    QWidget* makeMoreButton();
    QWidget* makeLossField();
    void chooseFolder();
    void chooseFile();
    void showProblem();
    void showLoss();
    void useRuleDefaults();
    void enableScaleFields();

    QComboBox* m_data = nullptr;
    bool m_isDataChosen = false; // by a person or a session
    QSpinBox* m_batch = nullptr;
    QDoubleSpinBox* m_learningRate = nullptr;
    QDoubleSpinBox* m_momentum = nullptr;
    QDoubleSpinBox* m_length = nullptr;
    QComboBox* m_lengthUnit = nullptr;
    QComboBox* m_rule = nullptr;
    QComboBox* m_initialScale = nullptr;
    QSpinBox* m_window = nullptr;
    QToolButton* m_showsMore = nullptr;
    MoreSettings* m_more = nullptr;
    GraphPtr m_forward; // null without a model
    ElidedLabel* m_loss = nullptr;
    QLabel* m_problem = nullptr;
    bool m_usesScale = true;
};

}
