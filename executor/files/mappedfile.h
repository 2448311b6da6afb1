// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"

#include <filesystem>

namespace halftone {

/// The bytes of a file, mapped read-only: opening costs no memory until a page is touched. The owner unmaps.
/// An empty file gives an empty span. Folders, devices and pipes are errors. The file must not be cut short
/// while it is in use.
Result<ExternalBytes> mapFile(const std::filesystem::path& path);

/// Takes these bytes out of memory, where they are of a file that mapFile() has mapped: they were read and
/// are not needed soon. They are still there for whoever reads them again. Does nothing to other memory.
void letGo(std::span<const std::byte> bytes);

}
