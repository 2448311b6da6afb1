// SPDX-License-Identifier: GPL-3.0-or-later
//
// How our own loops get at their operands: row-major elements of one C++ type, whatever a value is stored as.
#pragma once

#include "executor/ops/elementtype.h"
#include "executor/program/programbuilder.h"
#include "kernels/floatsource.h"

#include <initializer_list>
#include <optional>
#include <vector>

namespace halftone {

/// Row-major elements in memory.
struct Elements
{
    BufferId buffer;
    DType dtype = DType::Undefined; ///< One that withType() knows.
    std::size_t count = 0;
};

/// Floats of 32 or 16 bits in memory, for loops that widen on the way.
struct FloatOperand
{
    BufferId buffer;
    std::size_t count = 0;
    std::optional<kernels::Format16> format; ///< Nullopt: float32.

    kernels::FloatSource at(const StepContext& context) const;
    /// Of 16-bit numbers: dst gets those from \p first on in float32.
    void widen(const StepContext& context, std::int64_t first, std::span<float> dst) const;
};

/// A value of 16 bits as it lies.
FloatOperand storedFloats(const ProgramBuilder& b, ValueId id);

/// An input in that layout and in its own type, or in float32 where it lies otherwise or one of \p others,
/// which is read in the same way, does so or is of another type.
FloatOperand readFloats(
    ProgramBuilder& b, ValueId id, Layout layout, std::initializer_list<ValueId> others = {});

/// The 16-bit operand that a Cast widens to make the input \p id, where it lies in that layout: what a loop
/// may read instead in runs that are not watched node by node (Part::Unwatched).
std::optional<FloatOperand> sourceOfCast(const ProgramBuilder& b, ValueId id, Layout layout);

/// Elements of a shape: the product of its sizes.
std::size_t countOf(std::span<const std::int64_t> dims);

/// The elements of a value in its own type; 16-bit floats are widened to float32.
Elements readElements(ProgramBuilder& b, ValueId id);

/// The same converted to \p dtype by an extra step where they are of another type.
Elements readElementsAs(ProgramBuilder& b, ValueId id, DType dtype);

/// Where a loop writes an output row-major: in float32 for 16-bit floats, which are rounded afterwards, else
/// in its own type.
Elements writeElements(ProgramBuilder& b, ValueId id);

/// The memory of a value row-major in its own type, for loops that only move bits.
BufferId readBits(ProgramBuilder& b, ValueId id);
/// Where such a loop writes. The output has the type of the input it comes from.
BufferId writeBits(ProgramBuilder& b, ValueId id);
std::size_t bytesPerElement(const ProgramBuilder& b, ValueId id);

/// Adds a step that converts elements as ONNX's Cast does: floats to integers towards zero, anything but zero
/// to true.
void addConversion(ProgramBuilder& b, const Elements& from, const Elements& to);

/// The constant behind an input slot; null when the slot is empty or its value is computed.
const TensorData* constantInput(const ProgramBuilder& b, std::size_t slot);

/// The integers of an input slot or, where the slot is empty, of an attribute; nullopt when neither is known.
std::optional<std::vector<std::int64_t>> integersOf(
    const ProgramBuilder& b, std::size_t slot, std::string_view attribute);

/// An axis counted from the front; negative ones count from the back.
std::size_t axisFromFront(std::int64_t axis, std::size_t rank);

}
