// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions behind the rows of target.h; each stands in the file of its target.
#pragma once

#include "analysis/export/target.h"

namespace halftone {

Result<ExportedText> exportOpsInfo(const ExportInput& input);
Result<ExportedText> exportFullOpsInfo(const ExportInput& input);
Result<ExportedText> exportKeepDType(const ExportInput& input);
Result<ExportedText> exportCustomizeDTypes(const ExportInput& input);
Result<ExportedText> exportMindSpore(const ExportInput& input);
Result<ExportedText> exportTfAdapter(const ExportInput& input);
Result<ExportedText> exportTfEnvironment(const ExportInput& input);
Result<ExportedText> exportAutoCast(const ExportInput& input);
Result<ExportedText> exportTrtexec(const ExportInput& input);
Result<ExportedText> exportCsv(const ExportInput& input);
Result<ExportedText> exportJson(const ExportInput& input);
Result<ExportedText> exportMarkdown(const ExportInput& input);

}
