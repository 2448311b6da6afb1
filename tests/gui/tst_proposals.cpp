// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes that are looked at before they are made, and reasons for them.
#include "gui/document/commands.h"
#include "gui/document/policyedits.h"
#include "gui/document/proposal.h"
#include "gui/document/session.h"
#include "gui/inspector/flipsearch.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/proposalpanel.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/mixlist/typelistview.h"
#include "gui/models/columntable.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"

#include <QDragEnterEvent>
#include <QInputDialog>
#include <QMimeData>
#include <QPushButton>

using namespace halftone;

class TestProposals : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void anEffectCountsWhatIsDone_data();
    void anEffectCountsWhatIsDone();
    void castsOfEqualNumberAreStillOthers();
    void selectedTypesSayWhatMovingThemWouldDo();
    void anOfferIsTakenByTheMouse();
    void aMovedTypeIsOfferedTheWayBack();
    void withoutASelectionAHintStandsThere();
    void aFlipIsPreviewedAndApplied();
    void aProposalIsDiscardedByEscape();
    void anotherChangeWithdrawsAProposal();
    void anotherChangeWithdrawsOffers();
    void aRemedyOfADiagnosisIsPreviewed();
    void anOperatorInAProposalLeadsToTheGraph();
    void aDropIsPreviewedWhileItHovers_data();
    void aDropIsPreviewedWhileItHovers();
    void aDropTakesThePreviewAway();
    void aProposalIsThereAgainBehindADrag();
    void picturesOfADrag_data();
    void picturesOfADrag();
    void optionsAreProposedToo_data();
    void optionsAreProposedToo();
    void aRefusalIsSaidInThePreview();
    void aReasonIsShownAndKept();
    void everyControlHasAName();

private:
    Document& document() { return m_window->document(); }
    MixlistEditor& editor() { return *m_window->window().mixlistEditor(); }
    QPushButton* apply() const { return m_window->find<QPushButton>("proposalApply"); }
    QString effect(const char* name) const
    {
        auto* label = m_window->find<QLabel>(name);
        return label ? label->text() : QString();
    }
    void selectType(List list, const QString& type);
    QWidget* dropPreview() const { return m_window->find<QWidget>("dropPreview"); }
    void drag(List to, const QStringList& types);
    void leave(List list);
    void proposeConvToBlack();

    std::unique_ptr<test::TestWindow> m_window;
};

void TestProposals::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
}

void TestProposals::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestProposals::selectType(List list, const QString& type)
{
    m_window->window().showView(MainWindow::View::Mixlist);
    TypeListView* view = editor().column(list)->view();
    view->setFocus();
    view->selectTypes({type});
}

void TestProposals::proposeConvToBlack()
{
    document().propose(
        moveText({"Conv2D"}, List::Black), withTypesInList(document().policy(), {"Conv2D"}, List::Black));
}

void TestProposals::anEffectCountsWhatIsDone_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<List>("to");
    QTest::addRow("to black") << "Conv2D" << List::Black;
    QTest::addRow("to gray") << "Conv2D" << List::Gray;
    QTest::addRow("a gray one to black") << "Relu" << List::Black;
}

// Against the whole decision made both ways.
void TestProposals::anEffectCountsWhatIsDone()
{
    QFETCH(const QString, type);
    QFETCH(const List, to);
    const JudgementPtr before = document().judgement();
    const Policy next = withTypesInList(document().policy(), {type}, to);
    const std::vector<ProposalEffect> effects =
        effectsOf(before, std::vector<Proposal>{{QString(), next}}, {});
    QVERIFY(document().policy() != next);
    changePolicy(document(), next, "move");
    const JudgementPtr after = document().judgement();
    QCOMPARE(effects.size(), 1u);
    QVERIFY(!effects[0].nodes.empty());
    QVERIFY(effects[0].nodes == document().changed());
    QCOMPARE(effects[0].castsBefore, before->summary().casts);
    QCOMPARE(
        effects[0].castsBefore + effects[0].castsAdded - effects[0].castsRemoved, after->summary().casts);
    QVERIFY2(to != List::Black || effects[0].tensorBytes > 0, "more is kept in FP32");
}

// Relu between two operators: its casts move from one side to the other.
void TestProposals::castsOfEqualNumberAreStillOthers()
{
    const JudgementPtr now = document().judgement();
    const ProposalEffect same = effectOf(*now, *now);
    QVERIFY(same.nodes.empty() && same.castsAdded == 0 && same.castsRemoved == 0 && same.tensorBytes == 0);
    const Judgement none(now->graph(), [&] {
        Policy policy = document().policy();
        policy.choice = &test::choiceNamed("must_keep_origin_dtype");
        return policy;
    }());
    const ProposalEffect all = effectOf(*now, none);
    QCOMPARE(all.castsRemoved, now->summary().casts);
    QCOMPARE(all.castsAdded, std::size_t(0));
}

