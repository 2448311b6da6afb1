// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "gui/document/session.h"
#include "gui/shell/actions.h"
#include "gui/shell/mainwindow.h"
#include "gui/training/runrecipe.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"

#include <QDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <set>

using namespace halftone;

namespace {

// A value of each option that is not its default; files are left out.
QString otherValue(const PolicyOption& option)
{
    if (option.kind == PolicyOption::Kind::Choice)
        return option.choices().at(1);
    return QByteArrayView(option.name) == "init_max" ||
            QByteArrayView(option.name) == "max_depth_of_reduction"
        ? QStringLiteral("1000")
        : QStringLiteral("nn.Conv2d,nn.Dense");
}

}

class TestPolicyOptions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void everyOptionIsSetShownAndTakenBack_data();
    void everyOptionIsSetShownAndTakenBack();
    void badValuesChangeNothing_data();
    void badValuesChangeNothing();
    void optionsOfOneToolDoNotReachAnother();
    void theDialogSetsAnArgument();
    void theDialogSaysWhatCannotBeRead();
    void everyToolHasItsDialog_data();
    void everyToolHasItsDialog();
    void theLossScaleManagerIsJudged();
    void keepDTypeFilesAreInForce();
    void sessionsHoldOptions();
    void keptRunsHoldOptions();

private:
    Document& document() { return m_window->document(); }
    QDialog* openDialog();

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TestPolicyOptions::init()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(test::openSample(document()));
}

QDialog* TestPolicyOptions::openDialog()
{
    m_window->actions().get("model.options")->trigger();
    return m_window->findChild<QDialog*>("policyOptionsDialog");
}

void TestPolicyOptions::everyOptionIsSetShownAndTakenBack_data()
{
    QTest::addColumn<int>("row");
    std::set<std::string> names;
    for (std::size_t i = 0; i < policyOptionTable().size(); ++i) {
        QVERIFY2(names.insert(policyOptionTable()[i].name).second, "names are keys in session files");
        if (policyOptionTable()[i].kind != PolicyOption::Kind::File)
            QTest::addRow("%s of %s", policyOptionTable()[i].name, policyOptionTable()[i].policy) << int(i);
    }
}

void TestPolicyOptions::everyOptionIsSetShownAndTakenBack()
{
    QFETCH(const int, row);
    const PolicyOption& option = policyOptionTable()[static_cast<std::size_t>(row)];
    const PolicyOptions plain;
    PolicyOptions options;
    QCOMPARE(option.get(options), QString());
    QVERIFY(option.set(options, otherValue(option)));
    QCOMPARE(option.get(options), otherValue(option));
    QVERIFY(!(options == plain));
    bool isShown = false;
    for (const PolicyChoice& choice : policyChoices()) {
        const QStringList inForce = optionsInForce(options, choice);
        QCOMPARE(!inForce.isEmpty(), option.isFor(choice));
        isShown = isShown || option.isFor(choice);
    }
    QVERIFY2(isShown, "some choice has the option");
    QVERIFY(option.set(options, QString()));
    QVERIFY(options == plain);
}

void TestPolicyOptions::badValuesChangeNothing_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addRow("no number") << "init_max" << "many";
    QTest::addRow("a negative number") << "max_depth_of_reduction" << "-1";
    QTest::addRow("a number for a flag") << "keep_batchnorm_fp32" << "1";
    QTest::addRow("a type that is not offered") << "cast_model_type" << "int8";
    QTest::addRow("an unknown version") << "MindSpore version" << "9.9";
    QTest::addRow("an unknown device") << "device_target" << "tpu";
    QTest::addRow("an unknown manager") << "loss_scale_manager" << "mine";
    QTest::addRow("a missing library") << "operator library" << "/nowhere/aic.json";
    QTest::addRow("a missing file") << "keep_dtype" << "/nowhere/keep.txt";
}

