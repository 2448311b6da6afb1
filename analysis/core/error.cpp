// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/error.h"

#include <format>

namespace halftone {

std::string describe(const Error& error)
{
    std::string text = error.where;
    if (error.line > 0)
        text += std::format(":{}:{}", error.line, error.column);
    if (!text.empty())
        text += ": ";
    text += error.what;
    if (!error.code.empty())
        text += std::format(" [{}]", error.code);
    if (!error.remedy.empty())
        text += " " + error.remedy;
    return text;
}

}
