// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/atomicfile.h"
#include "executor/telemetry/runfile.h"
#include "gui/document/commands.h"
#include "gui/document/session.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/actions.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/training/trainingview.h"
#include "tests/gui/guitest.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

#include <csignal>

using namespace halftone;

namespace {

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

// A session with something in every part.
Session fullSession()
{
    Session session{.modelPath = text(kSampleModel), .modelFingerprint = "abc", .dims = {{"N", 32}}};
    session.policy.choice = findChoice("mixed_bfloat16");
    session.policy.soc = "ascend310b";
    session.policy.mixlist = parseMixlist(R"({"black-list": {"to-add": ["Conv2D"]}})", "mine.json")->mixlist;
    session.policy.mixlistPath = "/nowhere/mine.json";
    session.policy.overrides = {{.target = "fc3", .dtype = DType::Float32},
        {.target = "", .kind = PrecisionOverride::Kind::AddFlags, .dtype = DType::Float16},
        {.target = "ends", .dtype = DType::Float16, .members = {"conv1", "fc3"}}};
    session.draft = "{ \"black";
    session.view = "mixlist";
    session.showsTraining = true;
    session.selection = "Conv_1";
    session.runFiles = {"/nowhere/a.run", "/nowhere/b.run"};
    session.layouts = {{"graph", QByteArray("\0\xff layout", 9)}};
    return session;
}

}

class TestSession : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void whatIsWrittenIsReadBack();
    void damagedTextsAreErrorsOrDefaults_data();
    void damagedTextsAreErrorsOrDefaults();
    void aListWithAMistakeBecomesTheDraft();
    void theModelBesideTheSessionCountsFirst();
    void savingAndOpeningBringsTheWindowBack();
    void recordedRunsComeBackAlsoInAFolderThatMoved();
    void openingIsOneUndoStep();
    void aDroppedSessionIsOpened();
    void aChangedModelIsSaid();
    void aMissingModelKeepsTheLists();
    void closingDoesNotAskWhenTheSessionHasTheList();
    void workSurvivesAKilledProgram();
    void aProperEndLeavesNothing();

private:
    QString newPath(const char* name) const { return m_folder->filePath(name); }
    void saveTo(const QString& path);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestSession::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
}

void TestSession::saveTo(const QString& path)
{
    m_window->actions().get("file.saveSessionAs")->trigger();
    QFileDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = m_window->findChild<QFileDialog*>("fileDialog")));
    emit dialog->fileSelected(path);
    dialog->close();
    QVERIFY(QFile::exists(path));
}

void TestSession::whatIsWrittenIsReadBack()
{
    const Session session = fullSession();
    const QString path = newPath("s.halftone");
    const auto read = parseSession(QByteArray::fromStdString(writeSession(session, path)), path);
    QVERIFY(read);
    QVERIFY2(read->remarks.isEmpty(), qPrintable(read->remarks.join('\n')));
    QVERIFY(read->session == session);
}

void TestSession::damagedTextsAreErrorsOrDefaults_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<int>("remarks");
    const QByteArray format = R"("format": "halftone-session", "version": 1)";
    const QByteArray policy = R"("policy": {"mode": "force_fp16", "soc": "ascend910"})";
    QTest::addRow("empty file") << QByteArray() << true << 0;
    QTest::addRow("no JSON") << QByteArray("\x89PNG") << true << 0;
    QTest::addRow("cut in the middle")
        << QByteArray::fromStdString(writeSession(fullSession(), "/x")).first(300) << true << 0;
    QTest::addRow("another JSON") << QByteArray(R"({"black-list": {}})") << true << 0;
    QTest::addRow("an array") << QByteArray("[1]") << true << 0;
    QTest::addRow("nothing but the format") << QByteArray("{" + format + "}") << false << 2;
    QTest::addRow("wrong kinds everywhere")
        << QByteArray("{" + format +
               R"(, "model": 3, "policy": [], "mixlists": {"a": 1}, "view": "x", "savedAs": 7})")
        << false << 2;
    QTest::addRow("unknown mode and chip")
        << QByteArray("{" + format + R"(, "policy": {"mode": "force_fp4", "soc": "ascend1"}})") << false << 2;
    QTest::addRow("sizes that are none")
        << QByteArray("{" + format + "," + policy + R"(, "model": {"dims": {"N": -1, "M": 1e99, "K": "x"}}})")
        << false << 0;
    QTest::addRow("from the future") << QByteArray(
                                            R"({"format": "halftone-session", "version": 9,)" + policy + "}")
                                     << false << 1;
}

void TestSession::damagedTextsAreErrorsOrDefaults()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isError);
    const auto read = parseSession(bytes, "/somewhere/s.halftone");
    QCOMPARE(!read, isError);
    if (!read) {
        QCOMPARE(read.error().where, std::string("/somewhere/s.halftone"));
        QVERIFY(!read.error().remedy.empty());
        return;
    }
    QTEST(static_cast<int>(read->remarks.size()), "remarks");
    QVERIFY(read->session.dims.empty());
    QVERIFY(read->session.policy.mixlist.isEmpty());
}

