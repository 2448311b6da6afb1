// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/datafit.h"
#include "executor/train/settingstext.h"
#include "executor/train/trainercontent.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

/// The float tensors of forward, loss and backward pass; updates change the weights themselves.
std::vector<ValueId> producedFloats(const Graph& graph)
{
    std::vector<ValueId> values;
    for (NodeId node : graph.nodes()) {
        const bool isStep =
            graph.node(node).phase != Phase::Update || graph.node(node).opType == "UnscaleGradient";
        for (ValueId output : graph.outputs(node)) {
            const bool isFloat = output.isValid() &&
                (graph.value(output).dtype == DType::Float32 || isLowPrecision(graph.value(output).dtype));
            if (isFloat && isStep)
                values.push_back(output);
        }
    }
    return values;
}

ProgramOptions programOptions(
    const TrainingGraph& training, const MixedGraph& mixed, const TrainSettings& settings)
{
    ProgramOptions options;
    if (settings.precision) {
        options.onOverflow = settings.precision->onOverflow;
        options.accumulation = settings.precision->accumulation;
    }
    // Outputs are the loss, then what replaces weights, moments and states.
    const std::span<const ValueId> outputs = mixed.graph->graphOutputs();
    std::size_t next = 1;
    for (const ReplacedValue& replaced : training.replaced())
        options.carried[outputs[next++]] = mixed.valueOf[replaced.value];
    for (const TrainedParameter& parameter : training.parameters)
        options.checked.push_back(mixed.valueOf[parameter.unscaledGradient]);
    options.observed = options.checked;
    if (settings.observesAll)
        options.observed = producedFloats(*mixed.graph);
    options.counting = settings.counting;
    return options;
}

