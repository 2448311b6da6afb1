// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

namespace halftone::test {

/// What halftone-cli left behind.
struct CliOutcome
{
    int exitCode = -1; ///< Also where it crashed, or took longer than two minutes.
    QByteArray output;
    QByteArray complaints;

    QJsonObject json() const; ///< The output; empty when it is none.
};

CliOutcome runCli(const QStringList& arguments);

}
