// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row for each option of each tool: how it is spelled, read and shown.
#include "analysis/policy/mindspore/amplists.h"
#include "executor/cli/judgesettings.h"
#include "executor/files/libraryfiles.h"
#include "gui/document/policychoice.h"
#include "gui/document/policyoptions.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Options
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Options)
};

using Kind = PolicyOption::Kind;
constexpr std::uint8_t bit(AmpApi api)
{
    return static_cast<std::uint8_t>(1 << static_cast<int>(api));
}
constexpr std::uint8_t kAuto = bit(AmpApi::AutoMixedPrecision);
constexpr std::uint8_t kBuild = bit(AmpApi::BuildTrainNetwork);
constexpr std::uint8_t kCustom = bit(AmpApi::CustomMixedPrecision);

Error noValue(const QString& value)
{
    return {ErrorKind::Usage, "E-POLICY", Options::tr("\"%1\" is no value here.").arg(value).toStdString(),
        "", Options::tr("Choose one of those that are offered, or leave the field empty.").toStdString()};
}

QString joined(const std::vector<std::string>& names)
{
    QStringList list;
    for (const std::string& name : names)
        list += text(name);
    return list.join(',');
}

std::vector<std::string> namesIn(const QString& value)
{
    std::vector<std::string> names;
    for (const QString& name : value.split(',', Qt::SkipEmptyParts))
        names.push_back(name.trimmed().toStdString());
    return names;
}

// Lists of names, of which an empty one says the same as none.
template <auto Part, auto Member>
QString getNames(const PolicyOptions& options)
{
    return joined(options.*Part.*Member);
}
template <auto Part, auto Member>
Result<void> setNames(PolicyOptions& options, const QString& value)
{
    options.*Part.*Member = namesIn(value);
    return {};
}

// Lists that replace a default as soon as they are there.
template <auto Part, auto Member>
QString getList(const PolicyOptions& options)
{
    const auto& list = options.*Part.*Member;
    return list ? joined(*list) : QString();
}
template <auto Part, auto Member>
Result<void> setList(PolicyOptions& options, const QString& value)
{
    options.*Part.*Member = value.isEmpty() ? std::nullopt : std::optional(namesIn(value));
    return {};
}

QString getVersion(const PolicyOptions& options)
{
    const std::string& version = options.mindSpore.version;
    return version == MindSporeSettings().version ? QString() : text(version);
}
Result<void> setVersion(PolicyOptions& options, const QString& value)
{
    const std::string version = value.isEmpty() ? MindSporeSettings().version : value.toStdString();
    if (!findAmpVersion(version))
        return std::unexpected(noValue(value));
    options.mindSpore.version = version;
    return {};
}

constexpr std::array kDevices{AmpDevice::Ascend, AmpDevice::Gpu, AmpDevice::Cpu};
QString getDevice(const PolicyOptions& options)
{
    const AmpDevice device = options.mindSpore.device;
    return device == AmpDevice::Ascend ? QString() : text(name(device)).toLower();
}
Result<void> setDevice(PolicyOptions& options, const QString& value)
{
    const auto device = std::ranges::find_if(
        kDevices, [&](AmpDevice each) { return text(name(each)).compare(value, Qt::CaseInsensitive) == 0; });
    if (device == kDevices.end() && !value.isEmpty())
        return std::unexpected(noValue(value));
    options.mindSpore.device = value.isEmpty() ? AmpDevice::Ascend : *device;
    return {};
}

QString getKeepBatchNorm(const PolicyOptions& options)
{
    const std::optional<bool> keep = options.mindSpore.keepBatchNormFp32;
    return !keep ? QString() : *keep ? QStringLiteral("True") : QStringLiteral("False");
}
Result<void> setKeepBatchNorm(PolicyOptions& options, const QString& value)
{
    if (!value.isEmpty() && value != QLatin1String("True") && value != QLatin1String("False"))
        return std::unexpected(noValue(value));
    options.mindSpore.keepBatchNormFp32 =
        value.isEmpty() ? std::nullopt : std::optional(value == QLatin1String("True"));
    return {};
}

