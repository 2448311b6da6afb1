// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/classloss.h"

#include "executor/ops/operands.h"

#include <cmath>
#include <limits>
#include <utility>

namespace halftone {
namespace {

enum class Reduce : std::uint8_t { None, Sum, Mean };

/// Scores [samples, classes, pixels]; the scores of one pixel lie `pixels` apart.
struct Scores
{
    std::size_t samples = 1;
    std::size_t classes = 1;
    std::size_t pixels = 1;

    explicit Scores(std::span<const std::int64_t> dims)
        : samples(static_cast<std::size_t>(dims[0]))
        , classes(static_cast<std::size_t>(dims[1]))
        , pixels(countOf(dims.subspan(2)))
    {
    }
    std::size_t terms() const { return samples * pixels; }
    std::size_t first(std::size_t term) const { return term / pixels * classes * pixels + term % pixels; }
};

double logSumExp(const float* scores, const Scores& shape)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < shape.classes; ++c)
        largest = std::max(largest, static_cast<double>(scores[c * shape.pixels]));
    double sum = 0;
    for (std::size_t c = 0; c < shape.classes; ++c)
        sum += std::exp(static_cast<double>(scores[c * shape.pixels]) - largest);
    return largest + std::log(sum);
}

void toLogProbabilities(const float* from, float* to, const Scores& shape)
{
    for (std::size_t term = 0; term < shape.terms(); ++term) {
        const std::size_t start = shape.first(term);
        const double total = logSumExp(from + start, shape);
        for (std::size_t c = 0; c < shape.classes; ++c) {
            const std::size_t at = start + c * shape.pixels;
            to[at] = static_cast<float>(static_cast<double>(from[at]) - total);
        }
    }
}

/// How the terms become a loss.
struct Rule
{
    Reduce reduce = Reduce::Mean;
    std::int64_t ignored = std::numeric_limits<std::int64_t>::min();
};

Rule ruleOf(const ProgramBuilder& b)
{
    const std::string reduction = b.attribute("reduction", std::string("mean"));
    return {reduction == "none"  ? Reduce::None
            : reduction == "sum" ? Reduce::Sum
                                 : Reduce::Mean,
        b.attribute("ignore_index", std::numeric_limits<std::int64_t>::min())};
}

/// How much each label counts: not at all what is ignored, or no class.
class LabelWeights
{
public:
    LabelWeights(const Scores& shape, const Rule& rule, const std::int64_t* labels, const float* weights)
        : m_classes(static_cast<std::int64_t>(shape.classes))
        , m_ignored(rule.ignored)
        , m_weights(weights)
    {
        for (std::size_t term = 0; term < shape.terms(); ++term)
            m_total += of(labels[term]);
    }
    double of(std::int64_t label) const
    {
        if (label == m_ignored || label < 0 || label >= m_classes)
            return 0;
        return m_weights ? static_cast<double>(m_weights[label]) : 1.0;
    }
    /// A mean divides by the weights of the labels that count, not by their number.
    double total() const { return m_total; }

private:
    std::int64_t m_classes;
    std::int64_t m_ignored;
    const float* m_weights;
    double m_total = 0;
};

void addTerms(const Scores& shape, const Rule& rule, const float* logs, const std::int64_t* labels,
    const float* weights, float* loss)
{
    const LabelWeights each(shape, rule, labels, weights);
    double sum = 0;
    for (std::size_t term = 0; term < shape.terms(); ++term) {
        const double weight = each.of(labels[term]);
        const auto number = static_cast<std::size_t>(weight == 0 ? 0 : labels[term]);
        const double value = weight == 0
            ? 0.0
            : -weight * static_cast<double>(logs[shape.first(term) + number * shape.pixels]);
        if (rule.reduce == Reduce::None)
            loss[term] = static_cast<float>(value);
        sum += value;
    }
    if (rule.reduce != Reduce::None)
        *loss = static_cast<float>(rule.reduce == Reduce::Mean ? sum / each.total() : sum);
}

}