void TestProposals::selectedTypesSayWhatMovingThemWouldDo()
{
    const Policy before = document().policy();
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(effect("offerEffect.black").contains("16→32"));
    QTRY_VERIFY2(effect("offerEffect.black").contains("casts"), qPrintable(effect("offerEffect.black")));
    QVERIFY2(effect("offerEffect.black").contains("tensors +"), qPrintable(effect("offerEffect.black")));
    QVERIFY(!effect("offerEffect.gray").isEmpty());
    QVERIFY2(!m_window->find<QPushButton>("offer.white"), "it is there already");
    QVERIFY2(document().policy() == before, "nothing is changed yet");
    if (test::savesPictures())
        test::savePicture(m_window->window(), "proposal-offers");
}

void TestProposals::anOfferIsTakenByTheMouse()
{
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(m_window->find<QPushButton>("offer.black"));
    QTest::mouseClick(m_window->find<QPushButton>("offer.black"), Qt::LeftButton);
    QCOMPARE(document().policy().mixlist.entries.size(), 1u);
    QCOMPARE(document().undoStack().undoText(), moveText({"Conv2D"}, List::Black));
    QTRY_VERIFY2(m_window->find<QPushButton>("offer.white"), "it is selected in the list where it is now");
}

void TestProposals::aMovedTypeIsOfferedTheWayBack()
{
    moveTypes(document(), {"Conv2D"}, List::Black);
    selectType(List::Black, "Conv2D");
    QTRY_VERIFY(m_window->find<QPushButton>("offer.reset"));
    QTRY_VERIFY(effect("offerEffect.reset").contains("32→16"));
    auto* back = m_window->find<QPushButton>("offer.reset");
    back->setFocus();
    QTest::keyClick(back, Qt::Key_Return);
    QVERIFY(document().policy().mixlist.isEmpty());
}

void TestProposals::withoutASelectionAHintStandsThere()
{
    m_window->window().showView(MainWindow::View::Mixlist);
    QTRY_VERIFY(m_window->find<QLabel>("proposalHint"));
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(!m_window->find<QLabel>("proposalHint"));
    editor().column(List::White)->view()->clearSelection();
    QTRY_VERIFY(m_window->find<QLabel>("proposalHint"));
}

void TestProposals::aFlipIsPreviewedAndApplied()
{
    const NodeId conv = test::nodeOfType(document(), "Conv");
    const Policy before = document().policy();
    document().select(conv);
    auto* search = m_window->window().findChild<FlipSearch*>();
    QVERIFY(search);
    QSignalSpy found(search, &FlipSearch::found);
    search->findChild<QPushButton*>("flipSearch")->click();
    QVERIFY(found.wait());
    QPushButton* preview = nullptr;
    for (QPushButton* button : search->findChildren<QPushButton*>()) {
        if (!preview && button->objectName().startsWith("flip."))
            preview = button;
    }
    QVERIFY(preview);
    preview->setFocus();
    QTest::keyClick(preview, Qt::Key_Space);
    QCOMPARE(m_window->window().view(), MainWindow::View::Mixlist);
    QTRY_VERIFY(effect("proposalEffect").contains("16→32"));
    QVERIFY(document().policy() == before);
    QTRY_VERIFY(apply()->hasFocus());
    if (test::savesPictures())
        test::savePicture(m_window->window(), "proposal");
    QTest::keyClick(apply(), Qt::Key_Return);
    QTRY_COMPARE(document().judgement()->decisions().precision(conv), DType::Float32);
    QVERIFY(!editor().proposals()->hasProposal());
    m_window->action("edit.undo")->trigger();
    QVERIFY(document().policy() == before);
}

void TestProposals::aProposalIsDiscardedByEscape()
{
    const Policy before = document().policy();
    proposeConvToBlack();
    QTRY_VERIFY(apply() && apply()->hasFocus());
    QTest::keyClick(apply(), Qt::Key_Escape);
    QVERIFY(!editor().proposals()->hasProposal() && !apply());
    QVERIFY(document().policy() == before);
    proposeConvToBlack();
    QTest::mouseClick(m_window->find<QPushButton>("proposalDiscard"), Qt::LeftButton);
    QVERIFY(!editor().proposals()->hasProposal());
    QVERIFY(document().policy() == before);
}

void TestProposals::anotherChangeWithdrawsAProposal()
{
    proposeConvToBlack();
    QVERIFY(editor().proposals()->hasProposal());
    moveTypes(document(), {"Relu"}, List::Black);
    QTRY_VERIFY2(!editor().proposals()->hasProposal(), "applying it would take Relu back");
    proposeConvToBlack();
    document().show(Document::Shown::Training);
    QVERIFY2(editor().proposals()->hasProposal(), "another graph is no other policy");
}

