// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/judgement.h"
#include "gui/models/columntable.h"

namespace halftone {

/// This is one type that a person asked for, on an operator, a scope or a group, and what came of it.
struct CallRow
{
    PrecisionOverride call;
    std::size_t operators = 0; ///< That it speaks of.
    std::size_t granted = 0; ///< Those of them that got the type.
    DType got = DType::Undefined; ///< The type of the first that did not.
    QString why; ///< The rule behind that.
    bool isJudged = false; ///< The numbers are there.
};

/// A row for each call of \p policy. \p judgement may be null, or that of a policy before.
std::vector<CallRow> callRows(const Policy& policy, const Judgement* judgement);

/// "head (3)": what a call is on, as tables and dialogs say it.
QString callTitle(const PrecisionOverride& call);

/// This is the table of them.
class CallsModel : public ColumnTable<CallRow>
{
    Q_OBJECT

public:
    enum ColumnId { kTarget, kAsked, kGot };

    explicit CallsModel(QObject* parent = nullptr);

protected:
    QVariant rowData(const CallRow& row, int column, int role) const override;
};

}
