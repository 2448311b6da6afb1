// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/messagebar.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"

#include <QPushButton>
#include <QToolButton>

using namespace halftone;

class TestMessageBar : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void aNewerNoteTakesThePlaceOfAnOlderOne();
    void anOfferStaysUntilItIsTaken();
    void anOfferIsClosedByHand();
    void aNewerOfferOfTheSameTopicReplacesIt();
    void settlingTakesOneTopicAway();
    void takingAnOfferMayMakeAnother();
    void everyControlHasAName();

private:
    template <typename Button>
    QList<Button*> buttons(const char* name) const
    {
        return m_bar->findChildren<Button*>(QLatin1String(name));
    }
    void offerRestore();

    std::unique_ptr<MessageBar> m_bar;
    int m_restored = 0;
};

void TestMessageBar::init()
{
    m_bar = std::make_unique<MessageBar>();
    m_bar->resize(900, 200);
    m_restored = 0;
    QVERIFY(m_bar->isHidden());
}

void TestMessageBar::offerRestore()
{
    m_bar->show(Severity::Warning, "restore", "A copy of the work is there.",
        {"Restore", [this] { ++m_restored; }}, {"Throw Away", [] {}});
}

void TestMessageBar::aNewerNoteTakesThePlaceOfAnOlderOne()
{
    m_bar->show(Severity::Note, "find", "first");
    m_bar->show(Severity::Note, "export", "second");
    QCOMPARE(m_bar->messages(), QStringList{"second"});
}

void TestMessageBar::anOfferStaysUntilItIsTaken()
{
    offerRestore();
    m_bar->showError("open", {ErrorKind::File, "E", "No such file.", "model.onnx", "Choose another one."});
    m_bar->show(Severity::Note, "find", "nothing found");
    QCOMPARE(m_bar->messages(), (QStringList{"A copy of the work is there.", "nothing found"}));
    if (test::savesPictures())
        test::savePicture(*m_bar, "messagebar");
    QTest::mouseClick(buttons<QPushButton>("messageRemedy").front(), Qt::LeftButton);
    QCOMPARE(m_restored, 1);
    QCOMPARE(m_bar->messages(), QStringList{"nothing found"});
}

void TestMessageBar::anOfferIsClosedByHand()
{
    offerRestore();
    auto* close = buttons<QToolButton>("messageClose").front();
    QVERIFY2(close->focusPolicy() & Qt::TabFocus, "by the keyboard, too");
    QTest::keyClick(close, Qt::Key_Space);
    QVERIFY(m_bar->isHidden() && m_bar->message().isEmpty());
    QCOMPARE(m_restored, 0);
}

void TestMessageBar::aNewerOfferOfTheSameTopicReplacesIt()
{
    offerRestore();
    offerRestore();
    QCOMPARE(m_bar->messages().size(), 1);
    QCOMPARE(buttons<QPushButton>("messageRemedy").size(), 1);
}

void TestMessageBar::settlingTakesOneTopicAway()
{
    offerRestore();
    m_bar->show(Severity::Note, "find", "nothing found");
    m_bar->settle("restore");
    QCOMPARE(m_bar->messages(), QStringList{"nothing found"});
    m_bar->settle("restore");
    m_bar->settle("find");
    QVERIFY(m_bar->isHidden());
}

void TestMessageBar::takingAnOfferMayMakeAnother()
{
    m_bar->show(Severity::Warning, "restore", "first copy", {"Throw Away", [this] { offerRestore(); }});
    QTest::mouseClick(buttons<QPushButton>("messageRemedy").front(), Qt::LeftButton);
    QCOMPARE(m_bar->messages(), QStringList{"A copy of the work is there."});
    QVERIFY(!m_bar->isHidden());
}

void TestMessageBar::everyControlHasAName()
{
    offerRestore();
    m_bar->show(Severity::Note, "find", "nothing found");
    QCOMPARE(test::unnamedControls(*m_bar), QStringList());
}

QTEST_MAIN(TestMessageBar)
#include "tst_messagebar.moc"
