// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gradient of every operator that claims one, against central differences of the program's own loss. The
// forward pass is held to ONNX's node tests, so its loss is a fair oracle for the slopes.
#include "analysis/differentiate/differentiate.h"
#include "analysis/ops/optable.h"
#include "executor/program/program.h"
#include "tests/executor/gradientnet.h"
#include "tests/executor/recurrentnets.h"
#include "tests/support/interpreter.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace halftone;
using namespace halftone::test;

namespace {

std::map<std::string, Case> unaryCases()
{
    struct Function
    {
        const char* name;
        double low;
        double high;
        Attributes attributes = {};
    };
    const Function functions[] = {{"Abs", -1, 1}, {"Acos", -0.8, 0.8}, {"Acosh", 1.5, 3}, {"Asin", -0.8, 0.8},
        {"Asinh", -2, 2}, {"Atan", -2, 2}, {"Atanh", -0.8, 0.8}, {"Cosh", -1, 1},
        {"Shrink", -1, 1, {{"bias", 0.5f}}}, {"Sinh", -1, 1}, {"Tan", -1, 1},
        {"Celu", -1, 1, {{"alpha", 0.7f}}}, {"Cos", -1, 1}, {"Elu", -1, 1, {{"alpha", 0.7f}}}, {"Erf", -1, 1},
        {"Exp", -1, 1}, {"Gelu", -3, 3}, {"HardSigmoid", -4.2, 4.3}, {"HardSwish", -4, 4},
        {"LeakyRelu", -1, 1, {{"alpha", 0.3f}}}, {"Log", 0.5, 2}, {"Mish", -3, 3}, {"Neg", -1, 1},
        {"Reciprocal", 0.5, 2}, {"Relu", -1, 1}, {"Selu", -1, 1}, {"Sigmoid", -3, 3}, {"Sin", -1, 1},
        {"Softplus", -3, 3}, {"Softsign", 0.1, 3}, {"Sqrt", 0.5, 2}, {"Swish", -3, 3}, {"Tanh", -2, 2},
        {"ThresholdedRelu", -4, 4}, {"Identity", -1, 1}};
    std::map<std::string, Case> cases;
    for (const Function& f : functions)
        cases[f.name] = {f.name,
            [f](Net& net) { net.op(f.name, {net.weight({2, 12}, f.low, f.high)}, {2, 12}, f.attributes); }};
    cases["Gelu by tanh"] = {
        "Gelu", [](Net& net) {
            net.op("Gelu", {net.weight({2, 12}, -3, 3)}, {2, 12}, {{"approximate", std::string("tanh")}});
        }};
    cases["Clip by attributes"] = {"Clip",
        [](Net& net) { net.op("Clip", {net.weight({2, 12})}, {2, 12}, {{"min", -0.5f}, {"max", 0.5f}}); }, 6};
    cases["Clip by one bound"] = {"Clip", [](Net& net) {
                                      const ValueId low = net.builder.addInitializer(
                                          "low", TensorData::of(DType::Float32, {}, std::vector{-0.5f}));
                                      net.op("Clip", {net.weight({2, 12}), low}, {2, 12});
                                  }};
    cases["Cast"] = {
        "Cast", [](Net& net) { net.op("Cast", {net.weight({2, 12})}, {2, 12}, {{"to", std::int64_t{1}}}); }};
    return cases;
}

std::map<std::string, Case> binaryCases()
{
    const auto pair = [](const char* type, Ints left, Ints right, double low) {
        return Case{type, [=](Net& net) {
                        const ValueId a = net.weight(left, low, 2), c = net.weight(right, low, 1.5);
                        net.op(type, {a, c}, {2, 3, 4});
                    }};
    };
    std::map<std::string, Case> cases;
    for (const char* type : {"Add", "Sub", "Mul"}) {
        cases[std::string(type) + " of one shape"] = pair(type, {2, 3, 4}, {2, 3, 4}, -1);
        cases[std::string(type) + " with a repeated middle"] = pair(type, {2, 1, 4}, {3, 1}, -1);
    }
    for (const char* type : {"Div", "Pow", "Max", "Min"})
        cases[std::string(type) + " with broadcasting"] = pair(type, {2, 3, 4}, {3, 1}, 0.4);
    cases["Mod with broadcasting"] = {
        "Mod", [](Net& net) {
            // 5 to 11 by 3 to 3.5: no quotient within 1 % of a whole number.
            const ValueId a = net.builder.addInitializer("a",
                TensorData::of(DType::Float32, {2, 3}, std::vector{5.0f, 8.0f, 11.0f, 7.5f, -5.0f, 10.0f}));
            const ValueId c = net.builder.addInitializer(
                "c", TensorData::of(DType::Float32, {3}, std::vector{3.0f, 3.2f, 3.5f}));
            net.op("Mod", {a, c}, {2, 3}, {{"fmod", std::int64_t{1}}});
        }};
    cases["PRelu"] = pair("PRelu", {2, 3, 4}, {3, 1}, -1);
    for (const char* type : {"Sum", "Mean", "Max"}) {
        cases[std::string(type) + " of three"] = {type, [type](Net& net) {
                                                      const ValueId a = net.weight({3, 4}),
                                                                    c = net.weight({4}, -2, 1),
                                                                    d = net.weight({1, 4}, -1, 2.1);
                                                      net.op(type, {a, c, d}, {3, 4});
                                                  }};
    }
    cases["Where"] = {"Where", [](Net& net) {
                          const ValueId condition = net.builder.addInitializer(
                              "c", TensorData::of(DType::Bool, {4}, std::vector<std::uint8_t>{1, 0, 0, 1}));
                          const ValueId a = net.weight({3, 4}), c = net.weight({3, 1});
                          net.op("Where", {condition, a, c}, {3, 4});
                      }};
    return cases;
}

std::map<std::string, Case> reductionCases()
{
    std::map<std::string, Case> cases;
    for (const char* type : {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
             "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"}) {
        cases[std::string(type) + " of the middle axis"] = {type,
            [type](Net& net) {
                net.op(type, {net.weight({2, 3, 4}, 0.5, 2)}, {2, 4},
                    {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
            },
            11};
        cases[std::string(type) + " of two axes that stay"] = {
            type, [type](Net& net) {
                net.op(type, {net.weight({2, 3, 4}, 0.5, 2), net.integers({0, -1})}, {1, 3, 1});
            }};
        cases[std::string(type) + " of everything"] = {
            type, [type](Net& net) {
                net.op(type, {net.weight({2, 3}, 0.5, 2)}, {}, {{"keepdims", std::int64_t{0}}});
            }};
    }
    return cases;
}

void buildConcat(Net& net)
{
    const ValueId a = net.weight({2, 3}), c = net.weight({2, 1}), d = net.weight({2, 2});
    net.op("Concat", {a, c, d}, {2, 6}, {{"axis", std::int64_t{-1}}});
}

// The middle piece is not used.
void buildSplit(Net& net)
{
    const ValueId x = net.weight({2, 6}), sizes = net.integers({1, 2, 3});
    std::vector<ValueId> pieces;
    for (const std::int64_t size : {1, 2, 3})
        pieces.push_back(
            net.builder.addValue("piece" + std::to_string(size), DType::Float32, fixedDims(Ints{2, size})));
    net.builder.addNode({.opType = "Split",
        .name = "Split",
        .inputs = {x, sizes},
        .outputs = pieces,
        .attributes = {{"axis", std::int64_t{1}}}});
    net.op("Mul", {pieces[0], pieces[2]}, {2, 3});
}

void buildTopK(Net& net)
{
    const ValueId x = net.weight({2, 6}), k = net.integers({2});
    const ValueId values = net.builder.addValue("values", DType::Float32, fixedDims(Ints{2, 2}));
    const ValueId places = net.builder.addValue("places", DType::Int64, fixedDims(Ints{2, 2}));
    net.builder.addNode({.opType = "TopK", .name = "TopK", .inputs = {x, k}, .outputs = {values, places}});
    net.op("Identity", {values}, {2, 2});
}

// Indices that do not repeat, unless the updates are added.
Case scattered(
    const char* type, Ints data, Ints indices, Ints indexDims, Ints updates, const char* how = "none")
{
    return {type, [=](Net& net) {
                const ValueId x = net.weight(data), news = net.weight(updates, -2, 1);
                net.op(type, {x, net.integers(indices, indexDims), news}, data,
                    {{"reduction", std::string(how)}});
            }};
}

void buildResize(Net& net, const char* mode)
{
    const ValueId x = net.weight({1, 1, 3, 4});
    net.op("Resize", {x, {}, {}, net.integers({1, 1, 5, 7})}, {1, 1, 5, 7}, {{"mode", std::string(mode)}});
}

std::map<std::string, Case> movementCases()
{
    const std::int64_t one = 1;
    return {
        {"Transpose", moved("Transpose", {2, 3, 4}, {4, 2, 3}, {{"perm", Ints{2, 0, 1}}})},
        {"Reshape", moved("Reshape", {2, 6}, {3, 4}, {}, {{3, 4}})},
        {"Flatten", moved("Flatten", {2, 3, 2}, {2, 6})},
        {"Squeeze", moved("Squeeze", {2, 1, 6}, {2, 6}, {}, {{1}})},
        {"Unsqueeze", moved("Unsqueeze", {2, 6}, {2, 1, 6}, {}, {{1}})},
        {"Expand", moved("Expand", {3, 1}, {2, 3, 4}, {}, {{2, 3, 4}})},
        {"Tile", moved("Tile", {2, 3}, {4, 9}, {}, {{2, 3}})},
        {"Slice backwards", moved("Slice", {2, 8}, {2, 3}, {}, {{6}, {0}, {1}, {-2}})},
        {"Slice of two axes", moved("Slice", {3, 8}, {2, 4}, {}, {{1, 0}, {3, 8}, {0, 1}, {1, 2}})},
        {"Pad with zeros", moved("Pad", {2, 3}, {2, 6}, {}, {{0, 1, 0, 2}})},
        {"Pad by reflection",
            moved("Pad", {2, 3}, {2, 6}, {{"mode", std::string("reflect")}}, {{0, 1, 0, 2}})},
        {"Pad with the edge", moved("Pad", {2, 3}, {4, 5}, {{"mode", std::string("edge")}}, {{1, 1, 1, 1}})},
        {"DepthToSpace, depth last",
            moved("DepthToSpace", {1, 8, 2, 3}, {1, 2, 4, 6}, {{"blocksize", std::int64_t{2}}})},
        {"DepthToSpace, depth first",
            moved("DepthToSpace", {1, 8, 2, 3}, {1, 2, 4, 6},
                {{"blocksize", std::int64_t{2}}, {"mode", std::string("CRD")}})},
        {"SpaceToDepth", moved("SpaceToDepth", {1, 2, 4, 6}, {1, 8, 2, 3}, {{"blocksize", std::int64_t{2}}})},
        {"Gather with repetitions", moved("Gather", {5, 3}, {4, 3}, {}, {{1, 4, 1, -5}})},
        {"Gather along columns", moved("Gather", {2, 5}, {2, 3}, {{"axis", one}}, {{3, 0, 3}})},
        {"CumSum",
            {"CumSum",
                [](Net& net) {
                    net.op("CumSum", {net.weight({2, 5}), net.integers({1}, Ints{})}, {2, 5},
                        {{"exclusive", std::int64_t{1}}});
                }}},
        {"Trilu", {"Trilu", [](Net& net) { net.op("Trilu", {net.weight({2, 3, 3})}, {2, 3, 3}); }}},
        {"GatherElements",
            {"GatherElements",
                [](Net& net) {
                    net.op("GatherElements",
                        {net.weight({3, 3}), net.integers({0, 2, 2, 1, 0, 0}, Ints{2, 3})}, {2, 3});
                }}},
        {"GatherND",
            {"GatherND",
                [](Net& net) {
                    net.op("GatherND", {net.weight({3, 3, 2}), net.integers({0, 1, 2, 2, 0, 1}, Ints{3, 2})},
                        {3, 2});
                }}},
        {"Concat", {"Concat", buildConcat}},
        {"Split", {"Split", buildSplit}},
        {"TopK", {"TopK", buildTopK}},
        {"ScatterElements", scattered("ScatterElements", {4, 3}, {0, 2, 3, 1, 0, 1}, {2, 3}, {2, 3})},
        {"ScatterElements that adds",
            scattered("ScatterElements", {4, 3}, {0, 2, 0, 0, 2, 1}, {2, 3}, {2, 3}, "add")},
        {"Scatter", scattered("Scatter", {4, 3}, {0, 2, 3, 1, 0, 1}, {2, 3}, {2, 3})},
        {"ScatterND", scattered("ScatterND", {4, 3}, {2, 0}, {2, 1}, {2, 3})},
        {"ScatterND that adds", scattered("ScatterND", {4, 3}, {2, 2}, {2, 1}, {2, 3}, "add")},
        {"Resize, linear", {"Resize", [](Net& net) { buildResize(net, "linear"); }}},
        {"Resize, nearest", {"Resize", [](Net& net) { buildResize(net, "nearest"); }}},
    };
}

Case normalized(
    const char* type, Ints x, Ints factors, bool hasShift, Attributes attributes = {}, int opset = 23)
{
    return {type,
        [=](Net& net) {
            std::vector<ValueId> inputs{net.weight(x), net.weight(factors, 0.5, 1.5)};
            if (hasShift)
                inputs.push_back(net.weight(factors));
            net.op(type, std::move(inputs), x, attributes);
        },
        opset};
}

std::map<std::string, Case> normalizationCases()
{
    return {
        {"LayerNormalization", normalized("LayerNormalization", {3, 8}, {8}, true)},
        {"LayerNormalization of two axes",
            normalized("LayerNormalization", {2, 3, 4}, {3, 4}, true, {{"axis", std::int64_t{1}}})},
        {"RMSNormalization", normalized("RMSNormalization", {3, 8}, {8}, false)},
        {"InstanceNormalization", normalized("InstanceNormalization", {2, 3, 4, 2}, {3}, true)},
        {"GroupNormalization",
            normalized("GroupNormalization", {2, 4, 3, 2}, {4}, true, {{"num_groups", std::int64_t{2}}})},
        {"Softmax of a middle axis", moved("Softmax", {2, 3, 4}, {2, 3, 4}, {{"axis", std::int64_t{1}}})},
        {"LogSoftmax", moved("LogSoftmax", {2, 3, 4}, {2, 3, 4})},
        {"LRN", moved("LRN", {2, 5, 3, 2}, {2, 5, 3, 2}, {{"size", std::int64_t{3}}, {"alpha", 0.5f}})},
        {"AveragePool",
            moved("AveragePool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}})},
        {"MaxPool", moved("MaxPool", {1, 2, 4, 4}, {1, 2, 3, 3}, {{"kernel_shape", Ints{2, 2}}})},
        {"LpNormalization", moved("LpNormalization", {3, 4}, {3, 4})},
        {"LpNormalization of sums, down",
            moved("LpNormalization", {3, 4}, {3, 4}, {{"p", std::int64_t{1}}, {"axis", std::int64_t{0}}})},
        {"LpPool, overlapping, padded",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 4, 3},
                {{"kernel_shape", Ints{3, 2}}, {"pads", Ints{1, 0, 1, 0}}})},
        {"LpPool of sums",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"p", std::int64_t{1}}})},
        {"LpPool of cubes",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"p", std::int64_t{3}}})},
        {"GlobalLpPool", moved("GlobalLpPool", {2, 3, 2, 3}, {2, 3, 1, 1})},
        {"GlobalAveragePool", moved("GlobalAveragePool", {2, 3, 2, 3}, {2, 3, 1, 1})},
        {"GlobalMaxPool", moved("GlobalMaxPool", {2, 3, 2, 3}, {2, 3, 1, 1})},
    };
}

