// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runrow.h"

#include "gui/document/analysistexts.h"
#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/theme/textsize.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/eventmark.h"
#include "gui/training/runlook.h"
#include "gui/training/runreadout.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QToolButton>

namespace halftone {
namespace {

// Items of the combo of ways: these two, then policyChoices().
constexpr int kFloat32Item = 0;
constexpr int kWindowItem = 1;
constexpr int kFirstChoice = 2;

constexpr int kWidestRule = 200; // pixels; the state of the run beside it needs the rest

int itemOf(const RunSpec& spec)
{
    if (spec.way == RunSpec::Way::Float32)
        return kFloat32Item;
    const PolicyChoice* choice = spec.way == RunSpec::Way::Choice ? findChoice(spec.choice) : nullptr;
    return choice ? kFirstChoice + static_cast<int>(choice - policyChoices().data()) : kWindowItem;
}

}

RunRow::RunRow(TrainingRun& run, QWidget& list)
    : m_run(run)
    , m_number(run.number())
    , m_list(list)
{
    makeUse();
    if (!run.isRecorded())
        makeSpec();
    m_state = named(new ElidedLabel(&list), "runState", tr("State of the run"));
    makeButtons();
    connect(&run, &TrainingRun::specChanged, this, &RunRow::takeSpec);
    takeSpec();
}

RunRow::~RunRow()
{
    for (QWidget* widget :
        {static_cast<QWidget*>(m_use), static_cast<QWidget*>(m_way), static_cast<QWidget*>(m_usesList),
            static_cast<QWidget*>(m_variant), static_cast<QWidget*>(m_rule), static_cast<QWidget*>(m_state),
            static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_pause), static_cast<QWidget*>(m_step),
            static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_branch), static_cast<QWidget*>(m_save),
            static_cast<QWidget*>(m_remove)}) {
        if (!widget)
            continue;
        widget->hide();
        widget->deleteLater();
    }
}

// Tests and screen readers tell the rows by their numbers.
template <typename Control>
Control* RunRow::named(Control* control, const char* name, const QString& accessibleName) const
{
    control->setObjectName(QStringLiteral("%1%2").arg(QLatin1StringView(name)).arg(m_run.number()));
    control->setAccessibleName(tr("%1, run %2").arg(accessibleName).arg(m_number + 1));
    control->setToolTip(accessibleName);
    return control;
}

void RunRow::makeUse()
{
    m_use = named(
        new QCheckBox(&m_list), "runUse", m_run.isRecorded() ? tr("Show this run") : tr("Train this run"));
    m_use->setIcon(runSwatch(m_run.look()));
    m_use->setIconSize({32, 14});
    m_use->setChecked(m_run.isUsed());
    connect(m_use, &QCheckBox::toggled, &m_run, &TrainingRun::setUsed);
    connect(&m_run, &TrainingRun::usedChanged, m_use, [this] { m_use->setChecked(m_run.isUsed()); });
}

void RunRow::makeSpec()
{
    m_way = named(new QComboBox(&m_list), "runWay", tr("Precision"));
    m_way->addItem(tr("FP32"));
    m_way->setItemData(kFloat32Item, tr("Every operator in FP32, without a loss scale."), Qt::ToolTipRole);
    m_way->addItem(tr("As above"));
    m_way->setItemData(kWindowItem, tr("The mode, chip and list that the window shows."), Qt::ToolTipRole);
    for (const PolicyChoice& choice : policyChoices()) {
        m_way->addItem(text(choice.name));
        m_way->setItemData(m_way->count() - 1, analysisText(choice.doc), Qt::ToolTipRole);
    }
    m_way->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_way->setMinimumContentsLength(12);
    m_way->setMaxVisibleItems(20);
    makeLists();
    m_rule = named(new QComboBox(&m_list), "runRule", tr("Loss scale rule"));
    m_rule->addItem(tr("Loss scale as above"), QString());
    for (const LossScaleRule& rule : lossScaleRules()) {
        m_rule->addItem(text(rule.title), text(rule.id));
        m_rule->setItemData(m_rule->count() - 1, analysisText(rule.doc), Qt::ToolTipRole);
    }
    m_rule->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rule->setMinimumContentsLength(10);
    m_rule->setMaximumWidth(atTextSize(kWidestRule));
    m_rule->view()->setMinimumWidth(m_rule->view()->sizeHintForColumn(0) + 30);
    const auto change = [this](auto apply) {
        RunSpec spec = m_run.spec();
        apply(spec);
        m_run.setSpec(spec);
    };
    connect(m_way, &QComboBox::activated, this, [change](int item) {
        change([item](RunSpec& spec) {
            spec.way = item == kFloat32Item ? RunSpec::Way::Float32
                : item == kWindowItem       ? RunSpec::Way::Window
                                            : RunSpec::Way::Choice;
            spec.choice = item < kFirstChoice
                ? std::string()
                : policyChoices()[static_cast<std::size_t>(item - kFirstChoice)].name;
        });
    });
    connect(m_usesList, &QCheckBox::toggled, this,
        [change](bool uses) { change([uses](RunSpec& spec) { spec.usesList = uses; }); });
    connect(m_variant, &QComboBox::activated, this, [this, change](int item) {
        const QVariant chosen = m_variant->itemData(item);
        change([&](RunSpec& spec) {
            spec.variant = chosen.isValid() ? std::optional(chosen.toString()) : std::nullopt;
        });
    });
    connect(m_rule, &QComboBox::activated, this, [this, change](int item) {
        const std::string id = m_rule->itemData(item).toString().toStdString();
        change([&id](RunSpec& spec) { spec.lossScaleRule = id; });
    });
}

