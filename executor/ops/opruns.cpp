// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/families.h"

#include <algorithm>
#include <vector>

namespace halftone {
namespace {

auto key(const OpRun& run)
{
    return std::pair(run.domain, run.name);
}

std::vector<OpRun> collectRuns()
{
    std::vector<OpRun> rows;
    for (std::span<const OpRun> family : {axisRuns(), binaryRuns(), controlRuns(), conversionRuns(),
             convolutionRuns(), dropoutRuns(), einsumRuns(), gatherRuns(), gemmRuns(), libraryMathRuns(),
             logicRuns(), lossRuns(), matmulRuns(), movementRuns(), normalizationRuns(), onnxUpdateRuns(),
             poolingRuns(), recurrentRuns(), reductionRuns(), reluRuns(), resizeRuns(), rowNormRuns(),
             selectionRuns(), shapeRuns(), softmaxRuns(), unaryRuns(), updateRuns()})
        rows.insert(rows.end(), family.begin(), family.end());
    std::ranges::sort(rows, {}, key);
    return rows;
}

}

std::span<const OpRun> allOpRuns()
{
    static const std::vector<OpRun> rows = collectRuns();
    return rows;
}

const OpRun* findOpRun(std::string_view opType, std::string_view domain)
{
    const std::span<const OpRun> rows = allOpRuns();
    const auto found = std::ranges::lower_bound(rows, std::pair(domain, opType), {}, key);
    return found != rows.end() && key(*found) == std::pair(domain, opType) ? &*found : nullptr;
}

}
