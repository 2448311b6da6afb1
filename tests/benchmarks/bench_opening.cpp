// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long it takes from a click on a file to its first picture, step by step and as a whole.
//
// Goal for 100,000 operators: everything below 1 s, so that a person waits for nothing. HALFTONE_LARGE_MODEL
// names another file; without it one is written, in the shape of the corpus's make_models.py --scale.
#include "executor/files/modelfile.h"
#include "gui/document/judgement.h"
#include "gui/document/openedmodel.h"
#include "gui/graph/graphpainter.h"
#include "gui/graph/picturegeometry.h"
#include "tests/benchmarks/bigmodels.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <benchmark/benchmark.h>
#include <unistd.h>

namespace {

using namespace halftone;

QString modelPath;

OpenedModelPtr opened()
{
    auto model = readModel(modelPath);
    if (!model) {
        std::fprintf(stderr, "%s\n", describe(model.error()).c_str());
        std::exit(1);
    }
    return *std::move(model);
}

void paintFirst(const std::shared_ptr<const GraphPicture>& picture)
{
    QImage image(1600, 1000, QImage::Format_RGB32);
    QPainter painter(&image);
    GraphPainter(picture, Scheme::Light, QFont()).paint(painter, QRectF(image.rect()), 1, {});
}

void readFile(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(opened());
}

void decideAll(benchmark::State& state)
{
    const OpenedModelPtr model = opened();
    for (auto _ : state)
        benchmark::DoNotOptimize(Judgement(model->forward, Policy()));
}

void group(benchmark::State& state)
{
    const OpenedModelPtr model = opened();
    for (auto _ : state)
        benchmark::DoNotOptimize(firstGrouping(model->forward, {}));
}

void draw(benchmark::State& state)
{
    const OpenedModelPtr model = opened();
    const Judgement judgement(model->forward, Policy());
    const Grouping grouping = firstGrouping(model->forward, {});
    for (auto _ : state)
        paintFirst(makePicture(judgement.decisions(), judgement.casts(), grouping));
}

void everything(benchmark::State& state)
{
    for (auto _ : state) {
        const OpenedModelPtr model = opened();
        const Judgement judgement(model->forward, Policy());
        paintFirst(makePicture(judgement.decisions(), judgement.casts(), firstGrouping(model->forward, {})));
    }
}

BENCHMARK(everything)->Name("click to picture")->Unit(benchmark::kMillisecond);
BENCHMARK(readFile)->Name("read the file")->Unit(benchmark::kMillisecond);
BENCHMARK(decideAll)->Name("decide")->Unit(benchmark::kMillisecond);
BENCHMARK(group)->Name("group")->Unit(benchmark::kMillisecond);
BENCHMARK(draw)->Name("lay out and paint")->Unit(benchmark::kMillisecond);

}

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    const auto own = std::filesystem::temp_directory_path() / std::format("halftone-{}.onnx", ::getpid());
    modelPath = qEnvironmentVariable("HALFTONE_LARGE_MODEL");
    if (modelPath.isEmpty()) {
        test::writeScaleModel(own, 100'000);
        modelPath = QString::fromStdString(own.string());
    }
    benchmark::RunSpecifiedBenchmarks();
    std::filesystem::remove(own);
    return 0;
}
