// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of what decisions can be written as. A new target is a row here and a file of its own.
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"
#include "analysis/oplibrary/oplibrary.h"
#include "analysis/policy/policy.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// What there is to write down.
struct ExportInput
{
    const Decisions& decisions;
    const PrecisionPolicy& policy; ///< That the decisions are of.
    std::shared_ptr<const OpLibrary> library; ///< Of the chip that lists are for. Never null.
    std::string model; ///< The file, as command lines name it.
    std::string modeName; ///< For tables: the mode of Ascend, else the policy in words.
    std::vector<Finding> findings; ///< Of the model and the options, for tables.
};

struct ExportedText
{
    std::string text;
    std::vector<Finding> findings; ///< What the target has no words for.
};

struct ExportTarget
{
    std::string_view id; ///< Stable, for the command line: "keep-dtype".
    std::string_view doc; ///< One clause, for --help.
    std::string_view fileName; ///< Where it goes unless a person says; "-" is standard output.
    bool hasHif8 = false; ///< Whether the target has words for HiFloat8, which is Ascend's own.
    /// Null for the target that is no text (see mixedonnx.h).
    Result<ExportedText> (*write)(const ExportInput& input) = nullptr;
};

/// All targets, in the order in which menus show them.
std::span<const ExportTarget> exportTargets();

/// The target of that id; unknown text is an error with the nearest known id.
Result<ExportTarget> findExportTarget(std::string_view id);

/// The text of a target that is one. Fails where the policy or a type has no counterpart at all.
Result<ExportedText> writeTarget(const ExportTarget& target, const ExportInput& input);

/// The target that is ONNX.
inline constexpr std::string_view kOnnxTarget = "onnx";

}
