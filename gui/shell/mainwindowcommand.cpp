// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Copy as Command": what the view in front shows, as a line for halftone-cli.
#include "analysis/lossscale/scaleparameters.h"
#include "executor/compare/waycomparison.h"
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

QString programLine(const QStringList& words)
{
    return shellLine(QStringList{"halftone-cli"} + words);
}

QString numberText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

// What differs from what the command does without being told.
QStringList moreTrainingWords(const TrainSettings& settings)
{
    const TrainSettings usual;
    QStringList words;
    const auto add = [&words](const char* option, const auto& value, const auto& otherwise, auto asText) {
        if (value != otherwise)
            words += {QLatin1String(option), asText(value)};
    };
    const auto named = [](auto value) { return text(name(value)); };
    const auto number = [](auto value) { return QString::number(value); };
    add("--loss", settings.differentiate.loss, usual.differentiate.loss, named);
    add("--optimizer", settings.differentiate.optimizer, usual.differentiate.optimizer, named);
    add("--weight-decay", settings.differentiate.weightDecay, usual.differentiate.weightDecay,
        [](float value) { return text(std::format("{}", value)); });
    add("--lr-schedule", settings.schedule.kind, usual.schedule.kind, named);
    add("--lr-period", settings.schedule.period, usual.schedule.period, number);
    add("--warm-up", settings.schedule.warmUp, usual.schedule.warmUp, number);
    add("--micro-batches", settings.microBatches, usual.microBatches, number);
    add("--seed", settings.seed, usual.seed, number);
    add("--threads", settings.threads, usual.threads, number);
    return settings.shuffle ? words + QStringList{"--shuffle"} : words;
}

QStringList trainingWords(const TrainingSetup& setup)
{
    const TrainSettings& settings = setup.settings;
    const auto single = [](float value) { return text(std::format("{}", value)); };
    const QStringList words{"--data", text(setup.data), "--batch", QString::number(settings.batch), "--lr",
        single(settings.learningRate), "--momentum", single(settings.differentiate.momentum)};
    return words +
        (settings.steps > 0 ? QStringList{"--steps", QString::number(settings.steps)}
                            : QStringList{"--epochs", numberText(settings.epochs)}) +
        moreTrainingWords(settings);
}

// What the rule was told besides its first scale and its window.
QStringList ruleWords(const TrainingSetup& setup)
{
    QStringList words;
    const LossScaleRule* rule = findLossScaleRule(setup.lossScaleRule);
    for (const ScaleParameterRow& row : scaleParameterRows()) {
        const bool isSaid =
            row.parameter == ScaleParameter::Initial || row.parameter == ScaleParameter::Window;
        if (rule && !isSaid && reads(*rule, row.parameter) &&
            row.get(setup.lossScale) != row.get(rule->defaults))
            words += {"--loss-scale-set", text(row.name) + '=' + numberText(row.get(setup.lossScale))};
    }
    return words;
}

