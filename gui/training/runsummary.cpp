// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runsummary.h"

#include "gui/training/runreadout.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

QString percent(double share)
{
    return RunSummary::tr("%1 %").arg(QLocale().toString(100 * share, 'g', 3));
}

// Whether the loss scale only had to find its place: no step was skipped behind the first one that was not.
const StepDone* endOfWarmUp(const RunHistory& history)
{
    const auto first = std::ranges::find(history.steps, false, &StepDone::skipped);
    const auto skipped = static_cast<std::uint64_t>(first - history.steps.begin());
    return first != history.steps.end() && skipped == history.finished->skippedSteps ? &*first : nullptr;
}

QString skippedText(const RunHistory& history)
{
    const RunFinished& finished = *history.finished;
    if (finished.skippedSteps == 0 || finished.steps == 0)
        return RunSummary::tr("no step skipped");
    const double share = static_cast<double>(finished.skippedSteps) / static_cast<double>(finished.steps);
    const QString text = RunSummary::tr("%1 of %2 steps skipped (%3)")
                             .arg(finished.skippedSteps)
                             .arg(finished.steps)
                             .arg(percent(share));
    const StepDone* settled = endOfWarmUp(history);
    return settled ? RunSummary::tr("%1, all at the start, until the loss scale had come down to %2")
                         .arg(text, shortScaleText(settled->scaleUsed))
                   : text;
}

QString differenceText(const RunFinished& finished, const RunFinished* fp32)
{
    const double points = fp32 ? 100 * (finished.accuracy - fp32->accuracy) : std::nan("");
    if (std::isnan(points))
        return {};
    const QString sign = points > 0 ? QStringLiteral("+") : points < 0 ? QStringLiteral("−") : QString();
    return RunSummary::tr(" (%1%2 percentage points)")
        .arg(sign, QLocale().toString(std::abs(points), 'f', 2));
}

QString runText(const RunResult& run, const RunFinished* fp32)
{
    const RunFinished& finished = *run.history->finished;
    QString text = RunSummary::tr("<b>%1</b> accuracy <b>%2</b>%3, final loss %4, %5")
                       .arg(run.label.toHtmlEscaped(), accuracyText(finished), differenceText(finished, fp32),
                           finished.hasLoss() ? lossText(finished.meanLoss) : QStringLiteral("–"),
                           skippedText(*run.history));
    if (finished.why == RunFinished::Why::Stopped)
        text += RunSummary::tr(" (stopped at step %1)").arg(finished.steps);
    if (finished.why == RunFinished::Why::Failed)
        text += RunSummary::tr(" (gave up after step %1)").arg(finished.steps);
    return text;
}

}

QString summaryText(std::span<const RunResult> runs)
{
    const RunResult* fp32 = nullptr;
    for (const RunResult& run : runs) {
        if (!fp32 && !run.hasScale && run.history->finished)
            fp32 = &run;
    }
    QStringList parts;
    for (const RunResult& run : runs) {
        if (run.history->finished)
            parts << runText(run, fp32 && fp32 != &run ? &*fp32->history->finished : nullptr);
    }
    return parts.join(QStringLiteral(" &nbsp;&nbsp;·&nbsp;&nbsp; "));
}

RunSummary::RunSummary(QWidget* parent)
    : QLabel(parent)
{
    setObjectName(QStringLiteral("runSummary"));
    setAccessibleName(RunSummary::tr("Results of the runs"));
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setRuns({});
}

void RunSummary::setRuns(std::span<const RunResult> runs)
{
    const QString text = summaryText(runs);
    setText(text.isEmpty()
            ? RunSummary::tr(
                  "Accuracy on the test data, final loss and skipped steps stand here after a run.")
            : text);
    setForegroundRole(text.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
}

}
