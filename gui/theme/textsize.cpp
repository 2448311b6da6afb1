// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/textsize.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace halftone {

int atTextSize(int pixels)
{
    const double usual = QFontDatabase::systemFont(QFontDatabase::GeneralFont).pointSizeF();
    return qRound(pixels * QGuiApplication::font().pointSizeF() / usual);
}

}
