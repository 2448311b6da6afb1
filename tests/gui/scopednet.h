// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/onnxmodel.h"

#include <string>
#include <vector>

namespace halftone::test {

/// Twenty-four equal layers of three operators, and a head of two.
inline std::string layeredModel()
{
    std::string text = "<ir_version: 8, opset_import: [\"\" : 17]>\nnet (float[8,8] x) => (float[8,8] y) {\n";
    std::vector<std::string> names;
    std::string last = "x";
    for (int i = 0; i < 24; ++i) {
        const std::string n = std::to_string(i);
        text += "a" + n + " = MatMul(" + last + ", " + last + ")\nb" + n + " = Softmax(a" + n + ")\nc" + n +
            " = Add(b" + n + ", " + last + ")\n";
        for (const char* type : {"MatMul", "Softmax", "Add"})
            names.push_back("/encoder/layer." + n + "/" + type);
        last = "c" + n;
    }
    text += "h = MatMul(" + last + ", x)\ny = Relu(h)\n}";
    names.insert(names.end(), {"/head/MatMul", "/head/Relu"});
    return withNodeNames(onnxModel(text), names);
}

}
