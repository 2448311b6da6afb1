// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/corpusdata.h"

#include "executor/data/gzip.h"
#include "tests/support/shared.h"

#include <algorithm>

namespace halftone::test {
namespace {

/// An IDX file: sizes and bytes.
struct Idx
{
    std::vector<std::size_t> dims;
    std::vector<std::byte> values;
};

Idx readIdx(const QString& path)
{
    const QByteArray packed = readAll(sharedPath("corpus/data/" + path));
    const auto bytes = std::as_bytes(std::span(packed.constData(), static_cast<std::size_t>(packed.size())));
    const std::vector<std::byte> file = *unpackGzip(bytes, path.toStdString(), 1u << 30);
    Idx idx;
    const auto axes = static_cast<std::size_t>(file[3]);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size = size * 256 + static_cast<std::size_t>(file[4 + 4 * axis + i]);
        idx.dims.push_back(size);
    }
    idx.values.assign(file.begin() + static_cast<std::ptrdiff_t>(4 + 4 * axes), file.end());
    return idx;
}

CorpusData fromIdx(const QString& folder, const QString& images, const QString& labels, float divisor)
{
    const Idx samples = readIdx(folder + '/' + images), classes = readIdx(folder + '/' + labels);
    CorpusData data{.samples = {}, .labels = {}, .count = samples.dims[0]};
    for (const std::byte value : samples.values)
        data.samples.push_back(static_cast<float>(value) / divisor);
    for (const std::byte value : classes.values)
        data.labels.push_back(static_cast<std::int64_t>(value));
    return data;
}

CorpusData cifar()
{
    constexpr qsizetype kRecord = 1 + 3072;
    const QByteArray file = readAll(sharedPath("corpus/data/cifar10_jpeg_subset/data_batch_1.bin"));
    CorpusData data;
    for (qsizetype at = 0; at + kRecord <= file.size(); at += kRecord, ++data.count) {
        data.labels.push_back(static_cast<std::uint8_t>(file[at]));
        for (qsizetype i = 1; i < kRecord; ++i)
            data.samples.push_back(static_cast<float>(static_cast<std::uint8_t>(file[at + i])) / 255.0f);
    }
    return data;
}

// Black pixels around each image.
void pad(CorpusData& data, std::size_t side, std::size_t border)
{
    const std::size_t wide = side + 2 * border;
    std::vector<float> padded(data.count * wide * wide, 0.0f);
    for (std::size_t row = 0; row < data.count * side; ++row)
        std::copy_n(data.samples.begin() + static_cast<std::ptrdiff_t>(row * side), side,
            padded.begin() +
                static_cast<std::ptrdiff_t>((row / side * wide + row % side + border) * wide + border));
    data.samples = std::move(padded);
}

void limit(CorpusData& data, std::size_t count)
{
    if (count == 0 || count >= data.count)
        return;
    data.samples.resize(data.samples.size() / data.count * count);
    data.labels.resize(data.labels.size() / data.count * count);
    data.count = count;
}

constexpr float kWhite = 255.0f;

}

CorpusData corpusTrainingData(const QString& model, std::size_t count)
{
    const QString images = "train-images-idx3-ubyte.gz", labels = "train-labels-idx1-ubyte.gz";
    CorpusData data;
    if (model.contains("transformer"))
        data = fromIdx("tokens", "train-tokens-idx2-ubyte.gz", labels, 1.0f);
    else if (model.contains("cifar") || model.contains("bn_training"))
        data = cifar();
    else if (model.contains("digits"))
        data = fromIdx("digits8x8", images, labels, model.contains("nasty") ? 1.0f : 16.0f);
    else
        data = fromIdx("mnist", images, labels, kWhite);
    limit(data, count);
    if (model == "lenet5")
        pad(data, 28, 2);
    if (model.contains("fcn")) {
        data.labels.clear(); // Each pixel is ink or paper.
        for (const float pixel : data.samples)
            data.labels.push_back(pixel > 127.0f / kWhite ? 1 : 0);
    }
    return data;
}

CorpusData mnistTestDigits()
{
    return fromIdx("mnist", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz", 1.0f);
}

}
