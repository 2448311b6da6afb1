// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/attribute.h"

#include "analysis/core/dtype.h"

#include <format>

namespace halftone {
namespace {

constexpr std::size_t kShownElements = 16;

template <typename T>
std::string describeList(const std::vector<T>& values)
{
    std::string text = "[";
    for (std::size_t i = 0; i < values.size() && i < kShownElements; ++i)
        text += std::format("{}{}", i == 0 ? "" : ", ", values[i]);
    if (values.size() > kShownElements)
        text += std::format(", … {} more", values.size() - kShownElements);
    return text + "]";
}

struct Describe
{
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(float value) const { return std::format("{}", value); }
    std::string operator()(const std::string& value) const { return value; }
    template <typename T>
    std::string operator()(const std::vector<T>& values) const
    {
        return describeList(values);
    }
    std::string operator()(const TensorData& data) const
    {
        return std::format("{} tensor of shape {}", name(data.dtype), describeList(data.dims));
    }
};

}

std::string describe(const AttributeValue& value)
{
    return std::visit(Describe{}, value);
}

}
