// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/trainer.h"

#include "analysis/ops/cost.h"
#include "executor/data/batches.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/evaluator.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <format>
#include <thread>

namespace halftone {

/// One precision of one model, ready to run.
struct Trainer::Content
{
    TrainSettings settings;
    std::string modelName;
    GraphPtr forward;
    TrainingGraph training;
    MixedGraph mixed;
    std::optional<Program> program;
    std::optional<Batches> batches;
    std::optional<Evaluator> evaluator;
    ValueId dataInput; // in the mixed graph, as all ids below
    ValueId labels;
    ValueId lossScale;
    ValueId inverseLossScale;
    ValueId learningRate;
    ValueId loss;
    std::vector<ValueId> unscaledGradients;
    std::vector<ValueId> weights; // trained ones and carried state
    std::vector<ValueId> velocities;
    const LossScaleRule* rule = nullptr; // null in float32
    LossScaleParameters scaleParameters;
    LossScaleState scale;
    std::size_t nextStep = 0;
    std::vector<std::int64_t> labelBuffer;
    std::vector<float> recentLosses;
    std::size_t skipped = 0;
    std::optional<Error> failure;
};

namespace {

// A step below this is finished before a second thread has started (PERFORMANCE: 2 ms at some 70 GFLOP/s).
constexpr double kFlopsForThreads = 0.2e9;
constexpr std::size_t kRecentLosses = 20;

double squaredNorm(const Program& program, ValueId id)
{
    std::vector<float> converted; // only for gradients that a mode keeps in 16 bits
    std::span<const float> values = program.view(id);
    if (values.empty()) {
        converted = program.read(id);
        values = converted;
    }
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value) * static_cast<double>(value);
    return sum;
}

ProgramOptions programOptions(
    const TrainingGraph& training, const MixedGraph& mixed, const TrainSettings& settings)
{
    ProgramOptions options;
    if (settings.precision)
        options.onOverflow = settings.precision->onOverflow;
    // Outputs are the loss, then pairs of new weight and velocity, then states: see TrainingGraph.
    const std::span<const ValueId> outputs = mixed.graph->graphOutputs();
    std::size_t next = 1;
    for (const TrainedParameter& parameter : training.parameters) {
        options.carried[outputs[next++]] = mixed.valueOf[parameter.weight];
        options.carried[outputs[next++]] = mixed.valueOf[parameter.velocity];
        options.checked.push_back(mixed.valueOf[parameter.unscaledGradient]);
    }
    for (const TrainingGraph::State& state : training.states)
        options.carried[outputs[next++]] = mixed.valueOf[state.value];
    options.observed = options.checked;
    return options;
}

int chooseThreads(int wanted, const Graph& graph)
{
    if (wanted > 0)
        return wanted;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return countMatrixFlops(graph) < kFlopsForThreads ? 1 : cores;
}

Result<void> startScale(const TrainSettings& settings, const LossScaleRule*& rule,
    LossScaleParameters& parameters, LossScaleState& state)
{
    if (!settings.precision)
        return {};
    rule = findLossScaleRule(settings.precision->lossScaleRule);
    if (!rule) {
        std::string known;
        for (const LossScaleRule& row : lossScaleRules())
            known += (known.empty() ? "" : ", ") + std::string(row.id);
        return std::unexpected(Error{ErrorKind::Usage, "E-LOSS-SCALE",
            std::format("There is no loss-scale rule \"{}\".", settings.precision->lossScaleRule),
            "--loss-scale-rule", std::format("Choose one of {}.", known)});
    }
    parameters = settings.precision->lossScale.value_or(rule->defaults);
    const auto started = startLossScale(*rule, parameters);
    if (!started)
        return std::unexpected(started.error());
    state = *started;
    return {};
}

}

