// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training through an If, a Loop and a Scan of which it is known what they do: the branch or the turns train,
// with weights of their own, and those go back into the body.
#include "analysis/onnx/weightsexport.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "tests/executor/folder.h"
#include "tests/executor/smallsamples.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace halftone;
using namespace halftone::test;

namespace {

const char* const kPlain =
    R"((float[N,3] x) => (float[N,2] y) <float[3,4] w = {1,2,3,4,5,6,7,8,9,1,2,3}, float[4] b = {0.5,-1,2,0}, float[4,2] v = {1,-1,2,0.5,1,3,-2,1}> {
    a = MatMul(x, w)
    c = Add(a, b)
    r = Relu(c)
    y = MatMul(r, v)
})";

// The bias stands in the branch that is taken, and another one of the same name in the other.
const char* const kBranches =
    R"((float[N,3] x) => (float[N,2] y) <%1float[3,4] w = {1,2,3,4,5,6,7,8,9,1,2,3}, float[4,2] v = {1,-1,2,0.5,1,3,-2,1}> {
    a = MatMul(x, w)
    %2
    r = If(known) <
        then_branch = t () => (float[N,4] p) <float[4] b = {0.5,-1,2,0}> { c = Add(a, b) p = Relu(c) },
        else_branch = e () => (float[N,4] q) <float[4] b = {7,7,7,7}> { d = Mul(a, b) q = Tanh(d) }
    >
    y = MatMul(r, v)
})";

std::string model(const QString& body)
{
    return onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body.toStdString());
}

/// By a constant, or by sizes that are known once the batch is.
QString branches(bool byShape)
{
    return byShape ? QString(kBranches).arg("int64[1] one = {1}, int64[1] four = {4}, ",
                         "s = Shape(a) n = Gather(s, one) known = Equal(n, four)")
                   : QString(kBranches).arg("bool known = {1}, ", "");
}

}

class TestKnownBranches : public QObject
{
    Q_OBJECT

private slots:
    void itTrainsAsWithoutTheIf_data();
    void itTrainsAsWithoutTheIf();
    void turnsTrainAsOneBehindTheOther_data();
    void turnsTrainAsOneBehindTheOther();
    void conditionsThatAreNotKnownAreRefused();
    void moreTurnsThanAnyoneTrainsAreLeftAlone_data();
    void moreTurnsThanAnyoneTrainsAreLeftAlone();
};

void TestKnownBranches::itTrainsAsWithoutTheIf_data()
{
    QTest::addColumn<bool>("byShape");
    QTest::newRow("by a constant") << false;
    QTest::newRow("by sizes") << true;
}

void TestKnownBranches::itTrainsAsWithoutTheIf()
{
    QFETCH(const bool, byShape);
    const Folder folder;
    const std::string file = model(branches(byShape));
    writeFile(folder / "plain.onnx", model(kPlain));
    writeFile(folder / "if.onnx", file);
    const DatasetPair data = samples();
    const TrainSettings settings{.batch = 4, .steps = 8, .threads = 1};
    auto plain = Trainer::create(folder / "plain.onnx", {}, data, settings);
    auto branched = Trainer::create(folder / "if.onnx", {}, data, settings);
    QVERIFY2(plain && branched, branched ? "" : describe(branched.error()).c_str());
    for (int i = 0; i < 8; ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(branched->step().loss),
            std::bit_cast<std::uint32_t>(plain->step().loss));
    QCOMPARE(branched->measureAccuracy(), plain->measureAccuracy());

    const auto trained = withWeights(bytesOf(file), "if.onnx", branched->weights());
    QVERIFY2(trained, trained ? "" : describe(trained.error()).c_str());
    const auto back = importOnnx(bytesOf(*trained), "trained");
    QVERIFY(back);
    const Graph& graph = *back->graph;
    for (NodeId id : graph.nodes()) {
        for (const Body& body : graph.node(id).bodies) {
            const std::vector<double> bias = toDoubles(*body.graph->data(body.graph->findValue("b")));
            const std::vector<float> expected =
                body.attribute == "then_branch" ? plain->weights().at("b") : std::vector<float>{7, 7, 7, 7};
            QCOMPARE(bias, std::vector<double>(expected.begin(), expected.end()));
        }
    }
}

