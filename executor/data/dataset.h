// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// This is a set of labelled samples in memory: bytes as in the file, turned into float32 when a batch is
/// made, or float32.
struct Dataset
{
    std::string name; ///< For messages and reports.
    std::vector<std::int64_t> sampleShape; ///< Without the batch: {28, 28} or {3, 32, 32}.
    std::vector<std::uint8_t> samples; ///< count × product of sampleShape; empty where there are values.
    std::vector<float> values; ///< Likewise, for samples that are no bytes.
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
/// part. Token sequences are called train-tokens-idx2-ubyte.
Result<DatasetPair> readIdxFolder(const std::filesystem::path& folder);

/// The digits that are built into the program: 8,000 and 2,000 of MNIST.
Result<DatasetPair> sampleDigits();
inline constexpr std::array<std::int64_t, 2> kSampleDigitsShape{28, 28}; ///< Of each, without reading them.

/// Opens what \p place holds, told by its files:
///   sample:digits                  the built-in digits
///   a folder with IDX files or *.bin   MNIST and its kin, CIFAR-10 or CIFAR-100
///   a folder with CLASS/*.png or *.jpg, and rules: "photos,32x32,gray", see imagefolder.h
///   a folder with x_train, y_train, x_test and y_test, each .npy or ONNX's .pb, or one .npz file with these
///   a folder with train.csv and test.csv, or one .csv file, whose last fifth is the test part
Result<DatasetPair> openDataset(const std::string& place);
inline constexpr std::string_view kSampleDigits = "sample:digits";

}
