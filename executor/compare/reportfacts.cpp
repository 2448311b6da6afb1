// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/htmlreport.h"
#include "kernels/target.h"

#include <dnnl.hpp>

#include <chrono>
#include <format>
#include <fstream>
#include <sys/utsname.h>
#include <thread>

namespace halftone {
namespace {

/// "Intel(R) Xeon(R) ..."; empty where the system does not say.
std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name") && line.contains(": "))
            return line.substr(line.find(": ") + 2);
    }
    return {};
}

}

ReportFacts reportFacts()
{
    const auto now = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now());
    utsname system{};
    uname(&system);
    const dnnl_version_t* oneDnn = dnnl_version();
    return {.date = std::format("{:%Y-%m-%d %H:%M} UTC", now),
        .machine = std::format("{}, {} threads, kernels for {}; {} {} {}", processorName(),
            std::thread::hardware_concurrency(), kernels::activeTarget(), system.sysname, system.release,
            system.machine),
        .versions = std::format(
            "Halftone {}, oneDNN {}.{}.{}", HALFTONE_VERSION, oneDnn->major, oneDnn->minor, oneDnn->patch)};
}

}
