// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/groupdialog.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/groupnames.h"
#include "gui/document/policyedits.h"
#include "gui/document/proposal.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStringListModel>

namespace halftone {
namespace {

constexpr DType kTypes[] = {DType::Float32, DType::Float16, DType::BFloat16};
constexpr int kPause = 80; // ms
constexpr QSize kFirstSize(720, 460);

}

GroupDialog::GroupDialog(Document& document, const PrecisionOverride& call, Purpose purpose, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_replaced(purpose == Purpose::Change ? call.target : std::string())
    , m_kind(call.kind)
    , m_names(new QStringListModel(this))
    , m_found(new QSortFilterProxyModel(this))
    , m_says(named(new QLabel(this), "groupSays", tr("What it would change, or what is missing")))
{
    named(this, "groupDialog", tr("Group"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(purpose == Purpose::Make ? tr("New Group") : tr("Change What Is Asked For"));
    m_found->setSourceModel(m_names);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_says->setWordWrap(true);
    m_says->setMinimumHeight(2 * fontMetrics().height());
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeFields(call));
    column->addWidget(makeLists(call), 1);
    column->addWidget(m_says);
    column->addWidget(makeButtons());
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    connect(&m_pause, &QTimer::timeout, this, &GroupDialog::preview);
    listNames();
    refresh();
    resize(kFirstSize);
}

QWidget* GroupDialog::makeFields(const PrecisionOverride& call)
{
    auto* fields = named(new QWidget(this), "groupFields", tr("Name and type"));
    auto* form = new QFormLayout(fields);
    form->setContentsMargins({});
    m_name = named(new QLineEdit(fields), "groupName", tr("Name of the group"));
    m_name->setPlaceholderText(tr("needed for more than one member"));
    if (!call.members.empty())
        m_name->setText(text(call.target));
    m_type = named(new QComboBox(fields), "groupType", tr("Type to ask for"));
    for (const DType type : kTypes)
        m_type->addItem(precisionIcon(type), text(name(type)));
    m_type->setCurrentIndex(static_cast<int>(std::ranges::find(kTypes, call.dtype) - std::begin(kTypes)));
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("As&k for"), m_type);
    connect(m_name, &QLineEdit::textChanged, this, &GroupDialog::refresh);
    connect(m_type, &QComboBox::currentIndexChanged, this, &GroupDialog::refresh);
    return fields;
}

QWidget* GroupDialog::makeLists(const PrecisionOverride& call)
{
    auto* lists = named(new QWidget(this), "groupLists", tr("Operators and scopes"));
    auto* grid = new QGridLayout(lists);
    grid->setContentsMargins({});
    auto* search = named(new QLineEdit(lists), "groupSearch", tr("Search operators and scopes"));
    search->setPlaceholderText(tr("Search operators and scopes"));
    search->setClearButtonEnabled(true);
    search->setMinimumWidth( // so that the hint is read whole, also with large text
        search->fontMetrics().horizontalAdvance(search->placeholderText()) + search->sizeHint().height());
    m_candidates = named(new QListView(lists), "groupCandidates", tr("Operators and scopes of the model"));
    m_candidates->setModel(m_found);
    m_candidates->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_candidates->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_candidates->setUniformItemSizes(true);
    m_members = named(new QListWidget(lists), "groupMembers", tr("Members of the group"));
    m_members->setSelectionMode(QAbstractItemView::ExtendedSelection);
    for (const std::string& member : targetsOf(call)) {
        if (!member.empty())
            m_members->addItem(text(member));
    }
    m_add = named(new QPushButton(tr("&Add ▸"), lists), "groupAdd", tr("Add to the group"));
    m_remove = named(new QPushButton(tr("◂ &Remove"), lists), "groupRemove", tr("Remove from the group"));
    for (QPushButton* button : {m_add, m_remove})
        button->setAutoDefault(false);
    auto* title = named(new QLabel(tr("Members"), lists), "groupMembersTitle", tr("Members"));
    title->setBuddy(m_members);
    grid->addWidget(search, 0, 0);
    grid->addWidget(title, 0, 2);
    grid->addWidget(m_candidates, 1, 0, 4, 1);
    grid->addWidget(m_add, 2, 1);
    grid->addWidget(m_remove, 3, 1);
    grid->addWidget(m_members, 1, 2, 4, 1);
    grid->setRowStretch(1, 1);
    grid->setRowStretch(4, 1);
    connect(search, &QLineEdit::textChanged, m_found, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_candidates, &QListView::doubleClicked, this, &GroupDialog::add);
    connect(m_add, &QPushButton::clicked, this, &GroupDialog::add);
    connect(m_remove, &QPushButton::clicked, this, &GroupDialog::removeSelected);
    for (const QItemSelectionModel* selection : {m_candidates->selectionModel(), m_members->selectionModel()})
        connect(selection, &QItemSelectionModel::selectionChanged, this, &GroupDialog::refresh);
    return lists;
}

QWidget* GroupDialog::makeButtons()
{
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this),
        "groupButtons", tr("OK or cancel"));
    m_ok = named(buttons->button(QDialogButtonBox::Ok), "groupOk", tr("OK"));
    m_ok->setDefault(true);
    named(buttons->button(QDialogButtonBox::Cancel), "groupCancel", tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &GroupDialog::apply);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void GroupDialog::listNames()
{
    if (!m_document.hasModel())
        return;
    m_listing.start(
        tr("Listing names"),
        [graph = m_document.model().forward](const std::stop_token&) { return namesIn(*graph); },
        [this](const QStringList& names) { m_names->setStringList(names); });
}

void GroupDialog::add()
{
    for (const QModelIndex& index : m_candidates->selectionModel()->selectedIndexes()) {
        const QString name = index.data().toString();
        if (m_members->findItems(name, Qt::MatchExactly | Qt::MatchCaseSensitive).isEmpty())
            m_members->addItem(name);
    }
    m_candidates->clearSelection();
    m_candidates->setFocus(); // the button is no longer of use
    refresh();
}

void GroupDialog::removeSelected()
{
    qDeleteAll(m_members->selectedItems());
    m_members->setFocus();
    refresh();
}

PrecisionOverride GroupDialog::call() const
{
    PrecisionOverride call{.target = m_name->text().trimmed().toStdString(),
        .kind = m_kind,
        .dtype = kTypes[std::max(0, m_type->currentIndex())]};
    for (int row = 0; row < m_members->count(); ++row)
        call.members.push_back(m_members->item(row)->text().toStdString());
    if (call.target.empty() && call.members.size() == 1)
        call.target = std::exchange(call.members, {}).front();
    return call;
}

QString GroupDialog::mistake() const
{
    const PrecisionOverride now = call();
    const QString target = text(now.target);
    const auto isTaken = [&](const PrecisionOverride& other) {
        return other.target == now.target && other.target != m_replaced;
    };
    if (m_members->count() == 0)
        return tr("Add an operator or a scope.");
    if (target.isEmpty())
        return tr("Several members need a name.");
    const auto hasComma = [](const std::string& member) { return member.contains(','); };
    if (!now.members.empty() &&
        (target.contains('=') || target.contains(',') || std::ranges::any_of(now.members, hasComma)))
        return tr("Names have no \"=\" and no \",\" in a group: commands could not say them.");
    if (std::ranges::any_of(m_document.policy().overrides, isTaken))
        return tr("Something is asked for on %1 already.").arg(target);
    return {};
}

void GroupDialog::refresh()
{
    m_add->setEnabled(m_candidates->selectionModel()->hasSelection());
    m_remove->setEnabled(m_members->selectionModel()->hasSelection());
    const QString wrong = mistake();
    m_ok->setEnabled(wrong.isEmpty());
    m_judging.cancel();
    if (!wrong.isEmpty())
        m_says->setText(wrong);
    m_pause.start();
}

void GroupDialog::preview()
{
    const JudgementPtr now = m_document.judgement();
    if (!now || !m_ok->isEnabled())
        return;
    const std::vector<Proposal> proposals{{{}, withCall(m_document.policy(), m_replaced, call())}};
    m_judging.start(
        tr("Previewing changes"),
        [now, proposals](const std::stop_token& stop) { return effectsOf(now, proposals, stop); },
        [this](const std::vector<ProposalEffect>& effects) {
            if (effects.empty())
                return;
            m_says->setText(effectText(effects.front()));
            m_says->setAccessibleName(m_says->text());
        });
}

void GroupDialog::apply()
{
    const PrecisionOverride made = call();
    setCall(m_document, m_replaced.empty() ? made.target : m_replaced, made);
    accept();
}

// Return in a list is about its rows, not about the dialog.
void GroupDialog::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isDelete = event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace;
    if (isReturn && m_candidates->hasFocus() && m_add->isEnabled())
        add();
    else if (isDelete && m_members->hasFocus())
        removeSelected();
    else
        QDialog::keyPressEvent(event);
}

}
