// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operator names of frameworks beside Ascend's: lists speak Ascend types, people think in the names of their
// framework. From resources/oplibrary/onnx_to_ascend.tsv and tf_to_ascend.tsv.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace halftone {

enum class Framework : std::uint8_t { Onnx, TensorFlow };

/// Spelled "ONNX", "TensorFlow".
std::string_view name(Framework framework);

/// The Ascend types that an operator of a framework becomes, alternatives and parts alike; empty for unknown
/// names.
std::span<const std::string_view> ascendTypesOf(Framework framework, std::string_view frameworkName);

/// The operators of a framework that become \p ascendType, sorted.
std::span<const std::string_view> frameworkNamesOf(Framework framework, std::string_view ascendType);

}