// How many steps the epochs are, where steps are not given themselves.
Result<void> countSteps(TrainSettings& settings, std::size_t batchesPerEpoch)
{
    if (settings.steps > 0)
        return {};
    const double steps = settings.epochs * static_cast<double>(batchesPerEpoch / settings.microBatches);
    constexpr double kMost = 1e15; // no machine lives that long, and every integer up to here is a double
    if (!(steps >= 1 && steps <= kMost))
        return std::unexpected(Error{ErrorKind::Usage, "E-EPOCHS",
            std::format("{:g} epochs of {} steps are {:g} steps.", settings.epochs,
                batchesPerEpoch / settings.microBatches, steps),
            "--epochs", "Choose a number that gives at least one step, and no more than 1e15."});
    settings.steps = static_cast<std::size_t>(steps);
    return {};
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

namespace {

/// Whether the share of right answers means anything: the data has classes, and the prediction a score for
/// each, or one logit for two of them.
bool hasAccuracy(const TrainingGraph& training, Loss loss, const Dataset& test)
{
    if (!training.logits.isValid() || test.labels.empty())
        return false;
    const Graph& graph = *training.graph;
    if (graph.value(training.labels).dtype == DType::Int64)
        return true;
    const std::span<const Dim> scores = graph.dims(training.logits);
    return test.targets.empty() && scores.size() == 2 &&
        (scores[1].size > 1 || loss == Loss::BinaryCrossEntropy);
}

std::optional<Error> findUnknownTensor(const Graph& graph, std::span<const std::string> names)
{
    for (const std::string& name : names) {
        const ValueId id = graph.findValue(name);
        if (!id.isValid() || !graph.value(id).producer.isValid())
            return Error{ErrorKind::Usage, "E-TENSOR",
                std::format("No operator of the training graph makes a tensor \"{}\".", name), graph.name(),
                "Choose a tensor that decide --training or replay names."};
    }
    return std::nullopt;
}

std::unexpected<Error> unfitMicroBatches(const TrainSettings& settings)
{
    return std::unexpected(Error{ErrorKind::Usage, "E-DATA",
        std::format(
            "A batch of {} cannot be cut into {} equal parts.", settings.batch, settings.microBatches),
        "--micro-batches", "Choose a divisor of the batch size."});
}

}

Result<void> Trainer::Content::compile(int wanted)
{
    auto compiled = compileForThreads(mixed.graph, programOptions(training, mixed, settings), wanted);
    if (!compiled)
        return std::unexpected(compiled.error());
    program = std::move(compiled->program);
    threads = compiled->threads;
    histograms.clear();
    for (const std::string& name : settings.histograms)
        histograms.push_back(mixed.graph->findValue(name));
    program->watchExponents(histograms);
    return {};
}

std::string Trainer::Content::settingsText() const
{
    return describeSettings(settings, scaleParameters, threads) + dataText;
}

// Ids of the mixed graph, and the buffers that a step needs.
void Trainer::Content::findValues(ValueId input)
{
    const auto inMixed = [&](ValueId id) { return id.isValid() ? mixed.valueOf[id] : ValueId{}; };
    dataInput = inMixed(input);
    labels = inMixed(training.labels);
    lossScale = inMixed(training.lossScale);
    inverseLossScale = inMixed(training.inverseLossScale);
    learningRate = inMixed(training.learningRate);
    beta1Power = inMixed(training.beta1Power);
    beta2Power = inMixed(training.beta2Power);
    loss = mixed.graph->graphOutputs()[0];
    for (const TrainedParameter& parameter : training.parameters) {
        unscaledGradients.push_back(inMixed(parameter.unscaledGradient));
        weights.push_back(inMixed(parameter.weight.value));
        for (const ReplacedValue& moment : parameter.moments)
            moments.push_back(inMixed(moment.value));
    }
    for (const ReplacedValue& state : training.states) {
        states.push_back(inMixed(state.value));
        weights.push_back(states.back());
    }
    sampleBuffer.resize(batches->elementsPerBatch());
    labelBuffer.resize(batches->batchSize());
    targetBuffer.resize(batches->targetsPerBatch());
    recentLosses.reserve(kRecentLosses);
}

Result<Trainer> Trainer::create(const std::filesystem::path& path,
    const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings)
{
    if (settings.microBatches == 0 || settings.batch % settings.microBatches != 0)
        return unfitMicroBatches(settings);
    auto model = openWithBatch(path, dims, settings.batch / settings.microBatches);
    if (!model)
        return std::unexpected(model.error());
    const SampleModel* sample = findSample(path);
    return create(
        *model, sample ? std::string(sample->title) : path.filename().string(), data, std::move(settings));
}

Result<Trainer> Trainer::create(
    const ImportedModel& model, std::string modelName, const DatasetPair& data, TrainSettings settings)
{
    auto training = differentiate(model.graph, settings.differentiate);
    if (!training)
        return std::unexpected(training.error());
    auto mixed = lowerPrecision(training->graph, settings.precision);
    if (!mixed)
        return std::unexpected(mixed.error());

    auto content = std::make_unique<Content>();
    // Of the model, for the target of a loss is an input of the training graph as well.
    const ValueId input =
        training->graph->findValue(model.graph->value(findDataInput(*model.graph)).name);
    const std::vector<std::int64_t> inputShape = *training->graph->fixedShape(input);
    settings.batch = static_cast<std::size_t>(inputShape[0]) * settings.microBatches;
    const auto order = settings.shuffle ? Batches::Order::Shuffled : Batches::Order::File;
    const auto values = training->graph->value(input).dtype == DType::Float32 ? Batches::Values::Scaled
                                                                              : Batches::Values::Raw;
    auto batches =
        Batches::make(data.train, inputShape, countClasses(*training), order, settings.seed, values);
    if (!batches)
        return std::unexpected(batches.error());
    if (auto unfit = findUnfitData(*training, input, data.train))
        return std::unexpected(*std::move(unfit));
    if (auto unknown = findUnknownTensor(*mixed->graph, settings.histograms))
        return std::unexpected(*std::move(unknown));
    if (auto started = startScale(settings, content->rule, content->scaleParameters, content->scale);
        !started)
        return std::unexpected(started.error());
    if (auto counted = countSteps(settings, batches->batchesPerEpoch()); !counted)
        return std::unexpected(counted.error());

    content->dataText = std::format("graph {}\nsamples {}\nlabels {}\n", fingerprint(*mixed->graph),
        data.train.count(), fingerprint(data.train));
    content->modelName = std::move(modelName);
    content->forward = model.graph;
    content->settings = std::move(settings);
    content->training = *std::move(training);
    content->mixed = *std::move(mixed);
    content->batches = *std::move(batches);
    if (auto compiled = content->compile(content->settings.threads); !compiled)
        return std::unexpected(compiled.error());
    if (hasAccuracy(content->training, content->settings.differentiate.loss, data.test)) {
        auto evaluator = Evaluator::create(
            model.graph, data.test, content->settings.precision, ignoredClass(content->training));
        if (!evaluator)
            return std::unexpected(evaluator.error());
        content->evaluator = *std::move(evaluator);
    }
    content->findValues(input);
    return Trainer(std::move(content));
}

}
