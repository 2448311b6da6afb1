// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where runs of the training view come from besides Start: files, branches, and what a crash cut off.
#include "executor/files/mappedfile.h"
#include "gui/training/runkeeper.h"
#include "gui/training/runlist.h"
#include "gui/training/runopener.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"

#include <QFileDialog>
#include <QFileInfo>

namespace halftone {
namespace {

/// What the disk still knows of a run.
struct Remains
{
    CutOffRun run;
    Result<RunHistory> history;
    std::shared_ptr<const Checkpoint> from; ///< Null when it was cut off before its state was saved.
};

std::shared_ptr<const Checkpoint> readCheckpoint(const std::filesystem::path& path)
{
    const auto file = mapFile(path);
    if (!file)
        return nullptr;
    const std::string_view bytes(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
    auto checkpoint = decodeCheckpoint(bytes, path.string());
    return checkpoint ? std::make_shared<const Checkpoint>(*std::move(checkpoint)) : nullptr;
}

std::vector<Remains> readRemains(const std::vector<CutOffRun>& runs)
{
    std::vector<Remains> all;
    for (const CutOffRun& run : runs)
        all.push_back(
            {run, readHistory(run.runFile), readCheckpoint(checkpointBeside(run.runFile.toStdString()))});
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
    dialog->setNameFilters({tr("Recorded runs (*.run)"), tr("All files (*)")});
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
    const auto setup = m_form->setup();
    if (!setup) {
        m_message->add({}, setup.error());
        return;
    }
    TrainingRun* run = m_runs->add(parent->spec());
    RunRequest request = requestFor(*setup, run->spec());
    request.from = from;
    request.how = RunRequest::From::Branch;
    launch(run, tr("%1 from step %2").arg(specLabel(run->spec(), m_policy)).arg(from->nextStep),
        std::move(request), recipeOf(run->spec()));
    showRuns();
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
    m_message->advise(tr("Not over when Halftone ended: %1.").arg(labels.join(QStringLiteral(", "))),
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

Error TrainingView::cannotGoOn(const QString& why)
{
    return {ErrorKind::Usage, "E-RUN-RESCUE", tr("The run cannot go on: %1").arg(why).toStdString(), {},
        tr("It stays on the disk, and is offered again at the next start.").toStdString()};
}

// Into a line of the list that has not trained yet, else into a new one; without room it stays on the disk.
void TrainingView::rescue(const CutOffRun& cutOff, const RunRecipe& recipe, RunHistory history,
    std::shared_ptr<const Checkpoint> from)
{
    const auto isFree = [](const auto& run) { return !run->isRecorded() && !run->hasBegun(); };
    const auto free = std::ranges::find_if(m_runs->runs(), isFree);
    const QString label = cutOff.recipe["label"].toString();
    auto kept = std::make_unique<KeptRun>(cutOff.runFile);
    if (!kept->isLocked())
        return m_message->add(label, cannotGoOn(tr("Another window has it.")));
    if (free == m_runs->runs().end() && !m_runs->canAdd())
        return m_message->add(label, cannotGoOn(tr("There is no room in the list.")));
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
