// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decisions.h"
#include "analysis/lossscale/lossscale.h"
#include "gui/document/analysistexts.h"
#include "gui/document/commands.h"
#include "gui/document/explanationtexts.h"
#include "gui/document/policychoice.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/opstable.h"
#include "tests/gui/guitest.h"

#include <QDirIterator>
#include <QFontDatabase>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <ranges>

using namespace halftone;

namespace {

struct Message
{
    QString context;
    QString source;
    QString translation;
    bool isFinished = true;
    bool isPlural = false;
};

QString catalogue()
{
    return QStringLiteral(HALFTONE_SOURCE_DIR "/resources/translations/halftone_zh_CN.ts");
}

// Of a text with %n there is one form: Chinese has no plural.
std::vector<Message> readCatalogue()
{
    QFile file(catalogue());
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no catalogue");
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    bool isPlural = false;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"message")
            isPlural = xml.attributes().hasAttribute("numerus");
        else if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"source")
            messages.push_back({.context = context, .source = xml.readElementText(), .translation = {}});
        else if (xml.name() == u"translation") {
            messages.back().isPlural = isPlural;
            messages.back().isFinished = !xml.attributes().hasAttribute("type");
            messages.back().translation =
                xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return messages;
}

QStringList matches(const QString& text, const char* pattern)
{
    QStringList found;
    for (const QRegularExpressionMatch& match : QRegularExpression(QLatin1String(pattern)).globalMatch(text))
        found += match.captured();
    found.sort();
    return found;
}

bool hasChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.script() == QChar::Script_Han; });
}

// The layers below may gain a text when nobody is at hand who writes Chinese; it is shown in English until
// then.
constexpr double kShareOfChinese = 0.9;

// Fails where too little is Chinese, and names what is not in any case.
bool areMostlyChinese(const QStringList& texts, QString (*chinese)(std::string_view))
{
    QStringList missing;
    for (const QString& english : texts) {
        if (!hasChinese(chinese(english.toStdString())))
            missing += english;
    }
    if (!missing.isEmpty())
        qInfo("Not in Chinese yet:\n%s", qPrintable(missing.join('\n')));
    const auto count = static_cast<double>(texts.size());
    return count > 0 && count - static_cast<double>(missing.size()) >= kShareOfChinese * count;
}

QStringList list(const auto& rows)
{
    QStringList texts;
    for (const std::string_view row : rows) {
        if (!row.empty())
            texts += text(row);
    }
    texts.removeDuplicates();
    return texts;
}

}

class TestLanguage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    void theCatalogueHasTheTextsOfTheSources();
    void everyPluralIsInTheCatalogue();
    void everyTextIsTranslatedAndKeepsItsMarks();
    void termsThatMisleadAreAvoided();
    void textsOfTheAnalysisAreTranslated_data();
    void textsOfTheAnalysisAreTranslated();
    void menusAreChinese();
    void tablesAreChinese();
    void reasonsAreChinese_data();
    void reasonsAreChinese();
    void noTextIsCutInChinese_data();
    void noTextIsCutInChinese();
    void aChosenLanguageIsKeptForTheNextStart();
    void englishIsAlwaysThere();
    void languagesAreNamed();
    void helpSpeaksTheLanguageThatIsAskedFor();
    void anUnknownLanguageIsRefused();

private:
    QTemporaryDir m_folder;
};

void TestLanguage::initTestCase()
{
    applyTheme(Theme::Light);
}

void TestLanguage::init()
{
    applyLanguage(Language::Chinese);
}

