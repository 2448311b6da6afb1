// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where runs of the training view come from besides Start: files, branches, and what a crash cut off.
#include "executor/files/atomicfile.h"
#include "gui/document/text.h"
#include "gui/training/runkeeper.h"
#include "gui/training/runlist.h"
#include "gui/training/runopener.h"
#include "gui/training/scalechanges.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace halftone {
namespace {

/// What the disk still knows of a run.
struct Remains
{
    CutOffRun run;
    Result<RunHistory> history;
    std::shared_ptr<const Checkpoint> from; ///< Null when it was cut off before its state was saved.
};

// Null where a run was cut off before its state was saved.
std::shared_ptr<const Checkpoint> checkpointOf(const CutOffRun& run)
{
    auto checkpoint = readCheckpoint(text(checkpointBeside(run.runFile.toStdString()).string()));
    return checkpoint ? std::make_shared<const Checkpoint>(*std::move(checkpoint)) : nullptr;
}

std::uint64_t cleanStepsUpTo(const RunHistory& history, std::uint64_t last)
{
    CleanSteps clean(history.cleanBefore);
    for (const StepDone& step : history.steps) {
        if (step.step <= last)
            clean.count(step);
    }
    return clean.pending();
}

std::vector<Remains> readRemains(const std::vector<CutOffRun>& runs)
{
    std::vector<Remains> all;
    for (const CutOffRun& run : runs)
        all.push_back({run, readHistory(run.runFile), checkpointOf(run)});
    return all;
}

}

void TrainingView::openRuns(const QStringList& paths)
{
    const QStringList opened = openedFiles();
    QStringList wanted;
    for (const QString& path : paths) {
        if (const QString file = QFileInfo(path).absoluteFilePath(); !opened.contains(file))
            wanted += file;
    }
    m_opener->open(wanted);
}

QStringList TrainingView::openedFiles() const
{
    QStringList files;
    for (const auto& run : m_runs->runs()) {
        if (run->isRecorded())
            files += run->file();
    }
    return files + m_opener->waiting();
}