Case product(const char* type, Ints left, Ints right, Ints result, Attributes attributes = {},
    std::optional<Ints> addend = {})
{
    return {type, [=](Net& net) {
                std::vector<ValueId> inputs{net.weight(left), net.weight(right)};
                if (addend)
                    inputs.push_back(net.weight(*addend));
                net.op(type, std::move(inputs), result, attributes);
            }};
}

std::map<std::string, Case> matrixCases()
{
    const std::int64_t two = 2, four = 4;
    return {
        {"MatMul", product("MatMul", {3, 4}, {4, 2}, {3, 2})},
        {"MatMul with batches", product("MatMul", {2, 3, 4}, {2, 4, 2}, {2, 3, 2})},
        {"MatMul with broadcast batches", product("MatMul", {2, 1, 3, 4}, {3, 4, 2}, {2, 3, 3, 2})},
        {"MatMul with shared weights", product("MatMul", {2, 3, 4}, {4, 5}, {2, 3, 5})},
        {"MatMul with a vector", product("MatMul", {3, 4}, {4}, {3})},
        {"MatMul of a vector", product("MatMul", {4}, {2, 4, 3}, {2, 3})},
        {"Gemm with a scaled addend",
            product("Gemm", {3, 4}, {4, 2}, {3, 2}, {{"alpha", 0.5f}, {"beta", 2.0f}}, Ints{2})},
        {"Einsum",
            product("Einsum", {2, 3, 4}, {2, 5, 4}, {2, 3, 5}, {{"equation", std::string("bij,bkj->bik")}})},
        {"Conv of one axis", product("Conv", {2, 3, 8}, {4, 3, 3}, {2, 4, 6}, {}, Ints{4})},
        {"Conv of three axes", product("Conv", {1, 2, 3, 4, 3}, {3, 2, 2, 2, 2}, {1, 3, 2, 3, 2})},
        {"Conv by depth",
            product("Conv", {2, 4, 5, 5}, {4, 1, 3, 3}, {2, 4, 5, 5},
                {{"group", four}, {"pads", Ints{1, 1, 1, 1}}})},
        {"Conv with groups and gaps",
            product("Conv", {1, 4, 6, 6}, {4, 2, 3, 3}, {1, 4, 2, 2},
                {{"group", two}, {"dilations", Ints{2, 2}}})},
        {"ConvTranspose",
            product("ConvTranspose", {2, 3, 4, 4}, {3, 2, 2, 2}, {2, 2, 8, 8}, {{"strides", Ints{2, 2}}},
                Ints{2})},
        {"ConvTranspose with groups",
            product("ConvTranspose", {1, 4, 3, 3}, {4, 1, 3, 3}, {1, 2, 5, 5}, {{"group", two}})},
    };
}

