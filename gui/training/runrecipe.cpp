// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runrecipe.h"

#include "analysis/mixlist/mixlist.h"
#include "gui/document/optionsjson.h"
#include "gui/document/overridesjson.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace halftone {
namespace {

Error unreadable(const QString& what)
{
    return {ErrorKind::Format, "E-RUN-RECIPE", what.toStdString(), {},
        QCoreApplication::translate("RunRecipe", "Open the run to look at it, and start it anew.")
            .toStdString()};
}

}

QJsonObject toJson(const RunRecipe& recipe)
{
    QJsonObject dims;
    for (const auto& [name, size] : recipe.dims)
        dims[text(name)] = static_cast<qint64>(size);
    return {{"model", recipe.model}, {"dims", dims}, {"form", recipe.form},
        {"way", static_cast<int>(recipe.spec.way)}, {"choice", text(recipe.spec.choice)},
        {"usesList", recipe.spec.usesList}, {"rule", text(recipe.spec.lossScaleRule)},
        {"mode", text(recipe.window.choice->name)}, {"soc", text(recipe.window.soc)},
        {"options", optionsJson(recipe.window.options)},
        {"mixlist", text(writeMixlist(recipe.window.mixlist))},
        {"overrides", overridesJson(recipe.window.overrides)}};
}

Result<RunRecipe> recipeFrom(const QJsonObject& json)
{
    const auto string = [&](const char* name) { return json[QLatin1StringView(name)].toString(); };
    const PolicyChoice* mode = findChoice(string("mode").toStdString());
    const int way = json["way"].toInt(-1);
    const auto mixlist = parseMixlist(string("mixlist").toStdString(), "");
    if (!mode || way < 0 || way > static_cast<int>(RunSpec::Way::Choice) || !mixlist)
        return std::unexpected(unreadable(
            QCoreApplication::translate("RunRecipe", "What the run was made from cannot be read.")));
    RunRecipe recipe{.model = string("model"), .form = json["form"].toObject()};
    const QJsonObject dims = json["dims"].toObject();
    for (auto dim = dims.begin(); dim != dims.end(); ++dim)
        recipe.dims[dim.key().toStdString()] = dim.value().toInteger();
    recipe.spec = {.way = static_cast<RunSpec::Way>(way),
        .choice = string("choice").toStdString(),
        .usesList = json["usesList"].toBool(true),
        .lossScaleRule = string("rule").toStdString()};
    recipe.window.choice = mode;
    recipe.window.soc = string("soc").toStdString();
    recipe.window.mixlist = mixlist->mixlist;
    recipe.window.overrides = readOverrides(json["overrides"].toArray());
    // A run that went on under other options would be another run.
    if (const QStringList lost = readOptions(json["options"].toObject(), recipe.window.options);
        !lost.isEmpty())
        return std::unexpected(unreadable(lost.join(' ')));
    return recipe;
}

}