void TestSession::aListWithAMistakeBecomesTheDraft()
{
    QJsonDocument json =
        QJsonDocument::fromJson(QByteArray::fromStdString(writeSession(Session{}, newPath("s.halftone"))));
    QJsonObject object = json.object();
    object["mixlists"] = QJsonArray{QJsonObject{{"text", "{ \"black-list\": [ }"}}};
    const auto read = parseSession(QJsonDocument(object).toJson(), newPath("s.halftone"));
    QVERIFY(read);
    QCOMPARE(read->session.draft, QString("{ \"black-list\": [ }"));
    QCOMPARE(read->remarks.size(), 1);
}

void TestSession::theModelBesideTheSessionCountsFirst()
{
    QDir(m_folder->path()).mkdir("a");
    QDir(m_folder->path()).mkdir("b");
    writeFile(newPath("a/m.onnx"), "first");
    writeFile(newPath("b/m.onnx"), "second");
    const std::string written = writeSession({.modelPath = newPath("a/m.onnx")}, newPath("a/s.halftone"));
    const QByteArray bytes = QByteArray::fromStdString(written);
    QCOMPARE(parseSession(bytes, newPath("b/s.halftone"))->session.modelPath, newPath("b/m.onnx"));
    QFile::remove(newPath("b/m.onnx"));
    QCOMPARE(parseSession(bytes, newPath("b/s.halftone"))->session.modelPath, newPath("a/m.onnx"));
}

void TestSession::savingAndOpeningBringsTheWindowBack()
{
    Document& document = m_window->document();
    QVERIFY(test::openSample(document));
    changeChip(document, "ascend910");
    changeChoice(document, test::choiceNamed("allow_mix_precision"));
    moveTypes(document, {"Conv2D"}, List::Black);
    overridePrecision(document, "fc3", DType::Float32);
    document.show(Document::Shown::Training);
    document.select(test::nodeOfType(document, "MaxPoolGrad"));
    const QString selected = text(document.graph()->displayName(document.selection()));
    m_window->showView(MainWindow::View::Mixlist);
    m_window->mixlistEditor()->json()->setDraft("{ \"black-list\": ");
    const Policy policy = document.policy();
    saveTo(newPath("s.halftone"));

    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    m_window->openFile(newPath("s.halftone"));
    Document& again = m_window->document();
    QTRY_COMPARE(again.shown(), Document::Shown::Training);
    QTRY_VERIFY(again.judgement());
    QVERIFY(again.policy() == policy);
    QVERIFY(again.isMixlistModified());
    QCOMPARE(m_window->view(), MainWindow::View::Mixlist);
    QVERIFY(m_window->mixlistEditor()->hasMistake());
    QCOMPARE(m_window->mixlistEditor()->json()->edit()->toPlainText(), QString("{ \"black-list\": "));
    QTRY_VERIFY(again.selection().isValid());
    QCOMPARE(text(again.graph()->displayName(again.selection())), selected);
    QVERIFY(m_window->settings().recentFiles.contains(newPath("s.halftone")));
}

void TestSession::recordedRunsComeBackAlsoInAFolderThatMoved()
{
    QVERIFY(QDir(m_folder->path()).mkdir("first"));
    const QString run = newPath("first/lenet.run");
    {
        const auto sink = FileSink::create(run.toStdString());
        QVERIFY(sink);
        (*sink)->begin({.model = "LeNet-5", .precision = "float32", .plannedSteps = 1});
    }
    m_window->trainingView()->openRuns({run});
    QCOMPARE(m_window->trainingView()->openedFiles(), QStringList{run}); // while it is being read
    QTRY_COMPARE(m_window->trainingView()->runs()->runs().size(), 3);
    saveTo(newPath("first/s.halftone"));
    QVERIFY(QDir(m_folder->path()).rename("first", "second"));

    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    m_window->openFile(newPath("second/s.halftone"));
    QTRY_COMPARE(m_window->trainingView()->runs()->runs().size(), 3);
    QCOMPARE(m_window->trainingView()->runs()->runs().back()->label(), QString("lenet"));
    QCOMPARE(m_window->trainingView()->openedFiles(), QStringList{newPath("second/lenet.run")});
    m_window->openFile(newPath("second/s.halftone")); // again: no run twice
    QCOMPARE(m_window->trainingView()->openedFiles().size(), 1);
}

void TestSession::openingIsOneUndoStep()
{
    moveTypes(m_window->document(), {"Relu"}, List::Black);
    const Policy before = m_window->document().policy();
    writeFile(newPath("s.halftone"),
        QByteArray::fromStdString(writeSession(
            {.policy = {.choice = findChoice("force_fp16")}, .view = "mixlist"}, newPath("s.halftone"))));
    m_window->openFile(newPath("s.halftone"));
    QTRY_COMPARE(m_window->document().policy().choice->name, std::string("force_fp16"));
    m_window->actions().get("edit.undo")->trigger();
    QVERIFY(m_window->document().policy() == before);
}

