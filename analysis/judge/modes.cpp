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

constexpr auto kModeNames = std::to_array<ModeName>({
    {"allow_mix_precision_fp16", Mode::MixFp16, false,
        "White operators run in FP16, black ones keep FP32, gray ones follow the operator before them."},
    {"mixed_float16", Mode::MixFp16, true,
        "White operators run in FP16, black ones keep FP32, gray ones follow the operator before them."},
    {"allow_mix_precision", Mode::MixFp16, false, "The older spelling of allow_mix_precision_fp16."},
    {"force_fp16", Mode::ForceFp16, false,
        "Everything that has an FP16 kernel runs in FP16; the default for inference."},
    {"fp16", Mode::ForceFp16, true,
        "Everything that has an FP16 kernel runs in FP16; the default for inference."},
    {"must_keep_origin_dtype", Mode::KeepOrigin, false,
        "Every operator keeps its original type; the default for training on the 910B."},
    {"origin", Mode::KeepOrigin, true,
        "Every operator keeps its original type; the default for training on the 910B."},
    {"allow_fp32_to_fp16", Mode::AllowFp32ToFp16, false,
        "Matrix operators run in FP16, others only where they have no FP32 kernel; the default for training "
        "on "
        "the 910."},
    {"force_fp32", Mode::ForceFp32, false, kForceFp32Doc},
    {"cube_fp16in_fp32out", Mode::ForceFp32, false, kForceFp32Doc},
    {"cube_fp16in_fp32out", Mode::ForceFp32, true, kForceFp32Doc},
    {"allow_mix_precision_bf16", Mode::MixBf16, false,
        "White operators run in BF16, black ones keep FP32, gray ones follow the operator before them."},
    {"mixed_bfloat16", Mode::MixBf16, true,
        "White operators run in BF16, black ones keep FP32, gray ones follow the operator before them."},
    {"allow_fp32_to_bf16", Mode::AllowFp32ToBf16, false,
        "Operators run in BF16 only where they have no FP32 kernel."},
    {"cube_hif8", Mode::CubeHif8, true, "Matrix operators run in HiFloat8; Ascend 950 only."},
    {"mixed_hif8", Mode::MixHif8, true,
        "White operators run in HiFloat8, black ones keep their type, gray ones follow; Ascend 950 only."},
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

}
