// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/policy.h"
#include "gui/training/runcontroller.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// What a person has filled in for all runs, as a value.
struct TrainingSetup
{
    std::string data; ///< As openDataset() takes it.
    TrainSettings settings; ///< Without a precision.
    std::string lossScaleRule;
    LossScaleParameters lossScale;
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    OverflowTest overflowTest = OverflowTest::Gradients;
    ProgramOptions::Accumulation accumulation = ProgramOptions::Accumulation::Float32;
};

/// What no run can be made of, as far as it is seen without opening anything. \p usesScale: some run has a
/// loss scale.
std::optional<Error> problemOf(const TrainingSetup& setup, bool usesScale);

/// What a person has chosen for one run of the list.
struct RunSpec
{
    enum class Way : std::uint8_t {
        Float32,
        Window, ///< The mode, chip and list that the window shows, as they are when the run starts.
        Choice, ///< One of policyChoices(), with the chip of the window.
    };
    Way way = Way::Window;
    std::string choice; ///< Its name, for Way::Choice.
    bool usesList = true; ///< The window's list and overrides, where the way has any.
    std::optional<QString> variant; ///< Another list of the window than the one in force, by its name.
    std::string lossScaleRule; ///< With its defaults; empty: as the setup says.

    bool hasScale() const { return way != Way::Float32; }
    bool operator==(const RunSpec&) const = default;
};

/// Whether \p spec names a list of \p window that is not in force.
bool namesOtherList(const RunSpec& spec, const Policy& window);

/// What the run of \p spec decides by; \p window is what the window shows.
Policy policyOf(const RunSpec& spec, const Policy& window);

/// "FP32", "MindSpore O2", "allow_mix_precision_fp16, no list".
QString specLabel(const RunSpec& spec, const Policy& window);

/// The run that \p spec and \p setup ask for together.
RunRequest planRun(const TrainingSetup& setup, const RunSpec& spec, const Policy& window,
    const std::filesystem::path& model, const std::map<std::string, std::int64_t>& dims);

/// Reads a loss scale as people write them: "65536", "65,536", "2^16", "1e4". Nullopt for anything else and
/// for numbers below 1.
std::optional<double> parseScale(const QString& text);
/// "2^16 = 65536"; "1000" for what is no power of two.
QString scaleText(double scale);

}
