// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runcontroller.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// What a person has filled in, as a value.
struct TrainingSetup
{
    std::string data; ///< As openDataset() takes it.
    TrainSettings settings; ///< Without a precision.
    bool trainsFp32 = true;
    bool trainsMixed = true;
    std::string lossScaleRule;
    LossScaleParameters lossScale;
};

/// Which of the runs of a comparison.
enum class RunKind : std::uint8_t { Fp32, Mixed };

struct PlannedRun
{
    RunKind kind = RunKind::Fp32;
    RunRequest request;
};

/// The runs that \p setup asks for: the mixed one in \p precision, with the loss scale of the setup.
std::vector<PlannedRun> planRuns(const TrainingSetup& setup, const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, const Precision& precision);

/// Reads a loss scale as people write them: "65536", "65,536", "2^16", "1e4". Nullopt for anything else and
/// for numbers below 1.
std::optional<double> parseScale(const QString& text);
/// "2^16 = 65536"; "1000" for what is no power of two.
QString scaleText(double scale);

}
