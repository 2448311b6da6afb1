// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector: the numbers of weights, and what would change a type.
#include "gui/inspector/flipsearch.h"
#include "gui/inspector/inspector.h"
#include "gui/inspector/weightcard.h"
#include "gui/inspector/weightchart.h"
#include "gui/shell/appearance.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"

#include <QHelpEvent>
#include <QPushButton>
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
