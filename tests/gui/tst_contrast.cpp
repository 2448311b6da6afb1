// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every text of the palette on every ground that it stands on; colours of the graph are in tst_graphview.
#include "gui/theme/palette.h"

#include <QMetaEnum>
#include <QTest>

#include <array>

using namespace halftone;

namespace {

constexpr double kReadable = 4.5; // WCAG 2.1, 1.4.3, for text of normal size
constexpr std::array kSchemes{Scheme::Light, Scheme::Dark, Scheme::HighContrast};
constexpr std::array kSchemeNames{"light", "dark", "high contrast"};

struct PalettePair
{
    QPalette::ColorRole text;
    QPalette::ColorRole ground;
};
constexpr auto kPalettePairs = std::to_array<PalettePair>({
    {QPalette::WindowText, QPalette::Window},
    {QPalette::WindowText, QPalette::Base},
    {QPalette::Text, QPalette::Base},
    {QPalette::Text, QPalette::AlternateBase},
    {QPalette::ButtonText, QPalette::Button},
    {QPalette::ToolTipText, QPalette::ToolTipBase},
    {QPalette::HighlightedText, QPalette::Highlight},
    {QPalette::PlaceholderText, QPalette::Base},
    {QPalette::PlaceholderText, QPalette::Window}, // captions of lists
    {QPalette::Link, QPalette::Window},
    {QPalette::Link, QPalette::Base},
    {QPalette::LinkVisited, QPalette::Window},
});

}

class TestContrast : public QObject
{
    Q_OBJECT

private slots:
    void textsOfThePaletteAreReadable_data();
    void textsOfThePaletteAreReadable();
    void mutedTextIsReadableInLists();
};

void TestContrast::textsOfThePaletteAreReadable_data()
{
    QTest::addColumn<int>("scheme");
    QTest::addColumn<int>("pair");
    const QMetaEnum roles = QMetaEnum::fromType<QPalette::ColorRole>();
    for (std::size_t scheme = 0; scheme < kSchemes.size(); ++scheme) {
        for (std::size_t pair = 0; pair < kPalettePairs.size(); ++pair)
            QTest::addRow("%s on %s, %s", roles.valueToKey(kPalettePairs[pair].text),
                roles.valueToKey(kPalettePairs[pair].ground), kSchemeNames[scheme])
                << int(scheme) << int(pair);
    }
}

void TestContrast::textsOfThePaletteAreReadable()
{
    QFETCH(const int, scheme);
    QFETCH(const int, pair);
    const QPalette palette = themePalette(kSchemes[static_cast<std::size_t>(scheme)]);
    const PalettePair& colors = kPalettePairs[static_cast<std::size_t>(pair)];
    const double ratio = contrast(palette.color(colors.text), palette.color(colors.ground));
    QVERIFY2(ratio >= kReadable, qPrintable(QString::number(ratio)));
}

void TestContrast::mutedTextIsReadableInLists()
{
    for (const Scheme scheme : kSchemes) {
        for (const auto ground : {QPalette::Base, QPalette::AlternateBase, QPalette::Window}) {
            const double ratio =
                contrast(color(ColorRole::MutedText, scheme), themePalette(scheme).color(ground));
            QVERIFY2(ratio >= kReadable, qPrintable(QString::number(ratio)));
        }
    }
}

QTEST_GUILESS_MAIN(TestContrast)
#include "tst_contrast.moc"