Result<void> compileClassLoss(ProgramBuilder& b, ClassScores scores)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    if (dims.size() < 2 || !isReducibleFloat(b.stored(b.input(0)).dtype))
        return b.refuse("A loss by class numbers needs float scores [N, classes, ...].");
    const Scores shape(dims);
    const Rule rule = ruleOf(b);
    const Elements in = readElements(b, b.input(0));
    const Elements labels = readElementsAs(b, b.input(1), DType::Int64);
    const Elements weights = b.input(2).isValid() ? readElements(b, b.input(2)) : Elements{};
    const Elements loss = writeElements(b, b.output());
    Elements logs = in;
    if (scores == ClassScores::Logits) {
        logs = b.hasOutput(1) ? writeElements(b, b.output(1))
                              : Elements{b.scratchBytes(in.count * sizeof(float)), DType::Float32, in.count};
        b.addLoop("own log-probabilities", {in.buffer}, {logs.buffer}, [=](StepContext& context) {
            toLogProbabilities(
                context.arena.data<const float>(in.buffer), context.arena.data<float>(logs.buffer), shape);
        });
    }
    std::vector<BufferId> reads{logs.buffer, labels.buffer};
    if (weights.buffer.isValid())
        reads.push_back(weights.buffer);
    b.addLoop("own class loss", std::move(reads), {loss.buffer}, [=](StepContext& context) {
        addTerms(shape, rule, context.arena.data<const float>(logs.buffer),
            context.arena.data<const std::int64_t>(labels.buffer),
            weights.buffer.isValid() ? context.arena.data<const float>(weights.buffer) : nullptr,
            context.arena.data<float>(loss.buffer));
    });
    return {};
}

bool isPlainClassLoss(const ProgramBuilder& b, std::span<const std::int64_t> scores, ValueId weights)
{
    const Rule rule = ruleOf(b);
    return scores.size() == 2 && !weights.isValid() && rule.reduce == Reduce::Mean &&
        rule.ignored == Rule().ignored;
}

Result<void> compileClassLossGrad(ProgramBuilder& b, ClassScores scores)
{
    const bool hasLogs = scores == ClassScores::Logits;
    const std::size_t labelSlot = hasLogs ? 2 : 1;
    const Scores shape(b.dims(b.output()));
    const Rule rule = ruleOf(b);
    const Elements dLoss = readElements(b, b.input(0));
    const Elements logs = hasLogs ? readElements(b, b.input(1)) : dLoss;
    const Elements labels = readElementsAs(b, b.input(labelSlot), DType::Int64);
    const ValueId weightInput = b.input(labelSlot + 1);
    const Elements weights = weightInput.isValid() ? readElements(b, weightInput) : Elements{};
    const Elements out = writeElements(b, b.output());
    std::vector<BufferId> reads{dLoss.buffer, logs.buffer, labels.buffer};
    if (weights.buffer.isValid())
        reads.push_back(weights.buffer);
    b.addLoop("own class loss gradient", std::move(reads), {out.buffer}, [=](StepContext& context) {
        const auto* label = context.arena.data<const std::int64_t>(labels.buffer);
        const LabelWeights each(shape, rule, label,
            weights.buffer.isValid() ? context.arena.data<const float>(weights.buffer) : nullptr);
        const auto* upper = context.arena.data<const float>(dLoss.buffer);
        const auto total = static_cast<float>(rule.reduce == Reduce::Mean ? each.total() : 1.0);
        const float* from = context.arena.data<const float>(logs.buffer);
        float* to = context.arena.data<float>(out.buffer);
        for (std::size_t term = 0; term < shape.terms(); ++term) {
            const float share = upper[rule.reduce == Reduce::None ? term : 0] / total *
                static_cast<float>(each.of(label[term]));
            for (std::size_t c = 0; c < shape.classes; ++c) {
                const std::size_t at = shape.first(term) + c * shape.pixels;
                const float hit = std::cmp_equal(c, label[term]) ? 1.0f : 0.0f;
                to[at] = share == 0 ? 0.0f : share * ((hasLogs ? std::exp(from[at]) : 0.0f) - hit);
            }
        }
    });
    return {};
}

}