void TestPolicyOptions::badValuesChangeNothing()
{
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    PolicyOptions options;
    const auto done = findPolicyOption(name)->set(options, value);
    QVERIFY(!done);
    QVERIFY(!done.error().what.empty() && !done.error().remedy.empty());
    QVERIFY(options == PolicyOptions());
}

void TestPolicyOptions::optionsOfOneToolDoNotReachAnother()
{
    PolicyOptions options;
    for (const PolicyOption& option : policyOptionTable()) {
        if (option.kind != PolicyOption::Kind::File)
            QVERIFY(option.set(options, otherValue(option)));
    }
    const auto settings = [&](const char* choice) {
        return settingsWith(test::choiceNamed(choice), options);
    };
    QVERIFY(settings("force_fp16") == test::choiceNamed("force_fp16").settings);
    QVERIFY(settings("PyTorch autocast bfloat16") == test::choiceNamed("PyTorch autocast bfloat16").settings);
    const auto level = std::get<MindSporeSettings>(settings("MindSpore O3"));
    QCOMPARE(level.level, std::string("O3"));
    QCOMPARE(level.api, AmpApi::BuildTrainNetwork);
    QCOMPARE(level.keepBatchNormFp32, std::optional(true));
    QVERIFY2(!level.whiteList && !level.blackList && level.low == DType::Float16,
        "build_train_network has no such arguments");
    const auto network = std::get<MindSporeSettings>(settings("MindSpore O1 network"));
    QVERIFY2(!network.keepBatchNormFp32 && !network.castModelType, "auto_mixed_precision has none");
    QCOMPARE(network.low, DType::BFloat16);
}

void TestPolicyOptions::theDialogSetsAnArgument()
{
    changeChoice(document(), test::choiceNamed("MindSpore O2"));
    const Policy before = document().policy();
    QDialog* dialog = openDialog();
    QVERIFY(dialog);
    auto* keep = dialog->findChild<QComboBox*>("option.keep_batchnorm_fp32");
    QVERIFY(keep);
    keep->setFocus();
    QTest::keyClicks(keep, "F"); // "False"
    QCOMPARE(keep->currentText(), QString("False"));
    QTest::mouseClick(dialog->findChild<QPushButton*>("optionsOk"), Qt::LeftButton);
    QTRY_COMPARE(document().policy().options.mindSpore.keepBatchNormFp32, std::optional(false));
    QVERIFY(m_window->findChild<QLabel*>("optionsStatus")->text().contains("keep_batchnorm_fp32=False"));
    QVERIFY(m_window->findChild<QToolButton*>("model.options")->text().contains('1'));
    m_window->actions().get("edit.undo")->trigger();
    QVERIFY(document().policy() == before);
    QVERIFY(m_window->findChild<QLabel*>("optionsStatus")->text().isEmpty());
}

void TestPolicyOptions::theDialogSaysWhatCannotBeRead()
{
    QDialog* dialog = openDialog();
    auto* file = dialog->findChild<QLineEdit*>("option.customize_dtypes");
    QVERIFY(file);
    file->setText("/nowhere/custom.txt");
    QTest::mouseClick(dialog->findChild<QPushButton*>("optionsOk"), Qt::LeftButton);
    auto* mistake = dialog->findChild<QLabel*>("optionsMistake");
    QTRY_VERIFY(mistake->isVisible());
    QVERIFY2(mistake->text().contains("/nowhere/custom.txt"), qPrintable(mistake->text()));
    QVERIFY(dialog->isVisible());
    dialog->reject();
}

void TestPolicyOptions::everyToolHasItsDialog_data()
{
    QTest::addColumn<QString>("choice");
    for (const char* choice : {"force_fp16", "MindSpore O2", "MindSpore O1 network", "MindSpore lists",
             "TensorFlow grappler", "PyTorch autocast float16", "ModelOpt AutoCast", "onnxconverter float16"})
        QTest::addRow("%s", choice) << QString(choice);
}

