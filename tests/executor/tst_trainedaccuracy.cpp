// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training by the trainer, as the command line has it, against PyTorch: losses, gradients, and what is
// learned.
#include "tests/executor/sampletraining.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace halftone;
using namespace halftone::test;

namespace {

QJsonObject reference(const QString& model)
{
    return QJsonDocument::fromJson(readAll(sharedPath("corpus/train_models/reference/" + model + ".json")))
        .object();
}

// Ink or paper is the class of each pixel.
void labelPixels(Dataset& data, std::size_t count)
{
    constexpr std::size_t kPixels = 784;
    constexpr std::uint8_t kMiddle = 127;
    data.samples.resize(count * kPixels);
    data.labels.assign(count, 0);
    for (const std::uint8_t pixel : data.samples)
        data.targets.push_back(pixel > kMiddle ? 1.0f : 0.0f);
}

/// What the run of that model in PyTorch was trained on.
DatasetPair dataFor(const QString& model)
{
    const bool isCifar = model.contains("cifar") || model.contains("bn_training");
    const char* const folder = model.contains("transformer") ? "tokens"
        : isCifar                                            ? "cifar10_jpeg_subset"
        : model.contains("digits")                           ? "digits8x8"
                                                             : "mnist";
    auto data = openDataset(sharedPath(QString("corpus/data/") + folder).toStdString());
    if (!data)
        qFatal("%s", describe(data.error()).c_str());
    if (model.contains("nasty"))
        data->train.divisor = data->test.divisor = 1;
    if (model.contains("fcn")) {
        labelPixels(data->train, 12800);
        labelPixels(data->test, 2000);
    }
    return *std::move(data);
}

struct Exclusion
{
    const char* model;
    const char* why;
};
/// Their losses fall as PyTorch's do: lossesFallAsInPyTorch().
constexpr Exclusion kExcluded[] = {
    {"mobilenet_small_cifar",
        "31 steps of it are chaotic: with pixels that move by a unit in the last place 500 answers are "
        "15.6 to 23.0 % right, and PyTorch's 19.2 to 21.4 (five runs), where its one run of the reference "
        "has 22.6"},
    {"resnet18_w16_cifar",
        "chaotic as the one above: such pixels give 10.0 to 23.8 % (ten runs, mean 17.3), in PyTorch 16.0 to "
        "20.4 (five runs, mean 17.4), where its one run of the reference has 24.2"},
};

const char* exclusionOf(const QString& model)
{
    const auto found = std::ranges::find_if(
        kExcluded, [&](const Exclusion& exclusion) { return model == QLatin1String(exclusion.model); });
    return found == std::end(kExcluded) ? nullptr : found->why;
}

/// Two nets come out 4 points apart when their pixels move by a unit in the last place, a recurrent one of
/// 360 answers and one that normalises batches; the mean of a few such runs stands still.
std::vector<float> nudgesOf(const QString& model)
{
    if (model.startsWith("rnn") || model.contains("bn_training"))
        return {1.0f, 1 + 0x1p-23f, 1 - 0x1p-23f, 1 + 0x1p-22f, 1 - 0x1p-22f};
    return {1.0f};
}

/// What it learns in as many steps as PyTorch made.
double accuracyOf(const QString& model)
{
    const QJsonObject run = reference(model);
    TrainSettings chosen = settings(static_cast<std::size_t>(run["steps"].toInt()));
    chosen.learningRate = static_cast<float>(run["lr"].toDouble());
    const std::filesystem::path path = sharedPath("corpus/train_models/" + model + ".onnx").toStdString();
    double sum = 0;
    const std::vector<float> nudges = nudgesOf(model);
    for (const float nudge : nudges) {
        DatasetPair data = dataFor(model);
        data.train.divisor *= nudge;
        auto trainer = Trainer::create(path, {{"T", 16}}, data, chosen);
        if (!trainer)
            qFatal("%s", describe(trainer.error()).c_str());
        train(*trainer);
        const double accuracy = trainer->measureAccuracy();
        qInfo("pixels times %.9g: %.4f", 1 / static_cast<double>(nudge), accuracy);
        sum += accuracy;
    }
    return sum / static_cast<double>(nudges.size());
}

// Points that a net may be away from what PyTorch made of it: 2, as far apart as PyTorch comes from itself
// with another number of threads. Two get 3. LeNet-5 ends 2.4 points away by vectors of AVX2, which sum in
// another order, and 0.6 by those of AVX-512. The net with batch normalisation has made 31 steps and gives
// 500 answers: with rates that differ by a millionth it ends anywhere from 26.6 to 31.0 %, PyTorch's one run
// at 30.2.
double pointsFor(const QString& model)
{
    return model == "lenet5_mnist28" || model.contains("bn_training") ? 3 : 2;
}

}