Trainer::Trainer(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

Result<Trainer> Trainer::create(const std::filesystem::path& path,
    const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings)
{
    auto model = openWithBatch(path, dims, settings.batch);
    if (!model)
        return std::unexpected(model.error());
    auto training = differentiate(model->graph, settings.differentiate);
    if (!training)
        return std::unexpected(training.error());
    auto mixed = lowerPrecision(training->graph, settings.precision);
    if (!mixed)
        return std::unexpected(mixed.error());

    auto content = std::make_unique<Content>();
    const ValueId input = findDataInput(*training->graph);
    const std::vector<std::int64_t> inputShape = *training->graph->fixedShape(input);
    settings.batch = static_cast<std::size_t>(inputShape[0]);
    const std::int64_t classes = training->graph->dims(training->logits).back().size;
    const auto order = settings.shuffle ? Batches::Order::Shuffled : Batches::Order::File;
    auto batches = Batches::make(data.train, inputShape, classes, order, settings.seed);
    if (!batches)
        return std::unexpected(batches.error());
    if (auto started = startScale(settings, content->rule, content->scaleParameters, content->scale);
        !started)
        return std::unexpected(started.error());
    setThreads(chooseThreads(settings.threads, *training->graph));
    auto program = Program::compile(mixed->graph, programOptions(*training, *mixed, settings));
    if (!program)
        return std::unexpected(program.error());
    auto evaluator = Evaluator::create(model->graph, data.test, settings.precision);
    if (!evaluator)
        return std::unexpected(evaluator.error());
    if (settings.steps == 0)
        settings.steps =
            static_cast<std::size_t>(settings.epochs * static_cast<double>(batches->batchesPerEpoch()));

    const auto inMixed = [&](ValueId id) { return mixed->valueOf[id]; };
    content->modelName = path == kSampleModel ? "LeNet-5 (sample)" : path.filename().string();
    content->forward = model->graph;
    content->dataInput = inMixed(input);
    content->labels = inMixed(training->labels);
    content->lossScale = inMixed(training->lossScale);
    content->inverseLossScale = inMixed(training->inverseLossScale);
    content->learningRate = inMixed(training->learningRate);
    content->loss = mixed->graph->graphOutputs()[0];
    for (const TrainedParameter& parameter : training->parameters) {
        content->unscaledGradients.push_back(inMixed(parameter.unscaledGradient));
        content->weights.push_back(inMixed(parameter.weight));
        content->velocities.push_back(inMixed(parameter.velocity));
    }
    for (const TrainingGraph::State& state : training->states)
        content->weights.push_back(inMixed(state.value));
    content->settings = std::move(settings);
    content->training = *std::move(training);
    content->mixed = *std::move(mixed);
    content->program = *std::move(program);
    content->batches = *std::move(batches);
    content->evaluator = *std::move(evaluator);
    content->labelBuffer.resize(content->settings.batch);
    return Trainer(std::move(content));
}

namespace {

// Class numbers as they are for cross entropy, or as rows of zeros with a one for a squared error.
void feedLabels(Program& program, ValueId id, std::span<const std::int64_t> labels)
{
    if (program.graph()->value(id).dtype == DType::Int64) {
        std::ranges::copy(labels, program.integers(id).begin());
        return;
    }
    const std::span<float> target = program.floats(id);
    const std::size_t classes = target.size() / labels.size();
    std::ranges::fill(target, 0.0f);
    for (std::size_t row = 0; row < labels.size(); ++row)
        target[row * classes + static_cast<std::size_t>(labels[row])] = 1.0f;
}

double underflowShare(const RunState& state)
{
    kernels::RoundStats all;
    for (const kernels::RoundStats& stats : state.rounding)
        all += stats;
    return all.count == 0 ? 0.0 : static_cast<double>(all.underflows) / static_cast<double>(all.count);
}

}

StepDone Trainer::step()
{
    Content& c = *m_content;
    Program& program = *c.program;
    const auto start = std::chrono::steady_clock::now();
    c.batches->fill(c.nextStep, program.floats(c.dataInput), c.labelBuffer);
    feedLabels(program, c.labels, c.labelBuffer);
    const double scale = c.rule ? c.scale.scale : 1.0;
    program.floats(c.lossScale)[0] = static_cast<float>(scale);
    program.floats(c.inverseLossScale)[0] = static_cast<float>(1.0 / scale);
    program.floats(c.learningRate)[0] = c.settings.learningRate;
    program.run(Stage::Compute);

    const RunState& state = program.state();
    StepDone done{
        .step = ++c.nextStep, .loss = program.view(c.loss)[0], .scaleUsed = scale, .scaleAfter = scale};
    const bool anyTensor =
        c.settings.precision && c.settings.precision->overflowTest == OverflowTest::AnyTensor;
    done.overflow = !state.gradientsFinite || (anyTensor && state.firstOverflow.isValid());
    done.firstOverflow = state.firstOverflow;
    done.underflowShare = underflowShare(state);
    double squares = 0;
    for (ValueId gradient : c.unscaledGradients)
        squares += squaredNorm(program, gradient);
    done.gradientNorm = std::sqrt(squares);
    if (c.rule) {
        const ScaleStep next = c.rule->next(c.scale, done.overflow, c.scaleParameters);
        c.scale = next.state;
        done.skipped = !next.isApplied;
        done.cause = next.cause;
        done.scaleAfter = c.scale.scale;
        if (!next.raised.empty())
            c.failure = Error{ErrorKind::Unsupported, "E-LOSS-SCALE",
                std::format("{} gives up after step {}: the loss scale cannot help ({}).", c.rule->title,
                    done.step, next.raised),
                c.modelName, "Find the operator that overflows first and keep it in float32."};
    }
    if (done.skipped) {
        ++c.skipped;
    } else {
        program.run(Stage::Apply);
        c.recentLosses.push_back(done.loss);
        if (c.recentLosses.size() > kRecentLosses)
            c.recentLosses.erase(c.recentLosses.begin());
    }
    done.nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
            .count();
    return done;
}

double Trainer::measureAccuracy()
{
    Content& c = *m_content;
    for (ValueId weight : c.weights)
        c.evaluator->setWeight(c.mixed.graph->value(weight).name, c.program->floats(weight));
    return c.evaluator->measureAccuracy();
}

RunFinished Trainer::finish(RunFinished::Why why)
{
    const Content& c = *m_content;
    RunFinished finished{.why = why,
        .steps = c.nextStep,
        .skippedSteps = c.skipped,
        .accuracy = measureAccuracy(),
        .meanLoss = 0};
    for (const float loss : c.recentLosses)
        finished.meanLoss += static_cast<double>(loss) / static_cast<double>(c.recentLosses.size());
    return finished;
}

RunFinished Trainer::run(Sink& sink, RunControl& control)
{
    Content& c = *m_content;
    setThreads(
        chooseThreads(c.settings.threads, *c.training.graph)); // Thread counts belong to the calling thread.
    sink.begin(info());
    auto why = RunFinished::Why::Completed;
    while (c.nextStep < c.settings.steps && why == RunFinished::Why::Completed) {
        if (!control.waitForGo()) {
            why = RunFinished::Why::Stopped;
            continue;
        }
        sink.consume(step());
        if (c.failure)
            why = RunFinished::Why::Failed;
    }
    const RunFinished finished = finish(why);
    sink.consume(finished);
    return finished;
}

namespace {

// What a run depends on, one line a setting. Numbers are written so that they come back exactly.
std::string describeSettings(const TrainSettings& settings)
{
    std::string text = std::format("batch {}\nlearning rate {}\nloss {}\nmomentum {}\nweight decay "
                                   "{}\nnesterov {}\nshuffle {}\nseed {}\n",
        settings.batch, settings.learningRate, name(settings.differentiate.loss),
        settings.differentiate.momentum, settings.differentiate.weightDecay, settings.differentiate.nesterov,
        settings.shuffle, settings.seed);
    if (!settings.precision)
        return text + "precision float32\n";
    const Precision& precision = *settings.precision;
    return text +
        std::format("precision {}\nloss-scale rule {}\noverflow {}\noverflow test {}\n",
            describe(precision.policy), precision.lossScaleRule,
            precision.onOverflow == kernels::OnOverflow::Saturate ? "saturates" : "infinity",
            precision.overflowTest == OverflowTest::AnyTensor ? "any tensor" : "gradients");
}

// Lists, override files and libraries matter by the types they lead to (FNV-1a of them, in order of the
// values).
std::string describeTypes(const Graph& graph)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (ValueId value : graph.values())
        hash = (hash ^ static_cast<std::uint64_t>(graph.value(value).dtype)) * 0x100000001b3;
    return std::format("decisions {:016x}\n", hash);
}

}

