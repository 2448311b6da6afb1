// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingform.h"

#include "analysis/lossscale/scaleparameters.h"
#include "executor/train/modeldata.h"
#include "gui/document/analysistexts.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/theme/palette.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/flowlayout.h"
#include "gui/training/formfield.h"
#include "gui/training/formstate.h"
#include "gui/training/losstext.h"
#include "gui/training/moresettings.h"
#include "gui/training/shortnumberbox.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace halftone {
namespace {

enum LengthUnit { Epochs, Steps };
constexpr int kWidestData = 60; // characters; paths may be longer
constexpr int kFieldSpacing = 10; // as FlowLayout has it

template <typename Control>
Control* named(Control* control, const char* objectName, const QString& accessibleName)
{
    control->setObjectName(QLatin1StringView(objectName));
    control->setAccessibleName(accessibleName);
    return control;
}

}

TrainingForm::TrainingForm(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("trainingForm"));
    setAccessibleName(tr("Training settings"));
    auto* first = named(new QWidget(this), "trainingFields", tr("Training settings"));
    auto* flow = new FlowLayout(first);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->addWidget(makeDataField());
    makeNumberFields(*flow);
    flow->addWidget(makeScaleFields());
    flow->addWidget(makeMoreButton());
    flow->addWidget(makeLossField());
    m_more = new MoreSettings(this);
    m_more->hide();
    m_problem = named(new QLabel(this), "trainingProblem", tr("What is wrong with the settings"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : {first, static_cast<QWidget*>(m_more), static_cast<QWidget*>(m_problem)})
        column->addWidget(widget);
    connect(m_more, &MoreSettings::changed, this, &TrainingForm::changed);
    connect(m_more, &MoreSettings::changed, this, &TrainingForm::showLoss);
    connect(this, &TrainingForm::changed, this, &TrainingForm::showProblem);
    showLoss();
    useRuleDefaults();
}

QWidget* TrainingForm::makeMoreButton()
{
    m_showsMore = named(new QToolButton(this), "trainingMore", tr("More settings"));
    m_showsMore->setText(tr("More"));
    m_showsMore->setArrowType(Qt::RightArrow);
    m_showsMore->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_showsMore->setCheckable(true);
    m_showsMore->setFocusPolicy(Qt::StrongFocus);
    connect(m_showsMore, &QToolButton::toggled, this, [this](bool shows) {
        m_more->setVisible(shows);
        m_showsMore->setArrowType(shows ? Qt::DownArrow : Qt::RightArrow);
    });
    return formField(this, QString(), m_showsMore,
        tr("Optimizer, schedule, loss, accumulation, how overflow behaves, threads and seed."));
}

// What is guessed can be seen without looking for it.
QWidget* TrainingForm::makeLossField()
{
    constexpr int kCharacters = 64;
    m_loss = named(new ElidedLabel(this), "trainingLossText", tr("Loss and labels"));
    QWidget* field = formField(this, tr("Loss and labels"), m_loss,
        tr("What the training compares, as the model suggests; another loss is chosen under More."));
    field->setMinimumWidth(m_loss->fontMetrics().averageCharWidth() * kCharacters);
    return field;
}

QWidget* TrainingForm::makeDataField()
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    m_data = named(new QComboBox(row), "trainingData", tr("Training data"));
    m_data->setEditable(true);
    m_data->setInsertPolicy(QComboBox::NoInsert);
    m_data->addItem(tr("Sample digits (built in)"), text(kSampleDigits));
    m_data->addItem(tr("Random samples (synthetic)"), text(kSyntheticData));
    m_data->setMinimumContentsLength(22);
    m_data->setMaximumWidth(fontMetrics().averageCharWidth() * kWidestData);
    m_data->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_data->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    auto* browse =
        named(new QToolButton(row), "trainingDataBrowse", tr("Choose a folder or a file with training data"));
    browse->setText(QStringLiteral("…"));
    browse->setFocusPolicy(Qt::StrongFocus);
    browse->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    auto* places = new QMenu(browse);
    places->addAction(tr("Folder…"), this, &TrainingForm::chooseFolder);
    places->addAction(tr("File…"), this, &TrainingForm::chooseFile);
    browse->setMenu(places);
    browse->setPopupMode(QToolButton::InstantPopup);
    connect(m_data, &QComboBox::currentTextChanged, this, &TrainingForm::changed);
    connect(m_data, &QComboBox::activated, this, [this] { m_isDataChosen = true; });
    connect(m_data->lineEdit(), &QLineEdit::textEdited, this, [this] { m_isDataChosen = true; });
    line->addWidget(m_data);
    line->addWidget(browse);
    QWidget* box = formField(this, tr("&Data"), row,
        tr("The digits that come with Halftone, random samples that fit any model, a folder with IDX "
           "(MNIST), "
           "CIFAR, NumPy or CSV files, or one .npz or .csv file."));
    row->setFocusProxy(m_data);
    return box;
}