class TestTrainedAccuracy : public QObject
{
    Q_OBJECT

private slots:
    void lossesEqualPyTorch_data();
    void lossesEqualPyTorch();
    void firstGradientsEqualPyTorch();
    void accuracyEqualsPyTorch_data();
    void accuracyEqualsPyTorch();
    void lossesFallAsInPyTorch_data();
    void lossesFallAsInPyTorch();
    void mixedPrecisionLearnsAsWellAsFloat32();
};

void TestTrainedAccuracy::lossesEqualPyTorch_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("data");
    for (const char* model : {"lenet5", "lenet5_mnist28", "mlp_mnist28"})
        QTest::newRow(model) << model << "mnist";
    QTest::newRow("mlp_digits8") << "mlp_digits8" << "digits8x8";
}

// Losses of two correct programs drift apart slowly; 1e-4 holds over the first 20 steps.
void TestTrainedAccuracy::lossesEqualPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    QFETCH(QString, model);
    QFETCH(QString, data);
    const auto pair = readIdxFolder(sharedPath("corpus/data/" + data).toStdString());
    QVERIFY(pair);
    const QJsonObject run = reference(model);
    TrainSettings chosen = settings(20);
    chosen.learningRate = static_cast<float>(run["lr"].toDouble());
    auto trainer = Trainer::create(
        sharedPath("corpus/train_models/" + model + ".onnx").toStdString(), {}, *pair, chosen);
    QVERIFY2(trainer, trainer ? "" : describe(trainer.error()).c_str());
    const QJsonArray expected = run["losses_first20"].toArray();
    const std::vector<StepDone> steps = train(*trainer);
    QCOMPARE(steps.size(), 20u);
    double worst = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double loss = expected[static_cast<qsizetype>(i)].toDouble();
        const double relative = std::abs(static_cast<double>(steps[i].loss) - loss) / loss;
        worst = std::max(worst, relative);
        QVERIFY2(relative <= 1e-4,
            qPrintable(QString("step %1: %2 instead of %3")
                    .arg(i + 1)
                    .arg(static_cast<double>(steps[i].loss))
                    .arg(loss)));
    }
    qInfo("largest relative difference of the first 20 losses: %.2g", worst);
}

void TestTrainedAccuracy::lossesFallAsInPyTorch_data()
{
    QTest::addColumn<QString>("model");
    for (const char* model : {"mobilenet_small_cifar", "resnet10_w8_bn_training", "resnet18_w16_cifar"})
        QTest::newRow(model) << model;
}

