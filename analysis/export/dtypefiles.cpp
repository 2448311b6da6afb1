// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files behind CANN's keep_dtype and customize_dtypes. Neither knows comments, so that what cannot be
// written is a finding.
#include "analysis/export/families.h"
#include "analysis/export/nodechoice.h"
#include "analysis/judge/overrides.h"
#include "analysis/ops/optable.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

constexpr std::size_t kLongestLine = 1023; // CANN stops reading at a longer one.
constexpr std::string_view kTypePrefix = "OpType::";

// A line is trimmed, and one that starts so names a type.
bool isLine(std::string_view name)
{
    return !name.starts_with(kTypePrefix) && name.find_first_of("\r\n") == std::string_view::npos &&
        name.front() > ' ' && name.back() > ' ';
}

bool isBeforeColon(std::string_view name)
{
    return isLine(name) && !name.contains(':');
}

bool isChosen(DType dtype)
{
    return isReducibleFloat(dtype) || dtype == DType::HiFloat8;
}

// The floats of a part, in its own order; the rest is left free.
std::string dtypesText(std::span<const DType> dtypes)
{
    std::string text;
    for (std::size_t i = 0; i < dtypes.size(); ++i)
        text += std::format("{}{}", i == 0 ? "" : ",", isChosen(dtypes[i]) ? name(dtypes[i]) : "");
    return text;
}

std::string customLine(const Decisions& decisions, const NodeChoice& choice, const AscendPart& part)
{
    std::vector<DType> inputs;
    std::vector<DType> outputs;
    const auto at = [](std::span<const DType> dtypes, std::size_t slot) {
        return slot < dtypes.size() ? dtypes[slot] : DType::Undefined;
    };
    for (const AscendInput& input : part.inputs)
        inputs.push_back(at(decisions.inputDTypes(choice.node), input.index));
    for (const AscendOutput& output : part.outputs)
        outputs.push_back(
            output.isInside() ? DType::Undefined : at(decisions.outputDTypes(choice.node), output.slot));
    std::string line = choice.name + "::";
    if (std::ranges::any_of(inputs, isChosen))
        line += "InputDtype:" + dtypesText(inputs);
    if (std::ranges::any_of(outputs, isChosen))
        line += (line.ends_with("::") ? "OutputDtype:" : ",OutputDtype:") + dtypesText(outputs);
    return line;
}

}

Result<ExportedText> exportKeepDType(const ExportInput& input)
{
    Untranslated rest;
    ExportedText result;
    for (const NodeChoice& choice : addressableNodes(input.decisions, isLine, rest)) {
        if (!choice.isLow)
            result.text += choice.name + "\n";
    }
    result.findings = rest.findings();
    return result;
}

Result<ExportedText> exportCustomizeDTypes(const ExportInput& input)
{
    const Graph& graph = *input.decisions.graph();
    Untranslated rest;
    ExportedText result;
    for (const NodeChoice& choice : addressableNodes(input.decisions, isBeforeColon, rest)) {
        const std::vector<AscendPart>& parts = lowerToAscend(graph, choice.node);
        if (!keepsItsName(parts)) {
            rest.note(choice.name, "becomes operators that CANN gives names of its own");
            continue;
        }
        const std::string line = customLine(input.decisions, choice, parts.front());
        if (line.size() > kLongestLine)
            rest.note(choice.name, "has more tensors than CANN reads on one line");
        else
            result.text += line + "\n";
    }
    result.findings = rest.findings();
    return result;
}

}
