// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/smallformat.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

using namespace halftone::kernels;

Q_DECLARE_METATYPE(halftone::kernels::SmallFormat)

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void addFormats()
{
    QTest::addColumn<SmallFormat>("format");
    QTest::newRow("E4M3") << SmallFormat::F8E4M3;
    QTest::newRow("E4M3 without minus zero") << SmallFormat::F8E4M3Fnuz;
    QTest::newRow("E5M2") << SmallFormat::F8E5M2;
    QTest::newRow("E5M2 without minus zero") << SmallFormat::F8E5M2Fnuz;
    QTest::newRow("E2M1") << SmallFormat::F4E2M1;
}

/// The finite values with their patterns, in order; of two zeros the positive one.
std::map<double, std::uint8_t> valuesOf(SmallFormat format)
{
    std::map<double, std::uint8_t> values;
    for (int pattern = 0; pattern < 1 << bitsOf(format); ++pattern) {
        const float value = valueOf(static_cast<std::uint8_t>(pattern), format);
        if (std::isfinite(value))
            values.try_emplace(static_cast<double>(value), static_cast<std::uint8_t>(pattern));
    }
    return values;
}

}

class TestSmallFormat : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreThoseOfTheStandard_data();
    void valuesAreThoseOfTheStandard();
    void everyValueComesBack_data() { addFormats(); }
    void everyValueComesBack();
    void numbersBetweenGoToTheNearest_data() { addFormats(); }
    void numbersBetweenGoToTheNearest();
    void whatDoesNotFit_data();
    void whatDoesNotFit();
    void powersOfTwo_data();
    void powersOfTwo();
    void packedElementsComeBack_data();
    void packedElementsComeBack();
    void integersKeepTheirLowestBits();
};

void TestSmallFormat::valuesAreThoseOfTheStandard_data()
{
    QTest::addColumn<SmallFormat>("format");
    QTest::addColumn<int>("pattern");
    QTest::addColumn<double>("value");
    const auto row = [](const char* name, SmallFormat format, int pattern, double value) {
        QTest::newRow(name) << format << pattern << value;
    };
    row("largest E4M3", SmallFormat::F8E4M3, 0x7e, 448);
    row("smallest E4M3", SmallFormat::F8E4M3, 0x01, 0x1p-9);
    row("smallest normal E4M3", SmallFormat::F8E4M3, 0x08, 0x1p-6);
    row("NaN of E4M3", SmallFormat::F8E4M3, 0xff, kNan);
    row("largest E4M3FNUZ", SmallFormat::F8E4M3Fnuz, 0x7f, 240);
    row("NaN of E4M3FNUZ", SmallFormat::F8E4M3Fnuz, 0x80, kNan);
    row("largest E5M2", SmallFormat::F8E5M2, 0x7b, 57344);
    row("infinity of E5M2", SmallFormat::F8E5M2, 0xfc, -kInfinity);
    row("NaN of E5M2", SmallFormat::F8E5M2, 0x7d, kNan);
    row("smallest E5M2", SmallFormat::F8E5M2, 0x01, 0x1p-16);
    row("largest E5M2FNUZ", SmallFormat::F8E5M2Fnuz, 0xff, -57344);
    row("one as a power", SmallFormat::F8E8M0, 127, 1);
    row("smallest power", SmallFormat::F8E8M0, 0, 0x1p-127);
    row("largest power", SmallFormat::F8E8M0, 254, 0x1p127);
    row("NaN among powers", SmallFormat::F8E8M0, 255, kNan);
    row("largest E2M1", SmallFormat::F4E2M1, 0x7, 6);
    row("half in E2M1", SmallFormat::F4E2M1, 0x9, -0.5);
    row("smallest integer of 4 bits", SmallFormat::Int4, 0x8, -8);
    row("largest integer of 4 bits without sign", SmallFormat::UInt4, 0xf, 15);
    row("integer of 2 bits", SmallFormat::Int2, 0x3, -1);
    row("integer of 2 bits without sign", SmallFormat::UInt2, 0x3, 3);
}

void TestSmallFormat::valuesAreThoseOfTheStandard()
{
    QFETCH(SmallFormat, format);
    QFETCH(int, pattern);
    QFETCH(double, value);
    const auto got = static_cast<double>(valueOf(static_cast<std::uint8_t>(pattern), format));
    QVERIFY2(std::isnan(value) ? std::isnan(got) : got == value, qPrintable(QString::number(got)));
}

void TestSmallFormat::everyValueComesBack()
{
    QFETCH(SmallFormat, format);
    for (int number = 0; number < 1 << bitsOf(format); ++number) {
        const auto pattern = static_cast<std::uint8_t>(number);
        const float value = valueOf(pattern, format);
        const std::uint8_t back = patternOf(static_cast<double>(value), format, {.saturate = false});
        if (std::isnan(value))
            QVERIFY(std::isnan(valueOf(back, format)));
        else
            QCOMPARE(back, pattern);
    }
}