QString getCastModelType(const PolicyOptions& options)
{
    const std::optional<DType> type = options.mindSpore.castModelType;
    return type ? text(name(*type)) : QString();
}
Result<void> setCastModelType(PolicyOptions& options, const QString& value)
{
    const std::optional<DType> type = parseDType(value.toStdString());
    if (!value.isEmpty() && type != DType::Float16 && type != DType::Float32)
        return std::unexpected(noValue(value));
    options.mindSpore.castModelType = value.isEmpty() ? std::nullopt : type;
    return {};
}

QString getManager(const PolicyOptions& options)
{
    return options.lossScaleManager;
}
Result<void> setManager(PolicyOptions& options, const QString& value)
{
    static const QStringList kManagers{"", "None", "dynamic", "fixed", "fixed-no-drop"};
    if (!kManagers.contains(value))
        return std::unexpected(noValue(value));
    options.lossScaleManager = value;
    return {};
}

QString getLow(const PolicyOptions& options)
{
    return options.mindSpore.low == DType::Float16 ? QString() : text(name(options.mindSpore.low));
}
Result<void> setLow(PolicyOptions& options, const QString& value)
{
    if (!value.isEmpty() && value != QLatin1String("float16") && value != QLatin1String("bfloat16"))
        return std::unexpected(noValue(value));
    options.mindSpore.low = value == QLatin1String("bfloat16") ? DType::BFloat16 : DType::Float16;
    return {};
}

QString getTensorCores(const PolicyOptions& options)
{
    return options.tensorFlow.tensorCoresOnly ? QStringLiteral("TENSOR_CORES_ONLY") : QString();
}
Result<void> setTensorCores(PolicyOptions& options, const QString& value)
{
    if (!value.isEmpty() && value != QLatin1String("TENSOR_CORES_ONLY"))
        return std::unexpected(noValue(value));
    options.tensorFlow.tensorCoresOnly = !value.isEmpty();
    return {};
}

QString getInitMax(const PolicyOptions& options)
{
    const double limit = options.autoCast.initMax;
    return limit == AutoCastSettings().initMax ? QString()
                                               : QString::number(limit, 'g', QLocale::FloatingPointShortest);
}
Result<void> setInitMax(PolicyOptions& options, const QString& value)
{
    bool isNumber = false;
    const double limit = value.toDouble(&isNumber);
    if (!value.isEmpty() && !(isNumber && limit > 0))
        return std::unexpected(noValue(value));
    options.autoCast.initMax = value.isEmpty() ? AutoCastSettings().initMax : limit;
    return {};
}

QString getMaxDepth(const PolicyOptions& options)
{
    const auto depth = options.autoCast.maxDepthOfReduction;
    return depth ? QString::number(*depth) : QString();
}
Result<void> setMaxDepth(PolicyOptions& options, const QString& value)
{
    bool isNumber = false;
    const qlonglong depth = value.toLongLong(&isNumber);
    if (!value.isEmpty() && !(isNumber && depth > 0))
        return std::unexpected(noValue(value));
    options.autoCast.maxDepthOfReduction =
        value.isEmpty() ? std::nullopt : std::optional<std::int64_t>(depth);
    return {};
}

QString getReady(const PolicyOptions& options)
{
    return options.onnxFloat16.checkFp16Ready ? QString() : QStringLiteral("False");
}
Result<void> setReady(PolicyOptions& options, const QString& value)
{
    if (!value.isEmpty() && value != QLatin1String("True") && value != QLatin1String("False"))
        return std::unexpected(noValue(value));
    options.onnxFloat16.checkFp16Ready = value != QLatin1String("False");
    return {};
}

QString getLibrary(const PolicyOptions& options)
{
    return options.libraryPath;
}
Result<void> setLibrary(PolicyOptions& options, const QString& value)
{
    auto library = value.isEmpty() ? Result<std::shared_ptr<const OpLibrary>>(nullptr)
                                   : openLibrary(value.toStdString(), nullptr);
    if (!library)
        return std::unexpected(library.error());
    options.useLibrary(*std::move(library), value);
    return {};
}