void TestKnownBranches::turnsTrainAsOneBehindTheOther_data()
{
    QTest::addColumn<QString>("loop");
    QTest::addColumn<QString>("plain");
    QTest::addColumn<QString>("body"); // where the weight m stands
    const char* const kM = "float[2,2] m = {0.5,-1,0.25,1}";
    QTest::newRow("a loop")
        << QString("(float[N,2] x) => (float[N,2] y) <int64 n = {3}> { y = Loop(n, , x) < body = b (int64 "
                   "i, bool on, float[N,2] s) => (bool on2, float[N,2] t) <%1> { on2 = Identity(on) p = "
                   "MatMul(s, m) t = Tanh(p) } > }")
               .arg(kM)
        << QString("(float[N,2] x) => (float[N,2] y) <%1> { a = MatMul(x, m) b = Tanh(a) c = MatMul(b, m) "
                   "d = Tanh(c) e = MatMul(d, m) y = Tanh(e) }")
               .arg(kM)
        << "body";
    QTest::newRow("a loop that stacks up")
        << QString("(float[N,2] x) => (float[N,2] y) <int64 n = {2}, bool go = {1}, %1> { last, all = "
                   "Loop(n, go, x) < body = b (int64 i, "
                   "bool on, float[N,2] s) => (bool on2, float[N,2] t, float[N,2] part) { on2 = Identity(on) "
                   "t = MatMul(s, m) part = "
                   "Tanh(t) } > y = ReduceMean<axes = [0], keepdims = 0>(all) }")
               .arg(kM)
        << QString("(float[N,2] x) => (float[N,2] y) <%1, int64[1] z = {0}> { a = MatMul(x, "
                   "m) b = MatMul(a, m) c = Tanh(a) d = Tanh(b) e = Unsqueeze(c, z) f = "
                   "Unsqueeze(d, z) all = Concat<axis = 0>(e, f) y = ReduceMean<axes = [0], "
                   "keepdims = 0>(all) }")
               .arg(kM)
        << "";
    for (const bool isBackwards : {false, true}) {
        QTest::addRow("a scan %s", isBackwards ? "backwards" : "forwards")
            << QString("(float[4,2,2] x) => (float[4,2] y) <float[4,2] z = {0,0,0,0,0,0,0,0}, %1> { y, all = "
                       "Scan<num_scan_inputs = 1, scan_input_axes = [1], scan_input_directions = [%2], body "
                       "= b (float[4,2] s, "
                       "float[4,2] r) => (float[4,2] t, float[4,2] u) { p = MatMul(r, m) q = Add(p, s) t = "
                       "Tanh(q) u = "
                       "Identity(t) }>(z, x) }")
                   .arg(kM)
                   .arg(isBackwards ? 1 : 0)
            << QString("(float[4,2,2] x) => (float[4,2] y) <float[4,2] z = {0,0,0,0,0,0,0,0}, int64 zero = "
                       "{0}, int64 one = "
                       "{1}, %1> { r0 = Gather<axis = 1>(x, %2) r1 = Gather<axis = 1>(x, %3) p0 = MatMul(r0, "
                       "m) q0 = Add(p0, z) "
                       "t0 = Tanh(q0) p1 = MatMul(r1, m) q1 = Add(p1, t0) y = Tanh(q1) }")
                   .arg(kM, isBackwards ? "one" : "zero", isBackwards ? "zero" : "one")
            << "";
    }
}