const std::map<std::string, Case>& cases()
{
    static const std::map<std::string, Case> all = [] {
        std::map<std::string, Case> merged = unaryCases();
        for (auto more : {binaryCases(), reductionCases(), movementCases(), normalizationCases(),
                 matrixCases(), recurrentCases()})
            merged.merge(more);
        return merged;
    }();
    return all;
}

/// A compiled training step whose loss can be asked for other weights.
class TrainedNet
{
public:
    explicit TrainedNet(const GraphPtr& graph)
        : m_training(*differentiate(graph, {.loss = Loss::MeanSquaredError}))
        , m_program(*Program::compile(m_training.graph, options()))
    {
        const Tensor target = randomTensor(*m_training.graph->fixedShape(m_training.labels), 3);
        std::ranges::copy(target.values, m_program.floats(m_training.labels).begin());
        m_program.floats(m_training.lossScale)[0] = 1;
    }
    double loss()
    {
        m_program.run(Stage::Compute);
        return static_cast<double>(m_program.read(m_training.loss)[0]);
    }
    /// Of fourth order in the step, so that a large one keeps rounding small.
    double slope(ValueId weight, std::size_t element)
    {
        constexpr float kStep = 0x1p-7f;
        float& place = m_program.floats(weight)[element];
        const float middle = place;
        const auto at = [&](float shift) {
            place = middle + shift;
            return loss();
        };
        const double near = at(kStep) - at(-kStep), far = at(2 * kStep) - at(-2 * kStep);
        place = middle;
        return (8 * near - far) / (12 * static_cast<double>(kStep));
    }
    const TrainingGraph& training() const { return m_training; }
    std::vector<float> gradient(const TrainedParameter& parameter) const
    {
        return m_program.read(parameter.gradient);
    }

private:
    ProgramOptions options() const
    {
        ProgramOptions options;
        for (const TrainedParameter& parameter : m_training.parameters)
            options.observed.push_back(parameter.gradient);
        return options;
    }

