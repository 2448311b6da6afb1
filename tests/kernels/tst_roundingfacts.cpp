// SPDX-License-Identifier: GPL-3.0-or-later
//
// The published edge cases of rounding: single casts, and what happens to long sums and small updates.
#include "kernels/binary.h"
#include "tests/kernels/kerneltest.h"
#include "tests/support/shared.h"

#include <nlohmann/json.hpp>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

nlohmann::json facts()
{
    return nlohmann::json::parse(
        readAll(sharedPath(QStringLiteral("facts/rounding_edge_vectors.json"))).constData());
}

/// A number, or the words for infinity that JSON has no number for.
double numberOf(const nlohmann::json& value)
{
    if (value.is_string())
        return value.get<std::string>() == "-inf" ? -HUGE_VAL : HUGE_VAL;
    return value.get<double>();
}

std::uint16_t narrowed(float value, Format16 format)
{
    std::uint16_t pattern = 0;
    roundTo16({&value, 1}, {&pattern, 1}, {.format = format});
    return pattern;
}

float widened(std::uint16_t pattern, Format16 format)
{
    float value = 0;
    widen({&pattern, 1}, {&value, 1}, format);
    return value;
}

/// One 16-bit addition.
std::uint16_t sum(std::uint16_t a, std::uint16_t b, Format16 format)
{
    std::uint16_t result = 0;
    binary16(Binary::Add, {&a}, {&b}, {&result, 1}, 1, {.format = format});
    return result;
}

/// start + term + term + ..., rounded after each addition.
float runningSum(float start, float term, int times, Format16 format)
{
    std::uint16_t total = narrowed(start, format);
    for (int i = 0; i < times; ++i)
        total = sum(total, narrowed(term, format), format);
    return widened(total, format);
}

/// What our kernels make of each sequence of the file, by its label.
struct Sequence
{
    const char* label;
    Format16 format;
    float (*run)();
};

constexpr auto kSequences = std::to_array<Sequence>({
    {"running fp16 sum of 4096 ones (fp16 accumulator, sequential)", Format16::F16,
        [] { return runningSum(0, 1, 4096, Format16::F16); }},
    {"running fp16 sum of 20000 x 0.1 (sequential)", Format16::F16,
        [] { return runningSum(0, 0.1f, 20000, Format16::F16); }},
    {"fp16 weight 1.0 minus 1e-4, 100 times", Format16::F16,
        [] { return runningSum(1, -1e-4f, 100, Format16::F16); }},
    {"fp16 weight 1.0 plus 1e-4, 100 times", Format16::F16,
        [] { return runningSum(1, 1e-4f, 100, Format16::F16); }},
    {"bf16 weight 1.0 minus 6e-4, 100 times", Format16::Bf16,
        [] { return runningSum(1, -6e-4f, 100, Format16::Bf16); }},
    {"fp16 min (-65504) plus score -16 (round once)", Format16::F16,
        [] { return runningSum(-65504, -16, 1, Format16::F16); }},
    {"fp16 min (-65504) plus score -15 (round once)", Format16::F16,
        [] { return runningSum(-65504, -15, 1, Format16::F16); }},
    {"65520 fp16 ones summed in fp32 then stored as fp16", Format16::F16,
        [] { return widened(narrowed(65520, Format16::F16), Format16::F16); }},
    {"65519 fp16 ones summed in fp32 then stored as fp16", Format16::F16,
        [] { return widened(narrowed(65519, Format16::F16), Format16::F16); }},
});

}

class TestRoundingFacts : public QObject
{
    Q_OBJECT

private slots:
    void castsGiveThePublishedValues_data() { addTargetRows(); }
    void castsGiveThePublishedValues()
    {
        HALFTONE_NEED_SHARED("facts/rounding_edge_vectors.json");
        HALFTONE_USE_TARGET();
        const nlohmann::json casts = facts().at("casts");
        QVERIFY(!casts.empty());
        for (const nlohmann::json& cast : casts) {
            const auto input = static_cast<float>(numberOf(cast.at("input")));
            const std::string label = cast.at("label");
            QVERIFY2(input == numberOf(cast.at("fp32")), label.c_str());
            QVERIFY2(widened(narrowed(input, Format16::F16), Format16::F16) == numberOf(cast.at("fp16")),
                label.c_str());
            QVERIFY2(widened(narrowed(input, Format16::Bf16), Format16::Bf16) == numberOf(cast.at("bf16")),
                label.c_str());
        }
    }

    void sequencesEndAsPublished_data() { addTargetRows(); }
    void sequencesEndAsPublished()
    {
        HALFTONE_NEED_SHARED("facts/rounding_edge_vectors.json");
        HALFTONE_USE_TARGET();
        const nlohmann::json sequences = facts().at("sequences");
        QCOMPARE(sequences.size(), kSequences.size());
        for (const nlohmann::json& sequence : sequences) {
            const std::string label = sequence.at("label");
            const auto* ours = std::ranges::find_if(
                kSequences, [&](const Sequence& candidate) { return label == candidate.label; });
            QVERIFY2(ours != std::end(kSequences), label.c_str());
            const char* key = ours->format == Format16::F16 ? "fp16" : "bf16";
            QVERIFY2(ours->run() == numberOf(sequence.at(key)), label.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestRoundingFacts)
#include "tst_roundingfacts.moc"
