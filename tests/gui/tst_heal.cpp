// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program is for, as a person does it: a model that overflows in FP16 is trained, the list of events
// leads to the operator, two clicks put its type on the black list, and the next training is healthy.
#include "analysis/mixlist/mixlist.h"
#include "gui/inspector/listswitch.h"
#include "gui/shell/actions.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/training/eventtable.h"
#include "gui/training/runevents.h"
#include "gui/training/trainingview.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"
#include "tests/support/shared.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace halftone;

class TestHeal : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void anOverflowingModelIsHealedByClicks();
    void theDiagnosisHealsByOneButton();

private:
    bool openNasty();
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QLatin1String(name));
    }
    void fillIn(const QString& data);
    void train();
    std::size_t skippedAtTheEnd() const;
    int rowOfLastOverflow() const;
    void clickEvent(int row);

    std::unique_ptr<MainWindow> m_window;
};

void TestHeal::fillIn(const QString& data)
{
    QTest::mouseClick(find<QToolButton>("view.training"), Qt::LeftButton);
    QLineEdit* place = find<QComboBox>("trainingData")->lineEdit();
    place->selectAll();
    QTest::keyClicks(place, data);
    QTest::keyClick(place, Qt::Key_Return);
    find<QSpinBox>("trainingBatch")->setValue(32);
    if (find<QCheckBox>("runUse0")->isChecked())
        find<QCheckBox>("runUse0")->click(); // FP32
}

void TestHeal::train()
{
    m_window->showView(MainWindow::View::Training);
    TrainingView& view = *m_window->trainingView();
    view.start();
    QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), 60'000);
    QVERIFY(!view.histories().empty());
}

// Of the last 20 steps.
std::size_t TestHeal::skippedAtTheEnd() const
{
    const std::vector<StepDone>& steps = m_window->trainingView()->histories().front().history->steps;
    constexpr std::size_t kLast = 20;
    const auto last = std::span(steps).last(std::min(kLast, steps.size()));
    return static_cast<std::size_t>(std::ranges::count_if(last, &StepDone::skipped));
}

// Of those that name an operator of the model itself: lists move what the model has.
int TestHeal::rowOfLastOverflow() const
{
    const RunEventModel& events = *m_window->trainingView()->events();
    for (int row = events.rowCount(); row-- > 0;) {
        const QString node = events.node(row);
        if (!node.isEmpty() && !node.contains('/'))
            return row;
    }
    return -1;
}

void TestHeal::clickEvent(int row)
{
    auto* table = m_window->trainingView()->findChild<EventTable*>();
    const QModelIndex cell = table->model()->index(row, RunEventModel::Node);
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
}

bool TestHeal::openNasty()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
    m_window->openModel(test::sharedPath("corpus/train_models/nasty_train_digits.onnx"));
    if (!trained.wait() || !m_window->document().hasTraining())
        return false;
    fillIn(test::sharedPath("corpus/data/digits8x8"));
    return true;
}

void TestHeal::anOverflowingModelIsHealedByClicks()
{
    HALFTONE_NEED_SHARED("corpus/train_models/nasty_train_digits.onnx");
    HALFTONE_NEED_SHARED("corpus/data/digits8x8");
    QVERIFY(openNasty());
    train();
    QVERIFY2(skippedAtTheEnd() >= 15, "the model overflows in nearly every step");

    constexpr int kMostRounds = 3;
    QStringList moved;
    for (int round = 0; round < kMostRounds && skippedAtTheEnd() > 5; ++round) {
        const int row = rowOfLastOverflow();
        QVERIFY(row >= 0);
        clickEvent(row); // the first click
        QCOMPARE(m_window->view(), MainWindow::View::Graph);
        QVERIFY(m_window->document().selection().isValid());
        QTRY_VERIFY(m_window->graphPage()->isUpToDate());
        ListSwitch* lists = nullptr; // once the training graph is decided
        QTRY_VERIFY((lists = m_window->findChild<ListSwitch*>()) && lists->isEnabled());
        QTest::mouseClick(lists->button(List::Black), Qt::LeftButton); // the second
        moved += QString::fromStdString(m_window->document().policy().mixlist.entries.back().opType);
        train();
    }
    QVERIFY2(moved.contains("Exp"), qPrintable(moved.join(", ")));
    QVERIFY2(skippedAtTheEnd() <= 5, qPrintable(moved.join(", ")));
    const std::vector<StepDone>& steps = m_window->trainingView()->histories().front().history->steps;
    QVERIFY2(steps.back().loss < steps.front().loss, "it learns");
}

void TestHeal::theDiagnosisHealsByOneButton()
{
    HALFTONE_NEED_SHARED("corpus/train_models/nasty_train_digits.onnx");
    HALFTONE_NEED_SHARED("corpus/data/digits8x8");
    QVERIFY(openNasty());
    const auto remedy = [this] { return find<QPushButton>("trainingMessageRemedy"); };
    int rounds = 0;
    for (train(); remedy() && rounds < 4; train(), ++rounds) {
        if (test::savesPictures() && rounds == 0)
            test::savePicture(*m_window, "diagnosis");
        QTest::mouseClick(remedy(), Qt::LeftButton);
        QCOMPARE(m_window->view(), MainWindow::View::Mixlist); // with the preview of what it changes
        QTest::mouseClick(find<QPushButton>("proposalApply"), Qt::LeftButton);
        QTRY_VERIFY(!remedy());
    }
    QVERIFY2(rounds > 0, "the first training needs advice");
    QVERIFY2(!remedy(), "the last one needs none");
    QVERIFY(skippedAtTheEnd() <= 5);
    QVERIFY(!m_window->document().policy().mixlist.isEmpty());
}

QTEST_MAIN(TestHeal)
#include "tst_heal.moc"
