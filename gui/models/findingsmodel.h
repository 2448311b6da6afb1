// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"
#include "gui/models/columntable.h"

namespace halftone {

/// This is one thing that a person should know, as the issues pane shows it.
struct FindingRow
{
    Finding finding;
    Severity severity = Severity::Note;
    QString message; // of the finding, as the window words it
    QString remedy;
};

class FindingsModel : public ColumnTable<FindingRow>
{
    Q_OBJECT

public:
    enum ColumnId { kSeverity, kMessage, kWhere, kRemedy };

    explicit FindingsModel(QObject* parent = nullptr);

    /// Shown with the gravest first, otherwise in their own order.
    void setFindings(const std::vector<Finding>& findings);

    std::size_t countOf(Severity severity) const;

protected:
    QVariant rowData(const FindingRow& row, int column, int role) const override;
};

}
