// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/dataset.h"

namespace halftone {

/// This cuts a dataset into batches in the shape that a model's input has. Images smaller than the input are
/// centred on a border of zeros (28×28 digits on the 32×32 input of LeNet-5), and flattened where it is flat.
/// Not for two threads at once: fill() keeps the order of the current epoch.
class Batches
{
public:
    enum class Order : std::uint8_t { File, Shuffled };
    enum class Values : std::uint8_t {
        Scaled, ///< Bytes divided by the dataset's divisor.
        Raw, ///< Bytes as they are: indices into a table.
    };

    /// Whether samples of that shape can be brought into the shape of an input, both without the batch.
    static bool canFit(std::span<const std::int64_t> sampleShape, std::span<const std::int64_t> inputShape);

    /// \p inputShape includes the batch size in front; \p dataset must outlive this. Fails when samples
    /// cannot fit that shape, when labels go beyond \p classCount, or when there are fewer samples than one
    /// batch.
    static Result<Batches> make(const Dataset& dataset, std::vector<std::int64_t> inputShape,
        std::int64_t classCount, Order order = Order::File, std::uint64_t seed = 0,
        Values values = Values::Scaled);

    std::size_t batchSize() const { return m_batchSize; }
    /// Whole batches in one pass over the data; a rest that fills no batch is left out.
    std::size_t batchesPerEpoch() const;
    std::size_t elementsPerBatch() const;
    /// Numbers to predict in a batch; 0 for data with class numbers.
    std::size_t targetsPerBatch() const;

    /// Writes batch number \p index of the endless sequence of epochs; each epoch is shuffled anew, the same
    /// way for the same seed. Sizes: elementsPerBatch(), batchSize() and targetsPerBatch().
    void fill(std::size_t index, std::span<float> samples, std::span<std::int64_t> labels,
        std::span<float> targets = {}) const;

    /// Writes the samples from number \p first on in file order, as many as a batch holds or are left, and
    /// returns how many, 0 behind the last; the rest of the batch is zeros, samples and labels.
    std::size_t fillFrom(std::size_t first, std::span<float> samples, std::span<std::int64_t> labels) const;

    /// What was done to make samples fit, one sentence; empty when nothing was.
    const std::string& note() const { return m_note; }

private:
    void writeSample(std::size_t sample, std::span<float> target) const;
    template <typename T>
    void convert(std::span<const T> source, std::span<float> target) const;
    void shuffle(std::size_t epoch) const;

    const Dataset* m_dataset = nullptr;
    std::vector<std::int64_t> m_inputShape;
    std::size_t m_batchSize = 0;
    Order m_order = Order::File;
    std::uint64_t m_seed = 0;
    float m_divisor = 1;
    std::int64_t m_border = 0; // zeros on each side of the last two axes
    std::string m_note;
    mutable std::size_t m_shuffledEpoch = static_cast<std::size_t>(-1);
    mutable std::vector<std::uint32_t> m_shuffled;
};

}
