// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the training view says about runs that go wrong, and the buttons beside it.
#include "gui/document/text.h"
#include "gui/training/diagnosis.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr QLatin1StringView kPrefix("run ");

QString keyOf(const TrainingRun& run)
{
    return QStringLiteral("%1%2 ").arg(kPrefix).arg(run.number());
}

QString keyOf(const TrainingRun& run, const Diagnosis& diagnosis)
{
    return keyOf(run) + QString::number(static_cast<int>(diagnosis.kind));
}

std::vector<Diagnosis> diagnosesOf(const TrainingRun& run)
{
    const auto standing = run.controller() ? run.controller()->checkpoint() : nullptr;
    return diagnose(run.history(), standing.get());
}

}

void TrainingView::advise(const TrainingRun& run)
{
    const std::vector<Diagnosis> found = diagnosesOf(run);
    m_message->withdraw([&](const QString& key) {
        const auto isIt = [&](const Diagnosis& diagnosis) { return keyOf(run, diagnosis) == key; };
        return key.startsWith(keyOf(run)) && std::ranges::none_of(found, isIt);
    });
    for (const Diagnosis& diagnosis : found)
        say(diagnosis, run);
}

// What stands there already is left alone: nobody can read, or click, what changes every second.
void TrainingView::adviseLive()
{
    for (const auto& run : m_runs->runs()) {
        if (!run->isActive() || run->history().steps.size() < kFewestLiveSteps)
            continue;
        for (const Diagnosis& diagnosis : diagnosesOf(*run)) {
            if (!m_message->advises(keyOf(*run, diagnosis)))
                say(diagnosis, *run);
        }
    }
}

void TrainingView::forgetAdvice()
{
    m_message->withdraw([this](const QString& key) {
        const auto isOf = [&](const auto& run) { return key.startsWith(keyOf(*run)); };
        return key.startsWith(kPrefix) && std::ranges::none_of(m_runs->runs(), isOf);
    });
}

void TrainingView::say(const Diagnosis& diagnosis, const TrainingRun& run)
{
    QList<TrainingMessage::Remedy> remedies;
    for (const Remedy& remedy : diagnosis.remedies)
        remedies << remedyFor(remedy, run);
    m_message->advise(
        keyOf(run, diagnosis), tr("%1: %2").arg(run.label(), diagnosis.text), std::move(remedies));
}

std::function<void()> TrainingView::inForm(const TrainingRun& run, std::function<void(TrainingForm&)> change)
{
    return [this, number = run.number(), change = std::move(change)] {
        const auto found = std::ranges::find_if(
            m_runs->runs(), [number](const auto& each) { return each->number() == number; });
        if (found != m_runs->runs().end() && !(*found)->spec().lossScaleRule.empty()) {
            RunSpec spec = (*found)->spec();
            m_form->setLossScaleRule(std::exchange(spec.lossScaleRule, {}));
            (*found)->setSpec(spec);
        }
        change(*m_form);
    };
}

TrainingMessage::Remedy TrainingView::remedyFor(const Remedy& remedy, const TrainingRun& run)
{
    switch (remedy.kind) {
    case Remedy::Kind::KeepFloat32:
        break;
    case Remedy::Kind::InitialScale:
        return {tr("Begin with %1").arg(scaleText(remedy.number)),
            inForm(run, [scale = remedy.number](TrainingForm& form) { form.setInitialScale(scale); })};
    case Remedy::Kind::ScaleRule:
        return {tr("Use %1").arg(text(findLossScaleRule(remedy.rule)->title)),
            inForm(run, [rule = remedy.rule](TrainingForm& form) { form.setLossScaleRule(rule); })};
    case Remedy::Kind::Window:
        return {tr("Grow after %1 Steps").arg(remedy.number),
            inForm(run,
                [steps = remedy.number](TrainingForm& form) { form.setWindow(static_cast<int>(steps)); })};
    case Remedy::Kind::LearningRate:
        return {tr("Learning Rate %1").arg(QLocale().toString(remedy.number, 'g', 3)),
            [this, rate = remedy.number] { m_form->setLearningRate(rate); }};
    }
    if (policyOf(run.spec(), m_policy).mixlistInForce())
        return {tr("Move %1 to the Black List").arg(remedy.node),
            [this, node = remedy.node] { emit blackListRequested(node); }};
    return {
        tr("Keep %1 in FP32").arg(remedy.node), [this, node = remedy.node] { emit overrideRequested(node); }};
}

}
