// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/libraryflags.h"

#include <array>

namespace halftone {
namespace {

template <std::size_t count>
using Words = std::array<std::string_view, count>;

constexpr Words<2> kBool{"true", "false"};
constexpr Words<6> kPatterns{
    "formatagnostic", "broadcast", "reduce", "dynamic", "rangeagnostic", "broadcastenhanced"};
constexpr Words<10> kSlicePatterns{"elemwise", "elemwisebroadcast", "broadcast", "slidingwindow",
    "slidingwindowdeconv", "cubematmul", "reduce", "resize", "scatter", "segment"};
constexpr Words<14> kJitCompile{"true", "false", "static_true", "static_false", "dynamic_true",
    "dynamic_false", "static_true,dynamic_true", "static_true,dynamic_false", "static_false,dynamic_true",
    "static_false,dynamic_false", "dynamic_true,static_true", "dynamic_true,static_false",
    "dynamic_false,static_true", "dynamic_false,static_false"};
constexpr Words<3> kRanges{"limited", "unlimited", "dynamic"};
constexpr Words<3> kDynamicRank{"true", "false", "upgrade_to_dynamic_rank"};
constexpr Words<3> kDynamicCompile{"tune", "true", "false"};
constexpr Words<3> kAclnn{"default", "support_aclnn", "aclnn_only"};
constexpr Words<3> kMultiKernel{"default", "multi_kernel", "single_kernel"};

constexpr auto kFlags = std::to_array<LibraryFlag>({
    {"precision_reduce", "flag", kBool},
    {"dynamicFormat", "flag", kBool},
    {"heavyOp", "flag", kBool},
    {"needCheckSupport", "flag", kBool},
    {"softsync", "flag", kBool},
    {"dynamicShapeSupport", "flag", kBool},
    {"inputMemContinues", "flag", kBool},
    {"outputMemContinues", "flag", kBool},
    {"enableVectorCore", "flag", kBool},
    {"op", "pattern", kPatterns},
    {"slicePattern", "value", kSlicePatterns},
    {"jitCompile", "flag", kJitCompile},
    {"rangeLimit", "value", kRanges},
    {"dynamicRankSupport", "flag", kDynamicRank},
    {"dynamicCompileStatic", "flag", kDynamicCompile},
    {"aclnnSupport", "value", kAclnn},
    {"multiKernelSupportDynamicGraph", "value", kMultiKernel},
});

}

std::span<const LibraryFlag> libraryFlags()
{
    return kFlags;
}

}
