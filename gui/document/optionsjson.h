// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/policyoptions.h"

#include <QJsonObject>

namespace halftone {

/// The options that are set, by their names, as sessions and kept runs hold them. Files are named, not held.
QJsonObject optionsJson(const PolicyOptions& options);

/// What can be read of them. Reads the files that they name, which takes time. Gives back what could not be
/// taken over, as sentences.
QStringList readOptions(const QJsonObject& json, PolicyOptions& options);

}
