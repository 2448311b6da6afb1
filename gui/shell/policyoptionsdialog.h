// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/document/policyoptions.h"

#include <QDialog>

class QFormLayout;
class QLabel;

namespace halftone {

class Document;
class MessageBar;

/// This sets what the way to decide in force can be told beyond its name: MindSpore's arguments, other tools'
/// lists, CANN's files.
class PolicyOptionsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PolicyOptionsDialog(Document& document, QWidget* parent = nullptr);

private:
    struct Field
    {
        const PolicyOption* option = nullptr;
        QString (*value)(const QWidget&) = nullptr;
        QWidget* control = nullptr;
    };

    void addOption(QFormLayout& form, const PolicyOption& option);
    QWidget* makeChoice(const PolicyOption& option, const QString& value);
    QWidget* makeText(const PolicyOption& option, const QString& value);
    QWidget* makeFile(const PolicyOption& option, const QString& value);
    void apply();

    Document& m_document;
    std::vector<Field> m_fields;
    QLabel* m_mistake;
    JobRunner m_reading;
};

}