void RunRow::makeLists()
{
    m_usesList = named(new QCheckBox(tr("list"), &m_list), "runUsesList",
        tr("With the mixlist and the overrides of the window, where the mode takes any"));
    m_variant = named(new QComboBox(&m_list), "runVariant", tr("Which list"));
    m_variant->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_variant->setVisible(false);
}

// The list in force, whichever it is when the run starts, and the others by their names.
void RunRow::fillVariants()
{
    m_variant->clear();
    m_variant->addItem(tr("in force"));
    m_variant->setItemData(0, tr("The list that the window shows when the run starts."), Qt::ToolTipRole);
    for (const MixlistVariant& other : m_policy.variants)
        m_variant->addItem(variantTitle(other.name), other.name);
    const auto& chosen = m_run.spec().variant;
    m_variant->setCurrentIndex(chosen ? std::max(0, m_variant->findData(*chosen)) : 0);
    m_variant->setVisible(!m_policy.variants.empty());
}

QToolButton* RunRow::makeButton(const char* name, int sign, const QString& text)
{
    QToolButton* button = named(new QToolButton(&m_list), name, text);
    button->setIcon(transportIcon(static_cast<Transport>(sign)));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void RunRow::makeButtons()
{
    m_remove = makeButton("runRemove", static_cast<int>(Transport::Remove), tr("Take this run off the list"));
    connect(m_remove, &QToolButton::clicked, this, [this] { emit removeRequested(&m_run); });
    RunController* controller = m_run.controller();
    if (!controller)
        return;
    m_start = makeButton("runStart", static_cast<int>(Transport::Start), tr("Start this run"));
    m_pause = makeButton("runPause", static_cast<int>(Transport::Pause), tr("Pause this run"));
    m_step = makeButton("runStep", static_cast<int>(Transport::Step), tr("Make one step"));
    m_stop = makeButton("runStop", static_cast<int>(Transport::Stop), tr("Stop this run"));
    m_branch = makeButton("runBranch", static_cast<int>(Transport::Branch),
        tr("Go on from here as a new run, in the precision that is chosen now"));
    m_save = makeButton("runSave", static_cast<int>(Transport::Save),
        tr("Save where this run stands: weights, moments and loss scale, to go on from later"));
    connect(m_branch, &QToolButton::clicked, this, [this] { emit branchRequested(&m_run); });
    connect(m_save, &QToolButton::clicked, this, [this] { emit saveRequested(&m_run); });
    connect(m_start, &QToolButton::clicked, this, [this, controller] {
        if (controller->state() == RunController::State::Paused)
            controller->resume();
        else
            emit startRequested(&m_run);
    });
    connect(m_pause, &QToolButton::clicked, controller, &RunController::pause);
    connect(m_step, &QToolButton::clicked, controller, &RunController::step);
    connect(m_stop, &QToolButton::clicked, controller, &RunController::stop);
}

void RunRow::addTo(QGridLayout& grid, int line) const
{
    constexpr int kStateColumn = 4;
    grid.addWidget(m_use, line, 0);
    if (m_way) {
        grid.addWidget(m_way, line, 1);
        auto* lists = new QHBoxLayout;
        lists->setSpacing(2);
        lists->addWidget(m_usesList);
        lists->addWidget(m_variant);
        grid.addLayout(lists, line, 2);
        grid.addWidget(m_rule, line, 3);
        grid.addWidget(m_state, line, kStateColumn);
    } else {
        grid.addWidget(m_state, line, 1, 1, kStateColumn);
    }
    int column = kStateColumn;
    for (QToolButton* button : {m_start, m_pause, m_step, m_stop, m_branch, m_save, m_remove}) {
        ++column;
        if (button)
            grid.addWidget(button, line, column);
    }
}

void RunRow::setWindowPolicy(const Policy& policy)
{
    if (!m_way)
        return;
    m_policy = policy;
    m_way->setItemText(kWindowItem, tr("As above: %1").arg(text(policy.choice->name)));
    fillVariants();
}

void RunRow::takeSpec()
{
    if (!m_way)
        return;
    const RunSpec& spec = m_run.spec();
    m_way->setCurrentIndex(itemOf(spec));
    m_usesList->setChecked(spec.usesList);
    m_rule->setCurrentIndex(std::max(0, m_rule->findData(text(spec.lossScaleRule))));
    fillVariants();
    m_usesList->setEnabled(spec.hasScale());
    m_variant->setEnabled(spec.hasScale() && spec.usesList);
    m_rule->setEnabled(spec.hasScale());
}

void RunRow::refresh(bool canStart, bool canAdd)
{
    m_state->setLine(stateText());
    m_remove->setEnabled(!m_run.isActive());
    if (!m_way)
        return;
    const RunController::State state = m_run.state();
    const bool isPaused = state == RunController::State::Paused;
    const bool isStopping = state == RunController::State::Stopping;
    for (QWidget* widget : {static_cast<QWidget*>(m_use), static_cast<QWidget*>(m_way)})
        widget->setEnabled(!m_run.isActive());
    m_usesList->setEnabled(!m_run.isActive() && m_run.spec().hasScale());
    m_variant->setEnabled(m_usesList->isEnabled() && m_run.spec().usesList);
    m_rule->setEnabled(!m_run.isActive() && m_run.spec().hasScale());
    m_start->setEnabled(isPaused || (canStart && !m_run.isActive()));
    m_start->setToolTip(isPaused ? tr("Go on with this run") : tr("Start this run"));
    m_pause->setEnabled(m_run.isActive() && !isPaused && !isStopping);
    m_step->setEnabled(isPaused);
    m_stop->setEnabled(m_run.isActive());
    m_stop->setToolTip(isStopping ? tr("End it at once, without its accuracy") : tr("Stop this run"));
    const bool stands = m_run.controller()->checkpoint() != nullptr;
    m_branch->setEnabled(canStart && canAdd && stands);
    m_save->setEnabled(stands);
}

QString RunRow::stateText() const
{
    const RunHistory& history = m_run.history();
    const std::uint64_t planned = history.info ? history.info->plannedSteps : 0;
    const std::uint64_t done = history.steps.empty() ? 0 : history.steps.back().step;
    const QString steps = tr("%1 of %2 steps").arg(done).arg(planned);
    if (m_run.isRecorded()) {
        const QString end =
            history.finished ? tr("accuracy %1").arg(accuracyText(*history.finished)) : tr("not finished");
        return QStringLiteral("%1  ·  %2  ·  %3").arg(m_run.label(), steps, end);
    }
    switch (m_run.state()) {
    case RunController::State::Idle:
        return {};
    case RunController::State::Preparing:
        return tr("preparing…");
    case RunController::State::Running: {
        if (m_run.controller()->isMeasuring())
            return tr("measuring accuracy…");
        const auto left = secondsLeft(history);
        return left ? QStringLiteral("%1  ·  %2").arg(steps, tr("%1 left").arg(durationText(*left))) : steps;
    }
    case RunController::State::Paused:
        return tr("paused at step %1").arg(done);
    case RunController::State::Stopping:
        return tr("stopping…");
    case RunController::State::Finished:
        return QStringLiteral("%1  ·  %2").arg(steps, tr("accuracy %1").arg(accuracyText(*history.finished)));
    case RunController::State::Failed:
        return history.steps.empty() ? tr("could not start") : tr("gave up after step %1").arg(done);
    }
    return {};
}

}