void TestProposals::anotherChangeWithdrawsOffers()
{
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(m_window->find<QPushButton>("offer.black"));
    QPushButton* old = m_window->find<QPushButton>("offer.black");
    moveTypes(document(), {"Relu"}, List::Black);
    QVERIFY2(!old->isEnabled(), "it would take Relu back");
    QTRY_VERIFY(
        m_window->find<QPushButton>("offer.black") && m_window->find<QPushButton>("offer.black") != old);
    QTest::mouseClick(m_window->find<QPushButton>("offer.black"), Qt::LeftButton);
    QCOMPARE(document().policy().mixlist.entries.size(), 2u);
}

void TestProposals::aRemedyOfADiagnosisIsPreviewed()
{
    const Policy before = document().policy();
    const QString conv = text(document().graph()->displayName(test::nodeOfType(document(), "Conv")));
    emit m_window->window().trainingView()->blackListRequested(conv);
    QCOMPARE(m_window->window().view(), MainWindow::View::Mixlist);
    QVERIFY(editor().proposals()->hasProposal());
    QVERIFY(document().policy() == before);
    editor().proposals()->discard();
    emit m_window->window().trainingView()->overrideRequested(conv);
    QTest::mouseClick(apply(), Qt::LeftButton);
    QCOMPARE(document().policy().overrides.size(), 1u);
    QCOMPARE(document().policy().overrides.front().dtype, DType::Float32);
}

void TestProposals::anOperatorInAProposalLeadsToTheGraph()
{
    proposeConvToBlack();
    QTRY_VERIFY(effect("proposalOperators").contains("<a href="));
    auto* names = m_window->find<QLabel>("proposalOperators");
    const QString link = names->text().section('\'', 1, 1);
    emit names->linkActivated(link);
    QCOMPARE(m_window->window().view(), MainWindow::View::Graph);
    QCOMPARE(document().selection(), NodeId{link.toUInt()});
}

// As far as a drop: the types hover above the list.
void TestProposals::drag(List to, const QStringList& types)
{
    QMimeData data;
    data.setData(TypeListModel::mimeType(), types.join('\n').toUtf8());
    QDragEnterEvent enter({20, 20}, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(editor().column(to)->view()->viewport(), &enter);
}

void TestProposals::leave(List list)
{
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(editor().column(list)->view()->viewport(), &leave);
}

void TestProposals::aDropIsPreviewedWhileItHovers_data()
{
    QTest::addColumn<QStringList>("types");
    QTest::addColumn<List>("to");
    QTest::addRow("one to black") << QStringList{"Conv2D"} << List::Black;
    QTest::addRow("one to gray") << QStringList{"Conv2D"} << List::Gray;
    QTest::addRow("two to black") << QStringList{"Conv2D", "MatMulV2"} << List::Black;
    QTest::addRow("a gray one to white") << QStringList{"Relu"} << List::White;
}

void TestProposals::aDropIsPreviewedWhileItHovers()
{
    QFETCH(const QStringList, types);
    QFETCH(const List, to);
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(effect("offerEffect.black").contains("casts"));
    const QString offered = effect("offerEffect.black");
    const Policy before = document().policy();
    drag(to, types);
    QVERIFY2(dropPreview() && dropPreview()->isVisible(), "at once, before anything is worked out");
    QVERIFY(!m_window->find<QWidget>("proposals")->isVisible());
    QVERIFY(effect("dropTitle").contains(moveText(types, to)));
    const Judgement after(document().graph(), withTypesInList(before, types, to));
    QTRY_COMPARE(effect("dropEffect"), effectText(effectOf(*document().judgement(), after)));
    QVERIFY(document().policy() == before);
    leave(to);
    QVERIFY2(!dropPreview(), "gone with the drag");
    QVERIFY(m_window->find<QWidget>("proposals")->isVisible());
    QCOMPARE(effect("offerEffect.black"), offered); // nothing is worked out again
    QVERIFY(document().policy() == before);
}

void TestProposals::aDropTakesThePreviewAway()
{
    selectType(List::White, "Conv2D");
    drag(List::Black, {"Conv2D"});
    QVERIFY(dropPreview());
    QMimeData data;
    data.setData(TypeListModel::mimeType(), "Conv2D");
    QDropEvent drop({20, 20}, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(editor().column(List::Black)->view()->viewport(), &drop);
    QVERIFY(!dropPreview());
    QCOMPARE(document().undoStack().undoText(), moveText({"Conv2D"}, List::Black));
    QTRY_VERIFY2(m_window->find<QPushButton>("offer.white"), "offers for where it is now");
}

void TestProposals::aProposalIsThereAgainBehindADrag()
{
    proposeConvToBlack();
    QTRY_VERIFY(effect("proposalEffect").contains("16→32"));
    drag(List::Gray, {"Conv2D"});
    QVERIFY(!apply()->isVisible());
    leave(List::Gray);
    QVERIFY(apply()->isVisible());
    drag(List::Gray, {"Conv2D"});
    moveTypes(document(), {"Relu"}, List::Black);
    QVERIFY2(!dropPreview(), "it said what would come of the lists as they were");
}

void TestProposals::picturesOfADrag_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
    QTest::newRow("contrast") << Theme::HighContrast;
}

void TestProposals::picturesOfADrag()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    QFETCH(const Theme, theme);
    applyTheme(theme);
    selectType(List::White, "Conv2D");
    drag(List::Black, {"Conv2D"});
    QTRY_VERIFY(effect("dropEffect").contains("casts"));
    test::savePicture(m_window->window(), QStringLiteral("drag_") + QTest::currentDataTag());
    applyTheme(Theme::Light);
}

