// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the graph view takes: the first picture of a net, opening a group in it, and one frame at every
// level of detail.
//
// Goals: the first picture of 100,000 operators below 200 ms after they are decided, a group below 50 ms, a
// frame below 16 ms. The net is flat in "frame/flat", which is the worst case, and all open in "frame/open".
#include "analysis/graph/graphbuilder.h"
#include "gui/graph/graphpainter.h"
#include "gui/graph/picturegeometry.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <benchmark/benchmark.h>

namespace {

using namespace halftone;

/// Blocks of six operators with a shortcut, in stages of 512.
GraphPtr deepNet(std::int64_t nodes)
{
    GraphBuilder builder;
    const std::int64_t side[] = {64, 64};
    const auto dims = fixedDims(side);
    ValueId last = builder.addInput("x", DType::Float32, dims);
    const auto op = [&](const char* type, std::vector<ValueId> inputs, const std::string& scope) {
        const ValueId out = builder.addValue(scope + type, DType::Float32, dims);
        builder.addNode(
            {.opType = type, .name = scope + type, .inputs = std::move(inputs), .outputs = {out}});
        return out;
    };
    for (std::int64_t block = 0; block < nodes / 6; ++block) {
        const std::string scope =
            "stage" + std::to_string(block / 512) + "/block" + std::to_string(block % 512) + "/";
        ValueId inside = last;
        for (const char* type : {"MatMul", "Softmax", "Relu", "Tanh", "Exp"})
            inside = op(type,
                type == std::string_view("MatMul") ? std::vector{inside, inside} : std::vector{inside},
                scope);
        last = op("Add", {inside, last}, scope);
    }
    builder.markOutput(last);
    return std::move(builder).finish().value().graph;
}

std::shared_ptr<const GraphPicture> flatPicture(std::int64_t nodes)
{
    const GraphPtr graph = deepNet(nodes);
    return makePicture(graph, Decisions(graph), {});
}

std::shared_ptr<const GraphPicture> openPicture(std::int64_t nodes)
{
    const GraphPtr graph = deepNet(nodes);
    Grouping grouping(std::make_shared<const ScopeTree>(graph, PhaseSet{}));
    grouping.openAll();
    return makePicture(Decisions(graph), {}, grouping);
}

void firstPicture(benchmark::State& state)
{
    const GraphPtr graph = deepNet(state.range(0));
    const Decisions decisions(graph);
    for (auto _ : state)
        benchmark::DoNotOptimize(makePicture(decisions, {}, firstGrouping(graph, {})));
}

void openGroup(benchmark::State& state)
{
    const GraphPtr graph = deepNet(state.range(0));
    const Decisions decisions(graph);
    for (auto _ : state) {
        state.PauseTiming();
        Grouping grouping(std::make_shared<const ScopeTree>(graph, PhaseSet{}));
        const auto closed = makePicture(decisions, {}, grouping);
        state.ResumeTiming();
        grouping.setOpen({1}, true);
        benchmark::DoNotOptimize(makePicture(decisions, {}, grouping, closed.get()));
    }
}

template <std::shared_ptr<const GraphPicture> (*Make)(std::int64_t)>
void frame(benchmark::State& state)
{
    constexpr QSize kWindow(1600, 1000);
    const auto picture = Make(state.range(0));
    const double scale = static_cast<double>(state.range(1)) / 100;
    GraphPainter graphPainter(picture, Scheme::Light, QFont());
    QImage image(kWindow, QImage::Format_RGB32);
    const QRectF area(QPointF(pictureRect(*picture).center().x() - kWindow.width() / scale / 2,
                          pictureRect(*picture).center().y()),
        QSizeF(kWindow) / scale);
    for (auto _ : state) {
        QPainter painter(&image);
        painter.fillRect(image.rect(), Qt::white);
        painter.scale(scale, scale);
        painter.translate(-area.topLeft());
        graphPainter.paint(painter, area, scale, {});
    }
}

void zooms(benchmark::internal::Benchmark* benchmark)
{
    for (const std::int64_t nodes : {10'000, 100'000}) {
        for (const std::int64_t percent : {100, 50, 30, 10, 2})
            benchmark->Args({nodes, percent});
    }
    benchmark->Unit(benchmark::kMillisecond);
}

BENCHMARK(firstPicture)->Name("first picture")->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(openGroup)
    ->Name("open a group")
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK(frame<flatPicture>)->Name("frame/flat")->Apply(zooms);
BENCHMARK(frame<openPicture>)->Name("frame/open")->Apply(zooms);

}

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
