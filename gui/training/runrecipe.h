// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingsetup.h"

#include <QJsonObject>

namespace halftone {

/// This is what a run was made from, so that it can go on after a crash.
struct RunRecipe
{
    QString model;
    std::map<std::string, std::int64_t> dims;
    RunSpec spec;
    Policy window; ///< What the window showed when it started.
    QJsonObject form; ///< See TrainingForm::state().
};

QJsonObject toJson(const RunRecipe& recipe);
/// Fails when the text was not written by toJson(), or speaks of a mode that is not known here.
Result<RunRecipe> recipeFrom(const QJsonObject& json);

}