Checkpoint Trainer::checkpoint() const
{
    const Content& c = *m_content;
    Checkpoint checkpoint{.settings = describeSettings(c.settings) + describeTypes(*c.mixed.graph),
        .nextStep = c.nextStep,
        .skippedSteps = c.skipped,
        .recentLosses = c.recentLosses,
        .scale = c.scale};
    for (const auto* values : {&c.weights, &c.velocities}) {
        for (ValueId id : *values)
            checkpoint.tensors.push_back({c.mixed.graph->value(id).name, c.program->read(id)});
    }
    return checkpoint;
}

Result<void> Trainer::restore(const Checkpoint& checkpoint)
{
    Content& c = *m_content;
    const Checkpoint now = this->checkpoint();
    const auto refuse = [](std::string what) {
        return std::unexpected(Error{ErrorKind::Usage, "E-CHECKPOINT", std::move(what), "--resume",
            "Resume with the same model and settings, or start anew."});
    };
    if (checkpoint.settings != now.settings)
        return refuse(std::format("The checkpoint was made under other settings:\n{}instead of\n{}",
            checkpoint.settings, now.settings));
    const auto matches = [](const Checkpoint::Tensor& a, const Checkpoint::Tensor& b) {
        return a.name == b.name && a.values.size() == b.values.size();
    };
    if (!std::ranges::equal(checkpoint.tensors, now.tensors, matches))
        return refuse("The checkpoint belongs to a model with other weights.");
    std::size_t next = 0;
    for (const auto* values : {&c.weights, &c.velocities}) {
        for (ValueId id : *values)
            std::ranges::copy(checkpoint.tensors[next++].values, c.program->floats(id).begin());
    }
    c.nextStep = checkpoint.nextStep;
    c.skipped = checkpoint.skippedSteps;
    c.recentLosses = checkpoint.recentLosses;
    c.scale = checkpoint.scale;
    return {};
}

