// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a comparison: one HTML file that needs nothing else, to be mailed, printed, or kept.
#pragma once

#include "executor/compare/waycomparison.h"

namespace halftone {

/// What a report says about where and when it was made.
struct ReportFacts
{
    std::string date; ///< "2026-11-29 23:40 UTC"
    std::string machine; ///< Processor and operating system.
    std::string versions; ///< Of Halftone and what computes.
};

/// Of this machine, now.
ReportFacts reportFacts();

/// The whole file: HTML5 that is well-formed XML too, in UTF-8, with its style, pictures and few lines of
/// script inside; light or dark as the reader's system is, and printable. Of large graphs the first rows of
/// each table are in it, and where the rest is to be had.
std::string comparisonHtml(const WayComparison& comparison, const ReportFacts& facts);

}
