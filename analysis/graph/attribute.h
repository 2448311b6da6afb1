// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace halftone {

using AttributeValue = std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
    std::vector<float>, std::vector<std::string>, TensorData>;

/// This is a named constant of a node. Graph-valued attributes are Node::bodies instead.
struct Attribute
{
    std::string name;
    AttributeValue value;
};

/// The attribute of that name and type, or \p fallback when it is absent or of another type.
template <typename T>
T attributeOr(std::span<const Attribute> attributes, std::string_view name, T fallback)
{
    for (const Attribute& attribute : attributes) {
        if (attribute.name == name) {
            if (const T* value = std::get_if<T>(&attribute.value))
                return *value;
        }
    }
    return fallback;
}

/// "[1, 2]", "0.5", "NOTSET": for the inspector and JSON; long lists are cut after 16 elements.
std::string describe(const AttributeValue& value);

}
