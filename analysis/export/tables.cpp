// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of decisions, as `decide` prints them.
#include "analysis/export/families.h"
#include "analysis/report/decisionreport.h"

namespace halftone {
namespace {

ReportContext contextOf(const ExportInput& input)
{
    return {input.model, input.modeName, input.findings};
}

}

Result<ExportedText> exportCsv(const ExportInput& input)
{
    return ExportedText{decisionsCsv(input.decisions, input.policy), {}};
}

Result<ExportedText> exportJson(const ExportInput& input)
{
    return ExportedText{decisionsJson(input.decisions, input.policy, contextOf(input)), {}};
}

Result<ExportedText> exportMarkdown(const ExportInput& input)
{
    return ExportedText{decisionsMarkdown(input.decisions, input.policy, contextOf(input)), {}};
}

}
