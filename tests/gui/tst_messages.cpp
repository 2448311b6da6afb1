// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors and findings of the layers below, which write English, in the words of the window.
#include "analysis/mixlist/mixlist.h"
#include "executor/data/dataset.h"
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "gui/document/messagetables.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/shell/language.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <ranges>

using namespace halftone;

namespace {

bool hasChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.script() == QChar::Script_Han; });
}

/// Where sentences stand that no message of the window says.
constexpr const char* kElsewhere[] = {
    "analysis/export/", "analysis/onnx/tensorfile.cpp", "analysis/onnx/weightsexport.cpp", "executor/cli/",
    "executor/files/mixedmodelfile.cpp", // on the command line only
    "analysis/ops/", "analysis/judge/modes.cpp", // what operators and modes do: tst_language
    "analysis/judge/chainsteps.cpp", "analysis/judge/explain.cpp", "analysis/judge/nodeexplainer.cpp",
    "analysis/policy/policyexplainer.cpp", "analysis/policy/policyrules.cpp", // reasons: tst_language
    "analysis/policy/ascendpolicy.cpp",
    "analysis/policy/mindspore/mindsporepolicy.cpp", // modes and levels say what they do
    "analysis/policy/mindspore/ampchecks.cpp", // what MindSpore itself says
};

/// A comment, a text (whose inside is captured), a character, or anything else.
constexpr const char* kToken = "//[^\\n]*|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\\\n]|\\\\.)*'|\\S";

/// The texts of a source file, each with the pieces that the compiler puts together.
QStringList textsOf(const QString& source)
{
    static const QRegularExpression token(kToken);
    QStringList texts;
    bool goesOn = false;
    for (const QRegularExpressionMatch& match : token.globalMatch(source)) {
        if (match.captured().startsWith("//"))
            continue;
        const bool isText = match.hasCaptured(1);
        QString piece = match.captured(1);
        piece.replace("\\\"", "\"").replace("\\n", "\n");
        if (isText && goesOn)
            texts.back() += piece;
        else if (isText)
            texts += piece;
        goesOn = isText;
    }
    return texts;
}

bool isSentence(const QString& text)
{
    return text.endsWith('.') && text.contains(' ') && text.trimmed() == text;
}

/// As std::format would fill it.
QString filled(QString text)
{
    static const QRegularExpression place(QStringLiteral(R"(\{[0-9]?(:[^}]*)?\})"));
    return text.replace(place, "x1").replace("{{", "{").replace("}}", "}");
}

}

class TestMessages : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void everySentenceOfTheLayersBelowIsKnown_data();
    void everySentenceOfTheLayersBelowIsKnown();
    void everySentenceIsRecognisedAmongTheOthers();
    void messagesThatAPersonMeetsAreChinese_data();
    void messagesThatAPersonMeetsAreChinese();
    void errorsOfFilesAreChinese_data();
    void errorsOfFilesAreChinese();
    void namesBetweenQuotesStayAsTheyAre();
    void wordsOfOtherProgramsStayAsTheyAre();
    void theWindowSpeaksOfNoOptionsOfTheCommandLine();

private:
    QTemporaryDir m_folder;
};

void TestMessages::init()
{
    applyLanguage(Language::Chinese);
}

void TestMessages::everySentenceOfTheLayersBelowIsKnown_data()
{
    QTest::addColumn<QString>("path");
    const QDir root(HALFTONE_SOURCE_DIR);
    for (const char* layer : {"analysis", "executor"}) {
        QDirIterator files(root.filePath(layer), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = root.relativeFilePath(files.next());
            if (std::ranges::none_of(kElsewhere, [&](const char* place) { return path.startsWith(place); }))
                QTest::addRow("%s", qPrintable(path)) << path;
        }
    }
}

