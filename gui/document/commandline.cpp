// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commandline.h"

#include "gui/document/text.h"

#include <QRegularExpression>

namespace halftone {
namespace {

QString joined(const std::vector<std::string>& names)
{
    QStringList list;
    for (const std::string& name : names)
        list += text(name);
    return list.join(',');
}

QStringList mindSporeWords(const MindSporeSettings& settings, const QString& dashes)
{
    QStringList words{dashes + "amp-api", text(name(settings.api))};
    if (settings.api != AmpApi::CustomMixedPrecision)
        words += {dashes + "level", text(settings.level)};
    else if (settings.whiteList)
        words += {dashes + "white-list", joined(*settings.whiteList)};
    else if (settings.blackList)
        words += {dashes + "black-list", joined(*settings.blackList)};
    return words;
}

// The type that a choice of another tool brings along.
QStringList lowTypeWords(const PolicySettings& settings, const QString& dashes)
{
    const auto* torch = std::get_if<TorchSettings>(&settings);
    const auto* autoCast = std::get_if<AutoCastSettings>(&settings);
    const DType low = torch ? torch->low : autoCast ? autoCast->low : DType::Float16;
    return low == DType::Float16 ? QStringList() : QStringList{dashes + "low-type", text(name(low))};
}

}

QString shellLine(const QStringList& words)
{
    static const QRegularExpression plain(QStringLiteral(R"(^[A-Za-z0-9_@%+=:,./-]+$)"));
    QStringList quoted;
    for (QString word : words) {
        if (!plain.match(word).hasMatch())
            word = '\'' + word.replace('\'', QLatin1String(R"('\'')")) + '\'';
        quoted += word;
    }
    return quoted.join(' ');
}

QStringList policyWords(const Policy& policy, const QString& mixlist, const QString& prefix)
{
    const QString dashes = "--" + prefix;
    QStringList words;
    const PrecisionPolicy precision = policy.precision();
    if (policy.choice->isAscend()) {
        words += {dashes + "soc", text(policy.soc), dashes + "mode", text(policy.choice->name)};
        if (!mixlist.isEmpty() && policy.mixlistInForce())
            words += {dashes + "mixlist", mixlist};
    } else {
        words += {dashes + "policy", text(definitionOf(precision).id)};
    }
    if (const auto* mindSpore = std::get_if<MindSporeSettings>(&precision.settings))
        words += mindSporeWords(*mindSpore, dashes);
    words += lowTypeWords(precision.settings, dashes);
    for (const PrecisionOverride& call : policy.overrides) {
        if (!call.members.empty())
            words += {dashes + "node-group", text(call.target) + '=' + joined(call.members)};
        words += {dashes + (call.kind == PrecisionOverride::Kind::ToFloat ? "to-float" : "add-flags"),
            text(call.target) + '=' + text(name(call.dtype))};
    }
    return words;
}

QStringList modelWords(const QString& path, const DimSizes& dims)
{
    QStringList words{path};
    for (const auto& [name, size] : dims)
        words += {QStringLiteral("--dim"), QStringLiteral("%1=%2").arg(text(name)).arg(size)};
    return words;
}

}