QString getKeepDTypes(const PolicyOptions& options)
{
    return options.keepDTypesPath;
}
Result<void> setKeepDTypes(PolicyOptions& options, const QString& value)
{
    auto read = value.isEmpty() ? Result<KeepDTypes>(KeepDTypes{}) : cli::openKeepDTypes(value.toStdString());
    if (!read)
        return std::unexpected(read.error());
    options.keepDTypes = *std::move(read);
    options.keepDTypesPath = value;
    return {};
}

QString getCustomDTypes(const PolicyOptions& options)
{
    return options.customDTypesPath;
}
Result<void> setCustomDTypes(PolicyOptions& options, const QString& value)
{
    auto read = value.isEmpty() ? Result<LoadedCustomDTypes>(LoadedCustomDTypes{})
                                : cli::openCustomDTypes(value.toStdString());
    if (!read)
        return std::unexpected(read.error());
    options.customDTypes = std::move(read->dtypes);
    options.customDTypesPath = value;
    return {};
}

template <auto Member>
constexpr PolicyOption tensorFlowNames(const char* name, const char* doc)
{
    return {.name = name,
        .policy = "tensorflow",
        .doc = doc,
        .get = getNames<&PolicyOptions::tensorFlow, Member>,
        .set = setNames<&PolicyOptions::tensorFlow, Member>};
}

template <auto Member>
constexpr PolicyOption autoCastNames(const char* name, const char* doc)
{
    return {.name = name,
        .policy = "autocast",
        .doc = doc,
        .get = getNames<&PolicyOptions::autoCast, Member>,
        .set = setNames<&PolicyOptions::autoCast, Member>};
}

