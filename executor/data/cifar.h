// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/dataset.h"

#include <filesystem>

namespace halftone {

/// Whether the folder holds CIFAR-10 or CIFAR-100 in their binary versions.
bool isCifarFolder(const std::filesystem::path& folder);

/// Reads data_batch_1.bin to data_batch_5.bin, as many as are there, and test_batch.bin; or train.bin and
/// test.bin (CIFAR-100, by its fine labels). Files must hold whole records.
Result<DatasetPair> readCifarFolder(const std::filesystem::path& folder);

}
