// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runevents.h"

#include <QIcon>

namespace halftone {

/// The mark that the plots use for this kind of event, in the colours of the program's palette.
QIcon eventMark(RunEvent::Kind kind);

enum class Transport : std::uint8_t { Start, Pause, Step, Stop, Branch, Save, Remove };
/// The signs of a player and its kin, in the colour of the texts on buttons.
QIcon transportIcon(Transport sign);

}
