// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/nearestname.h"
#include "analysis/judge/judge.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

constexpr std::string_view kForceFp32Doc =
    "Matrix operators take FP16 and give FP32, everything else runs in FP32.";

constexpr std::string_view kMixFp16Doc =
    "White operators run in FP16, black ones keep FP32, gray ones follow the operator before them.";
constexpr std::string_view kMixBf16Doc =
    "White operators run in BF16, black ones keep FP32, gray ones follow the operator before them.";
constexpr std::string_view kForceFp16Doc =
    "Everything that has an FP16 kernel runs in FP16; the default for inference.";
constexpr std::string_view kKeepDoc =
    "Every operator keeps its original type; the default for training on the 910B.";
constexpr std::string_view kAllowFp16Doc =
    "Matrix operators run in FP16, others only where they have no FP32 kernel; the default for training on "
    "the 910.";

// The last two numbers of a row are its places in precision and in speed.
constexpr auto kModeNames = std::to_array<ModeName>({
    {"allow_mix_precision_fp16", Mode::MixFp16, false, kMixFp16Doc, 4, 2},
    {"mixed_float16", Mode::MixFp16, true, kMixFp16Doc, 2, 4},
    {"allow_mix_precision", Mode::MixFp16, false, "The older spelling of allow_mix_precision_fp16.", 4, 2},
    {"force_fp16", Mode::ForceFp16, false, kForceFp16Doc, 5, 1},
    {"fp16", Mode::ForceFp16, true, kForceFp16Doc, 3, 3},
    {"must_keep_origin_dtype", Mode::KeepOrigin, false, kKeepDoc, 2, 4},
    {"origin", Mode::KeepOrigin, true, kKeepDoc, 1, 5},
    {"allow_fp32_to_fp16", Mode::AllowFp32ToFp16, false, kAllowFp16Doc, 3, 3},
    {"force_fp32", Mode::ForceFp32, false, kForceFp32Doc, 1, 5},
    {"cube_fp16in_fp32out", Mode::ForceFp32, false, kForceFp32Doc},
    {"cube_fp16in_fp32out", Mode::ForceFp32, true, kForceFp32Doc},
    {"allow_mix_precision_bf16", Mode::MixBf16, false, kMixBf16Doc},
    {"mixed_bfloat16", Mode::MixBf16, true, kMixBf16Doc, 4, 2},
    {"allow_fp32_to_bf16", Mode::AllowFp32ToBf16, false,
        "Operators run in BF16 only where they have no FP32 kernel."},
    {"cube_hif8", Mode::CubeHif8, true, "Matrix operators run in HiFloat8; Ascend 950 only."},
    {"mixed_hif8", Mode::MixHif8, true,
        "White operators run in HiFloat8, black ones keep their type, gray ones follow; Ascend 950 only.", 5,
        1},
});

}

std::span<const ModeName> modeNames()
{
    return kModeNames;
}

Result<ModeName> parseMode(std::string_view text)
{
    const auto found = std::ranges::find(kModeNames, text, &ModeName::name);
    if (found != kModeNames.end())
        return *found;
    NearestName nearest(text);
    for (const ModeName& row : kModeNames)
        nearest.offer(row.name);
    return std::unexpected(Error{.kind = ErrorKind::Usage,
        .code = "E10001",
        .what = std::format("\"{}\" is no precision mode.", text),
        .where = "precision_mode",
        .remedy = nearest.best().empty() ? "Choose a mode such as allow_mix_precision_fp16 or force_fp16."
                                         : std::format("Did you mean {}?", nearest.best())});
}

bool usesMixlist(Mode mode)
{
    return mode == Mode::MixFp16 || mode == Mode::MixBf16 || mode == Mode::MixHif8;
}

bool needsBf16(Mode mode)
{
    return mode == Mode::AllowFp32ToBf16 || mode == Mode::MixBf16;
}

bool needsHif8(Mode mode)
{
    return mode == Mode::CubeHif8 || mode == Mode::MixHif8;
}

}
