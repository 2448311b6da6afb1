// SPDX-License-Identifier: GPL-3.0-or-later
//
// A call of mindspore.amp as a script writes it, and what MindSpore says to it (mindspore.md, section 3).
// Arguments are Python values, because several refusals are about their type: keep_batchnorm_fp32=1 is a
// TypeError.
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"
#include "analysis/policy/mindspore/amplists.h"
#include "analysis/policy/mindspore/mindsporesettings.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace halftone {

/// This is an instance of a class, by the name of the class or of the base that MindSpore asks for: "Cell",
/// "Optimizer", "DynamicLossScaleManager", "FixedLossScaleManager".
struct PythonObject
{
    std::string className;
    bool dropsOverflow = true; ///< drop_overflow_update of a FixedLossScaleManager.

    bool operator==(const PythonObject&) const = default;
};

/// This is a list of classes (or of what should be classes), by their names.
using PythonList = std::vector<std::string>;

/// None, bool, int, float, str, a dtype of MindSpore, an object, a list.
using PythonValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, DType, PythonObject, PythonList>;

/// Reads what a person types for an argument: None, True, False, a number, a dtype ("float16",
/// "mstype.float16"), else text, with or without quotes.
PythonValue parsePythonValue(std::string_view text);

/// This is one call with all its arguments.
struct AmpCall
{
    AmpApi api = AmpApi::AutoMixedPrecision;
    std::string version = "2.4";
    AmpDevice device = AmpDevice::Ascend;
    PythonValue network = PythonObject{"Cell"};
    PythonValue optimizer = PythonObject{"Optimizer"}; ///< build_train_network, like all up to kwargs.
    PythonValue lossFn = PythonObject{"Cell"};
    PythonValue level = std::string("O0"); ///< Also amp_level of auto_mixed_precision.
    PythonValue boostLevel = std::string("O0");
    std::vector<std::pair<std::string, PythonValue>> kwargs; ///< cast_model_type, keep_batchnorm_fp32, ...
    PythonValue dtype = DType::Float16; ///< auto_mixed_precision, custom_mixed_precision.
    PythonValue whiteList, blackList; ///< custom_mixed_precision.

    /// The keyword argument of that name; null when it is not given.
    const PythonValue* find(std::string_view keyword) const;
};

/// The exception that the call raises, the first one in MindSpore's order: its type as the code, the
/// condition as the message. Nullopt for a good call, and for the one refusal that Halftone does not share
/// (see ampDeviations()).
std::optional<Error> ampError(const AmpCall& call);

/// What MindSpore would refuse although Halftone does it: dynamic loss scaling on the CPU.
std::vector<Finding> ampDeviations(const AmpCall& call);

/// The call that these settings stand for.
AmpCall ampCall(const MindSporeSettings& settings);

/// The settings of a good call; the error of ampError() for another.
Result<MindSporeSettings> settingsOf(const AmpCall& call);

/// What a level means in build_train_network, before keyword arguments: the table of mindspore.md,
/// section 2.1.
struct AmpLevelConfig
{
    std::string_view level;
    DType castModelType = DType::Float32;
    bool keepBatchNormFp32 = false;
    bool hasDynamicLossScale = false; ///< DynamicLossScaleManager(); otherwise None.
};

/// The row of the level that is in force: "auto" becomes O2 on GPU and O3 on Ascend where the version has no
/// lists for it. The level must be a good one.
const AmpLevelConfig& ampLevelConfig(std::string_view level, AmpDevice device, const AmpVersion& version);

}
