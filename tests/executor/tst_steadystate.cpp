// SPDX-License-Identifier: GPL-3.0-or-later
//
// A training step allocates nothing and makes no primitive once two steps are done, with a run file that
// takes everything. The heap is watched by standing in for malloc; what oneDNN takes inside its own calls is
// its own and only reported.
#include "executor/data/synthetic.h"
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "tests/executor/folder.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QTest>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <string_view>

using namespace halftone;
using namespace halftone::test;

namespace {

thread_local bool isWatching = false;
thread_local std::size_t ownAllocations = 0;
thread_local std::size_t libraryAllocations = 0;
thread_local std::array<void*, 24> firstCall{}; ///< Who asked for the first of our own.

bool isOfOneDnn(void* address)
{
    Dl_info info;
    return dladdr(address, &info) != 0 && std::string_view(info.dli_fname).contains("dnnl");
}

void noteAllocation()
{
    if (!isWatching)
        return;
    isWatching = false; // looking may allocate, too
    std::array<void*, 24> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    if (std::any_of(frames.begin(), frames.begin() + count, isOfOneDnn)) {
        ++libraryAllocations;
    } else if (ownAllocations++ == 0) {
        firstCall = frames;
    }
    isWatching = true;
}

}

#ifndef __SANITIZE_ADDRESS__
#ifndef __SANITIZE_THREAD__
#define HALFTONE_WATCHES_HEAP
extern "C" {
// glibc's own, which it exports for programs that stand in for malloc.
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size)
{
    noteAllocation();
    return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size)
{
    noteAllocation();
    return __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size)
{
    noteAllocation();
    return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    noteAllocation();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size)
{
    noteAllocation();
    *memory = __libc_memalign(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}
}
#endif
#endif

class TestSteadyState : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsMadeInAStep_data();
    void nothingIsMadeInAStep();
};

namespace {

/// Models whose training needs labels that synthetic data does not have, or that are stored in 16 bits.
constexpr const char* kOthers[] = {
    "fcn_pixel", // a class for every pixel
    "lenet5_fp16", // a float16 input
    "nasty_fp16", // no loss of its own
};

std::optional<Precision> precisionOf(const QString& mode)
{
    if (mode.isEmpty())
        return std::nullopt;
    Precision precision{.policy = {.settings = AscendSettings{.modeName = mode.toStdString()}}};
    precision.lossScale = LossScaleParameters{.initial = 16};
    return precision;
}

// These overflow, or lose all of a tensor, in every step.
bool namesSomethingInEveryStep(const QString& model, const QString& mode)
{
    return (model == "nasty_train_digits" && mode.endsWith("fp16")) ||
        (model == "mobilenet_small_cifar" && mode == "force_fp16");
}

}

void TestSteadyState::nothingIsMadeInAStep_data()
{
    HALFTONE_NEED_SHARED("corpus/train_models");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("mode");
    const QDir models(sharedPath(QStringLiteral("corpus/train_models")));
    for (const QString& file : models.entryList({"*.onnx"}, QDir::Files)) {
        if (std::ranges::any_of(
                kOthers, [&](const char* other) { return file == QString("%1.onnx").arg(other); }))
            continue;
        for (const char* mode : {"", "allow_mix_precision_fp16", "force_fp16", "allow_mix_precision_bf16"}) {
            if (namesSomethingInEveryStep(file.chopped(5), mode))
                continue;
            QTest::addRow("%s in %s", qPrintable(file.chopped(5)), *mode ? mode : "float32")
                << models.filePath(file) << QString(mode);
        }
    }
}

void TestSteadyState::nothingIsMadeInAStep()
{
#ifndef HALFTONE_WATCHES_HEAP
    QSKIP("a sanitizer stands in for malloc itself");
#else
    QFETCH(const QString, path);
    QFETCH(const QString, mode);
    constexpr std::size_t kBatch = 4;
    const auto opened = openWithBatch(path.toStdString(), {{"T", 16}}, kBatch);
    QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
    const DatasetPair data = syntheticData(*opened->graph, findDataInput(*opened->graph), {}, 1);
    auto trainer = Trainer::create(path.toStdString(), {{"T", 16}}, data,
        {.batch = kBatch, .steps = 100, .learningRate = 1e-4f, .threads = 1, .precision = precisionOf(mode)});
    QVERIFY2(trainer, trainer ? "" : describe(trainer.error()).c_str());
    const Folder folder;
    const auto sink = *FileSink::create(folder / "steps.run");
    sink->recordCounts();
    sink->begin(trainer->info());
    const auto step = [&] {
        const StepDone done = trainer->step();
        trainer->deliver(done, *sink);
        return done;
    };
    step();
    step();
    const std::uint64_t primitives = Program::primitivesCreated();
    int watched = 0;
    for (int i = 0; i < 4; ++i) {
        ownAllocations = libraryAllocations = 0;
        isWatching = true;
        const StepDone done = step();
        isWatching = false;
        if (done.firstOverflow.isValid() || done.firstCollapse.isValid())
            continue; // It is looked for and put into words, which takes memory.
        ++watched;
        if (ownAllocations > 0)
            backtrace_symbols_fd(firstCall.data(), static_cast<int>(firstCall.size()), 2);
        QCOMPARE(ownAllocations, 0u);
    }
    QVERIFY2(watched > 0, "every step overflowed or collapsed");
    QCOMPARE(Program::primitivesCreated(), primitives);
    qInfo("oneDNN itself: %zu allocations a step", libraryAllocations);
#endif
}

QTEST_APPLESS_MAIN(TestSteadyState)
#include "tst_steadystate.moc"
