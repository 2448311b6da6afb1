// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/libraryview.h"

#include "executor/files/libraryfiles.h"
#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/text.h"
#include "gui/library/librarycopy.h"
#include "gui/library/librarydetails.h"
#include "gui/library/librarytable.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>

namespace halftone {
namespace {

// What the last entries of the combos of libraries do.
const QString kOpenFile = QStringLiteral("open-file");
const QString kOpenFolder = QStringLiteral("open-folder");
const QString kOwn = QStringLiteral("own");

}

QString LibraryView::Source::title() const
{
    return path.isEmpty() ? text(library->traits().title) : QFileInfo(path).fileName();
}

LibraryView::LibraryView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new LibraryModel(this))
    , m_filter(new LibraryFilter(this))
{
    named(this, "libraryView", tr("Operator library"));
    m_filter->setSourceModel(m_model);
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeSources());
    column->addWidget(makeFilters());
    auto* splitter = named(new QSplitter(this), "librarySplitter", tr("Operators and kernels"));
    m_table = new LibraryTable(splitter);
    m_table->setModel(m_filter);
    setUpTable(*m_table, {210, 80, 80, 110, 80, 80, 160, 180}, LibraryModel::kOnnx);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    splitter->addWidget(m_table);
    m_details = new LibraryDetails(splitter);
    splitter->addWidget(m_details);
    splitter->setChildrenCollapsible(false);
    constexpr int kTableShare = 3;
    splitter->setStretchFactor(0, kTableShare);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    column->addWidget(makeEdits());
    connect(m_table, &LibraryTable::listWished, this, &LibraryView::markSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &LibraryView::refreshDetails);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LibraryView::refreshEdits);
    connect(&document, &Document::policyChanged, this, &LibraryView::followPolicy);
    connect(&document, &Document::decisionsChanged, this, &LibraryView::refresh);
    connect(&m_writing, &JobRunner::busyChanged, this, &LibraryView::refreshEdits);
    followPolicy();
}

QTableView* LibraryView::table() const
{
    return m_table;
}

QComboBox* LibraryView::makeSourceCombo(Side side, const char* name, const QString& accessibleName)
{
    auto* combo = named(new QComboBox(this), name, accessibleName);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMinimumContentsLength(8); // names of files may be long
    connect(combo, &QComboBox::activated, this, [this, side](int index) { chooseSource(side, index); });
    return combo;
}

