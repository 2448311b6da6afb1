// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/mixlisteditor.h"

#include "gui/document/commands.h"
#include "gui/document/entryeffects.h"
#include "gui/document/policyedits.h"
#include "gui/document/proposal.h"
#include "gui/document/text.h"
#include "gui/mixlist/advicelist.h"
#include "gui/mixlist/callspane.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/proposalpanel.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/mixlist/typelistview.h"
#include "gui/mixlist/typeoffers.h"
#include "gui/shell/actions.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"
#include "gui/training/elidedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace halftone {
namespace {

constexpr int kPause = 60; // ms
constexpr List kColumnOrder[] = {List::Black, List::Gray, List::White};

}

MixlistEditor::MixlistEditor(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_types(new TypeListModel(this))
    , m_json(new JsonPane(this))
    , m_advice(new AdviceList(document, this))
    , m_proposals(new ProposalPanel(document, this))
    , m_variant(named(new QComboBox(this), "variantCombo", tr("List in force")))
    , m_file(named(new ElidedLabel(this), "mixlistFile", tr("File of the mixlist")))
    , m_showLibrary(named(
          new QCheckBox(tr("Show the whole library"), this), "showLibrary", tr("Show the whole library")))
    , m_preview(named(new QLabel(this), "mixlistPreview", tr("What the list changes")))
    , m_noLists(named(new QWidget(this), "noLists", tr("Why lists cannot be used")))
    , m_noListsText(named(new QLabel(m_noLists), "noListsText", tr("Why lists cannot be used")))
    , m_useLists(named(new QPushButton(tr("Choose allow_mix_precision_fp16"), m_noLists), "useLists",
          tr("Choose a mode that has lists")))
{
    named(this, "mixlistEditor", tr("Mixlist editor"));
    auto* noListsRow = new QHBoxLayout(m_noLists);
    noListsRow->setContentsMargins({});
    noListsRow->addWidget(m_noListsText, 1);
    noListsRow->addWidget(m_useLists);
    m_noListsText->setWordWrap(true);
    QFont bold = m_preview->font();
    bold.setBold(true);
    m_preview->setFont(bold);

    auto* column = new QVBoxLayout(this);
    column->addWidget(makeBar(actions));
    column->addWidget(m_noLists);
    column->addWidget(makeColumns(actions), 1);
    column->addWidget(m_preview);
    column->addWidget(m_proposals);
    column->addWidget(m_advice);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    connect(&m_pause, &QTimer::timeout, this, &MixlistEditor::refreshOffers);
    connectDocument();
    refreshVariants();
    refresh();
}

QWidget* MixlistEditor::makeBar(const Actions& actions)
{
    auto* bar = named(new QWidget(this), "mixlistBar", tr("Mixlist commands"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    QFont bold = m_file->font();
    bold.setBold(true);
    m_file->setFont(bold);
    m_variant->setToolTip(tr("The list in force, and its variants that are put aside"));
    m_variant->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_variant, &QComboBox::activated, this, [this](int index) {
        emit variantChosen(m_variant->itemData(index).toString());
        refreshVariants(); // where it was refused
    });
    row->addWidget(m_variant);
    row->addWidget(makeVariantMenu(actions));
    row->addWidget(m_file, 1);
    row->addWidget(m_showLibrary);
    for (const char* id :
        {"edit.undo", "edit.redo", "mixlist.check", "mixlist.open", "mixlist.save", "mixlist.saveAs"}) {
        auto* button = new QToolButton(bar);
        QAction* action = actions.get(id);
        button->setDefaultAction(action);
        named(button, qPrintable(QStringLiteral("bar.") + QLatin1String(id)), Actions::plainText(*action));
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    return bar;
}

QWidget* MixlistEditor::makeVariantMenu(const Actions& actions)
{
    auto* button = named(
        new QPushButton(tr("Variants"), this), "variantMenuButton", tr("Duplicate, rename, delete, compare"));
    button->setToolTip(tr("Duplicate, rename, delete or compare lists"));
    auto* menu = named(new QMenu(button), "variantMenu", tr("Variants"));
    for (const char* id : {"mixlist.duplicate", "mixlist.rename", "mixlist.delete", "mixlist.compare"})
        menu->addAction(actions.get(id));
    button->setMenu(menu);
    return button;
}

void MixlistEditor::refreshVariants()
{
    const Policy& policy = m_document.policy();
    const QStringList names = policy.variantNames();
    m_variant->clear();
    for (const QString& name : names)
        m_variant->addItem(variantTitle(name), name);
    m_variant->setCurrentIndex(static_cast<int>(names.indexOf(policy.variantName)));
}

QWidget* MixlistEditor::makeColumns(const Actions& actions)
{
    auto* splitter = named(new QSplitter(this), "mixlistSplitter", tr("Lists and JSON"));
    splitter->setChildrenCollapsible(false);
    for (List list : kColumnOrder) {
        auto* column = new TypeColumn(list, m_types, splitter);
        m_columns.append(column);
        splitter->addWidget(column);
        connect(column->view(), &TypeListView::typesMoved, this,
            [this](const QStringList& types, List to) { moveTypes(m_document, types, to); });
        connect(column->view(), &TypeListView::typesReset, this,
            [this](const QStringList& types) { resetTypes(m_document, types); });
        connect(column->view(), &TypeListView::dropOffered, this, [this](const QStringList& types, List to) {
            m_proposals->showDrop({moveText(types, to), withTypesInList(m_document.policy(), types, to)});
        });
        connect(column->view(), &TypeListView::dropWithdrawn, m_proposals, &ProposalPanel::hideDrop);
        column->view()->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(column->view(), &QWidget::customContextMenuRequested, this,
            [this, column, &actions](const QPoint& place) { showTypeMenu(*column->view(), place, actions); });
        connect(
            column->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, column] {
                if (!column->view()->selectedTypes().isEmpty())
                    m_lastUsed = column;
                m_pause.start();
            });
        connect(m_showLibrary, &QCheckBox::toggled, column->filter(), &TypeListFilter::setShowsLibrary);
    }
    splitter->addWidget(makeSide(actions));
    for (int i = 0; i < splitter->count(); ++i)
        splitter->setStretchFactor(i, 1);
    return splitter;
}

void MixlistEditor::showTypeMenu(const TypeListView& view, const QPoint& place, const Actions& actions)
{
    if (view.selectedTypes().isEmpty())
        return;
    auto* menu = named(new QMenu(this), "typeMenu", tr("Selected types"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const char* id :
        {"mixlist.black", "mixlist.gray", "mixlist.white", "mixlist.reset", "mixlist.reason"})
        menu->addAction(actions.get(id));
    menu->popup(menuPlace(view, place));
}

// What decides beside the lists, and the lists as text.
QWidget* MixlistEditor::makeSide(const Actions& actions)
{
    auto* tabs = named(new QTabWidget(this), "mixlistSide", tr("JSON, and types asked for by hand"));
    named(tabs->tabBar(), "mixlistSideTabs", tr("JSON, and types asked for by hand"));
    m_calls = new CallsPane(m_document, actions, tabs);
    tabs->addTab(m_json, tr("JSON"));
    tabs->addTab(m_calls, m_calls->title());
    tabs->setDocumentMode(true);
    connect(m_calls, &CallsPane::titleChanged, tabs,
        [tabs](const QString& title) { tabs->setTabText(1, title); });
    return tabs;
}

void MixlistEditor::connectDocument()
{
    connect(&m_document, &Document::decisionsChanged, this, &MixlistEditor::refresh);
    connect(&m_document, &Document::policyChanged, this, &MixlistEditor::refreshUse);
    connect(&m_document, &Document::policyChanged, this, &MixlistEditor::refreshVariants);
    connect(&m_document, &Document::savedStateChanged, this, &MixlistEditor::refreshFile);
    connect(&m_document, &Document::mixlistChanged, this, [this] {
        m_json->setMixlist(m_document.policy().mixlist);
        refreshFile();
    });
    connect(m_json, &JsonPane::mixlistTyped, this,
        [this](const Mixlist& typed) { changeMixlist(m_document, typed, tr("Edit JSON")); });
    connect(m_json, &JsonPane::mistakeChanged, this, &MixlistEditor::mistakeChanged);
    connect(m_proposals, &ProposalPanel::nodeChosen, this, &MixlistEditor::nodeChosen);
    connect(m_advice, &AdviceList::typeChosen, this, &MixlistEditor::showType);
    connect(m_useLists, &QPushButton::clicked, this,
        [this] { changeChoice(m_document, policyChoices().front()); });
}

void MixlistEditor::refresh()
{
    const QStringList selected = typesInAllColumns();
    QList<int> places;
    for (TypeColumn* column : m_columns)
        places.append(column->view()->verticalScrollBar()->value());
    const auto library = m_document.policy().library();
    const JudgementPtr& builtIn = m_document.builtIn();
    const std::vector<TypeUse> none;
    if (library) {
        std::vector<TypeRow> rows =
            typeRows(*library, builtIn ? builtIn->typeUses() : none, m_document.policy().mixlist);
        for (TypeRow& row : rows) {
            row.effect = row.mark == TypeRow::Mark::None ? QString() : m_effects.value(row.type);
            row.reason = reasonFor(row);
        }
        m_types->setRows(std::move(rows));
    }
    // What was moved stays selected in the list where it is now.
    for (qsizetype i = 0; i < m_columns.size(); ++i) {
        m_columns[i]->view()->verticalScrollBar()->setValue(places[i]);
        m_columns[i]->view()->selectTypes(selected);
    }
    refreshFile();
    refreshPreview();
    refreshUse();
    startEffects();
    m_pause.start();
}

// An entry that is taken out keeps its reason for when it comes back.
QString MixlistEditor::reasonFor(const TypeRow& row) const
{
    const EntryReasons& reasons = m_document.policy().reasons;
    const auto reason = reasons.find(row.type.toStdString());
    return row.mark == TypeRow::Mark::None || reason == reasons.end() ? QString() : reason->second;
}

void MixlistEditor::refreshFile()
{
    const Policy& policy = m_document.policy();
    const QString file =
        policy.mixlistPath.isEmpty() ? tr("new list") : QFileInfo(policy.mixlistPath).fileName();
    m_file->setLine(m_document.isMixlistModified() ? tr("%1 (not saved)").arg(file) : file);
    m_file->setToolTip(policy.mixlistPath.isEmpty() ? m_file->text() : policy.mixlistPath);
}

QString MixlistEditor::previewText() const
{
    const JudgementPtr& now = m_document.judgement();
    const JudgementPtr& builtIn = m_document.builtIn();
    if (!now || now->refusal() || !m_document.policy().mixlistInForce())
        return {};
    if (m_document.policy().mixlist.isEmpty())
        return tr("No entries: the built-in lists of %1 decide.").arg(text(now->library().traits().title));
    return tr("Against the built-in lists: %1").arg(effectText(effectOf(*builtIn, *now)));
}

void MixlistEditor::refreshPreview()
{
    m_preview->setText(previewText());
    m_preview->setVisible(!m_preview->text().isEmpty());
}

void MixlistEditor::refreshUse()
{
    const bool hasLists = m_document.policy().mixlistInForce() != nullptr;
    for (TypeColumn* column : m_columns)
        column->setEnabled(hasLists);
    m_json->setEnabled(hasLists);
    m_advice->setEnabled(hasLists);
    m_noLists->setVisible(!hasLists);
    m_noListsText->setText(tr("%1 has no lists: CANN refuses a mixlist in this mode, so nothing here would "
                              "have an effect.")
            .arg(text(m_document.policy().choice->name)));
}

void MixlistEditor::startEffects()
{
    const JudgementPtr judgement = m_document.judgement();
    if (!judgement || judgement->policy().mixlist.isEmpty()) {
        m_effects.clear();
        m_effectJobs.cancel();
        return;
    }
    m_effectJobs.start(
        tr("Measuring the entries"),
        [judgement](const std::stop_token& stop) { return effectsByType(judgement, stop); },
        [this](const QHash<QString, QString>& effects) {
            if (std::exchange(m_effects, effects) != effects)
                m_types->setEffects(m_effects);
        });
}

void MixlistEditor::refreshOffers()
{
    const QStringList types = selectedTypes();
    QString subject =
        types.size() == 1 ? types.front() : tr("%n types", nullptr, static_cast<int>(types.size()));
    m_proposals->offer(subject,
        types.isEmpty() ? std::vector<ProposalPanel::Offer>()
                        : offersFor(m_document.policy(), types, m_lastUsed->view()->list()));
}

void MixlistEditor::propose(const QString& what, const Policy& policy)
{
    m_proposals->propose({what, policy});
}

void MixlistEditor::showType(const QString& type)
{
    for (TypeColumn* column : m_columns)
        column->view()->selectTypes({type});
    m_json->edit()->goTo(type);
}

TypeColumn* MixlistEditor::column(List list) const
{
    return m_columns[std::ranges::find(kColumnOrder, list) - std::begin(kColumnOrder)];
}

QStringList MixlistEditor::selectedTypes() const
{
    return m_lastUsed ? m_lastUsed->view()->selectedTypes() : QStringList();
}

QStringList MixlistEditor::typesInAllColumns() const
{
    QStringList types;
    for (const TypeColumn* column : m_columns)
        types += column->view()->selectedTypes();
    return types;
}

TypeColumn* MixlistEditor::columnWithKeyboard() const
{
    for (TypeColumn* column : m_columns) {
        if (column->view()->hasFocus())
            return column;
    }
    return nullptr;
}

bool MixlistEditor::moveSelected(List to)
{
    const TypeColumn* column = columnWithKeyboard();
    if (!column || column->view()->selectedTypes().isEmpty())
        return false;
    moveTypes(m_document, column->view()->selectedTypes(), to);
    return true;
}

bool MixlistEditor::resetSelected()
{
    const TypeColumn* column = columnWithKeyboard();
    if (!column || column->view()->selectedTypes().isEmpty())
        return false;
    resetTypes(m_document, column->view()->selectedTypes());
    return true;
}

bool MixlistEditor::revertBrokenText()
{
    return m_json->revert();
}

bool MixlistEditor::hasMistake() const
{
    return m_json->hasMistake();
}

std::optional<Error> MixlistEditor::mistake()
{
    return m_json->mistake();
}

}
