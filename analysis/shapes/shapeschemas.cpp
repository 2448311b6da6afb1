// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/shapes/shapeschemas.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace halftone {
namespace {

constexpr auto kPools = std::to_array<std::string_view>({"AveragePool", "LpPool", "MaxPool"});
constexpr int kSettled = 22; // the first opset that leaves such windows out

class ShapeSchemas final : public onnx::ISchemaRegistry
{
public:
    const onnx::OpSchema* GetSchema(
        const std::string& type, const int opset, const std::string& domain) const override
    {
        const bool isPool = (domain.empty() || domain == "ai.onnx") && std::ranges::contains(kPools, type);
        return onnx::OpSchemaRegistry::Schema(type, isPool ? std::max(opset, kSettled) : opset, domain);
    }
};

}

const onnx::ISchemaRegistry& shapeSchemas()
{
    static const ShapeSchemas schemas;
    return schemas;
}

}
