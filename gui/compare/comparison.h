// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/document.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace halftone {

/// This is one way to decide, beside others.
struct ComparedColumn
{
    const PolicyChoice* choice = nullptr; ///< Never null.
    std::string soc;
    bool usesEdits = true; ///< Reads the document's mixlist and overrides.
    std::optional<QString> variant; ///< Name of the mixlist that it reads; nullopt: the one in force.
    JudgementPtr judgement; ///< Null until it is judged.
    /// Nodes with slots that the baseline gives another type, in node order; of the baseline itself, all that
    /// differ in some column.
    std::vector<NodeId> differences;
    bool differsAt(NodeId node) const { return std::ranges::binary_search(differences, node); }

    /// "A", "B": how the views call the column with this index.
    static QString letter(std::size_t index) { return QChar('A' + static_cast<int>(index)); }
};

/// This compares ways to decide the document's graph. The first column is the baseline: at first what the
/// document itself uses. All columns follow the document's graph, list and overrides.
class Comparison : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostColumns = 8;

    explicit Comparison(Document& document, QObject* parent = nullptr);

    /// Nothing is judged while the comparison is not looked at.
    void setActive(bool isActive);

    const std::vector<ComparedColumn>& columns() const { return m_columns; }
    void setChoice(std::size_t column, const PolicyChoice& choice);
    void setChip(std::size_t column, std::string_view soc);
    void setUsesEdits(std::size_t column, bool usesEdits);
    void setVariant(std::size_t column, const std::optional<QString>& variant);
    /// Shows one column for each of these variants of the mixlist, at most kMostColumns, as the document
    /// decides otherwise.
    void compareVariants(const QStringList& names);
    const Policy& policy() const { return m_document.policy(); } ///< Of the document.
    /// Adds a way to decide that is not shown yet; ignored at kMostColumns.
    void addColumn();
    /// Ignored when only two are left.
    void removeColumn(std::size_t column);

    /// Null without a model, and until all columns are judged on one graph.
    GraphPtr graph() const;
    /// Nodes with slots that not all columns give the same type, in node order.
    const std::vector<NodeId>& differences() const { return m_columns.front().differences; }
    /// The difference after \p node (\p direction 1) or before it (-1), around the ends; invalid without any.
    NodeId differenceBeside(NodeId node, int direction) const;
    const JobRunner& jobs() const { return m_jobs; }

signals:
    void columnsChanged(); ///< Their number, or what they are about.
    void judged(); ///< graph(), the judgements and differences().

private:
    Policy policyOf(const ComparedColumn& column) const;
    void judgeAgain();
    void accept(std::vector<JudgementPtr> judgements);

    Document& m_document;
    bool m_isActive = false;
    bool m_isStale = true; // something changed while nobody looked
    std::vector<ComparedColumn> m_columns;
    JobRunner m_jobs;
};

}
