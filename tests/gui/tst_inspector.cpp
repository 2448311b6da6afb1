// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector: the numbers of weights, and what would change a type.
#include "gui/document/commands.h"
#include "gui/document/remedy.h"
#include "gui/inspector/flipsearch.h"
#include "gui/inspector/inspector.h"
#include "gui/inspector/weightcard.h"
#include "gui/inspector/weightchart.h"
#include "gui/shell/appearance.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"
#include "tests/support/onnxmodel.h"

#include <QFile>
#include <QHelpEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolTip>

using namespace halftone;

class TestInspector : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(Theme::Light); }
    void init();
    void cleanup() { m_inspector.reset(); }

    void weightsAreReadElsewhereAndShown();
    void whatWasReadIsKept();
    void theChartTellsItsNumbers();
    void tensorsTellTheirBytes();
    void anEditThatChangesTheTypeIsFoundAndProposed();
    void aMistakeInTheListIsMendedWhereItIsRead();
    void aWishForNothingIsTakenBack();
    void longListsAreCut();
    void nothingIsCutInANarrowPane();
    void everyControlHasAName();
    void picturesForReview();

private:
    void select(const char* type) { m_document->select(test::nodeOfType(*m_document, type)); }
    QString allText() const;

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Inspector> m_inspector;
};

void TestInspector::init()
{
    m_document = std::make_unique<Document>();
    m_inspector = std::make_unique<Inspector>(*m_document);
    m_inspector->resize(330, 900);
    m_inspector->show();
    QVERIFY(test::openSample(*m_document));
}

QString TestInspector::allText() const
{
    QStringList lines;
    for (const QLabel* label : m_inspector->widget()->findChildren<QLabel*>())
        lines << label->text();
    return lines.join('\n');
}

void TestInspector::weightsAreReadElsewhereAndShown()
{
    select("Conv");
    const auto cards = m_inspector->widget()->findChildren<WeightCard*>();
    QVERIFY(!cards.isEmpty());
    QVERIFY2(!cards.front()->isReady(), "the numbers come later, from another thread");
    QTRY_VERIFY(cards.front()->isReady());
    QVERIFY(cards.front()->findChild<WeightChart*>());
    QVERIFY(allText().contains("deviation"));
    QVERIFY(allText().contains("<b>fp16</b>"));
    QVERIFY(allText().contains("<b>bf16</b>"));
}

void TestInspector::whatWasReadIsKept()
{
    select("Conv");
    auto* card = m_inspector->widget()->findChild<WeightCard*>();
    QTRY_VERIFY(card->isReady());
    m_document->select({});
    select("Conv");
    card = m_inspector->widget()->findChild<WeightCard*>();
    QVERIFY(card->isReady());
}

void TestInspector::theChartTellsItsNumbers()
{
    select("Conv");
    QTRY_VERIFY(m_inspector->widget()->findChild<WeightChart*>());
    auto* chart = m_inspector->widget()->findChild<WeightChart*>();
    m_inspector->ensureWidgetVisible(chart);
    for (const int y : {20, 120}) {
        const QPoint place(chart->width() / 2, y);
        QHelpEvent event(QEvent::ToolTip, place, chart->mapToGlobal(place));
        QApplication::sendEvent(chart, &event);
        QVERIFY2(QToolTip::text().contains("numbers from"), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }
}

void TestInspector::tensorsTellTheirBytes()
{
    select("Gemm");
    QVERIFY2(allText().contains("kB") || allText().contains("bytes") || allText().contains("KiB"),
        qPrintable(allText()));
}

void TestInspector::anEditThatChangesTheTypeIsFoundAndProposed()
{
    select("Conv");
    const NodeId node = m_document->selection();
    QCOMPARE(m_document->judgement()->decisions().precision(node), DType::Float16);
    auto* search = m_inspector->widget()->findChild<FlipSearch*>();
    QSignalSpy found(search, &FlipSearch::found);
    QTest::mouseClick(search->findChild<QPushButton*>("flipSearch"), Qt::LeftButton);
    QVERIFY(found.wait());
    QPushButton* edit = nullptr;
    for (QPushButton* button : search->findChildren<QPushButton*>()) {
        if (!edit && button->objectName().startsWith("flip."))
            edit = button;
    }
    QVERIFY(edit);
    QSignalSpy proposed(m_document.get(), &Document::proposed);
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_Space);
    QCOMPARE(proposed.size(), 1);
    QVERIFY2(m_document->judgement()->decisions().precision(node) == DType::Float16, "not yet");
    const Judgement after(m_document->graph(), proposed.front().at(1).value<Policy>());
    QCOMPARE(after.decisions().precision(node), DType::Float32);
}

