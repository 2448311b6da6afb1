// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/coverage.h"

#include "analysis/oplibrary/vocabulary.h"
#include "analysis/ops/ascendrecipe.h"
#include "analysis/ops/optable.h"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <set>
#include <utility>

namespace halftone {
namespace {

// Most recipes do not depend on how many tensors there are; any number shows the types.
constexpr std::size_t kAnyCount = 3;

void addType(std::string& text, std::string_view type)
{
    text += (text.empty() ? "" : " ") + std::string(type);
}

std::string ascendTypesOf(const OpDef& op, std::string_view name)
{
    std::string text;
    if (op.ascend.lower)
        return "depends on the node";
    if (op.ascend.types.empty()) {
        for (const std::string_view type : halftone::ascendTypesOf(Framework::Onnx, name))
            addType(text, type);
        return text;
    }
    for (const AscendPart& part : sharedRecipe(op.ascend.types, kAnyCount, 1)) {
        if (!part.types.empty())
            addType(text, part.types.front());
    }
    return text;
}

// The newest definition counts; operators that ONNX took back again are not shown.
std::set<std::pair<std::string_view, std::string_view>> allNames()
{
    std::set<std::pair<std::string_view, std::string_view>> names;
    for (const OpDef* op : allOps())
        names.emplace(op->domain, op->name);
    static const std::vector<onnx::OpSchema> schemas = onnx::OpSchemaRegistry::get_all_schemas();
    for (const onnx::OpSchema& schema : schemas) {
        if (schema.domain().empty() && !schema.Deprecated())
            names.emplace(std::string_view(), schema.Name());
    }
    return names;
}

}

std::vector<OpCoverage> opCoverage()
{
    std::vector<OpCoverage> rows;
    for (const auto& [domain, name] : allNames()) {
        const OpDef& op = findOp(name, domain);
        rows.push_back({name, domain, &op, ascendTypesOf(op, name)});
    }
    return rows;
}

}
