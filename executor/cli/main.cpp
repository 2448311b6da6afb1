// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"

int main(int argc, char** argv)
{
    return halftone::cli::runCommandLine(argc, argv);
}
