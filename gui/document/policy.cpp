// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/policy.h"

namespace halftone {

PrecisionPolicy Policy::precision() const
{
    PrecisionPolicy policy{.settings = choice->settings, .overrides = overrides};
    if (auto* ascend = std::get_if<AscendSettings>(&policy.settings)) {
        ascend->soc = soc;
        if (const Mixlist* inForce = mixlistInForce())
            ascend->mixlist = *inForce;
    }
    return policy;
}

}
