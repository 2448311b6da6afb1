// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folders of images by class: what is read, by which rules images are made alike, and what is refused.
#include "executor/data/image.h"
#include "executor/data/imagefolder.h"
#include "tests/executor/folder.h"
#include "tests/support/imagefiles.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace halftone;
using namespace halftone::test;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

void put(const Folder& folder, const std::string& place, const std::string& contents)
{
    const std::filesystem::path path = folder / place;
    std::filesystem::create_directories(path.parent_path());
    writeFile(path, contents);
}

/// Two classes of five images, 4×3 and gray; the values of class b are 100 higher.
void putDigits(const Folder& folder)
{
    for (int i = 0; i < 5; ++i) {
        const std::string name = "/" + std::to_string(i) + (i % 2 == 0 ? ".png" : ".jpg");
        for (const std::string kind : {"a", "b"}) {
            const Image image = plainImage(4, 3, 1, static_cast<std::uint8_t>((kind == "b" ? 100 : 0) + i));
            put(folder, kind + name, i % 2 == 0 ? pngOf(image) : jpegOf(image));
        }
    }
}

}

class TestImageFolder : public QObject
{
    Q_OBJECT

private slots:
    void pngIsReadToTheBit_data();
    void pngIsReadToTheBit();
    void jpegIsReadAsFarAsItIsExact();
    void transparencyLiesOnWhite();
    void grayFollowsTheStandard();
    void resizingTakesTheMean_data();
    void resizingTakesTheMean();
    void classesAreNumberedByName();
    void partsMayBeFolders();
    void rulesMakeImagesAlike();
    void otherFilesAreLeftAlone();
    void damagedImagesAreRefused_data();
    void damagedImagesAreRefused();
    void mistypedRulesAreSaid();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
};

void TestImageFolder::pngIsReadToTheBit_data()
{
    QTest::addColumn<int>("channels");
    QTest::addRow("gray") << 1;
    QTest::addRow("colour") << 3;
}

void TestImageFolder::pngIsReadToTheBit()
{
    QFETCH(const int, channels);
    const Image image = randomImage(7, 5, static_cast<std::size_t>(channels), 1);
    const auto read = decodeImage(bytesOf(pngOf(image)), "x.png");
    QVERIFY(read);
    QVERIFY(*read == image);
}

// At quality 100 each coefficient is rounded to a whole number: 64 of them, each of weight 1/8 at most, and
// one rounding of the result.
void TestImageFolder::jpegIsReadAsFarAsItIsExact()
{
    const Image image = randomImage(16, 8, 1, 2);
    const auto read = decodeImage(bytesOf(jpegOf(image)), "x.jpg");
    QVERIFY(read);
    QCOMPARE(read->width, image.width);
    QCOMPARE(read->channels, 1u);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        QVERIFY(std::abs(read->pixels[i] - image.pixels[i]) <= 64 / 8 / 2 + 1);
}

void TestImageFolder::transparencyLiesOnWhite()
{
    const auto clear = decodeImage(bytesOf(pngWithAlpha(plainImage(2, 2, 3, 10), 0)), "x.png");
    QVERIFY(clear);
    QVERIFY(*clear == plainImage(2, 2, 3, 255));
    const auto solid = decodeImage(bytesOf(pngWithAlpha(plainImage(2, 2, 3, 10), 255)), "x.png");
    QVERIFY(solid);
    QVERIFY(*solid == plainImage(2, 2, 3, 10));
}

void TestImageFolder::grayFollowsTheStandard()
{
    const Image colours{3, 1, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255}};
    QVERIFY(toGray(colours).pixels == (std::vector<std::uint8_t>{76, 150, 29}));
    QVERIFY(toGray(toColour(plainImage(2, 2, 1, 77))) == plainImage(2, 2, 1, 77));
}

