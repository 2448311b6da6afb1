// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/oplibrary/oplibrary.h"

#include <span>
#include <string>
#include <string_view>

namespace halftone {

/// This puts one operator of a library file into a list.
struct LibraryEdit
{
    std::string type;
    List list = List::Gray;
};

/// The error for an operator that \p library, read from \p where, does not have, with the nearest name.
Error unknownOp(std::string_view type, std::string where, const OpLibrary& library);

/// The text of a library file (aic-<soc>-ops-info*.json) in which precision_reduce of some operators says
/// something else. All other bytes stay as they are. Where an operator has no flag yet, one is put in front
/// of its other members in the way in which those are written. Gray is an empty flag. An operator that the
/// file does not have is an error, with the nearest name; so is a file that is no library.
Result<std::string> withPrecisionFlags(
    std::string_view json, const std::string& fileName, std::span<const LibraryEdit> edits);

}
