// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace halftone::cli {

/// This is a place in a text file as messages write it.
struct FilePlace
{
    std::string file;
    int line = 0; ///< Counted from 1; 0 where there is none.
    int column = 0;
};

/// "ops_info.json:4:7" or "ascend910b.tsv:812" taken apart; anything else is all file.
FilePlace filePlace(const std::string& where);

}
