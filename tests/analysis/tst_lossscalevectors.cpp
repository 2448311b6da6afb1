// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every loss-scale rule against the published sequences.
#include "tests/analysis/lossscaletest.h"
#include "tests/support/shared.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr const char* kFile = "facts/loss_scale_vectors.json";

const nlohmann::json& vectors()
{
    static const nlohmann::json file =
        nlohmann::json::parse(readAll(sharedPath(QString::fromLatin1(kFile))).constData());
    return file.at("vectors");
}

/// A number, or the word for infinity that JSON has no number for.
double numberOf(const nlohmann::json& value)
{
    return value.is_string() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

/// A key of a vector's "params" and the parameter it sets.
struct Key
{
    const char* name;
    void (*set)(LossScaleParameters& parameters, const nlohmann::json& value);
};

constexpr auto kKeys = std::to_array<Key>({
    {"init", [](LossScaleParameters& p, const nlohmann::json& value) { p.initial = value; }},
    {"factor", [](LossScaleParameters& p, const nlohmann::json& value) { p.growth = value; }},
    {"growth", [](LossScaleParameters& p, const nlohmann::json& value) { p.growth = value; }},
    {"backoff", [](LossScaleParameters& p, const nlohmann::json& value) { p.backoff = value; }},
    {"window", [](LossScaleParameters& p, const nlohmann::json& value) { p.window = value; }},
    {"cap", [](LossScaleParameters& p, const nlohmann::json& value) { p.refusesInfinity = value; }},
    {"minimum",
        [](LossScaleParameters& p, const nlohmann::json& value) {
            p.minimum = value.is_null() ? 0.0 : value.get<double>();
        }},
    {"maximum", [](LossScaleParameters& p, const nlohmann::json& value) { p.maximum = value; }},
    {"hysteresis", [](LossScaleParameters& p, const nlohmann::json& value) { p.hysteresis = value; }},
    {"consecutive", [](LossScaleParameters& p, const nlohmann::json& value) { p.refillsHysteresis = value; }},
    {"raise_at_min", [](LossScaleParameters& p, const nlohmann::json& value) { p.raisesAtMinimum = value; }},
    {"drop", [](LossScaleParameters& p, const nlohmann::json& value) { p.skipsOverflow = value; }},
});

LossScaleParameters parametersOf(const nlohmann::json& vector, const LossScaleRule& rule)
{
    LossScaleParameters parameters = rule.defaults;
    for (const auto& [name, value] : vector.at("params").items()) {
        const auto key = std::ranges::find(kKeys, name, &Key::name);
        if (key == kKeys.end())
            qFatal("unknown parameter %s", name.c_str());
        key->set(parameters, value);
    }
    return parameters;
}

std::vector<bool> overflowsOf(const nlohmann::json& vector)
{
    std::vector<bool> flags;
    for (const nlohmann::json& run : vector.at("overflow_rle"))
        flags.insert(flags.end(), run.at(1).get<std::size_t>(), run.at(0).get<int>() == 1);
    return flags;
}

/// "exact", or "rel 1e-6": the difference that the vector allows, relative to the expected value.
double toleranceOf(const nlohmann::json& vector)
{
    const std::string compare = vector.at("compare");
    return compare == "exact" ? 0.0 : std::stod(compare.substr(4));
}

bool isClose(double actual, double expected, double tolerance)
{
    return actual == expected || std::abs(actual - expected) <= tolerance * std::abs(expected);
}

/// What frameworks call a counter of ours. MindSpore numbers steps from 1, the others from 0.
struct Counter
{
    const char* name;
    std::int64_t (*value)(const LossScaleState& state, std::int64_t origin);
};

constexpr auto kCounters = std::to_array<Counter>({
    {"cur_iter", [](const LossScaleState& s, std::int64_t origin) { return s.step - origin; }},
    {"last_overflow_iter",
        [](const LossScaleState& s, std::int64_t origin) { return s.lastChange - origin; }},
    {"bad_step", [](const LossScaleState& s, std::int64_t) { return s.overflowsInRow; }},
    {"hysteresis", [](const LossScaleState& s, std::int64_t) { return s.hysteresisLeft; }},
    {"counter", [](const LossScaleState& s, std::int64_t) { return s.cleanSteps; }},
    {"growth_tracker", [](const LossScaleState& s, std::int64_t) { return s.cleanSteps; }},
    {"num_good_steps", [](const LossScaleState& s, std::int64_t) { return s.cleanSteps; }},
    {"step_counter", [](const LossScaleState& s, std::int64_t) { return s.cleanSteps; }},
    {"unskipped", [](const LossScaleState& s, std::int64_t) { return s.cleanSteps; }},
});

/// One vector and what our rule makes of it.
struct Replayed
{
    const nlohmann::json& vector;
    const LossScaleRule& rule;
    LossScaleParameters parameters = parametersOf(vector, rule);
    std::vector<bool> overflows = overflowsOf(vector);
    std::vector<ScaleStep> steps = replay(rule, parameters, overflows);

    explicit Replayed(std::size_t index)
        : vector(vectors()[index])
        , rule(ruleOf(vector.at("rule").get<std::string>()))
    {
    }
};

void addVectorRows()
{
    HALFTONE_NEED_SHARED("facts/loss_scale_vectors.json");
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < vectors().size(); ++i)
        QTest::newRow(vectors()[i].at("id").get<std::string>().c_str()) << i;
}

}

