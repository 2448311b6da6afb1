// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace halftone {

/// A control under its label, as the forms of a training show them; both have \p tip. Controls of all kinds
/// get one height, so that the fields of a line stand level.
QWidget* formField(QWidget* parent, const QString& label, QWidget* control, const QString& tip);

}