// A rule of the run's own comes with its defaults.
QStringList scaleWords(const TrainingSetup& setup, const RunSpec& spec)
{
    QStringList words;
    if (setup.onOverflow == kernels::OnOverflow::Saturate)
        words += "--saturate";
    if (setup.overflowTest == OverflowTest::AnyTensor)
        words += "--any-tensor";
    if (setup.accumulation == ProgramOptions::Accumulation::Float16)
        words += {"--accumulate", "f16"};
    if (!spec.lossScaleRule.empty())
        return words + QStringList{"--loss-scale-rule", text(spec.lossScaleRule)};
    return words +
        QStringList{"--loss-scale-rule", text(setup.lossScaleRule), "--loss-scale",
            numberText(setup.lossScale.initial), "--loss-scale-window",
            QString::number(setup.lossScale.window)} +
        ruleWords(setup);
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

Result<QString> MainWindow::optionsOf(const Policy& policy) const
{
    const auto file = mixlistFile(policy);
    if (!file)
        return std::unexpected(file.error());
    PrecisionPolicy precision = policy.precisionForCommand();
    if (auto* ascend = std::get_if<AscendSettings>(&precision.settings))
        ascend->mixlist.fileName = file->toStdString();
    const auto* mindSpore = std::get_if<MindSporeSettings>(&precision.settings);
    const QString manager = policy.options.lossScaleManager;
    const bool hasManager = mindSpore && mindSpore->api == AmpApi::BuildTrainNetwork && !manager.isEmpty();
    return text(commandOptions(precision, policy.options.libraryPath.toStdString())) +
        (hasManager ? QStringLiteral(" --loss-scale-manager ") + manager : QString());
}

// A list that differs from its file, or has none, is written for the command.
Result<QString> MainWindow::comparisonLine() const
{
    const ColumnComparison& columns = m_compare->comparison();
    WayComparison comparison = columns.report();
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        auto* ascend = std::get_if<AscendSettings>(&comparison.ways[i].policy.settings);
        const ComparedColumn& column = columns.columns()[i];
        const bool isOther = column.variant && *column.variant != m_document.policy().variantName;
        const bool isInFile = column.file || (!isOther && !m_document.isMixlistModified());
        if (!ascend || ascend->mixlist.isEmpty() || (isInFile && !ascend->mixlist.fileName.empty()))
            continue;
        const auto file = fileWith(ascend->mixlist);
        if (!file)
            return std::unexpected(file.error());
        ascend->mixlist.fileName = file->toStdString();
    }
    return text(comparisonCommand(comparison, columns.settings()));
}

// One line for each run, and one for both where FP32 is trained beside one other.
Result<QStringList> MainWindow::trainingLines(const QStringList& place) const
{
    const auto setup = m_training->form()->setup();
    if (!setup)
        return std::unexpected(setup.error());
    const QString start = programLine(QStringList{"train"} + place + trainingWords(*setup));
    QStringList full;
    QStringList mixed;
    for (const auto& run : m_training->runs()->runs()) {
        if (run->isRecorded() || !run->isUsed())
            continue;
        if (run->spec().way == RunSpec::Way::Float32) {
            full += start + QStringLiteral(" --fp32");
            continue;
        }
        const auto policy = optionsOf(policyOf(run->spec(), m_document.policy()));
        if (!policy)
            return std::unexpected(policy.error());
        mixed += start + ' ' + *policy + ' ' + shellLine(scaleWords(*setup, run->spec()));
    }
    if (full.size() == 1 && mixed.size() == 1)
        return QStringList{mixed.front() + QStringLiteral(" --twin")};
    if (full.isEmpty() && mixed.isEmpty())
        return std::unexpected(Error{ErrorKind::Usage, "E-NO-RUN", tr("No run is chosen.").toStdString(), {},
            tr("Tick a run in the list.").toStdString()});
    return full + mixed;
}

Result<QStringList> MainWindow::commands() const
{
    if (m_view == View::Compare)
        return comparisonLine().transform([](const QString& line) { return QStringList{line}; });
    const OpenedModel& model = m_document.model();
    const QStringList place = modelWords(model.path, model.dims);
    if (m_view == View::Training)
        return trainingLines(place);
    const auto options = optionsOf(m_document.policy());
    if (!options)
        return std::unexpected(options.error());
    const bool isList = m_view == View::Mixlist;
    QStringList words;
    if (m_document.shown() == Document::Shown::Training) {
        words += QStringLiteral("--training");
        if (!isList && model.loss == Loss::MeanSquaredError)
            words += {QStringLiteral("--loss"), QStringLiteral("mse")};
    }
    if (isList)
        words += {"--to", "ops-info", "--out", "ops_info.json"};
    const QString start = programLine(QStringList{isList ? "export" : "decide"} + place) + ' ' + *options;
    return QStringList{words.isEmpty() ? start : start + ' ' + shellLine(words)};
}

void MainWindow::copyCommand()
{
    const auto made = commands();
    if (!made) {
        m_messages->showError("command", made.error());
        return;
    }
    m_messages->settle("command");
    QApplication::clipboard()->setText(made->join('\n'));
    statusBar()->showMessage(tr("Copied: %1").arg(made->join(QStringLiteral("; "))), 10'000);
}

}
