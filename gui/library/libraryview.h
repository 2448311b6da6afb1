// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "gui/document/jobrunner.h"
#include "gui/library/librarymodel.h"

#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace halftone {

class Document;
class LibraryDetails;
class LibraryTable;
struct LibraryCopy;

/// This shows an operator library, of a chip or of an own CANN, beside another one; flags are changed in a
/// copy of an own one, and either is used for the decisions.
class LibraryView : public QWidget
{
    Q_OBJECT

public:
    explicit LibraryView(Document& document, QWidget* parent = nullptr);

    /// Which of the two libraries.
    enum class Side { Shown, Compared };
    /// Shows the library of that chip; of the compared side, nothing for an empty name.
    void showChip(Side side, const QString& soc);
    /// Opens a library file of CANN, or a folder with such files.
    void openOwn(Side side, const QString& path);

    /// Notes that the selected operators belong into a list; nullopt: where they were. Only of an own
    /// library.
    void markSelected(std::optional<List> list);
    void useForDecisions();
    /// Writes a copy with the changed flags, a file or a folder as the library is, and shows it. Where a
    /// folder has one already, a person is asked first.
    void saveCopy(const QString& target);

    LibraryModel* model() const { return m_model; }
    QTableView* table() const;
    /// What goes on on other threads: reading either library, writing a copy. None drops another one.
    std::array<JobRunner*, 3> runners() { return {&m_reading[0], &m_reading[1], &m_writing}; }

signals:
    void failed(const halftone::Error& error);
    /// The copy would replace a library; \p replace does it.
    void replacingWished(const halftone::Error& error, const std::function<void()>& replace);
    void written(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Source
    {
        std::shared_ptr<const OpLibrary> library; // null: none
        QString path; // of an own library; empty: embedded

        QString title() const;
    };

    QWidget* makeSources();
    QWidget* makeFilters();
    QWidget* makeEdits();
    void write(const LibraryCopy& copy);
    QComboBox* makeSourceCombo(Side side, const char* name, const QString& accessibleName);
    QPushButton* makeMark(const char* name, const QString& text, std::optional<List> list);
    void chooseSource(Side side, int index);
    void askForOwn(Side side, bool wantsFolder);
    void askForCopy();
    void take(Side side, Source source);
    void followPolicy();
    void refresh();
    void refreshSources();
    void refreshCount();
    void refreshDetails();
    void refreshEdits();

    Document& m_document;
    LibraryModel* m_model;
    LibraryFilter* m_filter;
    Source m_shown;
    Source m_compared;
    std::shared_ptr<const OpLibrary> m_inForce; // that the document used when this view last followed it
    QHash<QString, List> m_edits;
    bool m_isStale = true; // something changed while nobody looked
    QComboBox* m_shownCombo = nullptr;
    QComboBox* m_comparedCombo = nullptr;
    QPushButton* m_use = nullptr;
    QLineEdit* m_words = nullptr;
    QCheckBox* m_onlyDifferences = nullptr;
    QLabel* m_count = nullptr;
    LibraryTable* m_table = nullptr;
    LibraryDetails* m_details = nullptr;
    QLabel* m_editText = nullptr;
    QList<QPushButton*> m_marks;
    QPushButton* m_save = nullptr;
    std::array<JobRunner, 2> m_reading; // by side
    JobRunner m_writing;
};

}
