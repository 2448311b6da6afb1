// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ids of the rules by which a decision can come about; rules.cpp has their titles and sources.
#pragma once

#include <string_view>

namespace halftone::rules {

inline constexpr std::string_view kAiCpu = "ascend.ai-cpu";
inline constexpr std::string_view kAllowBf16 = "ascend.allow-fp32-to-bf16";
inline constexpr std::string_view kAllowFp16 = "ascend.allow-fp32-to-fp16";
inline constexpr std::string_view kAllowFp16Cube = "ascend.allow-fp32-to-fp16.cube";
inline constexpr std::string_view kAllowFp16Reduced = "ascend.allow-fp32-to-fp16.reduced";
inline constexpr std::string_view kAllowLowPrecision = "ascend.allow-fp32-to-lowprecision";
inline constexpr std::string_view kBlack = "ascend.black";
inline constexpr std::string_view kCast = "ascend.cast";
inline constexpr std::string_view kComplex = "ascend.complex";
inline constexpr std::string_view kCustomDTypes = "ascend.custom-dtypes";
inline constexpr std::string_view kFirstColumn = "ascend.first-column";
inline constexpr std::string_view kForceFp16 = "ascend.force-fp16";
inline constexpr std::string_view kForceFp32 = "ascend.force-fp32";
inline constexpr std::string_view kForceFp32Cube = "ascend.force-fp32.cube";
inline constexpr std::string_view kForceLowerPrecision = "ascend.force-lowerprecision";
inline constexpr std::string_view kGrayConstant = "ascend.gray.constant";
inline constexpr std::string_view kGrayFollows = "ascend.gray.follows";
inline constexpr std::string_view kGrayGraphInput = "ascend.gray.graph-input";
inline constexpr std::string_view kGrayLooksThrough = "ascend.gray.looks-through";
inline constexpr std::string_view kGrayNoPredecessor = "ascend.gray.no-predecessor";
inline constexpr std::string_view kHif8Cube = "ascend.hif8.cube";
inline constexpr std::string_view kHif8Vector = "ascend.hif8.vector";
inline constexpr std::string_view kKeepDType = "ascend.keep-dtype";
inline constexpr std::string_view kKeepOrigin = "ascend.keep-origin";
inline constexpr std::string_view kLocal = "ascend.local";
inline constexpr std::string_view kNoEngine = "ascend.no-engine";
inline constexpr std::string_view kNoTable = "ascend.no-table";
inline constexpr std::string_view kNotInLibrary = "ascend.not-in-library";
inline constexpr std::string_view kNullKernel = "ascend.null-kernel";
inline constexpr std::string_view kOneType = "ascend.one-type";
inline constexpr std::string_view kPromote = "ascend.promote";
inline constexpr std::string_view kUnknownType = "ascend.unknown-type";
inline constexpr std::string_view kUnmapped = "ascend.unmapped";
inline constexpr std::string_view kWhite = "ascend.white";
inline constexpr std::string_view kWhiteNoLow = "ascend.white.no-low-precision";

}