void TestInspector::aMistakeInTheListIsMendedWhereItIsRead()
{
    const auto list = parseMixlist(R"({"black-list": {"to-add": ["Conv"]}})", "ops_info.json");
    QVERIFY(list.has_value());
    loadMixlist(*m_document, list->mixlist, "ops_info.json");
    select("Conv");
    const NodeId node = m_document->selection();
    QCOMPARE(m_document->judgement()->decisions().precision(node), DType::Float16); // the entry does nothing
    auto* mend = m_inspector->widget()->findChild<QPushButton*>("remedy.mixlist.onnx-name");
    QVERIFY2(mend, qPrintable(allText()));
    QCOMPARE(mend->text(), "Use Conv2D");
    QTest::mouseClick(mend, Qt::LeftButton);
    QCOMPARE(m_document->policy().mixlist.entries.front().opType, "Conv2D");
    QTRY_COMPARE(m_document->judgement()->decisions().precision(node), DType::Float32);
    QVERIFY(!m_inspector->widget()->findChild<QPushButton*>("remedy.mixlist.onnx-name"));
    select("MaxPool");
    QVERIFY2(
        !m_inspector->widget()->findChild<QWidget*>("inspectorFindings"), "it is about another operator");
}

void TestInspector::aWishForNothingIsTakenBack()
{
    overridePrecision(*m_document, "no/such/scope", DType::Float32);
    const auto finding = std::ranges::find(m_document->findings(), "policy.override-no-target", &Finding::id);
    QVERIFY(finding != m_document->findings().end());
    const std::optional<Remedy> remedy = remedyFor(*m_document, *finding);
    QVERIFY(remedy.has_value());
    remedy->apply(*m_document);
    QVERIFY(m_document->policy().overrides.empty());
    QVERIFY(!std::ranges::contains(m_document->findings(), "policy.override-no-target", &Finding::id));
}

void TestInspector::longListsAreCut()
{
    std::string inputs;
    std::string names;
    for (int i = 0; i < 60; ++i) {
        inputs += (i ? ", float[2,2] x" : "float[2,2] x") + std::to_string(i);
        names += (i ? ", x" : "x") + std::to_string(i);
    }
    QTemporaryDir folder;
    QFile file(folder.filePath("wide.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        QByteArray::fromStdString(test::onnxModel("<ir_version: 8, opset_import: [\"\" : 17]>\nwide (" +
            inputs + ") => (float[120,2] y) { y = Concat <axis = 0> (" + names + ") }")));
    file.close();
    QSignalSpy trained(m_document.get(), &Document::trainingChanged);
    m_document->open(file.fileName());
    QVERIFY(trained.wait());
    QVERIFY2(allText().contains("48 more") && !allText().contains("x30"), qPrintable(allText()));
    select("Concat");
    QVERIFY2(allText().contains("36 more") && !allText().contains("x30"), qPrintable(allText()));
}

void TestInspector::nothingIsCutInANarrowPane()
{
    m_inspector->resize(m_inspector->minimumWidth(), 900);
    select("Conv");
    QTRY_VERIFY(m_inspector->widget()->findChild<WeightChart*>());
    QTRY_COMPARE(m_inspector->widget()->width(), m_inspector->viewport()->width());
}

void TestInspector::everyControlHasAName()
{
    select("Conv");
    QTRY_VERIFY(m_inspector->widget()->findChild<WeightChart*>());
    QCOMPARE(test::unnamedControls(*m_inspector), QStringList());
}

void TestInspector::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    m_inspector->resize(330, 1500);
    select("Conv");
    QTRY_VERIFY(m_inspector->widget()->findChild<WeightCard*>()->isReady());
    auto* search = m_inspector->widget()->findChild<FlipSearch*>();
    QSignalSpy found(search, &FlipSearch::found);
    search->findChild<QPushButton*>("flipSearch")->click();
    QVERIFY(found.wait());
    test::savePicture(*m_inspector, "inspector_weights");
}

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
