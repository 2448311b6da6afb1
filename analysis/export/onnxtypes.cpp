// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/onnxtypes.h"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

namespace halftone {
namespace {

using Parameters = std::vector<onnx::OpSchema::FormalParameter>;

std::string_view onnxType(DType dtype)
{
    switch (dtype) {
    case DType::Float32:
        return "tensor(float)";
    case DType::Float16:
        return "tensor(float16)";
    case DType::BFloat16:
        return "tensor(bfloat16)";
    default:
        return {};
    }
}

/// A tensor of the node among those that must have one type.
struct Member
{
    DType decided = DType::Undefined;
    DType written = DType::Undefined;
    DType* result = nullptr;
    bool isInput = false;
};

class TypeFitter
{
public:
    TypeFitter(const onnx::OpSchema& schema, const SlotTypes& decided, const SlotTypes& written)
        : m_schema(schema)
        , m_types(decided)
    {
        collect(schema.inputs(), decided.inputs, written.inputs, m_types.inputs, true);
        collect(schema.outputs(), decided.outputs, written.outputs, m_types.outputs, false);
    }

    SlotTypes run()
    {
        for (const auto& [typeName, members] : m_groups) {
            if (fits(typeName, members))
                continue;
            for (const Member& member : members) {
                if (member.written != DType::Undefined)
                    *member.result = member.written;
            }
        }
        return std::move(m_types);
    }

private:
    void collect(const Parameters& parameters, std::span<const DType> decided, std::span<const DType> written,
        std::vector<DType>& results, bool isInput)
    {
        for (std::size_t slot = 0; slot < decided.size() && !parameters.empty(); ++slot) {
            const auto& parameter = parameters[std::min(slot, parameters.size() - 1)];
            const bool isFree = parameter.GetOption() == onnx::OpSchema::Variadic &&
                !parameter.GetIsHomogeneous(); // each tensor has a type of its own
            if (decided[slot] == DType::Undefined || isFree)
                continue;
            const DType before = slot < written.size() ? written[slot] : DType::Undefined;
            m_groups[parameter.GetTypeStr()].push_back({decided[slot], before, &results[slot], isInput});
        }
    }

    bool fits(const std::string& typeName, std::span<const Member> members) const
    {
        const auto isAsWritten = [](const Member& member) { return member.decided == member.written; };
        if (std::ranges::all_of(members, isAsWritten))
            return true;
        if (std::ranges::none_of(members, &Member::isInput))
            return false; // An attribute says the type.
        const DType first = members.front().decided;
        return std::ranges::all_of(members, [&](const Member& member) { return member.decided == first; }) &&
            allows(typeName, onnxType(first));
    }

    bool allows(const std::string& typeName, std::string_view type) const
    {
        for (const auto& constraint : m_schema.typeConstraintParams()) {
            if (constraint.type_param_str == typeName)
                return std::ranges::contains(constraint.allowed_type_strs, type);
        }
        return typeName == type; // A parameter without a variable has one type.
    }

    const onnx::OpSchema& m_schema;
    SlotTypes m_types;
    std::map<std::string, std::vector<Member>> m_groups;
};

}

SlotTypes typesInOnnx(const OnnxOperator& op, const SlotTypes& decided, const SlotTypes& written)
{
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(op.type, op.version, op.domain);
    if (schema)
        return TypeFitter(*schema, decided, written).run();
    SlotTypes types = written;
    for (std::size_t slot = 0; slot < types.inputs.size(); ++slot)
        types.inputs[slot] =
            written.inputs[slot] == DType::Undefined ? decided.inputs[slot] : written.inputs[slot];
    for (std::size_t slot = 0; slot < types.outputs.size(); ++slot)
        types.outputs[slot] =
            written.outputs[slot] == DType::Undefined ? decided.outputs[slot] : written.outputs[slot];
    return types;
}

}
