// SPDX-License-Identifier: GPL-3.0-or-later
//
// Versions read (in mindspore-ai/mindspore unless said otherwise):
//   2.0  amp.py of 2.0-alpha, commits 30edb995 (2.0 dev) and 00f8c738 (2.0/2.1): one white, one black list.
//   2.3  about 2.3: the same lists, dtype parameter, _amp_level.
//   2.4  mindspore-ai/mindspore_test 04442577: separate lists for level auto. Its black list is the
//   documented one;
//        the list in the code of that snapshot stops before ReduceProd, and which of the two shipped is not
//        settled.
//   2.5  the API documentation of auto_mixed_precision: more names in the lists for level auto.
// A transitional snapshot between 2.3 and 2.4 merged 33 primitives into the black list and added Convolution,
// Einsum and ops.Dense to the white one; no release has that.
#include "analysis/policy/mindspore/amplists.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr auto kVersions = std::to_array<AmpVersion>({
    {.name = "2.0", .source = "mindspore 2.0-alpha to 2.1, python/mindspore/train/amp.py"},
    {.name = "2.3", .source = "mindspore 2.3, python/mindspore/train/amp.py", .hasBf16 = true},
    {.name = "2.4",
        .source = "mindspore 2.4, python/mindspore/train/amp.py and its documentation",
        .hasBf16 = true,
        .autoIsLists = true,
        .respectsCellsAtAnyLevel = true},
    {.name = "2.5",
        .source = "mindspore 2.5, documentation of mindspore.amp.auto_mixed_precision",
        .hasBf16 = true,
        .autoIsLists = true,
        .respectsCellsAtAnyLevel = true},
});

using enum AmpEntry::Kind;

constexpr auto kWhite = std::to_array<AmpEntry>({{Cell, "Conv1d"}, {Cell, "Conv2d"}, {Cell, "Conv3d"},
    {Cell, "Conv1dTranspose"}, {Cell, "Conv2dTranspose"}, {Cell, "Conv3dTranspose"}, {Cell, "Dense"},
    {Cell, "LSTMCell"}, {Cell, "RNNCell"}, {Cell, "GRUCell"}, {Primitive, "Conv2D"}, {Primitive, "Conv3D"},
    {Primitive, "Conv2DTranspose"}, {Primitive, "Conv3DTranspose"}, {Primitive, "Conv2DBackpropInput"},
    {Primitive, "MatMul"}, {Primitive, "BatchMatMul"}, {Primitive, "PReLU"}, {Primitive, "ReLU"},
    {Primitive, "Ger"}});

constexpr auto kBlack = std::to_array<AmpEntry>(
    {{Cell, "BatchNorm1d"}, {Cell, "BatchNorm2d"}, {Cell, "BatchNorm3d"}, {Cell, "LayerNorm"}});

// ReLU and Ger are not in it, unlike in kWhite.
constexpr auto kAutoWhite = std::to_array<AmpEntry>(
    {{Primitive, "Conv2D", "2.4"}, {Primitive, "Conv3D", "2.4"}, {Primitive, "Conv2DTranspose", "2.4"},
        {Primitive, "Conv3DTranspose", "2.4"}, {Primitive, "Convolution", "2.4"},
        {Primitive, "MatMul", "2.4"}, {Primitive, "MatMulExt", "2.4"}, {Primitive, "BatchMatMul", "2.4"},
        {Primitive, "BatchMatMulExt", "2.4"}, {Primitive, "PReLU", "2.4"}, {Primitive, "Einsum", "2.4"},
        {Primitive, "Dense", "2.4"}, {Primitive, "Addmm", "2.4"}, {Primitive, "Conv2DExt", "2.5"},
        {Primitive, "Conv3DExt", "2.5"}, {Primitive, "ConvTranspose2D", "2.5"}, {Primitive, "Addbmm", "2.5"},
        {Primitive, "Addmv", "2.5"}, {Primitive, "Baddbmm", "2.5"}, {Primitive, "Mv", "2.5"}});

