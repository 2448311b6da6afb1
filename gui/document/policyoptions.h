// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person sets of a way to decide beyond its name: MindSpore's arguments, the variables and lists of
// other tools, the files of CANN. Every option has a text, which dialogs and sessions share.
#pragma once

#include "analysis/policy/policy.h"

#include <QStringList>

#include <span>

namespace halftone {

struct PolicyChoice;

/// All options of all tools. Those of a tool that is not in force stay, so that coming back finds them.
struct PolicyOptions
{
    MindSporeSettings mindSpore; ///< Function and level are those of the choice.
    QString lossScaleManager; ///< Of build_train_network: "None", "dynamic", "fixed", "fixed-no-drop"; empty:
                              ///< not given.
    TensorFlowSettings tensorFlow;
    AutoCastSettings autoCast; ///< The type is that of the choice.
    OnnxFloat16Settings onnxFloat16;
    std::shared_ptr<const OpLibrary> library; ///< Of an own CANN; null for the embedded one.
    QString libraryPath;
    KeepDTypes keepDTypes;
    QString keepDTypesPath;
    CustomDTypes customDTypes;
    QString customDTypesPath;

    /// Null, and an empty path, for the embedded one.
    void useLibrary(std::shared_ptr<const OpLibrary> own, const QString& path);

    bool operator==(const PolicyOptions&) const = default;
};

/// This is one option as people see it.
struct PolicyOption
{
    // Without a size: lupdate would lose the texts behind it.
    enum class Kind { Choice, Text, File };

    const char* name = ""; ///< As the tool spells it; also the key in session files.
    const char* policy = ""; ///< PolicyDef::id.
    Kind kind = Kind::Text;
    const char* doc = ""; ///< One sentence.
    const char* values = ""; ///< Of a choice, with bars between them; the first is the default.
    std::uint8_t apis = 7; ///< Of MindSpore: bit 1 << AmpApi for each function that has it.
    /// Its value; empty: not set.
    QString (*get)(const PolicyOptions& options) = nullptr;
    /// Reads a value. Files are read from disk, which takes time; an error leaves \p options as they were.
    Result<void> (*set)(PolicyOptions& options, const QString& value) = nullptr;

    QStringList choices() const;
    bool isFor(const PolicyChoice& choice) const;
};

/// All options, in the order of dialogs.
std::span<const PolicyOption> policyOptionTable();

/// Null for an unknown name.
const PolicyOption* findPolicyOption(const QString& name);

/// The options of \p choice that are set: "keep_batchnorm_fp32=False".
QStringList optionsInForce(const PolicyOptions& options, const PolicyChoice& choice);

/// The settings of \p choice with \p options in place of the tool's defaults. Of Ascend: without chip and
/// mixlist.
PolicySettings settingsWith(const PolicyChoice& choice, const PolicyOptions& options);

/// The inverse: \p options with those in place that \p settings were made with. Ascend's stay, whose files
/// are not written here.
PolicyOptions optionsWith(PolicyOptions options, const PolicySettings& settings);

/// Takes into account what MindSpore says to the loss-scale manager that is set: \p findings are those of
/// decide(), which knows that of the level only.
void judgeLossScaleManager(
    const PolicyChoice& choice, const PolicyOptions& options, std::vector<Finding>& findings);

}
