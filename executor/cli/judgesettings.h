// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that say how to judge, spelled alike in all subcommands, and what they stand for.
#pragma once

#include "analysis/judge/customdtypes.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/judge/modeoptions.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace halftone::cli {

/// The value of --mode that stands for leaving both of CANN's options out.
inline constexpr const char* kDefaultMode = "default";

/// As they are typed.
struct JudgeOptions
{
    std::string soc; ///< Empty: that of the library, or the 910B.
    std::string library; ///< A file or folder in CANN's layout; empty for the embedded one.
    std::string mode = "allow_mix_precision_fp16"; ///< A value of either option, or kDefaultMode.
    std::optional<std::string> precisionMode; ///< CANN's options themselves; they take the place of `mode`.
    std::optional<std::string> precisionModeV2;
    std::string mixlist; ///< Files; empty for none.
    std::string keepDTypes;
    std::string customDTypes;
    bool training = false;
};

/// \p training adds --training and --inference; other commands always judge the one or the other.
enum class PurposeOption : std::uint8_t { Offered, Fixed };
/// \p prefix goes in front of each name behind "--", where a command takes two sets.
void addJudgeOptions(
    CLI::App& app, JudgeOptions& options, PurposeOption purpose, const std::string& prefix = {});

/// What the options stand for, with all files read.
struct JudgeSettings
{
    std::shared_ptr<const OpLibrary> library;
    Mode mode = Mode::MixFp16;
    std::string modeName; ///< As chosen, or that of CANN's default.
    bool isDefaultMode = false;
    Mixlist mixlist;
    KeepDTypes keepDTypes;
    CustomDTypes customDTypes;
    std::vector<Finding> findings; ///< What the files are said about.

    JudgeInput input() const
    {
        return {.library = library.get(),
            .mode = mode,
            .mixlist = usesMixlist(mode) ? &mixlist : nullptr,
            .keepDTypes = &keepDTypes,
            .customDTypes = &customDTypes};
    }
};

Result<JudgeSettings> readSettings(const JudgeOptions& options);

/// The library alone: --lib, else the embedded one of --soc.
Result<std::shared_ptr<const OpLibrary>> chooseLibrary(const std::string& soc, const std::string& path);

/// Reads the files of CANN's options, with CANN's codes where they cannot be opened.
Result<LoadedMixlist> openMixlist(const std::string& path);
Result<KeepDTypes> openKeepDTypes(const std::string& path);
Result<LoadedCustomDTypes> openCustomDTypes(const std::string& path);

}