const auto kOptions = std::to_array<PolicyOption>({
    {"operator library", "ascend", Kind::File,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "The operator library of your own CANN: aic-<soc>-ops-info*.json."),
        "", 7, getLibrary, setLibrary},
    {"keep_dtype", "ascend", Kind::File,
        QT_TRANSLATE_NOOP("halftone::Options", "File of operators that must not be lowered."), "", 7,
        getKeepDTypes, setKeepDTypes},
    {"customize_dtypes", "ascend", Kind::File,
        QT_TRANSLATE_NOOP("halftone::Options", "File with types of single operators' tensors."), "", 7,
        getCustomDTypes, setCustomDTypes},
    {"MindSpore version", "mindspore", Kind::Choice,
        QT_TRANSLATE_NOOP("halftone::Options", "Whose lists and rules are in force."), "", 7, getVersion,
        setVersion},
    {"device_target", "mindspore", Kind::Choice,
        QT_TRANSLATE_NOOP("halftone::Options", "What \"auto\" means in older versions depends on it."),
        "ascend|gpu|cpu", 7, getDevice, setDevice},
    {"keep_batchnorm_fp32", "mindspore", Kind::Choice,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "Whether batch normalisation stays in FP32 against the level."),
        "|True|False", kBuild, getKeepBatchNorm, setKeepBatchNorm},
    {"cast_model_type", "mindspore", Kind::Choice,
        QT_TRANSLATE_NOOP("halftone::Options", "The type of the network against the level."),
        "|float16|float32", kBuild, getCastModelType, setCastModelType},
    {"loss_scale_manager", "mindspore", Kind::Choice,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "Who moves the loss scale against the level; some are refused."),
        "|None|dynamic|fixed|fixed-no-drop", kBuild, getManager, setManager},
    {"dtype", "mindspore", Kind::Choice, QT_TRANSLATE_NOOP("halftone::Options", "The low type."),
        "float16|bfloat16", kAuto | kCustom, getLow, setLow},
    {"white_list", "mindspore", Kind::Text,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "Cells and primitives for 16 bits and nothing else: nn.Conv2d,ops.MatMul."),
        "", kCustom, getList<&PolicyOptions::mindSpore, &MindSporeSettings::whiteList>,
        setList<&PolicyOptions::mindSpore, &MindSporeSettings::whiteList>},
    {"black_list", "mindspore", Kind::Text,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "Cells that stay in FP32 while everything else goes to 16 bits."),
        "", kCustom, getList<&PolicyOptions::mindSpore, &MindSporeSettings::blackList>,
        setList<&PolicyOptions::mindSpore, &MindSporeSettings::blackList>},
    tensorFlowNames<&TensorFlowSettings::allowAdd>(
        "ALLOWLIST_ADD", QT_TRANSLATE_NOOP("halftone::Options", "Operator types that are lowered.")),
    tensorFlowNames<&TensorFlowSettings::allowRemove>("ALLOWLIST_REMOVE",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that are no longer lowered by themselves.")),
    tensorFlowNames<&TensorFlowSettings::denyAdd>("DENYLIST_ADD",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that keep FP32, and with them what follows.")),
    tensorFlowNames<&TensorFlowSettings::denyRemove>(
        "DENYLIST_REMOVE", QT_TRANSLATE_NOOP("halftone::Options", "Operator types that need not keep FP32.")),
    tensorFlowNames<&TensorFlowSettings::inferAdd>("INFERLIST_ADD",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that are lowered behind lowered ones.")),
    tensorFlowNames<&TensorFlowSettings::inferRemove>("INFERLIST_REMOVE",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that are not lowered behind lowered ones.")),
    tensorFlowNames<&TensorFlowSettings::clearAdd>("CLEARLIST_ADD",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that pass both precisions through.")),
    tensorFlowNames<&TensorFlowSettings::clearRemove>("CLEARLIST_REMOVE",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that do not pass precisions through.")),
    {"LEVEL", "tensorflow", Kind::Choice,
        QT_TRANSLATE_NOOP("halftone::Options", "Lower the allow list alone."), "|TENSOR_CORES_ONLY", 7,
        getTensorCores, setTensorCores},
    autoCastNames<&AutoCastSettings::nodesToExclude>("nodes_to_exclude",
        QT_TRANSLATE_NOOP("halftone::Options", "Names of nodes that stay high, as regular expressions.")),
    autoCastNames<&AutoCastSettings::opTypesToExclude>(
        "op_types_to_exclude", QT_TRANSLATE_NOOP("halftone::Options", "Operator types that stay high.")),
    autoCastNames<&AutoCastSettings::nodesToInclude>("nodes_to_include",
        QT_TRANSLATE_NOOP("halftone::Options", "Names of nodes that are lowered in any case.")),
    autoCastNames<&AutoCastSettings::opTypesToInclude>("op_types_to_include",
        QT_TRANSLATE_NOOP("halftone::Options", "Operator types that are lowered in any case.")),
    {"init_max", "autocast", Kind::Text,
        QT_TRANSLATE_NOOP("halftone::Options", "Nodes with a larger constant stay high; 65504 without it."),
        "", 7, getInitMax, setInitMax},
    {"max_depth_of_reduction", "autocast", Kind::Text,
        QT_TRANSLATE_NOOP("halftone::Options", "Nodes that sum more terms stay high; off without it."), "", 7,
        getMaxDepth, setMaxDepth},
    {"op_block_list", "onnx-float16", Kind::Text,
        QT_TRANSLATE_NOOP(
            "halftone::Options", "Operator types that stay in FP32, in place of the default list."),
        "", 7, getList<&PolicyOptions::onnxFloat16, &OnnxFloat16Settings::opBlockList>,
        setList<&PolicyOptions::onnxFloat16, &OnnxFloat16Settings::opBlockList>},
    {"node_block_list", "onnx-float16", Kind::Text,
        QT_TRANSLATE_NOOP("halftone::Options", "Names of nodes that stay in FP32."), "", 7,
        getNames<&PolicyOptions::onnxFloat16, &OnnxFloat16Settings::nodeBlockList>,
        setNames<&PolicyOptions::onnxFloat16, &OnnxFloat16Settings::nodeBlockList>},
    {"check_fp16_ready", "onnx-float16", Kind::Choice,
        QT_TRANSLATE_NOOP("halftone::Options", "Refuse a model that has FP16 tensors."), "True|False", 7,
        getReady, setReady},
});

}

std::span<const PolicyOption> policyOptionTable()
{
    return kOptions;
}

}