QWidget* LibraryView::makeSources()
{
    auto* bar = named(new QWidget(this), "librarySources", tr("Libraries"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    m_shownCombo = makeSourceCombo(Side::Shown, "libraryShown", tr("Library"));
    m_comparedCombo = makeSourceCombo(Side::Compared, "libraryCompared", tr("Library to compare with"));
    m_use = named(new QPushButton(tr("Use for &Decisions"), bar), "libraryUse", tr("Use for decisions"));
    auto* shown = named(new QLabel(tr("Library"), bar), "libraryShownCaption", tr("Library"));
    auto* compared =
        named(new QLabel(tr("compared with"), bar), "libraryComparedCaption", tr("Compared with"));
    shown->setBuddy(m_shownCombo);
    compared->setBuddy(m_comparedCombo);
    for (QWidget* part : {static_cast<QWidget*>(shown), static_cast<QWidget*>(m_shownCombo),
             static_cast<QWidget*>(compared), static_cast<QWidget*>(m_comparedCombo)})
        row->addWidget(part);
    row->addStretch();
    row->addWidget(m_use);
    connect(m_use, &QPushButton::clicked, this, &LibraryView::useForDecisions);
    return bar;
}

QWidget* LibraryView::makeFilters()
{
    auto* bar = named(new QWidget(this), "libraryFilters", tr("What is shown"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    m_words = named(new QLineEdit(bar), "librarySearch", tr("Search operators"));
    m_words->setPlaceholderText(tr("Search by Ascend or ONNX type"));
    m_words->setClearButtonEnabled(true);
    auto* list = named(new QComboBox(bar), "libraryList", tr("List"));
    list->addItem(tr("All lists"));
    for (List each : {List::White, List::Black, List::Gray})
        list->addItem(listIcon(each), listTitle(each), static_cast<int>(each));
    m_onlyDifferences =
        named(new QCheckBox(tr("Only differences"), bar), "libraryOnlyDifferences", tr("Only differences"));
    auto* onlyUsed =
        named(new QCheckBox(tr("Only of the model"), bar), "libraryOnlyUsed", tr("Only of the model"));
    m_count = named(new QLabel(bar), "libraryCount", tr("Number of operators shown"));
    row->addWidget(m_words, 1);
    for (QWidget* part : {static_cast<QWidget*>(list), static_cast<QWidget*>(m_onlyDifferences),
             static_cast<QWidget*>(onlyUsed), static_cast<QWidget*>(m_count)})
        row->addWidget(part);
    connect(m_words, &QLineEdit::textChanged, m_filter, &LibraryFilter::setWords);
    connect(list, &QComboBox::activated, this, [this, list](int index) {
        const QVariant chosen = list->itemData(index);
        m_filter->setList(chosen.isValid() ? std::optional(static_cast<List>(chosen.toInt())) : std::nullopt);
    });
    connect(m_onlyDifferences, &QCheckBox::toggled, m_filter, &LibraryFilter::setOnlyDifferences);
    connect(onlyUsed, &QCheckBox::toggled, m_filter, &LibraryFilter::setOnlyUsed);
    for (auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, change, this, &LibraryView::refreshCount);
    return bar;
}

QPushButton* LibraryView::makeMark(const char* name, const QString& text, std::optional<List> list)
{
    auto* button = named(new QPushButton(text, this), name, text);
    connect(button, &QPushButton::clicked, this, [this, list] { markSelected(list); });
    m_marks.append(button);
    return button;
}

QWidget* LibraryView::makeEdits()
{
    auto* bar = named(new QWidget(this), "libraryEdits", tr("Changes of flags"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    m_editText = named(new QLabel(bar), "libraryEditText", tr("What changing flags does"));
    m_editText->setWordWrap(true);
    row->addWidget(m_editText, 1);
    row->addWidget(makeMark("libraryBlack", tr("Black"), List::Black));
    row->addWidget(makeMark("libraryGray", tr("Gray"), List::Gray));
    row->addWidget(makeMark("libraryWhite", tr("White"), List::White));
    row->addWidget(makeMark("libraryReset", tr("As It Was"), std::nullopt));
    m_save =
        named(new QPushButton(tr("Save &Copy…"), bar), "librarySave", tr("Save a copy with these flags"));
    row->addWidget(m_save);
    connect(m_save, &QPushButton::clicked, this, &LibraryView::askForCopy);
    return bar;
}

void LibraryView::chooseSource(Side side, int index)
{
    const QString chosen = (side == Side::Shown ? m_shownCombo : m_comparedCombo)->itemData(index).toString();
    refreshSources(); // until the choice is there
    if (chosen == kOpenFile || chosen == kOpenFolder)
        askForOwn(side, chosen == kOpenFolder);
    else if (chosen != kOwn)
        showChip(side, chosen);
}

void LibraryView::askForOwn(Side side, bool wantsFolder)
{
    auto* dialog = new QFileDialog(this, tr("Open Operator Library"));
    dialog->setObjectName(QStringLiteral("fileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(wantsFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!wantsFolder)
        dialog->setNameFilters({tr("Operator libraries (aic-*-ops-info*.json)"), tr("All files (*)")});
    connect(
        dialog, &QFileDialog::fileSelected, this, [this, side](const QString& path) { openOwn(side, path); });
    dialog->open();
}

void LibraryView::showChip(Side side, const QString& soc)
{
    if (soc.isEmpty())
        return take(side, {});
    if (auto library = OpLibrary::embedded(soc.toStdString()))
        take(side, {*std::move(library), {}});
}

void LibraryView::openOwn(Side side, const QString& path)
{
    m_reading[static_cast<std::size_t>(side)].start(
        tr("Reading %1").arg(path),
        [path](const std::stop_token&) { return openLibrary(path.toStdString(), nullptr); },
        [this, side, path](Result<std::shared_ptr<const OpLibrary>> library) {
            if (library)
                take(side, {*std::move(library), path});
            else
                emit failed(library.error());
        });
}

void LibraryView::take(Side side, Source source)
{
    if (side == Side::Shown)
        m_edits.clear();
    (side == Side::Shown ? m_shown : m_compared) = std::move(source);
    refresh();
}

// What a person chose here stays until the document takes another library.
void LibraryView::followPolicy()
{
    const Policy& policy = m_document.policy();
    const auto inForce = policy.library();
    if (inForce && std::exchange(m_inForce, inForce) != inForce && m_edits.isEmpty())
        take(Side::Shown, {inForce, policy.options.libraryPath});
    else
        refreshSources();
}

void LibraryView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
}

void LibraryView::refresh()
{
    m_isStale = !isVisible();
    if (m_isStale)
        return m_model->setRows({}); // they refer into a library that may be gone
    const QStringList selected = m_table->selectedTypes();
    const JudgementPtr& judgement = m_document.judgement();
    const std::vector<TypeUse> none;
    m_model->setRows(libraryRows(
        *m_shown.library, m_compared.library.get(), judgement ? judgement->typeUses() : none, m_edits));
    for (int column : {LibraryModel::kOther, LibraryModel::kDifference})
        m_table->setColumnHidden(column, !m_compared.library);
    m_onlyDifferences->setEnabled(m_compared.library != nullptr);
    if (!m_compared.library)
        m_onlyDifferences->setChecked(false);
    for (int row = 0; row < m_filter->rowCount() && !selected.isEmpty(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        if (selected.contains(index.data(kNameRole).toString()))
            m_table->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    refreshSources();
    refreshCount();
    refreshDetails();
    refreshEdits();
}

void LibraryView::refreshSources()
{
    for (const auto& [combo, source] :
        {std::pair{m_shownCombo, &m_shown}, std::pair{m_comparedCombo, &m_compared}}) {
        combo->clear();
        if (combo == m_comparedCombo)
            combo->addItem(tr("nothing"), QString());
        for (const ChipTraits& chip : OpLibrary::chips())
            combo->addItem(text(chip.title), text(chip.soc));
        if (!source->path.isEmpty())
            combo->addItem(source->title(), kOwn);
        combo->insertSeparator(combo->count());
        combo->addItem(tr("Own file…"), kOpenFile);
        combo->addItem(tr("Own folder…"), kOpenFolder);
        combo->setCurrentIndex(combo->findData(!source->path.isEmpty() ? kOwn
                : source->library                                      ? text(source->library->traits().soc)
                                                                       : QString()));
        combo->setToolTip(source->path);
    }
    const bool isInForce = m_document.policy().library() == m_shown.library;
    m_use->setEnabled(!isInForce && m_edits.isEmpty());
    m_use->setToolTip(isInForce ? tr("It decides already")
            : m_edits.isEmpty() ? tr("Decide by this library from now on")
                                : tr("Save the copy first"));
}

void LibraryView::refreshCount()
{
    const int shown = m_filter->rowCount();
    const int all = m_model->rowCount();
    m_count->setText(shown == all ? tr("%Ln operators", nullptr, all) : tr("%L1 of %L2").arg(shown).arg(all));
}

void LibraryView::refreshDetails()
{
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    m_details->showRow(
        chosen.isEmpty() ? nullptr : &m_model->row(m_filter->mapToSource(chosen.front()).row()));
}

void LibraryView::refreshEdits()
{
    const bool isOwn = !m_shown.path.isEmpty();
    const bool hasSelection = m_table->selectionModel()->hasSelection();
    for (QPushButton* button : m_marks)
        button->setEnabled(isOwn && hasSelection && !m_writing.isBusy());
    m_save->setEnabled(!m_edits.isEmpty() && !m_writing.isBusy());
    if (!isOwn)
        m_editText->setText(tr("Flags are changed in a copy of your own CANN library: open it above. For one "
                               "training, the mixlist does the same."));
    else if (m_edits.isEmpty())
        m_editText->setText(tr("Select operators and press B, G or W to change their flag in a copy."));
    else
        m_editText->setText(tr("%n flags changed, not saved", nullptr, static_cast<int>(m_edits.size())));
}

void LibraryView::markSelected(std::optional<List> list)
{
    if (m_shown.path.isEmpty() || m_writing.isBusy()) // a flag changed now would not be in the copy
        return;
    for (const QString& type : m_table->selectedTypes()) {
        const LibraryOp* op = m_shown.library->find(type.toStdString());
        if (op && list && *list != op->list)
            m_edits[type] = *list;
        else
            m_edits.remove(type);
    }
    refresh();
}

void LibraryView::useForDecisions()
{
    if (m_shown.path.isEmpty())
        return changeChip(m_document, m_shown.library->traits().soc);
    PolicyOptions options = m_document.policy().options;
    options.useLibrary(m_shown.library, m_shown.path);
    changeOptions(m_document, options);
}

void LibraryView::askForCopy()
{
    auto* dialog = new QFileDialog(this, tr("Save Copy of the Library"));
    dialog->setObjectName(QStringLiteral("fileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (QFileInfo(m_shown.path).isDir()) {
        dialog->setFileMode(QFileDialog::Directory);
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->selectFile(QFileInfo(m_shown.path).fileName());
    }
    connect(dialog, &QFileDialog::fileSelected, this, &LibraryView::saveCopy);
    dialog->open();
}

void LibraryView::saveCopy(const QString& target)
{
    LibraryCopy copy{.source = m_shown.path, .target = target};
    for (auto edit = m_edits.cbegin(); edit != m_edits.cend(); ++edit)
        copy.edits.push_back({edit.key().toStdString(), edit.value()});
    write(copy);
}

void LibraryView::write(const LibraryCopy& copy)
{
    m_writing.start(
        tr("Writing %1").arg(copy.target), [copy](const std::stop_token&) { return writeLibraryCopy(copy); },
        [this, copy](const Result<void>& done) {
            if (done) {
                emit written(copy.target);
                if (m_shown.path == copy.source) // else a person looks at another one by now
                    openOwn(Side::Shown, copy.target);
            } else if (done.error().code == kLibraryExists) {
                LibraryCopy replacing = copy;
                replacing.replaces = true;
                emit replacingWished(done.error(), [this, replacing] { write(replacing); });
            } else {
                emit failed(done.error());
            }
        });
}

}
