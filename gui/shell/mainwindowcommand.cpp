// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Copy as Command": what the view in front shows, as a line for halftone-cli.
#include "executor/files/atomicfile.h"
#include "gui/compare/compareview.h"
#include "gui/document/commandline.h"
#include "gui/document/text.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/training/runset.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingrun.h"
#include "gui/training/trainingview.h"

#include <QApplication>
#include <QClipboard>
#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>
#include <QStatusBar>

#include <format>

namespace halftone {
namespace {

// A list that is in no file goes into one that is named after its content: an older command keeps its list.
Result<QString> fileWith(const Mixlist& mixlist)
{
    const std::string json = writeMixlist(mixlist);
    const QByteArray hash = QCryptographicHash::hash(
        QByteArrayView(json.data(), static_cast<qsizetype>(json.size())), QCryptographicHash::Sha256)
                                .toHex()
                                .first(16);
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/lists");
    const QString path = folder.filePath("ops_info-" + QString::fromLatin1(hash) + ".json");
    QDir().mkpath(folder.path());
    if (auto done = writeFileAtomically(path.toStdString(), json); !done)
        return std::unexpected(done.error());
    return path;
}

// What a column of the comparison decides by.
Policy policyOf(const ComparedColumn& column, const Policy& window)
{
    Policy policy{.choice = column.choice, .soc = column.soc};
    if (column.usesEdits) {
        policy.mixlist = column.variant ? window.variant(*column.variant) : window.mixlist;
        policy.overrides = window.overrides;
    }
    return policy;
}

QString numberText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QStringList trainingWords(const TrainingSetup& setup)
{
    const TrainSettings& settings = setup.settings;
    const auto single = [](float value) { return text(std::format("{}", value)); };
    const QStringList words{"--data", text(setup.data), "--batch", QString::number(settings.batch), "--lr",
        single(settings.learningRate), "--momentum", single(settings.differentiate.momentum)};
    return words +
        (settings.steps > 0 ? QStringList{"--steps", QString::number(settings.steps)}
                            : QStringList{"--epochs", numberText(settings.epochs)});
}

// A rule of the run's own comes with its defaults.
QStringList scaleWords(const TrainingSetup& setup, const RunSpec& spec)
{
    if (!spec.lossScaleRule.empty())
        return {"--loss-scale-rule", text(spec.lossScaleRule)};
    return {"--loss-scale-rule", text(setup.lossScaleRule), "--loss-scale",
        numberText(setup.lossScale.initial), "--loss-scale-window", QString::number(setup.lossScale.window)};
}

}

Result<QString> MainWindow::mixlistFile(const Policy& policy) const
{
    const Mixlist* list = policy.mixlistInForce();
    if (!list || list->isEmpty())
        return QString();
    if (*list == m_document.policy().mixlist && !m_document.isMixlistModified())
        return m_document.policy().mixlistPath;
    return fileWith(*list);
}

Result<QStringList> MainWindow::wordsOf(const Policy& policy, const QString& prefix) const
{
    const auto file = mixlistFile(policy);
    if (!file)
        return std::unexpected(file.error());
    return policyWords(policy, *file, prefix);
}

// Both ways in full, so that the second takes nothing over from the first; a list alone cannot be left out,
// so that an empty one stands for none.
Result<QStringList> MainWindow::diffWords() const
{
    const Comparison& comparison = m_compare->comparison();
    const Policy first = policyOf(comparison.columns()[0], comparison.policy());
    const Policy second = policyOf(comparison.columns()[1], comparison.policy());
    auto words = wordsOf(first, {});
    const auto other = wordsOf(second, QStringLiteral("other-"));
    if (!words || !other)
        return words ? other : words;
    *words += *other;
    if (second.choice->isAscend())
        *words += {"--other-policy", "ascend"};
    if (words->contains("--mixlist") && !words->contains("--other-mixlist") && second.mixlistInForce()) {
        const auto empty = fileWith({});
        if (!empty)
            return std::unexpected(empty.error());
        *words += {"--other-mixlist", *empty};
    }
    return words;
}

// One line for each run, and one for both where FP32 is trained beside one other.
Result<QList<QStringList>> MainWindow::trainingCommands(const QStringList& place) const
{
    const auto setup = m_training->form()->setup();
    if (!setup)
        return std::unexpected(setup.error());
    QList<QStringList> full;
    QList<QStringList> mixed;
    for (const auto& run : m_training->runs()->runs()) {
        if (run->isRecorded() || !run->isUsed())
            continue;
        const QStringList start = QStringList{"train"} + place + trainingWords(*setup);
        if (run->spec().way == RunSpec::Way::Float32) {
            full += start + QStringList{"--fp32"};
            continue;
        }
        const auto policy = wordsOf(policyOf(run->spec(), m_document.policy()), {});
        if (!policy)
            return std::unexpected(policy.error());
        mixed += start + *policy + scaleWords(*setup, run->spec());
    }
    if (full.size() == 1 && mixed.size() == 1)
        return QList<QStringList>{mixed.front() + QStringList{"--twin"}};
    if (full.isEmpty() && mixed.isEmpty())
        return std::unexpected(Error{ErrorKind::Usage, "E-NO-RUN", tr("No run is chosen.").toStdString(), {},
            tr("Tick a run in the list.").toStdString()});
    return full + mixed;
}

Result<QList<QStringList>> MainWindow::commands() const
{
    const OpenedModel& model = m_document.model();
    const QStringList place = modelWords(model.path, model.dims);
    if (m_view == View::Training)
        return trainingCommands(place);
    const bool isTraining = m_document.shown() == Document::Shown::Training;
    const QStringList graph = isTraining ? QStringList{"--training"} : QStringList();
    const auto words = m_view == View::Compare ? diffWords() : wordsOf(m_document.policy(), {});
    if (!words)
        return std::unexpected(words.error());
    if (m_view == View::Compare)
        return QList<QStringList>{QStringList{"diff"} + place + *words + graph};
    if (m_view == View::Mixlist)
        return QList<QStringList>{QStringList{"export"} + place + *words + graph +
            QStringList{"--to", "ops-info", "--out", "ops_info.json"}};
    const bool isRegression = isTraining && model.loss == Loss::MeanSquaredError;
    return QList<QStringList>{QStringList{"decide"} + place + *words + graph +
        (isRegression ? QStringList{"--loss", "mse"} : QStringList())};
}

void MainWindow::copyCommand()
{
    const auto made = commands();
    if (!made) {
        m_messages->showError("command", made.error());
        return;
    }
    m_messages->settle("command");
    QStringList lines;
    for (const QStringList& words : *made)
        lines += shellLine(QStringList{"halftone-cli"} + words);
    QApplication::clipboard()->setText(lines.join('\n'));
    statusBar()->showMessage(tr("Copied: %1").arg(lines.join(QStringLiteral("; "))), 10'000);
}

}
