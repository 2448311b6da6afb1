// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of the HTML report. Colours are classes, which the style gives a light and a dark value; each stands
// beside letters or a shape, so that nothing rests on hue alone.
#pragma once

#include "executor/compare/waycomparison.h"

namespace halftone {

/// The text with U+FFFD for what is not UTF-8: names come from files.
std::string validUtf8(std::string_view text);

/// Text between tags or in a quoted attribute. Control characters that XML forbids become "�".
std::string htmlText(std::string_view text);

/// The class of a precision: "p16", "p32", "pb", "po" for what is no float of these.
std::string_view precisionClass(DType dtype);
/// What stands beside its colour: "16", "32", "B", "i64".
std::string_view precisionLetters(DType dtype);

/// "0.0031", "1e-07"; "∞" where \p error has elements that are not finite.
std::string errorText(const ErrorMeasures& error);

/// The rules of the style sheet and the script that sorts tables.
std::string_view reportStyle();
std::string_view reportScript();

/// The graph from top to bottom; an operator that differs has a cell for each way. Of graphs with too many
/// operators to be read, a sentence instead.
std::string graphPicture(const WayComparison& comparison);

/// One band for each way, from the first operator to the last: what share runs in 16 bits.
std::string depthStrip(const WayComparison& comparison);

/// Errors over the depth in the graph, one mark for each tensor and way.
enum class PlottedError : std::uint8_t { Accumulated, Isolated };
std::string errorPlot(const WayComparison& comparison, PlottedError which);

}
