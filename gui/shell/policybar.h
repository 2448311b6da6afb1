// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLabel;
class QToolButton;

namespace halftone {

class Actions;
class ChipCombo;
class Document;
class ModeCombo;

/// This is the line above all views: which view, which mode on which chip, which graph, and what comes of it.
class PolicyBar : public QToolBar
{
    Q_OBJECT

public:
    PolicyBar(Document& document, const Actions& actions, QWidget* parent = nullptr);

private:
    void addSwitch(const Actions& actions, std::initializer_list<const char*> ids);
    void addCaption(const char* objectName, const QString& text, QWidget* buddy);
    void refreshPolicy();
    void refreshSummary();

    Document& m_document;
    ModeCombo* m_mode;
    ChipCombo* m_chip;
    QLabel* m_summary;
    QToolButton* m_options = nullptr;
};

}
