// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/moresettings.h"

#include "gui/document/text.h"
#include "gui/training/flowlayout.h"
#include "gui/training/formfield.h"
#include "gui/training/scalesettings.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace halftone {
namespace {

constexpr int kGuessed = -1; // the data of the first item of the losses

template <typename Enum>
Enum chosen(const QComboBox& combo)
{
    return static_cast<Enum>(combo.currentData().toInt());
}

}

MoreSettings::MoreSettings(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("moreSettings"));
    setAccessibleName(tr("More training settings"));
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins(0, 0, 0, 0);
    makeStepFields();
    makeNumberFields();
    m_scale = new ScaleSettings(*this);
    connect(m_scale, &ScaleSettings::changed, this, &MoreSettings::changed);
    enableFields();
}

void MoreSettings::addField(const QString& label, QWidget* control, const QString& tip)
{
    layout()->addWidget(formField(this, label, control, tip));
}

QComboBox* MoreSettings::addChoice(const char* name, const QString& label, const QString& tip)
{
    auto* combo = new QComboBox(this);
    combo->setObjectName(QLatin1StringView(name));
    combo->setAccessibleName(label);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(combo, &QComboBox::currentIndexChanged, this, [this] {
        enableFields();
        emit changed();
    });
    addField(label, combo, tip);
    return combo;
}

QSpinBox* MoreSettings::addCount(
    const char* name, const QString& label, const QString& tip, int least, int first)
{
    auto* box = new QSpinBox(this);
    box->setObjectName(QLatin1StringView(name));
    box->setAccessibleName(label);
    box->setRange(least, 9999999);
    box->setValue(first);
    connect(box, &QSpinBox::valueChanged, this, &MoreSettings::changed);
    addField(label, box, tip);
    return box;
}

QDoubleSpinBox* MoreSettings::addShare(
    const char* name, const QString& label, const QString& tip, double most)
{
    auto* box = new QDoubleSpinBox(this);
    box->setObjectName(QLatin1StringView(name));
    box->setAccessibleName(label);
    box->setDecimals(6);
    box->setRange(0, most);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    connect(box, &QDoubleSpinBox::valueChanged, this, &MoreSettings::changed);
    addField(label, box, tip);
    return box;
}

void MoreSettings::makeStepFields()
{
    m_loss = addChoice("trainingLoss", tr("Loss"), tr("What is minimised."));
    m_loss->addItem({}, kGuessed);
    for (const Loss loss : {Loss::SoftmaxCrossEntropy, Loss::DenseCrossEntropy, Loss::NegativeLogLikelihood,
             Loss::MeanSquaredError, Loss::MeanAbsoluteError, Loss::BinaryCrossEntropy, Loss::InGraph})
        m_loss->addItem(text(name(loss)), static_cast<int>(loss));
    setGuessedLoss(m_guessed);
    m_optimizer = addChoice("trainingOptimizer", tr("Optimizer"), tr("What makes new weights of gradients."));
    for (const Optimizer optimizer : {Optimizer::Momentum, Optimizer::Sgd, Optimizer::Adam, Optimizer::AdamW})
        m_optimizer->addItem(text(name(optimizer)), static_cast<int>(optimizer));
    m_decay = addShare("trainingDecay", tr("Weight decay"),
        tr("The share of each weight that is added to its gradient."), 1);
    m_schedule = addChoice("trainingSchedule", tr("Schedule"),
        tr("How the learning rate changes; steps that are skipped do not advance it."));
    for (const auto kind : {LearningRateSchedule::Kind::Constant, LearningRateSchedule::Kind::Step,
             LearningRateSchedule::Kind::Cosine})
        m_schedule->addItem(text(name(kind)), static_cast<int>(kind));
    m_warmUp = addCount("trainingWarmUp", tr("Warm-up"),
        tr("Updates over which the learning rate rises to its full size."), 0, 0);
    m_period = addCount("trainingPeriod", tr("Period"),
        tr("Updates between two steps of the rate, or of the cosine; 0: the rest of the run."), 0, 0);
}