class TestLossScaleVectors : public QObject
{
    Q_OBJECT

private slots:
    void scaleFollowsItsPublishedVector_data() { addVectorRows(); }
    void scaleFollowsItsPublishedVector()
    {
        QFETCH(std::size_t, index);
        const auto& [vector, rule, parameters, overflows, steps] = Replayed(index);
        QCOMPARE(overflows.size(), vector.at("steps").get<std::size_t>());
        const double tolerance = toleranceOf(vector);
        const auto check = [tolerance](double actual, const nlohmann::json& expected, std::size_t step) {
            QVERIFY2(isClose(actual, numberOf(expected), tolerance),
                qPrintable(QString("step %1: %2").arg(step).arg(actual, 0, 'g', 17)));
        };
        for (const nlohmann::json& checkpoint : vector.value("checkpoints", nlohmann::json::array())) {
            const std::size_t step = checkpoint.at(0);
            check(steps.at(step - 1).state.scale, checkpoint.at(1), step);
        }
        for (std::size_t i = 0; i < steps.size() && vector.contains("scale_used"); ++i) {
            const double used = i == 0 ? startLossScale(rule, parameters)->scale : steps[i - 1].state.scale;
            check(used, vector["scale_used"].at(i), i + 1);
            check(steps[i].state.scale, vector["scale_after"].at(i), i + 1);
        }
    }

    void stepsAreAppliedAsInItsPublishedVector_data() { addVectorRows(); }
    void stepsAreAppliedAsInItsPublishedVector()
    {
        QFETCH(std::size_t, index);
        const Replayed replayed(index);
        if (replayed.vector.contains("applied_count"))
            QCOMPARE(std::ranges::count(replayed.steps, true, &ScaleStep::isApplied),
                replayed.vector["applied_count"].get<int>());
        for (std::size_t i = 0; i < replayed.steps.size() && replayed.vector.contains("applied"); ++i) {
            QCOMPARE(replayed.overflows[i], replayed.vector["overflow"].at(i).get<int>() == 1);
            QCOMPARE(replayed.steps[i].isApplied, replayed.vector["applied"].at(i).get<int>() == 1);
        }
    }

    void countersFollowTheirPublishedVector_data() { addVectorRows(); }
    void countersFollowTheirPublishedVector()
    {
        QFETCH(std::size_t, index);
        const Replayed replayed(index);
        const std::int64_t origin = replayed.rule.id.starts_with("ms_") ? 0 : 1;
        const nlohmann::json counters = replayed.vector.value("state_after", nlohmann::json::object());
        for (const auto& [name, values] : counters.items()) {
            const auto counter = std::ranges::find(kCounters, name, &Counter::name);
            QVERIFY2(counter != kCounters.end(), name.c_str());
            std::vector<std::int64_t> actual;
            for (const ScaleStep& step : replayed.steps)
                actual.push_back(counter->value(step.state, origin));
            QCOMPARE(actual, values.get<std::vector<std::int64_t>>());
        }
    }

    void ruleRaisesWhereItsPublishedVectorDoes_data() { addVectorRows(); }
    void ruleRaisesWhereItsPublishedVectorDoes()
    {
        QFETCH(std::size_t, index);
        const Replayed replayed(index);
        const nlohmann::json& error = replayed.vector.at("error");
        const std::size_t at = error.is_null() ? 0 : error.at("step").get<std::size_t>();
        for (std::size_t i = 0; i < replayed.steps.size(); ++i) {
            const std::string expected = i + 1 == at ? error.at("type").get<std::string>() : "";
            QVERIFY2(replayed.steps[i].raised == expected, qPrintable(QString("step %1").arg(i + 1)));
        }
    }

    void everyRuleHasVectors()
    {
        HALFTONE_NEED_SHARED("facts/loss_scale_vectors.json");
        QCOMPARE(vectors().size(), std::size_t(703));
        std::set<std::string> withVectors;
        std::size_t errors = 0;
        for (const nlohmann::json& vector : vectors()) {
            withVectors.insert(vector.at("rule"));
            errors += vector.at("error").is_null() ? 0 : 1;
        }
        QCOMPARE(errors, std::size_t(2));
        std::set<std::string> ours;
        for (const LossScaleRule& rule : lossScaleRules())
            ours.insert(std::string(rule.id));
        QCOMPARE(ours, withVectors);
    }
};

QTEST_APPLESS_MAIN(TestLossScaleVectors)
#include "tst_lossscalevectors.moc"