void TrainingView::askForRuns()
{
    auto* dialog = new QFileDialog(this, tr("Open Run"));
    dialog->setObjectName(QStringLiteral("fileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Recorded runs and checkpoints (*.run *.checkpoint)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &TrainingView::openRuns);
    dialog->open();
}

RunRequest TrainingView::requestFor(const TrainingSetup& setup, const RunSpec& spec) const
{
    return planRun(setup, spec, m_policy, m_model.toStdString(), m_dims);
}

RunRecipe TrainingView::recipeOf(const RunSpec& spec) const
{
    Policy window = m_policy;
    if (namesOtherList(spec, m_policy)) { // A recipe holds one list: that of the run.
        window.mixlist = m_policy.variant(*spec.variant);
        window.variantName = *spec.variant;
    }
    return {m_model, m_dims, spec, window, m_form->state()};
}

// A run that cannot be kept goes on all the same, and says so.
void TrainingView::launch(TrainingRun* run, const QString& label, RunRequest request, const RunRecipe& recipe)
{
    std::unique_ptr<KeptRun> kept;
    if (m_folder) {
        QJsonObject json = toJson(recipe);
        json["label"] = label;
        kept = m_folder->begin(json);
        if (kept)
            request.runFile = kept->runFile().toStdString();
        else
            m_message->add({},
                {ErrorKind::File, "E-RUN-FOLDER", tr("Runs cannot be kept on the disk.").toStdString(),
                    m_folder->path().toStdString(),
                    tr("Free some space; a crash would lose them otherwise.").toStdString()});
    }
    run->start(m_runs->uniqueLabel(label, run), std::move(request), std::move(kept));
}

void TrainingView::branch(TrainingRun* parent)
{
    const auto from = parent->controller() ? parent->controller()->checkpoint() : nullptr;
    if (!from || !m_runs->canAdd() || m_model.isEmpty())
        return;
    const std::uint64_t clean = cleanStepsUpTo(parent->history(), from->nextStep);
    branchFrom(from, m_runs->add(parent->spec()), clean);
}

void TrainingView::branchFrom(
    const std::shared_ptr<const Checkpoint>& from, TrainingRun* run, std::uint64_t cleanBefore)
{
    const auto setup = m_form->setup();
    if (!setup)
        return m_message->add({}, setup.error());
    RunRequest request = requestFor(*setup, run->spec());
    request.from = from;
    request.how = RunRequest::From::Branch;
    request.cleanBefore = cleanBefore;
    launch(run, tr("%1 from step %2").arg(specLabel(run->spec(), m_policy)).arg(from->nextStep),
        std::move(request), recipeOf(run->spec()));
    showRuns();
}

// Into a line of the list that has not trained yet, else into a new one.
void TrainingView::goOnFrom(const QString& name, const std::shared_ptr<const Checkpoint>& from)
{
    if (m_model.isEmpty())
        return m_message->add(
            name, cannotGoOn(tr("No model is open."), tr("Open the model that it is of first.")));
    const auto way =
        from->settings.contains("precision float32") ? RunSpec::Way::Float32 : RunSpec::Way::Window;
    const auto free = std::ranges::find_if(m_runs->runs(),
        [way](const auto& run) { return !run->isRecorded() && !run->hasBegun() && run->spec().way == way; });
    TrainingRun* run = free != m_runs->runs().end() ? free->get() : m_runs->add({.way = way});
    if (!run)
        return m_message->add(
            name, cannotGoOn(tr("There is no room in the list."), tr("Take a run off the list.")));
    run->setUsed(true);
    branchFrom(from, run, static_cast<std::uint64_t>(from->scale.cleanSteps));
}

QString TrainingView::checkpointName(const TrainingRun& run) const
{
    const auto standing = run.controller() ? run.controller()->checkpoint() : nullptr;
    static const QRegularExpression notInNames(QStringLiteral("[^A-Za-z0-9_.-]+"));
    const QString name = QStringLiteral("%1-%2-step-%3.checkpoint")
                             .arg(QFileInfo(m_model).completeBaseName(), run.label())
                             .arg(standing ? standing->nextStep : 0);
    return QString(name).replace(notInNames, QStringLiteral("-"));
}

Result<void> TrainingView::saveCheckpoint(int run, const QString& path) const
{
    const auto found =
        std::ranges::find_if(m_runs->runs(), [run](const auto& each) { return each->number() == run; });
    const auto standing = found != m_runs->runs().end() && (*found)->controller()
        ? (*found)->controller()->checkpoint()
        : nullptr;
    if (!standing)
        return std::unexpected(Error{ErrorKind::Usage, "E-CHECKPOINT",
            tr("The run goes on; only one that stands has a state to save.").toStdString(), {},
            tr("Pause it first.").toStdString()});
    return writeFileAtomically(path.toStdString(), encode(*standing));
}

void TrainingView::keepRunsIn(const QString& folder)
{
    m_folder.emplace(folder);
    offerCutOffRuns();
}

void TrainingView::offerCutOffRuns()
{
    const std::vector<CutOffRun> runs = m_folder->cutOff();
    if (runs.empty())
        return;
    QStringList labels;
    QStringList files;
    for (const CutOffRun& run : runs) {
        labels << run.recipe["label"].toString();
        files << run.runFile;
    }
    m_message->advise(QStringLiteral("cut off"),
        tr("Not over when Halftone ended: %1.").arg(labels.join(QStringLiteral(", "))),
        {{tr("Go On"), [this, runs] { goOnWith(runs); }},
            {tr("Show"),
                [this, files] {
                    openRuns(files);
                    for (const QString& file : files)
                        KeptRun(file).end();
                }},
            {tr("Discard"), [files] {
                 for (const QString& file : files)
                     RunFolder::discard(file);
             }}});
}

void TrainingView::goOnWith(const std::vector<CutOffRun>& runs)
{
    m_rescues.start(
        tr("Reading runs"), [runs](const std::stop_token&) { return readRemains(runs); },
        [this](std::vector<Remains> all) {
            for (Remains& remains : all) {
                const auto recipe = recipeFrom(remains.run.recipe);
                if (!recipe)
                    m_message->add(remains.run.recipe["label"].toString(), recipe.error());
                else if (!remains.history)
                    m_message->add(remains.run.recipe["label"].toString(), remains.history.error());
                else
                    rescue(remains.run, *recipe, *std::move(remains.history), remains.from);
            }
            showRuns();
        });
}

Error TrainingView::cannotGoOn(const QString& why, const QString& remedy)
{
    return {ErrorKind::Usage, "E-RUN-RESCUE", tr("The run cannot go on: %1").arg(why).toStdString(), {},
        remedy.toStdString()};
}

// Into a line of the list that has not trained yet, else into a new one; without room it stays on the disk.
void TrainingView::rescue(const CutOffRun& cutOff, const RunRecipe& recipe, RunHistory history,
    std::shared_ptr<const Checkpoint> from)
{
    const auto isFree = [](const auto& run) { return !run->isRecorded() && !run->hasBegun(); };
    const auto free = std::ranges::find_if(m_runs->runs(), isFree);
    const QString label = cutOff.recipe["label"].toString();
    auto kept = std::make_unique<KeptRun>(cutOff.runFile);
    const QString later = tr("It stays on the disk, and is offered again at the next start.");
    if (!kept->isLocked())
        return m_message->add(label, cannotGoOn(tr("Another window has it."), later));
    if (free == m_runs->runs().end() && !m_runs->canAdd())
        return m_message->add(label, cannotGoOn(tr("There is no room in the list."), later));
    m_form->setState(recipe.form);
    const auto setup = m_form->setup();
    if (!setup)
        return m_message->add(label, setup.error());
    TrainingRun* run = free != m_runs->runs().end() ? free->get() : m_runs->add(recipe.spec);
    run->setSpec(recipe.spec);
    run->setUsed(true);
    RunRequest request = planRun(*setup, recipe.spec, recipe.window, recipe.model.toStdString(), recipe.dims);
    request.from = from;
    const std::uint64_t done = from ? from->nextStep : 0;
    std::erase_if(history.steps, [done](const StepDone& step) { return step.step > done; });
    request.earlier = std::move(history.steps);
    request.runFile = cutOff.runFile.toStdString();
    run->start(m_runs->uniqueLabel(label, run), std::move(request), std::move(kept));
}

}
