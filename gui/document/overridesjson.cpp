// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/overridesjson.h"

#include "gui/document/text.h"

#include <QJsonObject>

namespace halftone {
namespace {

constexpr std::size_t kMostOverrides = 10'000;

}

QJsonArray overridesJson(const std::vector<PrecisionOverride>& overrides)
{
    QJsonArray json;
    for (const PrecisionOverride& call : overrides) {
        QJsonArray members;
        for (const std::string& member : call.members)
            members.append(text(member));
        json.append(QJsonObject{{"target", text(call.target)},
            {"call", call.kind == PrecisionOverride::Kind::ToFloat ? "to_float" : "add_flags"},
            {"dtype", text(name(call.dtype))}, {"members", members}});
    }
    return json;
}

std::vector<PrecisionOverride> readOverrides(const QJsonArray& json)
{
    std::vector<PrecisionOverride> overrides;
    for (const QJsonValue& value : json) {
        const std::optional<DType> dtype = parseDType(value["dtype"].toString().toStdString());
        if (!dtype || !isReducibleFloat(*dtype) || overrides.size() >= kMostOverrides)
            continue;
        const bool addsFlag = value["call"].toString() == QLatin1String("add_flags");
        overrides.push_back({.target = value["target"].toString().toStdString(),
            .kind = addsFlag ? PrecisionOverride::Kind::AddFlags : PrecisionOverride::Kind::ToFloat,
            .dtype = *dtype});
        for (const QJsonValue& member : value["members"].toArray())
            overrides.back().members.push_back(member.toString().toStdString());
    }
    return overrides;
}

}
