// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace halftone {

/// This is a flag of an operator in a library file whose text CANN reads as one of a few words, in any letter
/// case; an empty or absent one has a default, and any other text fails the load.
struct LibraryFlag
{
    std::string_view key; ///< "precision_reduce"
    std::string_view innerKey; ///< "flag"
    std::span<const std::string_view> words;
};

/// All of them (GraphEngine, opskernel/ops_store/op_kernel_info_constructor.cc).
std::span<const LibraryFlag> libraryFlags();

}