void TestImageFolder::resizingTakesTheMean_data()
{
    using Pixels = std::vector<std::uint8_t>;
    QTest::addColumn<Pixels>("row");
    QTest::addColumn<Pixels>("resized");
    QTest::addRow("nothing to do") << Pixels{1, 2, 3} << Pixels{1, 2, 3};
    QTest::addRow("one grey stays") << Pixels{9, 9, 9, 9, 9} << Pixels{9, 9};
    // The weights of 0, 40, 80, 120 for the first half are 3, 3, 1, 0 in 7.
    QTest::addRow("half as wide") << Pixels{0, 40, 80, 120} << Pixels{29, 91};
    QTest::addRow("twice as wide") << Pixels{0, 100} << Pixels{0, 25, 75, 100};
}

void TestImageFolder::resizingTakesTheMean()
{
    QFETCH(const std::vector<std::uint8_t>, row);
    QFETCH(const std::vector<std::uint8_t>, resized);
    const Image wide{row.size(), 1, 1, row}, tall{1, row.size(), 1, row};
    QVERIFY(halftone::resized(wide, resized.size(), 1).pixels == resized);
    QVERIFY(halftone::resized(tall, 1, resized.size()).pixels == resized);
}

void TestImageFolder::classesAreNumberedByName()
{
    const Folder folder;
    putDigits(folder);
    const auto data = openDataset(folder.path().string());
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QVERIFY(data->train.sampleShape == (std::vector<std::int64_t>{3, 4}));
    QVERIFY(data->train.labels == (std::vector<std::int64_t>{0, 0, 0, 0, 1, 1, 1, 1}));
    QVERIFY(data->test.labels == (std::vector<std::int64_t>{0, 1}));
    QCOMPARE(data->train.samples.front(), 0);
    QCOMPARE(data->train.samples.back(), 103);
    QCOMPARE(data->test.samples.back(), 104);
    QCOMPARE(data->test.divisor, 103.0f);
}

void TestImageFolder::partsMayBeFolders()
{
    const Folder folder;
    for (const char* place : {"train/cat/1.png", "train/dog/1.png", "test/dog/1.png", "test/dog/2.png"})
        put(folder, place, pngOf(randomImage(2, 2, 3, 5)));
    const auto data = openDataset(folder.path().string());
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QVERIFY(data->train.sampleShape == (std::vector<std::int64_t>{3, 2, 2}));
    QVERIFY(data->train.labels == (std::vector<std::int64_t>{0, 1}));
    QVERIFY(data->test.labels == (std::vector<std::int64_t>{1, 1}));
    const Image image = randomImage(2, 2, 3, 5);
    QCOMPARE(data->train.samples[1], image.pixels[3]); // the red of the second pixel
    QCOMPARE(data->train.samples[4], image.pixels[1]); // the green of the first
}

void TestImageFolder::rulesMakeImagesAlike()
{
    const Folder folder;
    putDigits(folder);
    put(folder, "a/5.png", pngOf(plainImage(9, 5, 3, 50)));
    const auto gray = openDataset(folder.path().string() + ",2x3,gray");
    QVERIFY2(gray, gray ? "" : describe(gray.error()).c_str());
    QVERIFY(gray->train.sampleShape == (std::vector<std::int64_t>{3, 2}));
    QCOMPARE(gray->test.samples.front(), 50);
    const auto colour = openDataset(folder.path().string() + ",rgb,2x3");
    QVERIFY2(colour, colour ? "" : describe(colour.error()).c_str());
    QVERIFY(colour->train.sampleShape == (std::vector<std::int64_t>{3, 3, 2}));
}

void TestImageFolder::otherFilesAreLeftAlone()
{
    const Folder folder;
    putDigits(folder);
    put(folder, "a/notes.txt", "not an image");
    put(folder, "a/.hidden.png", "not an image");
    put(folder, "readme.md", "not an image");
    const auto data = openDataset(folder.path().string());
    QVERIFY2(data, data ? "" : describe(data.error()).c_str());
    QCOMPARE(data->train.count() + data->test.count(), 10u);
}

