// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations of the list policies name the row, line or entry that decided.
#include "analysis/policy/policy.h"
#include "tests/support/textgraph.h"

#include <QTest>

using namespace halftone;
using test::textGraph;

namespace {

GraphPtr graph()
{
    return textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        weight k: i64[1] = 1
        weight s: f32[4]
        m: f32[4,4] = MatMul(x, w)
        e: f32[4,4] = Exp(m)
        g: f32[4,4] = Gelu(e)
        n: f32[4,4] = LayerNormalization(g, s, s)
        c: f32[4,4] = Celu(n)
        t: f32[4,1], i: i64[4,1] = TopK(c, k) name=t
        output t)");
}

std::string sourceOf(const PrecisionPolicy& policy, const QString& node)
{
    const Decisions decisions = decide(graph(), policy).value();
    const NodeId id = decisions.graph()->findNode(node.toStdString());
    const Explanation why = explain(decisions, id, policy);
    for (const Explanation::Step& step : why.steps) {
        if (step.text.starts_with(node.toStdString() + ": "))
            return step.source;
    }
    return {};
}

}

class TestPolicyPlaces : public QObject
{
    Q_OBJECT

private slots:
    void stepsNameTheirPlace_data();
    void stepsNameTheirPlace();
    void everyPolicyOfListsNamesPlaces();
};

void TestPolicyPlaces::stepsNameTheirPlace_data()
{
    QTest::addColumn<PrecisionPolicy>("policy");
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("source"); // its end, where there is no place
    const auto row = [](const char* name, PolicySettings settings, const char* node, const char* source) {
        QTest::addRow("%s", name) << PrecisionPolicy{std::move(settings), {}} << node << source;
    };
    row("the white list of O1", MindSporeSettings{.version = "2.4", .level = "O1"}, "m",
        "mindspore/train/amp.py (2.4), white list:16");
    row("the black list of O2", MindSporeSettings{.version = "2.0", .level = "O2"}, "n",
        "mindspore/train/amp.py (2.0), black list:4");
    row("the black list of level auto", MindSporeSettings{.version = "2.5", .level = "auto"}, "e",
        "mindspore/train/amp.py (2.5), auto black list:6");
    row("a white list of one's own",
        MindSporeSettings{.api = AmpApi::CustomMixedPrecision,
            .whiteList = std::vector<std::string>{"nn.Conv2d", "ops.MatMul"}},
        "m", "white_list:2");
    row("what is in no list", MindSporeSettings{.level = "O1"}, "g", "(2.0 to 2.5)");
    row("grappler's deny list", TensorFlowSettings{}, "e",
        "auto_mixed_precision_lists.h (e1c1b297), deny list:1");
    row("grappler's allow list", TensorFlowSettings{}, "m",
        "auto_mixed_precision_lists.h (e1c1b297), allow list:2");
    row("a variable", TensorFlowSettings{.allowAdd = {"Einsum", "Gelu"}}, "g",
        "TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_ALLOWLIST_ADD:2");
    row("autocast's table", TorchSettings{}, "e", "aten/src/ATen/autocast_mode.h (2.6), operator:9");
    row("AutoCast's constant", AutoCastSettings{}, "c", "modelopt/onnx/autocast/precisionconverter.py:68");
    row("a pattern", AutoCastSettings{.nodesToExclude = {"zz", "e"}}, "e", "nodes_to_exclude:2");
    row("an excluded type", AutoCastSettings{.opTypesToExclude = {"Exp"}}, "e", "op_types_to_exclude:1");
    row("an included type", AutoCastSettings{.opTypesToExclude = {"Exp"}, .opTypesToInclude = {"Exp"}}, "e",
        "op_types_to_include:1");
    row("the converter's list", OnnxFloat16Settings{}, "t", "onnxconverter_common/float16.py:161");
    row("a list in its place", OnnxFloat16Settings{.opBlockList = std::vector<std::string>{"Add", "Exp"}},
        "e", "op_block_list:2");
    row("a blocked name", OnnxFloat16Settings{.nodeBlockList = {"e"}}, "e", "node_block_list:1");
}

void TestPolicyPlaces::stepsNameTheirPlace()
{
    QFETCH(const PrecisionPolicy, policy);
    QFETCH(const QString, node);
    QFETCH(const QString, source);
    const QString found = QString::fromStdString(sourceOf(policy, node));
    QVERIFY2(found.endsWith(source), qPrintable(found));
}

void TestPolicyPlaces::everyPolicyOfListsNamesPlaces()
{
    for (const PolicyDef& row : policyTable())
        QCOMPARE(row.placeOf != nullptr, row.id != "ascend");
}

QTEST_APPLESS_MAIN(TestPolicyPlaces)
#include "tst_policyplaces.moc"
