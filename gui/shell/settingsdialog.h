// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/shell/settings.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace halftone {

/// This is where taste is set: looks, language, and how much the program does by itself.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);

signals:
    /// A person wants these; what the dialog does not show is as it was.
    void chosen(const halftone::Settings& settings);

private:
    void addRow(QFormLayout& form, const QString& caption, QWidget* control, const QString& tip);
    QSpinBox* makeNumber(const char* name, int value, int least, int most, const QString& suffix);
    void apply();

    Settings m_settings;
    QComboBox* m_theme;
    QComboBox* m_language;
    QSpinBox* m_fontPercent;
    QSpinBox* m_autosave;
    QSpinBox* m_threads;
    QSpinBox* m_recent;
};

}