void TestKnownBranches::turnsTrainAsOneBehindTheOther()
{
    QFETCH(const QString, loop);
    QFETCH(const QString, plain);
    QFETCH(const QString, body);
    const Folder folder;
    const std::string file = model(loop);
    writeFile(folder / "plain.onnx", model(plain));
    writeFile(folder / "loop.onnx", file);
    DatasetPair data = samples();
    for (Dataset* part : {&data.train, &data.test}) {
        part->sampleShape =
            loop.contains("Scan") ? std::vector<std::int64_t>{2, 2} : std::vector<std::int64_t>{2};
        part->values.resize(loop.contains("Scan") ? 16 * 4 : 16 * 2, 0.25f);
    }
    const TrainSettings settings{.batch = 4, .steps = 8, .threads = 1};
    auto right = Trainer::create(folder / "plain.onnx", {}, data, settings);
    QVERIFY2(right, right ? "" : describe(right.error()).c_str());
    auto turns = Trainer::create(folder / "loop.onnx", {}, data, settings);
    QVERIFY2(turns, turns ? "" : describe(turns.error()).c_str());
    for (int i = 0; i < 8; ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(turns->step().loss),
            std::bit_cast<std::uint32_t>(right->step().loss));
    QCOMPARE(turns->measureAccuracy(), right->measureAccuracy());
    const auto trained = withWeights(bytesOf(file), "loop.onnx", turns->weights());
    QVERIFY2(trained, trained ? "" : describe(trained.error()).c_str());
    const GraphPtr back = importedGraph(*trained);
    const Graph& holder = body.isEmpty() ? *back : *back->node(NodeId{0}).bodies.front().graph;
    const std::vector<float> expected = right->weights().at("m");
    QCOMPARE(toDoubles(*holder.data(holder.findValue("m"))),
        std::vector<double>(expected.begin(), expected.end()));
}

void TestKnownBranches::conditionsThatAreNotKnownAreRefused()
{
    const Folder folder;
    writeFile(folder / "if.onnx",
        model(QString(kBranches).arg(
            "float zero = {0}, ", "sum = ReduceSum<keepdims = 0>(a) known = Greater(sum, zero)")));
    const auto opened = openModel(folder / "if.onnx", {});
    QVERIFY(opened);
    const auto finding = std::ranges::find(opened->findings, "differentiate.not-implemented", &Finding::id);
    QVERIFY2(finding != opened->findings.end(), "at import");
    QVERIFY(finding->message.contains("If"));
    const DatasetPair data = samples();
    const auto refused =
        Trainer::create(folder / "if.onnx", {}, data, {.batch = 4, .steps = 8, .threads = 1});
    QVERIFY(!refused);
    QVERIFY2(refused.error().what.contains("condition"), refused.error().what.c_str());
    QVERIFY(!refused.error().remedy.empty());
}

void TestKnownBranches::moreTurnsThanAnyoneTrainsAreLeftAlone_data()
{
    QTest::addColumn<QString>("turns");
    QTest::newRow("a million") << "1000000";
    QTest::newRow("more nodes than 64 bits count") << "4611686018427387904";
    QTest::newRow("the largest number") << "9223372036854775807";
    QTest::newRow("less than none") << "-3";
}

// The body has four nodes, so that 2^62 turns of it would be 2^64 nodes.
void TestKnownBranches::moreTurnsThanAnyoneTrainsAreLeftAlone()
{
    QFETCH(const QString, turns);
    const Folder folder;
    writeFile(folder / "loop.onnx",
        model(QString("(float[N,2] x) => (float[N,2] y) <int64 n = {%1}> { y = Loop(n, , x) < body = b (int64 i, "
                      "bool on, float[N,2] s) => (bool on2, float[N,2] t) <float[2,2] m = {0.5,-1,0.25,1}> "
                      "{ on2 = Identity(on) p = MatMul(s, m) q = Tanh(p) t = Neg(q) } > }")
                  .arg(turns)));
    DatasetPair data = samples();
    for (Dataset* part : {&data.train, &data.test}) {
        part->sampleShape = {2};
        part->values.resize(16 * 2);
    }
    const auto refused =
        Trainer::create(folder / "loop.onnx", {}, data, {.batch = 4, .steps = 8, .threads = 1});
    QVERIFY(!refused);
    QVERIFY2(refused.error().what.contains("turns"), refused.error().what.c_str());
}

QTEST_APPLESS_MAIN(TestKnownBranches)
#include "tst_knownbranches.moc"
