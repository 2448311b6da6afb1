// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of oneDNN's implementations a primitive gets. Left alone, oneDNN falls back silently to reference or
// plain-layout code that can be a hundred times slower, so layouts are tried in order and the names
// inspected.
#pragma once

#include "executor/program/programbuilder.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// How good an implementation is, by the name that oneDNN gives it.
enum class Quality : std::uint8_t {
    Reference, ///< "ref", "simple": loops that are right and slow.
    Gemm, ///< Rearranged into a matrix product in plain layout.
    Fast, ///< Generated for this processor.
};
Quality qualityOf(const std::string& implementation);

/// One layout, or oneDNN's own wish (nullopt), for the source and the destination.
struct LayoutPair
{
    std::optional<Layout> source;
    std::optional<Layout> destination;
};

/// What to try, in this order: the layout that the source is stored in, oneDNN's wish, then blocks and
/// channels last.
std::vector<LayoutPair> layoutCandidates(Layout stored);

/// A description with a fixed layout, or with format "any".
dnnl::memory::desc describe(
    std::span<const std::int64_t> dims, dnnl::memory::data_type type, const std::optional<Layout>& layout);

/// The first Fast description that \p make gives for a candidate and that \p accepts likes, else the best of
/// the others. \p make returns an empty description where oneDNN has no implementation.
template <typename Description, typename Make, typename Accept>
std::optional<Description> choose(
    std::span<const LayoutPair> candidates, const Make& make, const Accept& accepts)
{
    std::optional<Description> best;
    Quality bestQuality = Quality::Reference;
    for (const LayoutPair& candidate : candidates) {
        Description description = make(candidate);
        if (!description || !accepts(description))
            continue;
        const Quality quality = qualityOf(description.impl_info_str());
        if (!best || quality > bestQuality) {
            best = std::move(description);
            bestQuality = quality;
        }
        if (bestQuality == Quality::Fast)
            break;
    }
    return best;
}

/// The 16-bit type in which a native primitive could take all of \p operands, or nullopt when their types
/// differ, one is wider, or the path is emulated.
std::optional<dnnl::memory::data_type> nativeType(
    const ProgramBuilder& b, std::initializer_list<ValueId> operands);

/// A primitive and whether it takes 16-bit operands as they are.
template <typename Description>
struct Path
{
    std::optional<Description> description; ///< Empty when oneDNN has none at all.
    bool isNative = false;
};

/// Whether an implementation for 16-bit operands beats widening them for float32: generated code does.
inline bool beatsFloat32(const std::string& implementation)
{
    return qualityOf(implementation) == Quality::Fast;
}

/// The same where vectors of 16 bits gain nothing, and only matrix units (AMX) do.
inline bool runsOnMatrixUnits(const std::string& implementation)
{
    return beatsFloat32(implementation) && implementation.contains("amx");
}

/// Asks oneDNN for the native type first and falls back to float32; the plan listing says which it became.
/// \p describeIn gives the best description for a type, or nullopt; \p isWorthIt judges the name of a native
/// implementation.
template <typename DescribeIn>
auto choosePath(ProgramBuilder& b, std::optional<dnnl::memory::data_type> native,
    const DescribeIn& describeIn, bool (*isWorthIt)(const std::string&) = beatsFloat32)
{
    using Description = typename decltype(describeIn(dnnl::memory::data_type::f32))::value_type;
    if (native) {
        std::optional<Description> description = describeIn(*native);
        if (description && isWorthIt(description->impl_info_str())) {
            b.setNative();
            return Path<Description>{std::move(description), true};
        }
        b.setRefusal(*native == dnnl::memory::data_type::f16
                ? "oneDNN offers no fast float16 code for it on this processor."
                : "oneDNN offers no fast bfloat16 code for it on this processor.");
    }
    return Path<Description>{describeIn(dnnl::memory::data_type::f32), false};
}

}
