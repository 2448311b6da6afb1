// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QJsonDocument>
#include <QProcess>

namespace halftone::test {

QJsonObject CliOutcome::json() const
{
    return QJsonDocument::fromJson(output).object();
}

CliOutcome runCli(const QStringList& arguments)
{
    constexpr int kLongest = 120'000; // ms
    QProcess process;
    process.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"), arguments);
    if (!process.waitForFinished(kLongest) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

}