void TestSession::aDroppedSessionIsOpened()
{
    const QString path = newPath("s.halftone");
    writeFile(path, QByteArray::fromStdString(writeSession({.modelPath = text(kSampleModel)}, path)));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(m_window->document().hasModel());
}

void TestSession::aChangedModelIsSaid()
{
    HALFTONE_NEED_SHARED("corpus/train_models");
    const QString model = newPath("m.onnx");
    QVERIFY(QFile::copy(test::sharedPath("corpus/train_models/mlp_digits8.onnx"), model));
    const QString path = newPath("s.halftone");
    Session session{.modelPath = model, .modelFingerprint = fingerprintOf(model)};
    writeFile(path, QByteArray::fromStdString(writeSession(session, path)));
    m_window->openFile(path);
    QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
    QVERIFY(trained.wait());
    QTRY_VERIFY(m_window->document().hasModel());
    QVERIFY2(m_window->messages().message().isEmpty(), qPrintable(m_window->messages().message()));

    QVERIFY(QFile::remove(model));
    QVERIFY(QFile::copy(test::sharedPath("corpus/train_models/lenet5.onnx"), model));
    m_window->openFile(path);
    QTRY_VERIFY2(m_window->messages().message().contains("is not the file that it was"),
        qPrintable(m_window->messages().message()));
}

void TestSession::aMissingModelKeepsTheLists()
{
    const QString path = newPath("s.halftone");
    Session session = fullSession();
    session.modelPath = "/nowhere/model.onnx";
    writeFile(path, QByteArray::fromStdString(writeSession(session, path)));
    m_window->openFile(path);
    QTRY_VERIFY(m_window->messages().message().contains("/nowhere/model.onnx"));
    QVERIFY(m_window->document().policy() == session.policy);
    m_window->actions().get("file.saveSession")->trigger();
    const auto saved = readSession(path);
    QVERIFY(saved);
    QCOMPARE(saved->session.modelPath, session.modelPath); // though it is not open
    QVERIFY(saved->session.dims == session.dims);
    QCOMPARE(saved->session.selection, session.selection);
    auto* find = m_window->findChild<QPushButton*>("messageRemedy");
    QTest::mouseClick(find, Qt::LeftButton);
    auto* dialog = m_window->findChild<QFileDialog*>("fileDialog");
    QVERIFY(dialog);
    emit dialog->fileSelected(text(kSampleModel));
    QTRY_COMPARE(m_window->view(), MainWindow::View::Mixlist);
    QTRY_VERIFY(m_window->document().hasModel());
    QVERIFY(m_window->document().model().dims == session.dims);
}

void TestSession::closingDoesNotAskWhenTheSessionHasTheList()
{
    QVERIFY(test::openSample(m_window->document()));
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    saveTo(newPath("s.halftone"));
    moveTypes(m_window->document(), {"Relu"}, List::Black);
    QVERIFY2(!m_window->close(), "this change is nowhere");
    m_window->actions().get("file.saveSession")->trigger();
    QVERIFY(m_window->close());
}

void TestSession::workSurvivesAKilledProgram()
{
    QSettings settings(newPath("config/halftone/Halftone.conf"), QSettings::IniFormat);
    settings.setValue("autosaveSeconds", 1);
    settings.sync();
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_STATE_HOME", newPath("state"));
    environment.insert("XDG_CONFIG_HOME", newPath("config"));
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    program.setProcessEnvironment(environment);
    Session work = fullSession();
    work.draft.clear();
    writeFile(newPath("s.halftone"), QByteArray::fromStdString(writeSession(work, newPath("s.halftone"))));
    program.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone"), {newPath("s.halftone")});
    QVERIFY(program.waitForStarted());
    const QString folder = newPath("state/halftone/Halftone/autosave");
    const auto copies = [&] { return QDir(folder).entryList({"*.halftone"}); };
    QTRY_COMPARE_WITH_TIMEOUT(copies().size(), 1, 20'000);
    MainWindow beside{Settings()};
    beside.startAutosave(folder);
    constexpr int kLongEnough = 500; // ms, to read it
    QVERIFY2(!QTest::qWaitFor([&] { return !beside.messages().message().isEmpty(); }, kLongEnough),
        "the copy of a program that runs is its own");
    ::kill(static_cast<pid_t>(program.processId()), SIGKILL);
    QVERIFY(program.waitForFinished());

    m_window->startAutosave(folder);
    QTRY_VERIFY2(m_window->messages().message().contains("did not end properly"),
        qPrintable(m_window->messages().message()));
    QTest::mouseClick(m_window->findChild<QPushButton*>("messageRemedy"), Qt::LeftButton);
    QTRY_VERIFY(m_window->document().hasModel());
    QVERIFY(m_window->document().policy() == work.policy);
    QCOMPARE(copies().size(), 1); // now ours
    m_window.reset();
    QVERIFY2(copies().isEmpty(), "a restored copy is not offered again");
}

void TestSession::aProperEndLeavesNothing()
{
    m_window->startAutosave(newPath("autosave"));
    m_window.reset();
    QVERIFY(QDir(newPath("autosave")).isEmpty());
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestSession test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_session.moc"