void TestProposals::optionsAreProposedToo_data()
{
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addRow("MindSpore") << "MindSpore lists" << "black_list" << "nn.Conv2d";
    QTest::addRow("TensorFlow") << "TensorFlow grappler" << "DENYLIST_ADD" << "Conv2D";
    QTest::addRow("AutoCast") << "ModelOpt AutoCast" << "op_types_to_exclude" << "Conv";
    QTest::addRow("onnxconverter") << "onnxconverter float16" << "op_block_list" << "Conv";
}

// What a flip gives is a policy of the layer below; the window finds its own words for it.
void TestProposals::optionsAreProposedToo()
{
    QFETCH(const QString, choice);
    QFETCH(const QString, option);
    QFETCH(const QString, value);
    changeChoice(document(), test::choiceNamed(choice.toStdString()));
    Policy edited = document().policy();
    QVERIFY(findPolicyOption(option)->set(edited.options, value));
    const std::optional<Policy> found = policyLike(document().policy(), edited.precision());
    QVERIFY(found);
    QVERIFY(*found == edited);
}

void TestProposals::aRefusalIsSaidInThePreview()
{
    changeChip(document(), "ascend910");
    Policy next = document().policy();
    next.choice = &test::choiceNamed("allow_mix_precision_bf16");
    document().propose("BF16", next);
    QTRY_VERIFY2(effect("proposalEffect").contains("BFloat16"), qPrintable(effect("proposalEffect")));
}

void TestProposals::aReasonIsShownAndKept()
{
    moveTypes(document(), {"Conv2D"}, List::Black);
    selectType(List::Black, "Conv2D");
    m_window->action("mixlist.reason")->trigger();
    auto* dialog = m_window->find<QInputDialog>("reasonDialog");
    QVERIFY(dialog && dialog->isVisible());
    dialog->setTextValue("accuracy  of the head");
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_VERIFY(!m_window->find<QInputDialog>("reasonDialog"));
    const QAbstractItemModel& list = *editor().column(List::Black)->view()->model();
    const auto tip = [&list] {
        const QModelIndexList found = list.match(list.index(0, 0), kNameRole, "Conv2D", 1, Qt::MatchExactly);
        return found.isEmpty() ? QString() : found.front().data(Qt::ToolTipRole).toString();
    };
    QTRY_VERIFY2(tip().contains("accuracy of the head"), qPrintable(tip()));

    duplicateVariant(document());
    const std::string written = writeSession({.policy = document().policy()}, "/s.halftone");
    const auto read = parseSession(QByteArray::fromStdString(written), "/s.halftone");
    QVERIFY(read && read->remarks.isEmpty());
    QVERIFY2(read->session.policy == document().policy(), "with those of the list that is put aside");
    QCOMPARE(read->session.policy.variants.front().reasons.size(), 1u);

    giveReason(document(), {"Conv2D"}, "speed");
    QTRY_VERIFY(tip().contains("speed"));
    deleteVariant(document());
    QTRY_VERIFY2(tip().contains("accuracy"), "each list has its own reasons");

    giveReason(document(), {"Conv2D"}, {});
    QTRY_VERIFY(!tip().contains("accuracy"));
    m_window->action("edit.undo")->trigger();
    QTRY_VERIFY(tip().contains("accuracy"));
}

void TestProposals::everyControlHasAName()
{
    selectType(List::White, "Conv2D");
    QTRY_VERIFY(m_window->find<QPushButton>("offer.black"));
    QCOMPARE(test::unnamedControls(m_window->window()), QStringList());
    proposeConvToBlack();
    QCOMPARE(test::unnamedControls(m_window->window()), QStringList());
    QTRY_VERIFY(effect("proposalEffect").contains("16→32"));
    QCOMPARE(test::cutTexts(editor()), QStringList());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestProposals>(argc, argv);
}
#include "tst_proposals.moc"
