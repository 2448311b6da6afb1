// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/checkpoint.h"

#include "executor/train/checkpoint.pb.h"

#include <cstring>

namespace halftone {

std::string encode(const Checkpoint& checkpoint)
{
    checkpoint::Checkpoint message;
    message.set_settings(checkpoint.settings);
    message.set_next_step(checkpoint.nextStep);
    message.set_skipped_steps(checkpoint.skippedSteps);
    message.mutable_recent_losses()->Assign(checkpoint.recentLosses.begin(), checkpoint.recentLosses.end());
    checkpoint::Scale& scale = *message.mutable_scale();
    scale.set_scale(checkpoint.scale.scale);
    scale.set_step(checkpoint.scale.step);
    scale.set_last_change(checkpoint.scale.lastChange);
    scale.set_clean_steps(checkpoint.scale.cleanSteps);
    scale.set_overflows_in_row(checkpoint.scale.overflowsInRow);
    scale.set_hysteresis_left(checkpoint.scale.hysteresisLeft);
    for (const Checkpoint::Tensor& tensor : checkpoint.tensors) {
        checkpoint::Tensor& out = *message.add_tensors();
        out.set_name(tensor.name);
        out.set_values(tensor.values.data(), tensor.values.size() * sizeof(float));
    }
    return std::string(kCheckpointHeader) + message.SerializeAsString();
}

Result<Checkpoint> decodeCheckpoint(std::string_view bytes, const std::string& fileName)
{
    checkpoint::Checkpoint message;
    const bool isKnown = bytes.starts_with(kCheckpointHeader);
    if (!isKnown ||
        !message.ParseFromArray(bytes.data() + kCheckpointHeader.size(),
            static_cast<int>(bytes.size() - kCheckpointHeader.size()))) {
        return std::unexpected(Error{ErrorKind::Format, "E-CHECKPOINT",
            isKnown ? "The checkpoint is cut off or damaged."
                    : "This is not a checkpoint of a version that is known here.",
            fileName, "Give a file that train --checkpoint wrote."});
    }
    Checkpoint checkpoint{.settings = message.settings(),
        .nextStep = message.next_step(),
        .skippedSteps = message.skipped_steps(),
        .recentLosses = {message.recent_losses().begin(), message.recent_losses().end()},
        .scale = {.scale = message.scale().scale(),
            .step = message.scale().step(),
            .lastChange = message.scale().last_change(),
            .cleanSteps = message.scale().clean_steps(),
            .overflowsInRow = message.scale().overflows_in_row(),
            .hysteresisLeft = message.scale().hysteresis_left()}};
    for (const checkpoint::Tensor& tensor : message.tensors()) {
        Checkpoint::Tensor& read = checkpoint.tensors.emplace_back(tensor.name());
        read.values.resize(tensor.values().size() / sizeof(float));
        std::memcpy(read.values.data(), tensor.values().data(), read.values.size() * sizeof(float));
    }
    return checkpoint;
}

}
