// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/optionsjson.h"

#include "gui/document/messagetexts.h"
#include "gui/document/text.h"

#include <QCoreApplication>

namespace halftone {

QJsonObject optionsJson(const PolicyOptions& options)
{
    QJsonObject json;
    for (const PolicyOption& option : policyOptionTable()) {
        if (const QString value = option.get(options); !value.isEmpty())
            json[QLatin1String(option.name)] = value;
    }
    return json;
}

QStringList readOptions(const QJsonObject& json, PolicyOptions& options)
{
    QStringList remarks;
    for (auto value = json.begin(); value != json.end(); ++value) {
        const PolicyOption* option = findPolicyOption(value.key());
        const auto done = option ? option->set(options, value.value().toString()) : Result<void>();
        if (!option)
            remarks += QCoreApplication::translate("OptionsJson", "The option \"%1\" is not known.")
                           .arg(value.key());
        else if (!done)
            remarks += QStringLiteral("%1: %2").arg(value.key(), errorText(done.error()));
    }
    return remarks;
}

}