// Where the answers of a net that has hardly begun to learn are luck, its losses are not: the mean of the
// last 20 comes at most 3.1 % from the reference in PyTorch, too, when pixels move by a unit in the last
// place (five runs of each). A net that does not learn stays at 2.3, 9 to 18 % away.
void TestTrainedAccuracy::lossesFallAsInPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/mobilenet_small_cifar.json");
    QFETCH(const QString, model);
    const QJsonObject run = reference(model);
    TrainSettings chosen = settings(static_cast<std::size_t>(run["steps"].toInt()));
    chosen.learningRate = static_cast<float>(run["lr"].toDouble());
    const double expected = run["loss_last20_mean"].toDouble();
    for (const float nudge : {1.0f, 1 + 0x1p-23f}) {
        DatasetPair data = dataFor(model);
        data.train.divisor *= nudge;
        auto trainer = Trainer::create(
            sharedPath("corpus/train_models/" + model + ".onnx").toStdString(), {}, data, chosen);
        QVERIFY2(trainer, trainer ? "" : describe(trainer.error()).c_str());
        const std::vector<StepDone> steps = train(*trainer);
        double sum = 0;
        for (const StepDone& step : std::span(steps).last(20))
            sum += static_cast<double>(step.loss);
        qInfo("mean of the last 20 losses: %.4f, PyTorch %.4f", sum / 20, expected);
        QVERIFY(std::abs(sum / 20 - expected) <= 0.04 * expected);
    }
}

void TestTrainedAccuracy::firstGradientsEqualPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    const auto pair = readIdxFolder(sharedPath("corpus/data/mnist").toStdString());
    QVERIFY(pair);
    auto trainer =
        Trainer::create(sharedPath("corpus/train_models/lenet5.onnx").toStdString(), {}, *pair, settings(1));
    QVERIFY(trainer);
    trainer->step();
    const QJsonObject expected = reference("lenet5")["gradients_step0"].toObject();
    const Graph& graph = *trainer->training().graph;
    for (const TrainedParameter& parameter : trainer->training().parameters) {
        double squares = 0;
        for (const float value : trainer->program().read(parameter.unscaledGradient))
            squares += static_cast<double>(value) * static_cast<double>(value);
        const std::string& name = graph.value(parameter.weight.value).name;
        const double norm = expected[QString::fromStdString(name)].toObject()["l2"].toDouble();
        // Batch 64, up to 784 pixels: 50,000 terms in a sum; its error grows with the root.
        const double tolerance = std::sqrt(50000.0) * 0x1p-24 * norm;
        QVERIFY2(std::abs(std::sqrt(squares) - norm) <= tolerance, name.c_str());
    }
    QCOMPARE(trainer->training().parameters.size(), static_cast<std::size_t>(expected.size()));
}

void TestTrainedAccuracy::accuracyEqualsPyTorch_data()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    QTest::addColumn<QString>("model");
    for (const QString& file :
        QDir(sharedPath("corpus/train_models/reference")).entryList({"*.json"}, QDir::Files))
        QTest::newRow(qPrintable(file.chopped(5))) << file.chopped(5);
}

void TestTrainedAccuracy::accuracyEqualsPyTorch()
{
    QFETCH(const QString, model);
    if (const char* why = exclusionOf(model))
        QSKIP(why);
    const double expected = reference(model)["test_accuracy"].toDouble();
    const double accuracy = accuracyOf(model);
    qInfo("accuracy %.4f, PyTorch %.4f", accuracy, expected);
    QVERIFY(100 * std::abs(accuracy - expected) <= pointsFor(model));
}

void TestTrainedAccuracy::mixedPrecisionLearnsAsWellAsFloat32()
{
    TrainSettings chosen = settings(750);
    chosen.shuffle = true;
    chosen.schedule.kind = LearningRateSchedule::Kind::Cosine; // ends at rest, where no summation order tells
    Trainer full = sampleTrainer(chosen);
    chosen.precision = mixed();
    Trainer half = sampleTrainer(chosen);
    train(full);
    train(half);
    const double fullAccuracy = full.measureAccuracy();
    const double halfAccuracy = half.measureAccuracy();
    qInfo("accuracy float32 %.4f, mixed %.4f", fullAccuracy, halfAccuracy);
    QVERIFY(fullAccuracy > 0.9);
    // Three times the deviation of the difference of two shares of 2,000 samples, were they drawn anew.
    const double share = (fullAccuracy + halfAccuracy) / 2;
    QVERIFY(std::abs(fullAccuracy - halfAccuracy) <= 3 * std::sqrt(2 * share * (1 - share) / 2000));
}

QTEST_APPLESS_MAIN(TestTrainedAccuracy)
#include "tst_trainedaccuracy.moc"