void TestMessages::everySentenceOfTheLayersBelowIsKnown()
{
    QFETCH(const QString, path);
    QFile file(QStringLiteral(HALFTONE_SOURCE_DIR "/") + path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList unknown;
    for (const QString& sentence : textsOf(QString::fromUtf8(file.readAll()))) {
        const bool isKnown = hasChinese(messageText(filled(sentence).toStdString())) ||
            hasChinese(messageText(sentence.toStdString()));
        if (isSentence(sentence) && !isKnown)
            unknown += sentence;
    }
    QVERIFY2(unknown.isEmpty(),
        qPrintable(
            "add to gui/document/analysismessages.cpp or executormessages.cpp:\n" + unknown.join('\n')));
}

// One sentence may fit where another is meant.
void TestMessages::everySentenceIsRecognisedAmongTheOthers()
{
    static const QRegularExpression mark(QStringLiteral("%([1-9])"));
    int seen = 0;
    for (const std::span<const char* const> table : {analysisMessages(), executorMessages()}) {
        for (const char* sentence : table) {
            QString english = QString::fromUtf8(sentence);
            QString chinese = QCoreApplication::translate("Messages", sentence);
            QVERIFY2(hasChinese(chinese), sentence);
            QCOMPARE(messageText(english.replace(mark, "Part\\1").toStdString()),
                chinese.replace(mark, "Part\\1"));
            ++seen;
        }
    }
    QVERIFY(seen > 300);
}

void TestMessages::messagesThatAPersonMeetsAreChinese_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    QTest::addRow("two shapes") << "Samples of 28x28 do not fit the model's input of 3x32x32."
                                << "28x28的样本与模型的输入3x32x32不匹配。";
    QTest::addRow("a part that is a text of its own")
        << "Not implemented: the gradient of CumProd." << "未实现：CumProd的梯度。";
    QTest::addRow("lists")
        << "MatMul is white on Ascend 910B, so there is nothing to remove from the black list."
        << "Ascend 910B上MatMul在白名单，因此无法从黑名单中删除。";
    QTest::addRow("a place before it") << "Conv_1: No engine takes Conv2D with these types and lists."
                                       << "Conv_1：在这些类型和名单下，没有引擎支持Conv2D。";
    QTest::addRow("over several lines") << "The checkpoint was made under other settings:\nbatch=8"
                                        << "检查点是在其他设置下生成的：\nbatch=8";
    QTest::addRow("a rule of the loss scale") << "The initial scale is 0, and must be at least 1."
                                              << "初始系数为0，但必须为不小于1的数。";
    QTest::addRow("an empty name") << "\"\" is no number." << "“”不是数字。";
    QTest::addRow("the system's words") << "The file cannot be written (Permission denied)."
                                        << "无法写入文件（没有权限）。";
}

void TestMessages::messagesThatAPersonMeetsAreChinese()
{
    QFETCH(const QString, english);
    QFETCH(const QString, chinese);
    QCOMPARE(messageText(english.toStdString()), chinese);
}

void TestMessages::errorsOfFilesAreChinese_data()
{
    QTest::addColumn<Error>("error");
    const auto written = [this](const char* name, const char* content) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
            qFatal("no file");
        return file.fileName().toStdString();
    };
    QTest::addRow("a model that is none") << openModel(written("a.onnx", "text")).error();
    QTest::addRow("a model that is not there") << openModel("/nowhere/a.onnx").error();
    QTest::addRow("data that are not there") << openDataset("/nowhere/data").error();
    QTest::addRow("a table with a word in it") << openDataset(written("a.csv", "1,2,3\n1,b,3\n")).error();
    QTest::addRow("a list of an unknown name") << parseMixlist(R"({"blacklist": {}})", "a.json").error();
    QTest::addRow("a run that is none") << readRunFile(written("a.run", "text")).error();
}

// Names of files and options aside, no three English words stand in a row.
void TestMessages::errorsOfFilesAreChinese()
{
    QFETCH(const Error, error);
    static const QRegularExpression english(QStringLiteral("[A-Za-z]+ [a-z]+ [a-z]+"));
    const QString shown = errorText(error);
    QVERIFY2(hasChinese(shown) && !english.match(shown).hasMatch(), qPrintable(shown));
}

void TestMessages::namesBetweenQuotesStayAsTheyAre()
{
    QCOMPARE(messageText("The model has no node \"window\"."), QStringLiteral("模型没有节点“window”。"));
    QCOMPARE(messageText("The model has no node \"%1\"."), QStringLiteral("模型没有节点“%1”。"));
}

void TestMessages::wordsOfOtherProgramsStayAsTheyAre()
{
    const char* words = "[ShapeInferenceError] Incompatible dimensions";
    QCOMPARE(messageText(words), QString::fromLatin1(words));
}

void TestMessages::theWindowSpeaksOfNoOptionsOfTheCommandLine()
{
    applyLanguage(Language::English);
    QCOMPARE(errorText({ErrorKind::Usage, "E-DATA", "A batch of 8 is larger than the 4 samples.", "digits",
                 "Choose a smaller batch (--batch)."}),
        QStringLiteral("digits: A batch of 8 is larger than the 4 samples. Choose a smaller batch."));
    for (const std::span<const char* const> table : {analysisMessages(), executorMessages()}) {
        for (const char* sentence : table)
            QVERIFY2(!QLatin1StringView(sentence).contains(QLatin1StringView("--")), sentence);
    }
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestMessages test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_messages.moc"
