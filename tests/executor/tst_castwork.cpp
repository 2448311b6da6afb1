// SPDX-License-Identifier: GPL-3.0-or-later
//
// Casts whose work the nodes around them do: nothing but the time may tell.
#include "executor/program/program.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>

using namespace halftone;
using namespace halftone::test;

namespace {

/// A function that stays in float32 between 16-bit neighbours; longer than a piece, and no multiple of one.
constexpr const char* kFunction =
    "input x: f16[3,1111]\n input g: f16[3,1111]\n wide: f32[3,1111] = Cast(x) to=1\n"
    "h: f32[3,1111] = Gelu(wide)\n y: f16[3,1111] = Cast(h) to=10\n"
    "dwide: f32[3,1111] = Cast(g) to=1\n"
    "dh: f32[3,1111] = halftone.training::GeluGrad(dwide, wide)\n"
    "dx: f16[3,1111] = Cast(dh) to=10\n output y\n output dx\n";

/// A weight that two products read in 16 bits.
constexpr const char* kWeight =
    "input x: f16[4,3]\n weight w: f32[3,5] = 1 -2 3 4 0.1 -6 7 8 0.25 -1 2 3 4 70000 6\n"
    "w16: f16[3,5] = Cast(w) to=10\n p: f16[4,5] = MatMul(x, w16)\n"
    "q: f16[4,5] = MatMul(x, w16)\n output p\n output q\n";

Program compiled(const std::string& model, const std::vector<const char*>& observed = {})
{
    const GraphPtr graph = textGraph(model);
    ProgramOptions options{.path = ProgramOptions::Path::Emulated};
    for (const char* name : observed)
        options.observed.push_back(graph->findValue(name));
    auto program = Program::compile(graph, std::move(options));
    if (!program)
        qFatal("%s", describe(program.error()).c_str());
    return *std::move(program);
}

void fill(Program& program)
{
    float next = 0.3f;
    for (const ValueId input : program.graph()->graphInputs()) {
        const std::vector<std::int64_t> dims = program.graph()->fixedShape(input).value();
        std::vector<float> values(static_cast<std::size_t>(dims[0] * dims[1]));
        for (float& value : values) {
            next += 1.7f;
            value = 3 * std::sin(next) * std::exp2(-std::fmod(next, 20.0f)); // some underflow
        }
        program.write(input, values);
    }
}

std::string implementationOf(const Program& program, std::string_view node)
{
    return std::ranges::find(program.plan(), node, &PlanRow::name)->implementation;
}

const kernels::RoundStats& countsOf(const Program& program, std::string_view value)
{
    return program.state().rounding[program.graph()->findValue(value)];
}

/// Results, counts and places of both programs are the same.
void compareRuns(const Program& left, const Program& right, const std::vector<const char*>& results,
    const std::vector<const char*>& rounded)
{
    for (const char* name : results)
        QCOMPARE(left.read(left.graph()->findValue(name)), right.read(right.graph()->findValue(name)));
    for (const char* name : rounded)
        QVERIFY2(countsOf(left, name) == countsOf(right, name), name);
    QCOMPARE(left.state().firstOverflow.value, right.state().firstOverflow.value);
    QCOMPARE(left.state().firstOverflow.node, right.state().firstOverflow.node);
    QCOMPARE(left.state().firstOverflow.element, right.state().firstOverflow.element);
}

}

class TestCastWork : public QObject
{
    Q_OBJECT

private slots:
    void functionsReadAndWriteSixteenBits()
    {
        Program alone = compiled(kFunction, {"wide", "h", "dwide", "dh"});
        QCOMPARE(implementationOf(alone, "h"), std::string("own function"));
        QCOMPARE(implementationOf(alone, "y"), std::string("round to float16"));
        Program joined = compiled(kFunction);
        QCOMPARE(implementationOf(joined, "h"), std::string("own function 16"));
        QCOMPARE(implementationOf(joined, "wide"), std::string("in h"));
        QCOMPARE(implementationOf(joined, "y"), std::string("in h"));
        QCOMPARE(implementationOf(joined, "dwide"), std::string("in dh"));
        QCOMPARE(implementationOf(joined, "dx"), std::string("in dh"));
        for (Program* program : {&alone, &joined}) {
            fill(*program);
            program->run(Stage::Compute);
        }
        compareRuns(joined, alone, {"y", "dx"}, {"y", "dx"});
        QCOMPARE(countsOf(joined, "y").count, 3333u);
        QVERIFY(countsOf(joined, "y").subnormals > 0);
        joined.runWatched({});
        compareRuns(joined, alone, {"y", "dx"}, {"y", "dx"});
    }

    /// Behind a convolution, whose results lie in blocks with padding.
    void functionsKeepTheLayout()
    {
        const std::string model =
            "input x: f16[1,3,8,8]\n weight w: f16[20,3,3,3]\n c: f16[1,20,6,6] = Conv(x, w)\n"
            "wide: f32[1,20,6,6] = Cast(c) to=1\n h: f32[1,20,6,6] = HardSwish(wide)\n"
            "y: f16[1,20,6,6] = Cast(h) to=10\n d: f16[1,20,6,6] = Conv(y, v)\n output d\n";
        Program program = compiled("weight v: f16[20,20,1,1]\n" + model);
        QCOMPARE(implementationOf(program, "y"), std::string("in h"));
        const auto row = std::ranges::find(program.plan(), "y", &PlanRow::name);
        QCOMPARE(row->layout, std::ranges::find(program.plan(), "c", &PlanRow::name)->layout);
        program.run(Stage::Compute);
        program.runWatched({});
    }

