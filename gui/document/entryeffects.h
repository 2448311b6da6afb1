// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/judgement.h"

#include <QHash>
#include <QString>

#include <stop_token>

namespace halftone {

/// "14 ops 16→32, 2 ops 32→B"; "no op changes" for none.
QString movesText(std::span<const PrecisionMove> moves);

/// What each operator type of the mixlist changes in the model: the decisions with all entries against those
/// without the entries of that type. Judges once per type. Empty when stopped.
QHash<QString, QString> effectsByType(const JudgementPtr& judgement, const std::stop_token& stop);

}