void TestLanguage::theCatalogueHasTheTextsOfTheSources()
{
    const QString copy = m_folder.filePath("copy.ts");
    QVERIFY(QFile::copy(catalogue(), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(HALFTONE_SOURCE_DIR);
    lupdate.start(HALFTONE_LUPDATE, {"gui", "-I", ".", "-no-obsolete", "-locations", "none", "-ts", copy});
    QVERIFY(lupdate.waitForFinished());
    QCOMPARE(lupdate.exitCode(), 0);
    // A text whose class lupdate does not find would never be found by the program.
    QCOMPARE(QString::fromUtf8(lupdate.readAllStandardError()), QString());
    QFile before(catalogue());
    QFile after(copy);
    QVERIFY(before.open(QIODevice::ReadOnly) && after.open(QIODevice::ReadOnly));
    const QList<QByteArray> old = before.readAll().split('\n');
    for (const QByteArray& line : after.readAll().split('\n'))
        QVERIFY2(old.contains(line), "bring the catalogue up to date as gui/README.md says, for: " + line);
    after.seek(0);
    before.seek(0);
    QVERIFY2(before.readAll() == after.readAll(), "the catalogue has texts that no source has");
}

// lupdate passes over some ways to write a plural without a word.
void TestLanguage::everyPluralIsInTheCatalogue()
{
    const std::vector<Message> messages = readCatalogue();
    const QRegularExpression plural(QStringLiteral(R"re("([^"\n]*%L?n\b[^"\n]*)")re"));
    QDirIterator files(HALFTONE_SOURCE_DIR "/gui", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    int found = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QRegularExpressionMatch& match : plural.globalMatch(QString::fromUtf8(file.readAll()))) {
            const auto row = std::ranges::find_if(messages, [&](const Message& each) {
                return each.source.endsWith(match.captured(1).section("\\n", 0, 0)) ||
                    each.source.startsWith(match.captured(1).section("\\n", 0, 0));
            });
            QVERIFY2(row != messages.end() && row->isPlural, qPrintable(match.captured(1)));
            ++found;
        }
    }
    QVERIFY(found >= 8);
}

void TestLanguage::everyTextIsTranslatedAndKeepsItsMarks()
{
    const std::vector<Message> messages = readCatalogue();
    QVERIFY(messages.size() > 500);
    QStringList wrong;
    for (const Message& message : messages) {
        const auto keeps = [&message](const char* pattern) {
            return matches(message.source, pattern) == matches(message.translation, pattern);
        };
        const bool keepsMnemonic =
            matches(message.source, "&\\w").size() == matches(message.translation, "&\\w").size();
        const bool isWhole = message.isFinished && !message.translation.isEmpty() && keepsMnemonic &&
            keeps("%L?[0-9n]") && keeps("%n") && keeps("</?\\w+>") && keeps("\n") &&
            message.source.endsWith(u'…') == message.translation.endsWith(u'…');
        if (!isWhole)
            wrong += message.context + ": " + message.source + " -> " + message.translation;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

// The other half of the list of terms: words that people would read as something else.
void TestLanguage::termsThatMisleadAreAvoided()
{
    for (const Message& message : readCatalogue()) {
        for (const char* avoided : {"操作符", "越界", "损失放大", "比较"}) {
            const bool isComparison =
                message.source.contains("Comparisons") || message.source.contains("equal");
            QVERIFY2(!message.translation.contains(QString::fromUtf8(avoided)) || isComparison,
                qPrintable(message.translation));
        }
    }
}

void TestLanguage::textsOfTheAnalysisAreTranslated_data()
{
    QTest::addColumn<QStringList>("texts");
    using std::views::transform;
    QTest::addRow("modes and tools") << list(policyChoices() | transform(&PolicyChoice::doc));
    QTest::addRow("loss scale rules") << list(lossScaleRules() | transform(&LossScaleRule::doc));
    QTest::addRow("remedies") << list(findingKinds() | transform(&FindingKind::remedy));
    QTest::addRow("rules") << list(allRules() | transform(&Rule::title));
}

void TestLanguage::textsOfTheAnalysisAreTranslated()
{
    QFETCH(const QStringList, texts);
    QVERIFY2(areMostlyChinese(texts, analysisText), "add them to gui/document/analysis*texts.cpp");
}

void TestLanguage::menusAreChinese()
{
    const MainWindow window{Settings()};
    QCOMPARE(window.findChild<QMenu*>("menuFile")->title(), QStringLiteral("文件(&F)"));
    QCOMPARE(window.findChild<QMenu*>("menuMixlist")->title(), QStringLiteral("混合精度名单(&X)"));
    for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>())
        QVERIFY2(hasChinese(menu->title()), qPrintable(menu->title()));
    for (const ActionRow& row : actionRows()) {
        const QAction* action = window.actions().get(row.id);
        QVERIFY2(hasChinese(action->text()) && hasChinese(action->statusTip()), row.id);
        QVERIFY2(!Actions::plainText(*action).contains('('), "the mnemonic is no part of the words");
    }
}

void TestLanguage::tablesAreChinese()
{
    MainWindow window{Settings()};
    QVERIFY(test::openSample(window.document()));
    const QAbstractItemModel* ops = window.opsTable()->view()->model();
    for (int column = 0; column < ops->columnCount(); ++column) {
        const QString title = ops->headerData(column, Qt::Horizontal).toString();
        QVERIFY2(hasChinese(title) || title == "Δ", qPrintable(title));
    }
}

void TestLanguage::reasonsAreChinese_data()
{
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"allow_mix_precision_fp16", "force_fp16", "allow_fp32_to_fp16", "MindSpore O2",
             "PyTorch autocast float16"})
        QTest::addRow("%s", policy) << policy;
}