constexpr auto kAutoBlack = std::to_array<AmpEntry>({{Primitive, "Pow", "2.4"}, {Primitive, "ACos", "2.4"},
    {Primitive, "Asin", "2.4"}, {Primitive, "Cosh", "2.4"}, {Primitive, "Erfinv", "2.4"},
    {Primitive, "Exp", "2.4"}, {Primitive, "Expm1", "2.4"}, {Primitive, "Log", "2.4"},
    {Primitive, "Log1p", "2.4"}, {Primitive, "Reciprocal", "2.4"}, {Primitive, "Rsqrt", "2.4"},
    {Primitive, "Sinh", "2.4"}, {Primitive, "Tan", "2.4"}, {Primitive, "Softplus", "2.4"},
    {Primitive, "SoftplusExt", "2.4"}, {Primitive, "LayerNorm", "2.4"}, {Primitive, "LayerNormExt", "2.4"},
    {Primitive, "BatchNorm", "2.4"}, {Primitive, "BatchNormExt", "2.4"}, {Primitive, "GroupNorm", "2.4"},
    {Primitive, "KLDivLoss", "2.4"}, {Primitive, "SmoothL1Loss", "2.4"},
    {Primitive, "MultilabelMarginLoss", "2.4"}, {Primitive, "SoftMarginLoss", "2.4"},
    {Primitive, "TripletMarginLoss", "2.4"}, {Primitive, "MultiMarginLoss", "2.4"},
    {Primitive, "BCEWithLogitsLoss", "2.4"}, {Primitive, "Pdist", "2.4"}, {Primitive, "Cdist", "2.4"},
    {Primitive, "Renorm", "2.4"}, {Primitive, "ReduceProd", "2.4"}, {Primitive, "Softmax", "2.4"},
    {Primitive, "LogSoftmax", "2.4"}, {Primitive, "CumProd", "2.4"}, {Primitive, "CumSum", "2.4"},
    {Primitive, "CumsumExt", "2.4"}, {Primitive, "ProdExt", "2.4"}, {Primitive, "SumExt", "2.4"},
    {Primitive, "Norm", "2.4"}, {Primitive, "MSELossExt", "2.4"}, {Primitive, "Log10", "2.5"},
    {Primitive, "Log2", "2.5"}, {Primitive, "LogSoftmaxExt", "2.5"}, {Primitive, "L1LossExt", "2.5"},
    {Primitive, "NLLLoss", "2.5"}, {Primitive, "NLLLoss2d", "2.5"}});

constexpr auto kAutoPromote = std::to_array<AmpEntry>({{Primitive, "Addcdiv", "2.4"},
    {Primitive, "Addcmul", "2.4"}, {Primitive, "Cross", "2.4"}, {Primitive, "_PyboostCrossPrim", "2.4"},
    {Primitive, "Dot", "2.4"}, {Primitive, "GridSampler2D", "2.4"}, {Primitive, "GridSampler3D", "2.4"},
    {Primitive, "BiasAdd", "2.4"}, {Primitive, "AddN", "2.4"}, {Primitive, "Concat", "2.4"}});

std::span<const AmpEntry> entriesOf(AmpList list)
{
    switch (list) {
    case AmpList::White:
        return kWhite;
    case AmpList::Black:
        return kBlack;
    case AmpList::AutoWhite:
        return kAutoWhite;
    case AmpList::AutoBlack:
        return kAutoBlack;
    case AmpList::AutoPromote:
        return kAutoPromote;
    }
    return {};
}

}

std::span<const AmpVersion> ampVersions()
{
    return kVersions;
}

const AmpVersion* findAmpVersion(std::string_view name)
{
    const auto found = std::ranges::find(kVersions, name, &AmpVersion::name);
    return found == kVersions.end() ? nullptr : &*found;
}

std::vector<AmpEntry> ampList(AmpList list, const AmpVersion& version)
{
    std::vector<AmpEntry> entries;
    // Names of versions compare as text: one digit on each side of the point.
    std::ranges::copy_if(entriesOf(list), std::back_inserter(entries),
        [&](const AmpEntry& entry) { return entry.since <= version.name; });
    return entries;
}

}