void TestImageFolder::damagedImagesAreRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    const std::string png = pngOf(randomImage(20, 20, 3, 3)), jpeg = jpegOf(randomImage(40, 40, 3, 3));
    const auto part = [](const std::string& file, std::size_t size) {
        return QByteArray(file.data(), static_cast<qsizetype>(size));
    };
    QTest::addRow("nothing") << QByteArray();
    QTest::addRow("text") << QByteArray("hello");
    QTest::addRow("half a PNG") << part(png, png.size() / 2);
    QTest::addRow("the head of a PNG") << part(png, 20);
    QTest::addRow("half a JPEG") << part(jpeg, jpeg.size() / 2);
    QTest::addRow("the head of a JPEG") << part(jpeg, 3);
    std::string wrong = png;
    wrong[wrong.size() / 2] = static_cast<char>(wrong[wrong.size() / 2] ^ 0x55);
    QTest::addRow("a PNG with a wrong byte") << part(wrong, wrong.size());
    std::string huge = png;
    huge[16] = huge[20] = 0x7f; // the highest bytes of width and height
    QTest::addRow("a PNG that says it is huge") << part(huge, huge.size());
}

void TestImageFolder::damagedImagesAreRefused()
{
    QFETCH(const QByteArray, file);
    const Folder folder;
    putDigits(folder);
    put(folder, "b/3.png", file.toStdString());
    const auto data = openDataset(folder.path().string());
    QVERIFY(!data);
    QVERIFY2(data.error().where.ends_with("b/3.png"), describe(data.error()).c_str());
    QVERIFY(!data.error().remedy.empty());
}

void TestImageFolder::mistypedRulesAreSaid()
{
    const Folder folder;
    put(folder, "a/1.png", pngOf(plainImage(2, 2, 1, 7)));
    for (const char* rule : {",28X28", ",gary"}) {
        const auto data = openDataset(folder.path().string() + rule);
        QVERIFY(!data);
        QVERIFY2(data.error().what.contains(rule + 1), describe(data.error()).c_str());
        QVERIFY(data.error().remedy.contains("FOLDER,32x32"));
    }
}

void TestImageFolder::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QStringList>("places");
    QTest::addColumn<QList<int>>("size"); // width, height, channels of the last
    QTest::addColumn<QString>("remedy");
    const QStringList both{"a/1.png", "b/1.png", "b/2.png"};
    QTest::addRow("another size") << both << QList<int>{3, 2, 1} << "FOLDER,2x2";
    QTest::addRow("another colour") << both << QList<int>{2, 2, 3} << "FOLDER,gray";
    QTest::addRow("a class that is only tested")
        << QStringList{"train/a/1.png", "test/a/1.png", "test/c/1.png"} << QList<int>{2, 2, 1}
        << "same folders";
    QTest::addRow("no test part") << QStringList{"train/a/1.png", "train/a/2.png", "train/b/1.png"}
                                  << QList<int>{2, 2, 1} << "test/CLASS";
    QTest::addRow("one image in each class")
        << QStringList{"a/1.png", "b/1.png"} << QList<int>{2, 2, 1} << "two images";
}

void TestImageFolder::whatDoesNotFitIsRefused()
{
    QFETCH(const QStringList, places);
    QFETCH(const QList<int>, size);
    QFETCH(const QString, remedy);
    const Folder folder;
    for (const QString& place : places) {
        const bool isLast = place == places.back();
        put(folder, place.toStdString(),
            pngOf(plainImage(isLast ? static_cast<std::size_t>(size[0]) : 2,
                isLast ? static_cast<std::size_t>(size[1]) : 2,
                isLast ? static_cast<std::size_t>(size[2]) : 1, 7)));
    }
    const auto data = openDataset(folder.path().string());
    QVERIFY(!data);
    QVERIFY2(data.error().remedy.contains(remedy.toStdString()), describe(data.error()).c_str());
}

QTEST_APPLESS_MAIN(TestImageFolder)
#include "tst_imagefolder.moc"
