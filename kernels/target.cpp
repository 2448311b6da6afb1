// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/target.h"

#include <array>
#include <cassert>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/target.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

const char* compiledFor()
{
    return hwy::TargetName(HWY_TARGET);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(compiledFor);

struct Available
{
    std::array<std::string_view, HWY_MAX_DYNAMIC_TARGETS> names{};
    std::array<std::int64_t, HWY_MAX_DYNAMIC_TARGETS> bits{};
    std::size_t count = 0;
};

Available findAvailable() noexcept
{
    Available found;
    // A lower bit is a better instruction set.
    for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
        found.bits[found.count] = left & -left;
        found.names[found.count] = hwy::TargetName(left & -left);
        ++found.count;
    }
    return found;
}

const Available& available() noexcept
{
    static const Available found = findAvailable();
    return found;
}

void restrictTo(std::int64_t targets) noexcept
{
    hwy::SetSupportedTargetsForTest(targets); // 0 lifts the restriction.
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}

std::string_view activeTarget() noexcept
{
    return HWY_DYNAMIC_DISPATCH(compiledFor)();
}

std::span<const std::string_view> availableTargets() noexcept
{
    return {available().names.data(), available().count};
}

TargetOverride::TargetOverride(std::string_view name) noexcept
{
    for (std::size_t i = 0; i < available().count; ++i) {
        if (available().names[i] == name)
            restrictTo(available().bits[i]);
    }
    assert(activeTarget() == name && "only names that availableTargets() gives");
}

TargetOverride::~TargetOverride()
{
    restrictTo(0);
}

}
#endif