void TrainingForm::makeNumberFields(FlowLayout& flow)
{
    m_batch = named(new QSpinBox(this), "trainingBatch", tr("Batch size"));
    m_batch->setRange(1, 65536);
    m_batch->setValue(64);
    connect(m_batch, &QSpinBox::valueChanged, this, &TrainingForm::changed);
    flow.addWidget(formField(
        this, tr("&Batch"), m_batch, tr("Samples per step. A model with a fixed batch keeps its own.")));

    m_learningRate = named(new ShortNumberBox(this), "trainingLearningRate", tr("Learning rate"));
    m_learningRate->setDecimals(6);
    m_learningRate->setRange(0, 1000);
    m_learningRate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_learningRate->setValue(0.05);
    flow.addWidget(formField(this, tr("Learning &rate"), m_learningRate,
        tr("How far each step moves the weights along the gradient.")));

    m_momentum = named(new ShortNumberBox(this), "trainingMomentum", tr("Momentum"));
    m_momentum->setDecimals(4);
    m_momentum->setRange(0, 1);
    m_momentum->setSingleStep(0.05);
    m_momentum->setValue(0.9);
    flow.addWidget(formField(
        this, tr("M&omentum"), m_momentum, tr("The share of the last movement that each step keeps.")));

    flow.addWidget(makeLengthField());
}

QWidget* TrainingForm::makeLengthField()
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    m_length = named(new ShortNumberBox(row), "trainingLength", tr("Length of the training"));
    m_length->setDecimals(7);
    m_length->setRange(0.01, 9999999);
    m_length->setValue(2);
    m_length->setMaximumWidth(90);
    m_lengthUnit = named(new QComboBox(row), "trainingLengthUnit", tr("Unit of the length"));
    m_lengthUnit->addItem(tr("epochs"), Epochs);
    m_lengthUnit->addItem(tr("steps"), Steps);
    for (QWidget* part : {static_cast<QWidget*>(m_length), static_cast<QWidget*>(m_lengthUnit)}) {
        part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        line->addWidget(part);
    }
    row->setFocusProxy(m_length);
    return formField(
        this, tr("&Length"), row, tr("An epoch is one pass over the data; a step is one batch."));
}

// One item of the flow, so that a rule and its numbers stay side by side.
QWidget* TrainingForm::makeScaleFields()
{
    m_rule = named(new QComboBox(this), "trainingScaleRule", tr("Loss scale rule"));
    for (const LossScaleRule& rule : lossScaleRules()) {
        m_rule->addItem(text(rule.title), text(rule.id));
        m_rule->setItemData(m_rule->count() - 1, analysisText(rule.doc), Qt::ToolTipRole);
    }
    connect(m_rule, &QComboBox::currentIndexChanged, this, &TrainingForm::useRuleDefaults);

    m_initialScale = named(new QComboBox(this), "trainingInitialScale", tr("Initial loss scale"));
    m_initialScale->setEditable(true);
    m_initialScale->setInsertPolicy(QComboBox::NoInsert);
    constexpr int kLargestOffered = 32;
    for (int exponent = 0; exponent <= kLargestOffered; ++exponent)
        m_initialScale->addItem(scaleText(std::ldexp(1.0, exponent)));
    connect(m_initialScale, &QComboBox::currentTextChanged, this, &TrainingForm::changed);

    m_window = named(new QSpinBox(this), "trainingWindow", tr("Growth window"));
    m_window->setRange(1, 1000000);
    connect(m_window, &QSpinBox::valueChanged, this, &TrainingForm::changed);

    auto* group = new QWidget(this);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kFieldSpacing);
    row->addWidget(formField(this, tr("Loss &scale"), m_rule,
        tr("How the factor that keeps small gradients alive in 16 bits is chosen, after each framework.")));
    row->addWidget(formField(this, tr("&Initial scale"), m_initialScale,
        tr("The factor of the first step: a number, or a power like 2^16.")));
    row->addWidget(
        formField(this, tr("&Window"), m_window, tr("Steps without overflow before the scale grows.")));
    return group;
}

void TrainingForm::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with training data"));
    if (!folder.isEmpty())
        setData(folder);
}

void TrainingForm::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("File with training data"), {}, tr("NumPy and CSV (*.npz *.csv);;All files (*)"));
    if (!file.isEmpty())
        setData(file);
}