void TestSmallFormat::numbersBetweenGoToTheNearest()
{
    QFETCH(SmallFormat, format);
    const auto values = valuesOf(format);
    QVERIFY(values.size() > 14);
    for (auto low = values.begin(), high = std::next(low); high != values.end(); ++low, ++high) {
        const double middle = (low->first + high->first) / 2;
        const auto got = [&](double value) {
            return static_cast<double>(valueOf(patternOf(value, format), format));
        };
        QCOMPARE(got(std::nextafter(middle, -kInfinity)), low->first);
        QCOMPARE(got(std::nextafter(middle, kInfinity)), high->first);
        // Of two neighbours one pattern is even; zero is, whatever its sign.
        const bool lowIsEven = low->first == 0 || (low->second % 2 == 0 && high->first != 0);
        QCOMPARE(got(middle), lowIsEven ? low->first : high->first);
    }
}

void TestSmallFormat::whatDoesNotFit_data()
{
    QTest::addColumn<SmallFormat>("format");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("saturated");
    QTest::addColumn<double>("otherwise");
    QTest::newRow("E4M3") << SmallFormat::F8E4M3 << 1e6 << 448.0 << kNan;
    QTest::newRow("E4M3, half a step beyond") << SmallFormat::F8E4M3 << 464.0 << 448.0 << 448.0;
    QTest::newRow("E4M3, more than half a step beyond") << SmallFormat::F8E4M3 << 464.1 << 448.0 << kNan;
    QTest::newRow("E4M3FNUZ") << SmallFormat::F8E4M3Fnuz << -300.0 << -240.0 << kNan;
    QTest::newRow("E5M2") << SmallFormat::F8E5M2 << -1e300 << -57344.0 << -kInfinity;
    QTest::newRow("E5M2, infinite") << SmallFormat::F8E5M2 << kInfinity << 57344.0 << kInfinity;
    QTest::newRow("E5M2FNUZ") << SmallFormat::F8E5M2Fnuz << kInfinity << 57344.0 << kNan;
    QTest::newRow("E2M1") << SmallFormat::F4E2M1 << 7.0 << 6.0 << 6.0;
    QTest::newRow("powers") << SmallFormat::F8E8M0 << 0x1p128 << 0x1p127 << kNan;
}

void TestSmallFormat::whatDoesNotFit()
{
    QFETCH(SmallFormat, format);
    QFETCH(double, value);
    QFETCH(double, saturated);
    QFETCH(double, otherwise);
    const auto got = [&](bool saturate) {
        return static_cast<double>(valueOf(patternOf(value, format, {.saturate = saturate}), format));
    };
    QCOMPARE(got(true), saturated);
    QCOMPARE(got(false), otherwise); // QCOMPARE holds NaNs to be equal
}

void TestSmallFormat::powersOfTwo_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("up");
    QTest::addColumn<double>("down");
    QTest::addColumn<double>("nearest");
    QTest::newRow("a power") << 0.125 << 0.125 << 0.125 << 0.125;
    QTest::newRow("a little more") << 1.1 << 2.0 << 1.0 << 1.0;
    QTest::newRow("half way") << 1.5 << 2.0 << 1.0 << 2.0;
    QTest::newRow("negative") << -3.5 << 4.0 << 2.0 << 4.0;
    QTest::newRow("zero") << 0.0 << 0x1p-127 << 0x1p-127 << 0x1p-127;
    QTest::newRow("too small") << 1e-300 << 0x1p-127 << 0x1p-127 << 0x1p-127;
}

void TestSmallFormat::powersOfTwo()
{
    QFETCH(double, value);
    const auto got = [&](PowerRounding power) {
        const std::uint8_t pattern = patternOf(value, SmallFormat::F8E8M0, {.power = power});
        return static_cast<double>(valueOf(pattern, SmallFormat::F8E8M0));
    };
    QTEST(got(PowerRounding::Up), "up");
    QTEST(got(PowerRounding::Down), "down");
    QTEST(got(PowerRounding::Nearest), "nearest");
}

void TestSmallFormat::packedElementsComeBack_data()
{
    addFormats();
    QTest::newRow("int4") << SmallFormat::Int4;
    QTest::newRow("uint2") << SmallFormat::UInt2;
}

void TestSmallFormat::packedElementsComeBack()
{
    QFETCH(SmallFormat, format);
    const std::vector<double> elements{1, 0, 2, 3, 1, 0, 3}; // seven leave a byte in part
    const std::vector<std::int64_t> integers(elements.begin(), elements.end());
    const std::size_t bytes = (elements.size() * static_cast<std::size_t>(bitsOf(format)) + 7) / 8;
    std::vector<std::byte> packed(bytes, std::byte{0xff});
    if (isInteger(format))
        packIntegers(integers, format, packed);
    else
        packFloats(elements, format, {}, packed);
    std::vector<float> back(elements.size());
    unpack(packed, format, back);
    QCOMPARE(std::vector<double>(back.begin(), back.end()), elements);
    if (bitsOf(format) < 8)
        QCOMPARE(std::to_integer<int>(packed.back()) >> (8 - bitsOf(format)), 0);
}

void TestSmallFormat::integersKeepTheirLowestBits()
{
    const std::vector<std::int64_t> integers{-9, 8, 17, std::numeric_limits<std::int64_t>::min()};
    std::vector<std::byte> packed(2);
    std::vector<float> back(4);
    packIntegers(integers, SmallFormat::Int4, packed);
    unpack(packed, SmallFormat::Int4, back);
    QCOMPARE(back, (std::vector<float>{7, -8, 1, 0}));
}

QTEST_APPLESS_MAIN(TestSmallFormat)
#include "tst_smallformat.moc"