    void overflowsOfFunctionsAreFound()
    {
        Program program =
            compiled("input x: f16[3,1111]\n wide: f32[3,1111] = Cast(x) to=1\n"
                     "h: f32[3,1111] = Exp(wide)\n y: f16[3,1111] = Cast(h) to=10\n output y\n");
        std::vector<float> values(3333, 1.0f);
        values[2500] = 12;
        values[3000] = 20;
        program.write(program.graph()->findValue("x"), values);
        program.run(Stage::Compute);
        QCOMPARE(countsOf(program, "y").overflows, 2u);
        QCOMPARE(program.graph()->displayName(program.state().firstOverflow.node), std::string("y"));
        QCOMPARE(program.state().firstOverflow.element, 2500u);
    }

    void whatOthersReadIsMade_data()
    {
        QTest::addColumn<QString>("more");
        QTest::newRow("an output") << "output h\n";
        QTest::newRow("another reader") << "r: f32[3,1111] = Relu(h)\n output r\n";
    }
    void whatOthersReadIsMade()
    {
        QFETCH(const QString, more);
        Program program = compiled(kFunction + more.toStdString());
        QCOMPARE(implementationOf(program, "y"), std::string("round to float16"));
        QCOMPARE(implementationOf(program, "wide"), std::string("in h"));
    }

    void exponentsAreThoseOfSeparateRuns_data()
    {
        QTest::addColumn<QStringList>("values");
        QTest::newRow("a result that is not made") << QStringList{"h"};
        QTest::newRow("an operand that is not widened") << QStringList{"wide"};
        QTest::newRow("what is rounded in a neighbour") << QStringList{"y"};
        QTest::newRow("all") << QStringList{"wide", "h", "y", "dwide", "dh", "dx"};
    }
    void exponentsAreThoseOfSeparateRuns()
    {
        QFETCH(const QStringList, values);
        Program alone = compiled(kFunction, {"wide", "h", "dwide", "dh"}), joined = compiled(kFunction);
        std::vector<ValueId> ids;
        for (const QString& name : values)
            ids.push_back(joined.graph()->findValue(name.toStdString()));
        joined.watchExponents(ids);
        for (Program* program : {&alone, &joined}) {
            fill(*program);
            program->run(Stage::Compute);
        }
        compareRuns(joined, alone, {"y", "dx"}, {"y", "dx"}); // also: nothing is counted twice
        for (const ValueId id : ids) {
            ExponentHistogram expected{};
            for (const float value : alone.read(id))
                ++expected[(std::bit_cast<std::uint32_t>(value) >> 23) & 0xff];
            QVERIFY2(joined.state().histograms.at(id) == expected, joined.graph()->value(id).name.c_str());
        }
    }

    void productsRoundTheWeightThemselves()
    {
        Program alone = compiled(kWeight, {"w16"}), joined = compiled(kWeight);
        QCOMPARE(implementationOf(alone, "w16"), std::string("round to float16"));
        QCOMPARE(implementationOf(joined, "w16"), std::string("in p"));
        for (Program* program : {&alone, &joined}) {
            fill(*program);
            program->run(Stage::Compute);
        }
        QCOMPARE(countsOf(joined, "w16").count, 15u);
        QCOMPARE(countsOf(joined, "w16").overflows, 1u);
        QCOMPARE(joined.graph()->displayName(joined.state().firstOverflow.node), std::string("w16"));
        QCOMPARE(joined.state().firstOverflow.element, 13u);
        const std::vector<float> p = alone.read(alone.graph()->findValue("p"));
        const std::vector<float> actual = joined.read(joined.graph()->findValue("p"));
        for (std::size_t i = 0; i < p.size(); ++i)
            QVERIFY(p[i] == actual[i] || (std::isnan(p[i]) && std::isnan(actual[i])));
        QVERIFY(countsOf(joined, "p") == countsOf(alone, "p"));
        joined.runWatched({});
        QVERIFY(countsOf(joined, "w16") == countsOf(alone, "w16"));
    }

    void exponentsOfAWeightThatIsNotCopied()
    {
        Program program = compiled(kWeight);
        const ValueId copy = program.graph()->findValue("w16");
        program.watchExponents(std::vector{copy});
        fill(program);
        program.run(Stage::Compute);
        const ExponentHistogram& histogram = program.state().histograms.at(copy);
        QCOMPARE(histogram[127], 2u); // 1 and -1
        QCOMPARE(histogram[255], 1u); // 70000
        QCOMPARE(countsOf(program, "w16").count, 15u);
        QCOMPARE(countsOf(program, "w16").overflows, 1u);
    }

    /// A reader of the 16-bit numbers themselves needs the copy, and the products take it, too.
    void copiesThatAreReadAreMadeOnce()
    {
        Program program = compiled(std::string(kWeight) +
            "t: f16[5,3] = Transpose(w16)\n r: f16[3,5] = Relu(w16)\n"
            "output t\n output r\n");
        QCOMPARE(implementationOf(program, "w16"), std::string("round to float16"));
        fill(program);
        program.run(Stage::Compute);
        QCOMPARE(countsOf(program, "w16").count, 15u);
        QCOMPARE(program.read(program.graph()->findValue("r"))[0], 1.0f);
    }
};

QTEST_APPLESS_MAIN(TestCastWork)
#include "tst_castwork.moc"
