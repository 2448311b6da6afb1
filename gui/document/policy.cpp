// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/policy.h"

#include <algorithm>

namespace halftone {

QStringList Policy::variantNames() const
{
    QStringList names{variantName};
    for (const MixlistVariant& other : variants)
        names += other.name;
    names.sort(Qt::CaseInsensitive);
    return names;
}

const Mixlist& Policy::variant(const QString& name) const
{
    const auto other = std::ranges::find(variants, name, &MixlistVariant::name);
    return other == variants.end() ? mixlist : other->mixlist;
}

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
