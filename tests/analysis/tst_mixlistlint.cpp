// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said about the entries of a list.
#include "tests/analysis/listwords.h"
#include "tests/support/shared.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestMixlistLint : public QObject
{
    Q_OBJECT

private slots:
    void lintTellsWhatAnEntryDoes_data();
    void lintTellsWhatAnEntryDoes();
    void lintNamesTheNearestType();
    void lintNamesTheAscendTypesOfAnOnnxName();
    void lintSaysWhereTheEntryStands();
    void lintAgreesWithTheKnownEffects_data();
    void lintAgreesWithTheKnownEffects();
    void everyFindingHasACatalogueRow();
};

void TestMixlistLint::lintTellsWhatAnEntryDoes_data()
{
    QTest::addColumn<QString>("entries");
    QTest::addColumn<QStringList>("modelTypes");
    QTest::addColumn<QStringList>("findings");
    const auto row = [](const char* name, const char* entries, const QStringList& types,
                         const QStringList& found) {
        QTest::addRow("%s", name) << entries << types << found;
    };
    row("an entry that works", "+black ReduceSumD", {}, {});
    row("digit for letter", "+black MatMu1V2", {}, {"mixlist.unknown-type"});
    row("other letters", "+white matmulv2", {}, {"mixlist.unknown-type"});
    row("ONNX name", "+black Softmax", {}, {"mixlist.onnx-name"});
    row("name that ONNX and Ascend share", "+black Add", {}, {});
    row("graph input", "+black Data", {}, {"mixlist.never-judged"});
    row("AI CPU operator", "+black Acos, +black Acosh", {}, {});
    row("operator that only the AI CPU has", "+black Bucketize", {}, {"mixlist.never-judged"});
    row("already black", "+black Pow", {}, {"mixlist.already-there"});
    row("already gray", "+gray Add", {}, {"mixlist.already-there"});
    row("gray by adding", "+gray Pow", {}, {"mixlist.gray-add"});
    row("gray by removing and adding", "-black Pow, +gray Pow", {}, {});
    row("removed from a list that it is not in", "-white Pow", {}, {"mixlist.not-in-list"});
    row("removed from its list", "-black Pow", {}, {});
    row("twice", "+black Add, +black Add", {}, {"mixlist.repeated-name"});
    row("Cast", "+black Cast", {}, {"mixlist.cast"});
    row("a name of TensorFlow", "+black FusedBatchNormV3", {}, {"mixlist.tensorflow-name"});
    row("black without an FP32 kernel and without AI CPU", "+black Conv3D", {},
        {"mixlist.black-without-fp32"});
    row("black without an FP32 kernel, but with AI CPU", "+black AvgPoolV2", {}, {});
    row("white without an FP32 kernel", "+white AvgPool3D", {}, {});
    row("not in the model", "+black Mul", {"Add", "Conv2D"}, {"mixlist.no-effect"});
    row("in the model", "+black Add", {"Add", "Conv2D"}, {});
    row("already there and not in the model: one finding is enough", "+black Pow", {"Add"},
        {"mixlist.already-there"});
}

void TestMixlistLint::lintTellsWhatAnEntryDoes()
{
    QFETCH(const QString, entries);
    QFETCH(const QStringList, modelTypes);
    std::vector<std::string> types;
    for (const QString& type : modelTypes)
        types.push_back(type.toStdString());
    QTEST(ids(lintMixlist(mixlistOf(entries), library("910"), types)), "findings");
}

