// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

class TestFinite : public QObject
{
    Q_OBJECT

private slots:
    void emptySpansAreFinite_data() { addTargetRows(); }
    void emptySpansAreFinite()
    {
        HALFTONE_USE_TARGET();
        QVERIFY(allFinite({}));
        QCOMPARE(firstNonFinite(std::span<const float>()), kNotFound);
        QCOMPARE(firstNonFinite(std::span<const std::uint16_t>(), Format16::F16), kNotFound);
    }

    void everyFinitePatternIsFiniteAndNoOther_data() { addTargetAndFormatRows(); }
    void everyFinitePatternIsFiniteAndNoOther()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        for (std::uint32_t bits = 0; bits < 65536; ++bits) {
            const auto pattern = static_cast<std::uint16_t>(bits);
            const float value = reference(format).widen(pattern);
            const std::size_t expected = std::isfinite(value) ? kNotFound : 0;
            QCOMPARE(firstNonFinite({&pattern, 1}, format), expected);
            QCOMPARE(firstNonFinite({&value, 1}), expected);
            QCOMPARE(allFinite({&value, 1}), std::isfinite(value));
        }
    }

    void theLargestFiniteFloatsAreFinite_data() { addTargetRows(); }
    void theLargestFiniteFloatsAreFinite()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> values(70, 3.40282347e38f);
        QVERIFY(allFinite(values));
        QCOMPARE(firstNonFinite(values), kNotFound);
    }

    void theFirstOfSeveralIsFoundAtEveryPlace_data() { addTargetRows(); }
    void theFirstOfSeveralIsFoundAtEveryPlace()
    {
        HALFTONE_USE_TARGET();
        forEachPlace([](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> floats(size, leading, trailing);
            Placed<std::uint16_t> halves(size, leading, trailing);
            for (std::size_t i = size; i-- > 0;) { // From the back: the ones behind stay.
                floats.span()[i] = i % 2 != 0 ? -INFINITY : NAN;
                halves.span()[i] = i % 2 != 0 ? 0xfc00 : 0x7e00;
                QCOMPARE(firstNonFinite(floats.span()), i);
                QCOMPARE(firstNonFinite(halves.span(), Format16::F16), i);
                QVERIFY(!allFinite(floats.span()));
            }
        });
    }

    void aNonFiniteNumberBehindTheSpanIsNotSeen_data() { addTargetRows(); }
    void aNonFiniteNumberBehindTheSpanIsNotSeen()
    {
        HALFTONE_USE_TARGET();
        for (std::size_t size = 0; size <= 97; ++size) {
            std::vector<float> floats(size + 40, NAN);
            std::vector<std::uint16_t> halves(size + 40, 0x7e00);
            std::fill_n(floats.begin(), size, 1.0f);
            std::fill_n(halves.begin(), size, std::uint16_t{0x3c00});
            QVERIFY(allFinite(std::span(floats).first(size)));
            QCOMPARE(firstNonFinite(std::span(floats).first(size)), kNotFound);
            QCOMPARE(firstNonFinite(std::span(halves).first(size), Format16::F16), kNotFound);
        }
    }
};

QTEST_APPLESS_MAIN(TestFinite)
#include "tst_finite.moc"
