// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window with a NaN gives NaN, whatever the layout and whoever computes it: else an overflow would end at
// the next pool, and nobody would find where it came from.
#include "executor/program/program.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::test;

class TestMaxPoolNan : public QObject
{
    Q_OBJECT

private slots:
    void windowsWithANanGiveNan_data();
    void windowsWithANanGiveNan();
    void infinityIsNoNan();
};

namespace {

constexpr const char* kPlain = "input x: f32[1,3,5,5]\n";
// A convolution that leaves every number as it is, and channels in blocks behind it.
constexpr const char* kBlocked = "input i: f32[1,8,5,5]\n weight w: f32[8,1,1,1] = 1 1 1 1 1 1 1 1\n x: "
                                 "f32[1,8,5,5] = Conv(i, w) group=8\n";

/// The result for numbers that grow, but for one at row 1, column 2 of the first channel.
std::vector<float> pooled(const GraphPtr& graph, float other)
{
    auto program = Program::compile(graph, {});
    if (!program)
        qFatal("%s", describe(program.error()).c_str());
    const std::span<float> x = program->floats(graph->graphInputs()[0]);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i) - 7;
    x[7] = other;
    program->run(Stage::Compute);
    return program->read(graph->graphOutputs()[0]);
}

}

void TestMaxPoolNan::windowsWithANanGiveNan_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QList<int>>("places"); // in the first channel
    const auto row = [](const char* name, QString model, const QString& pool, const QList<int>& places) {
        QTest::newRow(name) << model + pool + "\noutput y\n" << places;
    };
    const QString square = "y = MaxPool(x) kernel_shape=2,2 strides=1,1";
    const QString wide = "y = MaxPool(x) kernel_shape=2,2 strides=1,1 dilations=2,2";
    const QString padded = "y = MaxPool(x) kernel_shape=3,3 strides=2,2 pads=1,1,1,1";
    // 4 x 4 windows; those with (1, 2) start at rows 0 and 1, columns 1 and 2.
    row("rows of pixels", kPlain, "y: f32[1,3,4,4]" + square.mid(1), {1, 2, 5, 6});
    row("blocks of channels", kBlocked, "y: f32[1,8,4,4]" + square.mid(1), {1, 2, 5, 6});
    // 3 x 3 windows of the elements 0 and 2 apart: row 1 alone, columns 0 and 2.
    row("windows with gaps", kPlain, "y: f32[1,3,3,3]" + wide.mid(1), {3, 5});
    row("windows with gaps in blocks", kBlocked, "y: f32[1,8,3,3]" + wide.mid(1), {3, 5});
    // Windows of rows -1 to 1, 1 to 3, 3 to 5; column 2 is in the one from 1 to 3.
    row("padding", kPlain, "y: f32[1,3,3,3]" + padded.mid(1), {1, 4});
    row("padding of blocks", kBlocked, "y: f32[1,8,3,3]" + padded.mid(1), {1, 4});
}

void TestMaxPoolNan::windowsWithANanGiveNan()
{
    QFETCH(const QString, model);
    QFETCH(const QList<int>, places);
    const GraphPtr graph = textGraph(model.toStdString());
    const std::vector<float> clean = pooled(graph, 0);
    const std::vector<float> result = pooled(graph, std::numeric_limits<float>::quiet_NaN());
    QCOMPARE(result.size(), clean.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        QCOMPARE(std::isnan(result[i]), places.contains(static_cast<int>(i)));
        if (!std::isnan(result[i]))
            QCOMPARE(result[i], clean[i]);
    }
}

void TestMaxPoolNan::infinityIsNoNan()
{
    const GraphPtr graph = textGraph(
        std::string(kPlain) + "y: f32[1,3,4,4] = MaxPool(x) kernel_shape=2,2 strides=1,1\noutput y\n");
    const std::vector<float> result = pooled(graph, std::numeric_limits<float>::infinity());
    QCOMPARE(std::ranges::count_if(result, [](float value) { return std::isinf(value); }), 4);
    QVERIFY(std::ranges::none_of(result, [](float value) { return std::isnan(value); }));
}

QTEST_APPLESS_MAIN(TestMaxPoolNan)
#include "tst_maxpoolnan.moc"
