// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX Runtime, an implementation of operators that shares nothing with ours, in a process of its own.
#pragma once

#include <nlohmann/json.hpp>

namespace halftone::test {

/// Whether python3 finds the package onnxruntime. Asked once.
bool hasOnnxRuntime();

/// The answer of run_onnx.py to a request, see there; null when the process itself failed.
nlohmann::json runOnnx(const nlohmann::json& request);

}

/// Skips the test, by name and visibly, where there is no ONNX Runtime.
#define HALFTONE_NEED_ONNXRUNTIME()                                                                          \
    if (!halftone::test::hasOnnxRuntime())                                                                   \
    QSKIP("needs python3 with onnxruntime (PYTHONPATH may name its folder)")