void TestMixlistLint::lintNamesTheNearestType()
{
    const auto messageFor = [](const char* type) {
        return lintMixlist(mixlistOf(QStringLiteral("+black ") + type), library("910"), {}).front().message;
    };
    QCOMPARE(messageFor("MatMu1V2"), "MatMu1V2 is no operator of Ascend 910; MatMulV2 is.");
    QCOMPARE(messageFor("matmulv2"), "matmulv2 is no operator of Ascend 910; MatMulV2 is.");
    QCOMPARE(messageFor("StrideSliceD"), "StrideSliceD is no operator of Ascend 910; StridedSliceD is.");
    QCOMPARE(messageFor("Loglp"), "Loglp is no operator of Ascend 910; Log1p is.");
    QCOMPARE(messageFor("LayerNormXbackpropV2"),
        "LayerNormXbackpropV2 is no operator of Ascend 910; LayerNormXBackpropV2 is.");
    QCOMPARE(messageFor("LabelGotoEx"), "LabelGotoEx is no operator of Ascend 910.");
}

void TestMixlistLint::lintNamesTheAscendTypesOfAnOnnxName()
{
    const std::vector<Finding> findings = lintMixlist(mixlistOf("+black Conv"), library("910"), {});
    QCOMPARE(findings.front().message, "Conv is the name in ONNX; on Ascend 910 it is Conv2D or Conv3D.");
}

void TestMixlistLint::lintSaysWhereTheEntryStands()
{
    const auto loaded = parseMixlist("{\"black-list\":{\"to-add\":[\n  \"Pow\"]}}", "ops_info.json");
    QVERIFY(loaded);
    QCOMPARE(lintMixlist(loaded->mixlist, library("910"), {}).front().where, "ops_info.json:2:3");
    QCOMPARE(lintMixlist(mixlistOf("+black Pow"), library("910"), {}).front().where, "mixlist");
}

void TestMixlistLint::lintAgreesWithTheKnownEffects_data()
{
    HALFTONE_NEED_SHARED("corpus/mixlists/EFFECTS.tsv");
    QTest::addColumn<QStringList>("row");
    const QList<QByteArray> lines =
        test::readAll(test::sharedPath("corpus/mixlists/EFFECTS.tsv")).trimmed().split('\n');
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QStringList row = QString::fromUtf8(lines[i]).split('\t');
        QCOMPARE(row.size(), 7);
        QTest::addRow("%s: %s %s", qPrintable(row[0]), qPrintable(row[2]), qPrintable(row[1])) << row;
    }
}

// Columns: list, op, action, library, policy before, policy after, changes. A name that the library does not
// have and one that is in its list already do nothing, and lint says so; nothing else.
void TestMixlistLint::lintAgreesWithTheKnownEffects()
{
    QFETCH(const QStringList, row);
    const QString entry = (row[2] == "white-list to-add" ? "+white " : "+black ") + row[1];
    const OpLibrary& chip = library(row[3].toLatin1().constData());
    const std::vector<Finding> findings = lintMixlist(mixlistOf(entry), chip, {});
    QStringList found = ids(findings);
    found.removeAll("mixlist.cast");
    found.removeAll("mixlist.black-without-fp32"); // it does change something
    QCOMPARE(found.isEmpty(), row[6] == "yes");
    if (const LibraryOp* op = chip.find(row[1].toStdString())) {
        QCOMPARE(QString::fromUtf8(name(op->list)), row[4]);
        QCOMPARE(QString::fromUtf8(name(effectiveList(op->type, op->list, mixlistOf(entry)))), row[5]);
    }
}

void TestMixlistLint::everyFindingHasACatalogueRow()
{
    const Mixlist all =
        mixlistOf("+black MatMu1V2, +black Softmax, +black Data, +black Pow, +gray L2Loss, -white Pow, "
                  "+black Add, +black Add, +black Cast");
    std::vector<Finding> findings = lintMixlist(all, library("910"), {});
    const auto loaded = parseMixlist("{\"black-list\":1,\"black-list\":{} /**/ } x", "");
    QVERIFY(loaded);
    findings.insert(findings.end(), loaded->findings.begin(), loaded->findings.end());
    QCOMPARE(findings.size(), 11);
    for (const Finding& finding : findings) {
        QCOMPARE(kindOf(finding).id, finding.id);
        QVERIFY(finding.message.ends_with('.'));
    }
}

QTEST_APPLESS_MAIN(TestMixlistLint)
#include "tst_mixlistlint.moc"
