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

std::shared_ptr<const OpLibrary> Policy::library() const
{
    if (options.library)
        return options.library;
    auto embedded = OpLibrary::embedded(soc);
    return embedded ? *std::move(embedded) : nullptr;
}

PrecisionPolicy Policy::precision() const
{
    PrecisionPolicy policy{.settings = settingsWith(*choice, options), .overrides = overrides};
    if (auto* ascend = std::get_if<AscendSettings>(&policy.settings)) {
        ascend->soc = soc;
        if (const Mixlist* inForce = mixlistInForce())
            ascend->mixlist = *inForce;
    }
    return policy;
}

PrecisionPolicy Policy::precisionForCommand() const
{
    PrecisionPolicy policy = precision();
    if (auto* ascend = std::get_if<AscendSettings>(&policy.settings)) {
        ascend->keepDTypes.fileName = options.keepDTypesPath.toStdString();
        ascend->customDTypes.fileName = options.customDTypesPath.toStdString();
    }
    return policy;
}

}
