// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/onnxruntime.h"

#include <QProcess>

namespace halftone::test {
namespace {

constexpr int kMinutes = 60'000;

}

bool hasOnnxRuntime()
{
    static const bool has = [] {
        QProcess python;
        python.setStandardErrorFile(QProcess::nullDevice());
        python.start("python3", {"-c", "import onnxruntime, numpy"});
        return python.waitForFinished(kMinutes) && python.exitCode() == 0 &&
            python.exitStatus() == QProcess::NormalExit;
    }();
    return has;
}

nlohmann::json runOnnx(const nlohmann::json& request)
{
    QProcess python;
    python.setStandardErrorFile(QProcess::nullDevice());
    python.start("python3", {QStringLiteral(HALFTONE_SOURCE_DIR "/tests/support/run_onnx.py")});
    python.write(QByteArray::fromStdString(request.dump()));
    python.closeWriteChannel();
    if (!python.waitForFinished(10 * kMinutes) || python.exitCode() != 0)
        return nullptr;
    return nlohmann::json::parse(python.readAllStandardOutput().toStdString(), nullptr, false);
}

}