    TrainingGraph m_training;
    Program m_program;
};

}

class TestOpGradients : public QObject
{
    Q_OBJECT

private slots:
    void gradientsEqualCentralDifferences_data();
    void gradientsEqualCentralDifferences();
    void everyDifferentiableOperatorHasACase();
};

void TestOpGradients::gradientsEqualCentralDifferences_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, unused] : cases())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestOpGradients::gradientsEqualCentralDifferences()
{
    QFETCH(QString, name);
    const Case& row = cases().at(name.toStdString());
    Net net;
    row.build(net);
    const GraphPtr graph = net.finish(row.opset);
    const auto checked = differentiate(graph, {.loss = Loss::MeanSquaredError});
    QVERIFY2(checked, checked ? "" : qPrintable(QString::fromStdString(describe(checked.error()))));
    TrainedNet step(graph);
    const double loss = step.loss();
    std::vector<std::vector<float>> gradients;
    for (const TrainedParameter& parameter : step.training().parameters)
        gradients.push_back(step.gradient(parameter));
    QVERIFY(!gradients.empty());
    double largest = 0;
    for (const std::vector<float>& gradient : gradients) {
        for (const float value : gradient)
            largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    QVERIFY(largest > 0);
    for (std::size_t p = 0; p < gradients.size(); ++p) {
        for (std::size_t i = 0; i < gradients[p].size(); ++i) {
            const double expected = step.slope(step.training().parameters[p].weight.value, i);
            // A loss is rounded to 2^-24 of itself, some eight times over, and divided by the step of 2^-7.
            const double tolerance = 8 * std::max(loss, 1.0) * 0x1p-24 / 0x1p-7 + 1e-3 * largest;
            QVERIFY2(std::abs(static_cast<double>(gradients[p][i]) - expected) <= tolerance,
                qPrintable(QString("weight %1, element %2: %3 instead of %4")
                        .arg(p)
                        .arg(i)
                        .arg(static_cast<double>(gradients[p][i]))
                        .arg(expected)));
        }
    }
}

// Batch normalisation, dropout and losses are tested where they train.
void TestOpGradients::everyDifferentiableOperatorHasACase()
{
    std::set<std::string, std::less<>> tested{"BatchNormalization", "Dropout", "CastLike", "Upsample"};
    for (const auto& [name, row] : cases())
        tested.insert(row.op);
    for (const OpDef* op : allOps()) {
        if (op->gradient.state == GradientRule::State::Implemented && op->opClass != OpClass::Loss)
            QVERIFY2(tested.contains(op->name), qPrintable(QString::fromStdString(std::string(op->name))));
    }
}

QTEST_APPLESS_MAIN(TestOpGradients)
#include "tst_opgradients.moc"
