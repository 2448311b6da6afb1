// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/telemetry/event.h"

namespace halftone {

std::string_view name(RunFinished::Why why)
{
    switch (why) {
    case RunFinished::Why::Completed:
        return "completed";
    case RunFinished::Why::Stopped:
        return "stopped";
    case RunFinished::Why::Failed:
        return "failed";
    }
    return {};
}

}
