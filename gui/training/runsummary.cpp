// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runsummary.h"

#include "gui/training/runreadout.h"

#include <QLocale>

#include <cmath>

namespace halftone {
namespace {

QString percent(double share)
{
    return RunSummary::tr("%1 %").arg(QLocale().toString(100 * share, 'g', 3));
}

QString skippedText(const RunFinished& finished)
{
    if (finished.skippedSteps == 0 || finished.steps == 0)
        return RunSummary::tr("no step skipped");
    const double share = static_cast<double>(finished.skippedSteps) / static_cast<double>(finished.steps);
    return RunSummary::tr("%1 of %2 steps skipped (%3)")
        .arg(finished.skippedSteps)
        .arg(finished.steps)
        .arg(percent(share));
}

QString runText(const RunResult& run)
{
    const RunFinished& finished = *run.history->finished;
    QString text = RunSummary::tr("<b>%1</b> accuracy <b>%2</b>, final loss %3, %4")
                       .arg(run.label.toHtmlEscaped(), accuracyText(finished.accuracy),
                           lossText(finished.meanLoss), skippedText(finished));
    if (finished.why == RunFinished::Why::Stopped)
        text += RunSummary::tr(" (stopped at step %1)").arg(finished.steps);
    if (finished.why == RunFinished::Why::Failed)
        text += RunSummary::tr(" (gave up after step %1)").arg(finished.steps);
    return text;
}

QString differenceText(const RunFinished& fp32, const RunFinished& mixed)
{
    const double points = 100 * (mixed.accuracy - fp32.accuracy);
    if (std::isnan(points))
        return {};
    const QString sign = points > 0 ? QStringLiteral("+") : points < 0 ? QStringLiteral("−") : QString();
    return RunSummary::tr("<b>Difference</b> %1%2 percentage points")
        .arg(sign, QLocale().toString(std::abs(points), 'f', 2));
}

}

QString summaryText(std::span<const RunResult> runs)
{
    QStringList parts;
    const RunFinished* fp32 = nullptr;
    const RunFinished* mixed = nullptr;
    for (const RunResult& run : runs) {
        if (!run.history->finished)
            continue;
        parts << runText(run);
        (run.kind == RunKind::Mixed ? mixed : fp32) = &*run.history->finished;
    }
    if (fp32 && mixed)
        parts << differenceText(*fp32, *mixed);
    parts.removeAll(QString());
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
