// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"

#include <QString>

#include <functional>
#include <optional>

namespace halftone {

class Document;

/// This is what a button beside a finding does: one undo step.
struct Remedy
{
    QString label; ///< "Keep it in FP32"
    std::function<void(Document&)> apply;
};

/// What helps against a finding of the document and can be done at once; nullopt where a person has to think.
std::optional<Remedy> remedyFor(const Document& document, const Finding& finding);

}