void TestLanguage::reasonsAreChinese()
{
    QFETCH(const QString, policy);
    Document document;
    changeChoice(document, test::choiceNamed(policy.toStdString()));
    QVERIFY(test::openSample(document));
    QStringList sentences;
    for (const NodeId node : document.graph()->nodes()) {
        sentences += text(document.judgement()->reason(node));
        for (const Explanation::Step& step : document.judgement()->explain(node).steps) {
            sentences += text(step.text);
            const QString name = text(document.graph()->displayName(node));
            QVERIFY2(explanationText(step.text).contains(name) || !sentences.back().contains(name),
                "names of operators lead to them");
        }
    }
    QVERIFY2(areMostlyChinese(sentences, explanationText), "add them to gui/document/explanationtexts.cpp");
}

void TestLanguage::noTextIsCutInChinese_data()
{
    QTest::addColumn<MainWindow::View>("view");
    QTest::addRow("graph") << MainWindow::View::Graph;
    QTest::addRow("mixlist") << MainWindow::View::Mixlist;
    QTest::addRow("compare") << MainWindow::View::Compare;
    QTest::addRow("training") << MainWindow::View::Training;
}

void TestLanguage::noTextIsCutInChinese()
{
    if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
        QSKIP("no font here has Chinese glyphs, so widths would be those of empty boxes");
    QFETCH(const MainWindow::View, view);
    MainWindow window{Settings()};
    window.show();
    QVERIFY(test::openSample(window.document()));
    window.resize(1280, 800);
    moveTypes(window.document(), {"Conv2D"}, List::Black);
    window.document().select(test::nodeOfType(window.document(), "Conv"));
    window.showView(view);
    QCoreApplication::processEvents();
    QCOMPARE(window.size(), QSize(1280, 800));
    const QStringList cut = test::cutTexts(window);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
}

void TestLanguage::aChosenLanguageIsKeptForTheNextStart()
{
    MainWindow window{Settings()};
    QSignalSpy saved(&window, &MainWindow::settingsChanged);
    window.findChild<QAction*>("language.en")->trigger();
    QCOMPARE(saved.count(), 1);
    QVERIFY2(hasChinese(window.messages().message()), "the window keeps its language and says so");
    QSettings store(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    saveSettings(window.settings(), store);
    QCOMPARE(loadSettings(store).language, Language::English);
    const MainWindow next(loadSettings(store));
    QVERIFY(next.findChild<QAction*>("language.en")->isChecked());
}

void TestLanguage::englishIsAlwaysThere()
{
    applyLanguage(Language::English);
    const MainWindow window{Settings()};
    QCOMPARE(window.findChild<QMenu*>("menuFile")->title(), QStringLiteral("&File"));
    QVERIFY2(hasChinese(window.findChild<QAction*>("language.zh_CN")->text()),
        "who reads Chinese only finds the way back");
}

void TestLanguage::languagesAreNamed()
{
    for (const Language language : languages())
        QCOMPARE(languageNamed(name(language)), std::optional(language));
    QVERIFY(!languageNamed("de"));
}

void TestLanguage::helpSpeaksTheLanguageThatIsAskedFor()
{
    for (const auto& [language, isChinese] : {std::pair("en", false), std::pair("zh_CN", true)}) {
        QProcess program;
        program.start(HALFTONE_BIN_DIR "/halftone", {"--language", language, "--help"});
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(hasChinese(QString::fromUtf8(program.readAllStandardOutput())), isChinese);
    }
}

void TestLanguage::anUnknownLanguageIsRefused()
{
    QProcess program;
    program.start(HALFTONE_BIN_DIR "/halftone", {"--language", "tlh"});
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitCode(), 2);
    QVERIFY(program.readAllStandardError().contains("Choose system, en or zh_CN"));
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestLanguage test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_language.moc"
