// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/finding.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace halftone {
namespace {

constexpr auto kKinds = std::to_array<FindingKind>({
    {"differentiate.not-implemented", Severity::Problem,
        "Train a model without this operator, or inspect and decide only."},
    {"differentiate.softmax-skipped", Severity::Note, "Nothing to do: this is what training on logits means."},
    {"graph.empty", Severity::Warning, "Check that the right file was exported."},
    {"graph.ir-newer", Severity::Warning,
        "If something looks wrong, export the model with an older IR version."},
    {"graph.needs-values", Severity::Note, "Fetch the data file if you want to train or to look at weights."},
    {"graph.opset-missing", Severity::Warning,
        "Add an opset import to the model; until then the newest known one is assumed."},
    {"graph.opset-newer", Severity::Warning,
        "Operators are read by their newest known definition; export with an older opset to be sure."},
    {"graph.repeated-name", Severity::Note,
        "Give the nodes different names if you want to address them by name."},
    {"graph.shape-inference", Severity::Problem,
        "Check the shapes at the named node; running would fail there."},
    {"graph.sorted", Severity::Note, "Nothing to do: the nodes were put into topological order."},
    {"graph.subgraphs", Severity::Note,
        "Bodies of control flow are shown; training needs a model without them."},
    {"graph.unknown-domain", Severity::Problem,
        "The node can be viewed and decided by assumption, but not run; replace it by standard operators to "
        "train."},
    {"graph.unknown-op", Severity::Problem,
        "The node can be viewed and decided by assumption, but not run; replace it by standard operators to "
        "train."},
    {"graph.untyped-input", Severity::Warning, "Add a type and shape to the input of the model."},
    {"graph.unused-initializer", Severity::Note, "Nothing to do; removing it makes the file smaller."},
    {"graph.zero-dim", Severity::Warning, "Bind the dimension to a real size (--dim) before running."},
    {"judge.ai-cpu", Severity::Note, "The operator runs on the AI CPU in its original type; this is slow."},
    {"judge.assumed-columns", Severity::Note,
        "The library takes this operator's types from code; one column per common type is assumed."},
    {"judge.no-hif8", Severity::Warning,
        "Choose a mixed mode without hif8; the documents name Ascend 950 only, and CANN itself does not warn."},
    {"judge.no-kernel", Severity::Problem,
        "CANN would stop with EZ3003; take the operator off the black list or choose another mode."},
    {"judge.not-in-library", Severity::Warning,
        "It is shown in its original type; unless CANN replaces it on the way, it would stop with EZ3003."},
    {"judge.unmapped", Severity::Warning,
        "No Ascend operator is known for it; it is shown in its original type and CANN would stop with "
        "E16002."},
    {"judge.white-without-low", Severity::Warning,
        "The white list cannot make it faster here; the entry or the mode changes nothing for it."},
    {"mixlist.already-there", Severity::Note, "The entry changes nothing and can be removed."},
    {"mixlist.cast", Severity::Note,
        "A Cast keeps the types it was written with; black only stops gray operators from looking through it."},
    {"mixlist.comments", Severity::Warning,
        "CANN's own loader refuses comments; saving from here writes strict JSON without them."},
    {"mixlist.gray-add", Severity::Warning,
        "Remove the operator from the list that it is in; that makes it gray."},
    {"mixlist.needs-mixed-mode", Severity::Problem,
        "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."},
    {"mixlist.never-judged", Severity::Warning,
        "The entry does nothing and can be removed; lists move AI Core operators only."},
    {"mixlist.no-effect", Severity::Note,
        "No operator of this model has the type; the entry can stay or go."},
    {"mixlist.not-in-list", Severity::Warning, "The operator is not in that list; the removal does nothing."},
    {"mixlist.onnx-name", Severity::Warning, "Write the Ascend type instead; the lists know no other names."},
    {"mixlist.repeated-key", Severity::Warning,
        "Only the last value of a repeated key counts; merge the two."},
    {"mixlist.repeated-name", Severity::Note, "Nothing to do: a name in an array counts once."},
    {"mixlist.trailing-text", Severity::Warning, "Text behind the closing brace is ignored; remove it."},
    {"mixlist.unknown-type", Severity::Warning,
        "Check the spelling; CANN accepts the name silently and ignores it."},
    {"weights.beyond-fp16", Severity::Warning,
        "In FP16 these values become infinite; keep the operator in FP32 or rescale the weights."},
    {"weights.non-finite", Severity::Warning,
        "Check the export: training from NaN or infinity cannot recover."},
});

static_assert(std::ranges::is_sorted(kKinds, {}, &FindingKind::id), "kindOf() searches by halving");

}

std::string_view name(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Problem:
        return "problem";
    }
    return {};
}

std::span<const FindingKind> findingKinds()
{
    return kKinds;
}

const FindingKind& kindOf(const Finding& finding)
{
    const auto found = std::ranges::lower_bound(kKinds, finding.id, {}, &FindingKind::id);
    assert(found != kKinds.end() && found->id == finding.id && "every finding has a row in the catalogue");
    return *found;
}

}
