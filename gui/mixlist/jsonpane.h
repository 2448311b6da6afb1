// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace halftone {

class JsonEdit;

/// This shows the mixlist as the file will have it, and reads what is typed there. While the text has a
/// mistake the list stays as it was.
class JsonPane : public QWidget
{
    Q_OBJECT

public:
    explicit JsonPane(QWidget* parent = nullptr);

    /// Shows \p mixlist. A text that says the same already stays as the person wrote it.
    void setMixlist(const Mixlist& mixlist);

    /// What is wrong with the text; nullopt for a good one. Reads at once what was typed last.
    std::optional<Error> mistake();
    bool hasMistake() const { return m_mistake.has_value(); } ///< As far as the text has been read.
    /// Puts the list that is in force in place of a text with a mistake. False when there is none.
    bool revert();

    /// A text with a mistake, which is nowhere else; empty without one.
    QString draft() const;
    /// Puts a text there as if it had been typed; an empty one is ignored.
    void setDraft(const QString& draft);

    JsonEdit* edit() const { return m_edit; }

signals:
    void mixlistTyped(const halftone::Mixlist& mixlist);
    void mistakeChanged();

private:
    void read();
    void showMistake(const std::optional<Error>& mistake);

    JsonEdit* m_edit;
    QLabel* m_message;
    QPushButton* m_revert;
    QTimer m_pause; // runs while a person types
    Mixlist m_shown;
    std::optional<Error> m_mistake;
    bool m_isFilling = false; // while the text is set from here and not typed
};

}
