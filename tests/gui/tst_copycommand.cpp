// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is copied is run by a shell, and must do what the window shows.
#include "gui/compare/compareview.h"
#include "gui/document/commandline.h"
#include "gui/document/commands.h"
#include "gui/shell/actions.h"
#include "gui/shell/mainwindow.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"
#include "tests/gui/guitest.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace halftone;

namespace {

struct Ran
{
    int status = -1;
    QByteArray output;
};

// Runs \p line in \p folder, with the program of this build first on the path.
Ran runInShell(const QString& line, const QString& folder)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QStringLiteral(HALFTONE_BIN_DIR ":") + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(folder);
    shell.start("sh", {"-c", line});
    constexpr int kLongest = 120'000; // ms; sanitizers are slow
    if (!shell.waitForFinished(kLongest))
        return {};
    if (shell.exitCode() > 1)
        qWarning("%s", shell.readAllStandardError().constData());
    return {shell.exitCode(), shell.readAllStandardOutput()};
}

QStringList namesIn(const QJsonArray& json)
{
    QStringList names;
    for (const QJsonValue& value : json)
        names += value.toString();
    return names;
}

QStringList namesOf(std::span<const DType> types)
{
    QStringList names;
    for (DType type : types)
        names += text(name(type));
    return names;
}

}

class TestCopyCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }

    void wordsAreQuotedForTheShell_data();
    void wordsAreQuotedForTheShell();
    void theGraphIsDecidedAlike_data();
    void theGraphIsDecidedAlike();
    void theListIsExported();
    void theComparisonIsMadeAgain();
    void theTrainingRuns();
    void theCommandTrainsAsTheFormSays();

private:
    Document& document() { return m_window->document(); }
    QString copied();

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TestCopyCommand::init()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(test::openSample(document()));
}

QString TestCopyCommand::copied()
{
    QApplication::clipboard()->clear();
    m_window->actions().get("model.copyCommand")->trigger();
    return QApplication::clipboard()->text();
}

void TestCopyCommand::wordsAreQuotedForTheShell_data()
{
    QTest::addColumn<QString>("word");
    for (const char* word : {"plain", "two words", "it's", "$HOME", "`id`", "a\"b", "", "*", "new\nline",
             "Chinesisch 模型", "-x", "a;b&c|d"})
        QTest::addRow("%s", word) << QString::fromUtf8(word);
}

void TestCopyCommand::wordsAreQuotedForTheShell()
{
    QFETCH(const QString, word);
    const Ran ran = runInShell(shellLine({"printf", "%s", word}), m_folder.path());
    QCOMPARE(QString::fromUtf8(ran.output), word);
}

void TestCopyCommand::theGraphIsDecidedAlike_data()
{
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QStringList>("black");
    QTest::addColumn<QStringList>("options"); // NAME=VALUE
    QTest::addColumn<bool>("isTraining");
    const QStringList none;
    QTest::addRow("as it opens") << "allow_mix_precision_fp16" << "ascend910b" << none << none << false;
    QTest::addRow("a list in no file")
        << "allow_mix_precision_fp16" << "ascend910" << QStringList{"Conv2D", "MatMulV2"} << none << true;
    const QString keep = m_folder.filePath("keep these.txt");
    QFile file(keep);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("OpType::Conv2D\n");
    QTest::addRow("a file of CANN") << "allow_mix_precision_fp16" << "ascend910b" << none
                                    << QStringList{"keep_dtype=" + keep} << false;
    QTest::addRow("a level with arguments")
        << "MindSpore O2" << "ascend910b" << none
        << QStringList{"keep_batchnorm_fp32=False", "cast_model_type=float32", "loss_scale_manager=None"}
        << true;
    QTest::addRow("a network level") << "MindSpore O1 network" << "ascend910b" << none
                                     << QStringList{"dtype=bfloat16"} << false;
    QTest::addRow("lists of MindSpore") << "MindSpore lists" << "ascend910b" << none
                                        << QStringList{"white_list=nn.Conv2d,ops.MatMul"} << false;
    QTest::addRow("TensorFlow") << "TensorFlow grappler" << "ascend910b" << none
                                << QStringList{"DENYLIST_ADD=Relu"} << false;
    QTest::addRow("AutoCast") << "ModelOpt AutoCast" << "ascend910b" << none
                              << QStringList{"max_depth_of_reduction=64"} << false;
    QTest::addRow("onnxconverter") << "onnxconverter float16" << "ascend910b" << none
                                   << QStringList{"op_block_list=Conv"} << false;
    QTest::addRow("PyTorch in BF16") << "PyTorch autocast bfloat16" << "ascend910b" << none << none << true;
}