void TestPolicyOptions::everyToolHasItsDialog()
{
    QFETCH(const QString, choice);
    changeChoice(document(), test::choiceNamed(choice.toStdString()));
    QDialog* dialog = openDialog();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isVisible());
    const QStringList unnamed = test::unnamedControls(*dialog);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    const QStringList cut = test::cutTexts(*dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    for (const PolicyOption& option : policyOptionTable()) {
        const auto* doc =
            dialog->findChild<QLabel*>(QStringLiteral("option.%1.doc").arg(QLatin1String(option.name)));
        QVERIFY2(!option.isFor(test::choiceNamed(choice.toStdString())) ||
                (doc && doc->isVisible() && !doc->text().isEmpty()),
            option.name);
    }
    if (test::savesPictures())
        test::savePicture(*dialog, "options-" + choice);
    const Policy before = document().policy();
    QTest::mouseClick(dialog->findChild<QPushButton*>("optionsOk"), Qt::LeftButton);
    QTRY_VERIFY(!m_window->findChild<QDialog*>("policyOptionsDialog"));
    QVERIFY2(document().policy() == before, "nothing was changed");
}

void TestPolicyOptions::theLossScaleManagerIsJudged()
{
    const auto isRefused = [this] {
        return std::ranges::any_of(document().findings(),
            [](const Finding& finding) { return finding.id == "policy.cpu-loss-scale"; });
    };
    changeChoice(document(), test::choiceNamed("MindSpore O2"));
    PolicyOptions options;
    options.mindSpore.device = AmpDevice::Cpu;
    changeOptions(document(), options);
    QVERIFY2(isRefused(), "the level brings a dynamic one");
    options.lossScaleManager = "None";
    changeOptions(document(), options);
    QVERIFY(!isRefused());
    options.lossScaleManager = "fixed";
    changeOptions(document(), options);
    QVERIFY(isRefused());
    options.lossScaleManager = "fixed-no-drop";
    changeOptions(document(), options);
    QVERIFY(!isRefused());
}

void TestPolicyOptions::keepDTypeFilesAreInForce()
{
    const QString path = m_folder.filePath("keep.txt");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("OpType::Conv2D\n");
    file.close();
    const NodeId conv = test::nodeOfType(document(), "Conv");
    QCOMPARE(document().judgement()->decisions().precision(conv), DType::Float16);
    PolicyOptions options;
    QVERIFY(findPolicyOption("keep_dtype")->set(options, path));
    changeOptions(document(), options);
    QCOMPARE(document().judgement()->decisions().precision(conv), DType::Float32);
}

void TestPolicyOptions::sessionsHoldOptions()
{
    Session session;
    for (const PolicyOption& option : policyOptionTable()) {
        if (option.kind != PolicyOption::Kind::File)
            QVERIFY(option.set(session.policy.options, otherValue(option)));
    }
    const QByteArray bytes = QByteArray::fromStdString(writeSession(session, "/s.halftone"));
    const auto read = parseSession(bytes, "/s.halftone");
    QVERIFY(read);
    QVERIFY2(read->remarks.isEmpty(), qPrintable(read->remarks.join('\n')));
    QVERIFY(read->session.policy == session.policy);
    const auto unknown = parseSession(QByteArray(bytes).replace("init_max", "init_min"), "/s.halftone");
    QCOMPARE(unknown->remarks.size(), 1);
}

void TestPolicyOptions::keptRunsHoldOptions()
{
    RunRecipe recipe{.model = "model.onnx"};
    recipe.window.choice = &test::choiceNamed("MindSpore O2");
    recipe.window.options.mindSpore.keepBatchNormFp32 = false;
    const auto again = recipeFrom(toJson(recipe));
    QVERIFY(again);
    QVERIFY(again->window.options == recipe.window.options);
    recipe.window.options.keepDTypesPath = "/nowhere/keep.txt";
    const auto lost = recipeFrom(toJson(recipe));
    QVERIFY2(!lost, "under other options it would be another run");
    QVERIFY(text(lost.error().what).contains("/nowhere/keep.txt"));
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestPolicyOptions test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_policyoptions.moc"
