// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// This is a set of labelled samples in memory: bytes as in the file, turned into float32 when a batch is
/// made.
struct Dataset
{
    std::string name; ///< For messages and reports.
    std::vector<std::int64_t> sampleShape; ///< Without the batch: {28, 28} or {3, 32, 32}.
    std::vector<std::uint8_t> samples; ///< count × product of sampleShape.
    std::vector<std::int64_t> labels; ///< count class numbers from 0; zeros where there are targets.
    std::vector<float> targets; ///< Numbers to predict, the same many for each sample; usually empty.
    float divisor =
        1.0f; ///< Divides each byte: the largest value of the training part, so that samples reach 1.

    std::size_t count() const { return labels.size(); }
    std::int64_t classCount() const; ///< Largest label + 1.
    std::size_t targetsPerSample() const { return labels.empty() ? 0 : targets.size() / labels.size(); }
};

/// Training and test part of one collection.
struct DatasetPair
{
    Dataset train;
    Dataset test;
};

/// Reads an IDX pair (the format of MNIST), packed with gzip or not. Checks magic numbers, sizes, that
/// nothing is missing or left over, and that there are as many samples as labels. The divisor stays 1.
Result<Dataset> readIdx(
    std::span<const std::byte> images, std::span<const std::byte> labels, std::string name);

/// Reads train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-... from a folder, each with or without
/// ".gz" (which goes first where both are there). Both parts are divided by the largest byte of the training
/// part.
Result<DatasetPair> readIdxFolder(const std::filesystem::path& folder);

/// The digits that are built into the program: 8,000 and 2,000 of MNIST.
Result<DatasetPair> sampleDigits();

/// "sample:digits" or a folder.
Result<DatasetPair> openDataset(const std::string& nameOrFolder);
inline constexpr std::string_view kSampleDigits = "sample:digits";

}