void MoreSettings::makeNumberFields()
{
    m_microBatches = addCount("trainingMicroBatches", tr("Accumulation"),
        tr("A step computes its batch in that many parts, one after the other."), 1, 1);
    m_onOverflow = addChoice("trainingOnOverflow", tr("Overflow gives"),
        tr("What a number beyond the range of FP16 becomes; older Ascend chips saturate."));
    m_onOverflow->addItem(tr("infinity"), static_cast<int>(kernels::OnOverflow::Infinity));
    m_onOverflow->addItem(tr("±65504 (saturates)"), static_cast<int>(kernels::OnOverflow::Saturate));
    m_overflowTest = addChoice("trainingOverflowTest", tr("Overflow is seen in"),
        tr("Where a step is looked at: in its gradients, or in every 16-bit tensor as the flag of the 910 "
           "does."));
    m_overflowTest->addItem(tr("gradients"), static_cast<int>(OverflowTest::Gradients));
    m_overflowTest->addItem(tr("any tensor"), static_cast<int>(OverflowTest::AnyTensor));
    m_accumulation = addChoice(
        "trainingSums", tr("Sums in"), tr("The type in which matrix operators add up their products."));
    m_accumulation->addItem(QStringLiteral("FP32"), static_cast<int>(ProgramOptions::Accumulation::Float32));
    m_accumulation->addItem(QStringLiteral("FP16"), static_cast<int>(ProgramOptions::Accumulation::Float16));
    m_threads = addCount(
        "trainingThreads", tr("Threads"), tr("For each run; 0: chosen by the size of a step."), 0, 0);
    m_threads->setMaximum(1024);
    m_shuffle = new QCheckBox(tr("each epoch"), this);
    m_shuffle->setObjectName(QStringLiteral("trainingShuffle"));
    m_shuffle->setAccessibleName(tr("Shuffle the samples in every epoch"));
    connect(m_shuffle, &QCheckBox::toggled, this, [this] {
        enableFields();
        emit changed();
    });
    addField(tr("Shuffle"), m_shuffle, tr("Takes the samples in another order in every epoch."));
    m_seed = addCount("trainingSeed", tr("Seed"), tr("Equal seeds give equal orders of the samples."), 0, 1);
}

void MoreSettings::setGuessedLoss(Loss loss)
{
    m_guessed = loss;
    m_loss->setItemText(0, tr("from the model: %1").arg(text(name(loss))));
}

void MoreSettings::setUsesScale(bool usesScale)
{
    for (QWidget* control : {m_onOverflow, m_overflowTest, m_accumulation})
        control->setEnabled(usesScale);
    m_scale->setEnabled(usesScale);
}

void MoreSettings::setRule(const LossScaleRule& rule)
{
    m_scale->setRule(rule);
}

void MoreSettings::enableFields()
{
    if (!m_seed) // while the fields are made
        return;
    m_period->setEnabled(
        chosen<LearningRateSchedule::Kind>(*m_schedule) != LearningRateSchedule::Kind::Constant);
    m_seed->setEnabled(m_shuffle->isChecked());
}

Loss MoreSettings::loss() const
{
    return m_loss->currentData() == kGuessed ? m_guessed : chosen<Loss>(*m_loss);
}

void MoreSettings::apply(TrainingSetup& setup) const
{
    constexpr float kUsualStep = 0.1f; // what a step of the rate multiplies it by
    TrainSettings& settings = setup.settings;
    settings.differentiate.loss = loss();
    settings.differentiate.optimizer = chosen<Optimizer>(*m_optimizer);
    settings.differentiate.weightDecay = static_cast<float>(m_decay->value());
    settings.schedule.kind = chosen<LearningRateSchedule::Kind>(*m_schedule);
    settings.schedule.warmUp = static_cast<std::uint64_t>(m_warmUp->value());
    settings.schedule.period = static_cast<std::uint64_t>(m_period->value());
    settings.schedule.factor = settings.schedule.kind == LearningRateSchedule::Kind::Step ? kUsualStep : 0.0f;
    settings.microBatches = static_cast<std::size_t>(m_microBatches->value());
    settings.threads = m_threads->value();
    settings.shuffle = m_shuffle->isChecked();
    settings.seed = static_cast<std::uint64_t>(m_seed->value());
    setup.onOverflow = chosen<kernels::OnOverflow>(*m_onOverflow);
    setup.overflowTest = chosen<OverflowTest>(*m_overflowTest);
    setup.accumulation = chosen<ProgramOptions::Accumulation>(*m_accumulation);
    m_scale->apply(setup.lossScale);
}

}