std::map<std::string, std::vector<float>> Trainer::weights() const
{
    std::map<std::string, std::vector<float>> weights;
    for (ValueId id : m_content->weights)
        weights[m_content->mixed.graph->value(id).name] = m_content->program->read(id);
    return weights;
}

const std::optional<Error>& Trainer::failure() const
{
    return m_content->failure;
}

const TrainingGraph& Trainer::training() const
{
    return m_content->training;
}

const GraphPtr& Trainer::mixedGraph() const
{
    return m_content->mixed.graph;
}

Program& Trainer::program()
{
    return *m_content->program;
}

std::size_t Trainer::plannedSteps() const
{
    return m_content->settings.steps;
}

std::size_t Trainer::completedSteps() const
{
    return m_content->nextStep;
}

RunInfo Trainer::info() const
{
    const Content& c = *m_content;
    RunInfo info{.model = c.modelName,
        .precision = c.settings.precision ? shortName(c.settings.precision->policy) : "float32",
        .path = "float32",
        .plannedSteps = c.settings.steps,
        .dataNote = c.batches->note(),
        .graph = c.mixed.graph};
    const bool anyNative = std::ranges::any_of(c.program->plan(), &PlanRow::isNative);
    if (c.settings.precision)
        info.path = anyNative ? "native" : "emulated";
    for (const TrainedParameter& parameter : c.training.parameters) {
        std::uint64_t elements = 1;
        for (const Dim& dim : c.training.graph->dims(parameter.weight))
            elements *= static_cast<std::uint64_t>(dim.size);
        info.parameters += elements;
    }
    return info;
}

}
