// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small graphs, and what an Ascend mode decides for them.
#pragma once

#include "analysis/judge/judge.h"
#include "tests/analysis/listwords.h"
#include "tests/support/textgraph.h"

namespace halftone::test {

/// A white, a gray, a black and a gray operator in a row.
inline constexpr char kConvReluLog[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    c: f32[1,4,6,6] = Conv(x, w)
    r: f32[1,4,6,6] = Relu(c)
    l: f32[1,4,6,6] = Log(r)
    e: f32[1,4,6,6] = Exp(l)
    output e
)";

/// An operator that the 910 computes in FP16 only.
inline constexpr char kConv3d[] = R"(
    input  x: f32[1,3,8,8,8]
    weight w: f32[4,3,3,3,3]
    c: f32[1,4,6,6,6] = Conv(x, w)
    output c
)";

/// A list as a file has it; none for an empty text.
inline Mixlist listFrom(const QByteArray& text)
{
    return text.isEmpty() ? Mixlist{} : parseMixlist(text.toStdString(), "ops_info.json").value().mixlist;
}

inline QByteArray black(const char* type)
{
    return QByteArray("{\"black-list\":{\"to-add\":[\"") + type + "\"]}}";
}

inline Decisions judged(
    const GraphPtr& graph, const char* soc, const char* mode, const Mixlist* mixlist = nullptr)
{
    return judge(graph, {&library(soc), parseMode(mode).value().mode, mixlist}).value();
}

}