void TestCopyCommand::theGraphIsDecidedAlike()
{
    QFETCH(const QString, choice);
    QFETCH(const QString, chip);
    QFETCH(const QStringList, black);
    QFETCH(const QStringList, options);
    QFETCH(const bool, isTraining);
    changeChip(document(), chip.toStdString());
    changeChoice(document(), test::choiceNamed(choice.toStdString()));
    moveTypes(document(), black, List::Black);
    PolicyOptions changed = document().policy().options;
    for (const QString& option : options)
        QVERIFY(findPolicyOption(option.section('=', 0, 0))->set(changed, option.section('=', 1)));
    changeOptions(document(), changed);
    overridePrecision(document(), "fc3", DType::Float32);
    setCall(document(), "my ends",
        {.target = "my ends", .dtype = DType::BFloat16, .members = {"conv1", "relu4"}});
    if (isTraining)
        document().show(Document::Shown::Training);
    QVERIFY(!document().judgement()->refusal());

    const Ran ran = runInShell(copied() + " --json", m_folder.path());
    const QJsonArray nodes = QJsonDocument::fromJson(ran.output).object()["nodes"].toArray();
    const Graph& graph = *document().graph();
    QCOMPARE(nodes.size(), static_cast<qsizetype>(graph.nodeCount()));
    const Decisions& decisions = document().judgement()->decisions();
    for (NodeId node : graph.nodes()) {
        const QJsonObject json = nodes[node.index].toObject();
        QCOMPARE(namesIn(json["inputs"].toArray()), namesOf(decisions.inputDTypes(node)));
        QCOMPARE(namesIn(json["outputs"].toArray()), namesOf(decisions.outputDTypes(node)));
    }
}

void TestCopyCommand::theListIsExported()
{
    moveTypes(document(), {"Conv2D"}, List::Black);
    m_window->showView(MainWindow::View::Mixlist);
    QCOMPARE(runInShell(copied(), m_folder.path()).status, 0);
    QFile file(m_folder.filePath("ops_info.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto list = parseMixlist(file.readAll().toStdString(), "ops_info.json");
    QVERIFY(list);
    QCOMPARE(list->mixlist, document().policy().mixlist);
}

void TestCopyCommand::theComparisonIsMadeAgain()
{
    moveTypes(document(), {"Conv2D"}, List::Black);
    m_window->showView(MainWindow::View::Compare);
    ColumnComparison& comparison = m_window->compareView()->comparison();
    for (const char* other : {"force_fp16", "MindSpore O3", "allow_mix_precision_fp16"}) {
        comparison.setChoice(1, test::choiceNamed(other));
        comparison.setUsesEdits(1, false);
        QTRY_VERIFY(m_window->compareView()->isUpToDate());
        const Ran ran = runInShell(copied() + " --json", m_folder.path());
        QStringList names;
        for (const QJsonValue& node : QJsonDocument::fromJson(ran.output).object()["differences"].toArray())
            names += node["node"].toString();
        QStringList expected;
        for (NodeId node : comparison.differences())
            expected += text(document().graph()->displayName(node));
        QVERIFY(!expected.isEmpty());
        QCOMPARE(names, expected);
    }
}

void TestCopyCommand::theTrainingRuns()
{
    m_window->showView(MainWindow::View::Training);
    const QString line = copied();
    QVERIFY2(line.contains("--twin"), qPrintable(line));
    const Ran ran = runInShell(line + " --steps 2 --json", m_folder.path());
    QCOMPARE(ran.status, 0);
    QVERIFY2(ran.output.contains("\"loss\""), ran.output.left(500).constData());
}

void TestCopyCommand::theCommandTrainsAsTheFormSays()
{
    m_window->showView(MainWindow::View::Training);
    const auto choose = [this](const char* name, const char* value) {
        auto* combo = m_window->findChild<QComboBox*>(name);
        combo->setCurrentIndex(combo->findText(value));
        QCOMPARE(combo->currentText(), value);
    };
    choose("trainingOptimizer", "adamw");
    choose("trainingSchedule", "cosine");
    choose("trainingSums", "FP16");
    choose("trainingScaleRule", "DeepSpeed");
    m_window->findChild<QDoubleSpinBox*>("trainingScale.hysteresis")->setValue(2);
    m_window->findChild<QSpinBox*>("trainingMicroBatches")->setValue(2);
    m_window->findChild<QCheckBox*>("trainingShuffle")->setChecked(true);
    m_window->findChild<QSpinBox*>("trainingSeed")->setValue(7);
    const QString line = copied();
    for (const char* words : {"--optimizer adamw", "--lr-schedule cosine", "--accumulate f16",
             "--micro-batches 2", "--shuffle", "--seed 7", "--loss-scale-set hysteresis=2"})
        QVERIFY2(line.contains(words), qPrintable(line));
    QCOMPARE(runInShell(line + " --steps 2 --json", m_folder.path()).status, 0);
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestCopyCommand test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_copycommand.moc"