void TrainingForm::setSuitableData(const QString& name)
{
    if (!m_isDataChosen)
        m_data->setCurrentIndex(m_data->findData(name));
}

void TrainingForm::setData(const QString& nameOrFolder)
{
    m_isDataChosen = true;
    const int known = m_data->findData(nameOrFolder);
    if (known >= 0) {
        m_data->setCurrentIndex(known);
        return;
    }
    const QString shown = QDir::toNativeSeparators(nameOrFolder);
    m_data->addItem(shown, nameOrFolder);
    m_data->setCurrentIndex(m_data->count() - 1);
    m_data->lineEdit()->setCursorPosition(0);
}

void TrainingForm::setLossScaleRule(std::string_view id)
{
    if (const int row = m_rule->findData(text(id)); row >= 0)
        m_rule->setCurrentIndex(row);
    m_rule->setFocus();
}

void TrainingForm::setInitialScale(double scale)
{
    m_initialScale->setEditText(scaleText(scale));
    m_initialScale->setFocus();
}

void TrainingForm::setWindow(int steps)
{
    m_window->setValue(steps);
    m_window->setFocus();
}

void TrainingForm::setLearningRate(double rate)
{
    m_learningRate->setValue(rate);
    m_learningRate->setFocus();
}

void TrainingForm::setModel(const GraphPtr& forward)
{
    m_forward = forward;
    if (forward)
        m_more->setGuessedLoss(guessLoss(*forward));
    showLoss();
}

void TrainingForm::showLoss()
{
    m_loss->setLine(m_forward ? lossText(*m_forward, m_more->loss()) : tr("of the model"));
}

QJsonObject TrainingForm::state() const
{
    return fieldsOf(*this);
}

void TrainingForm::setState(const QJsonObject& state)
{
    m_isDataChosen = true;
    fillFields(*this, state);
}

void TrainingForm::useRuleDefaults()
{
    const LossScaleRule* rule = findLossScaleRule(m_rule->currentData().toString().toStdString());
    if (!rule)
        return;
    m_initialScale->setEditText(scaleText(rule->defaults.initial));
    m_window->setValue(static_cast<int>(rule->defaults.window));
    m_more->setRule(*rule);
    enableScaleFields();
    emit changed();
}

void TrainingForm::setUsesScale(bool usesScale)
{
    m_usesScale = usesScale;
    enableScaleFields();
}

void TrainingForm::enableScaleFields()
{
    const LossScaleRule* rule = findLossScaleRule(m_rule->currentData().toString().toStdString());
    m_rule->setEnabled(m_usesScale);
    m_initialScale->setEnabled(m_usesScale);
    m_window->setEnabled(m_usesScale && rule && reads(*rule, ScaleParameter::Window));
    m_more->setUsesScale(m_usesScale);
    showProblem();
}

Result<TrainingSetup> TrainingForm::setup() const
{
    TrainingSetup setup;
    const int item = m_data->findText(m_data->currentText());
    setup.data =
        (item >= 0 ? m_data->itemData(item).toString() : m_data->currentText().trimmed()).toStdString();
    setup.settings.batch = static_cast<std::size_t>(m_batch->value());
    setup.settings.learningRate = static_cast<float>(m_learningRate->value());
    setup.settings.differentiate.momentum = static_cast<float>(m_momentum->value());
    if (m_lengthUnit->currentData() == Steps)
        setup.settings.steps = static_cast<std::size_t>(std::max(1.0, std::round(m_length->value())));
    else
        setup.settings.epochs = m_length->value();
    setup.lossScaleRule = m_rule->currentData().toString().toStdString();
    if (const LossScaleRule* rule = findLossScaleRule(setup.lossScaleRule))
        setup.lossScale = rule->defaults;
    const auto scale = parseScale(m_initialScale->currentText());
    if (!scale && m_usesScale)
        return std::unexpected(Error{ErrorKind::Usage, "E-LOSS-SCALE",
            tr("\"%1\" is no loss scale.").arg(m_initialScale->currentText()).toStdString(),
            tr("Initial scale").toStdString(),
            tr("Write a number from 1, or a power such as 2^16.").toStdString()});
    setup.lossScale.initial = scale.value_or(setup.lossScale.initial);
    setup.lossScale.window = m_window->value();
    m_more->apply(setup);
    if (auto wrong = problemOf(setup, m_usesScale))
        return std::unexpected(*std::move(wrong));
    return setup;
}

// At once, and not only when a run starts.
void TrainingForm::showProblem()
{
    const auto now = setup();
    m_problem->setText(now ? QString() : errorText(now.error()));
    m_problem->setVisible(!now);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color(ColorRole::Unsupported, schemeOf(palette())));
    m_problem->setPalette(colors);
}

}
