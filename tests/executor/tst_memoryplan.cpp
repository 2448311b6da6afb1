// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/memoryplan.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace halftone;

namespace {

constexpr std::size_t kAlignment = 64;

std::size_t aligned(std::size_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool areAliveTogether(const BufferSpan& a, const BufferSpan& b)
{
    return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

/// The largest buffer first, each at the lowest offset that is free: every place is tried.
std::vector<std::size_t> firstFit(const IdMap<BufferId, BufferSpan>& buffers)
{
    std::vector<BufferId> order;
    for (BufferId id : IdRange<BufferId>(buffers.size()))
        order.push_back(id);
    std::ranges::stable_sort(order, std::greater{}, [&](BufferId id) { return buffers[id].bytes; });
    std::vector<std::size_t> offsets(buffers.size());
    std::vector<BufferId> placed;
    for (BufferId id : order) {
        std::vector<std::size_t> candidates{0};
        for (BufferId other : placed)
            candidates.push_back(offsets[other.index] + aligned(buffers[other].bytes));
        std::ranges::sort(candidates);
        const auto isFree = [&](std::size_t offset) {
            return std::ranges::none_of(placed, [&](BufferId other) {
                return areAliveTogether(buffers[id], buffers[other]) &&
                    offset < offsets[other.index] + aligned(buffers[other].bytes) &&
                    offsets[other.index] < offset + aligned(buffers[id].bytes);
            });
        };
        offsets[id.index] = *std::ranges::find_if(candidates, isFree);
        placed.push_back(id);
    }
    return offsets;
}

/// Forward values that live until their gradients are made, and gradients that live for two steps.
IdMap<BufferId, BufferSpan> chain(std::size_t nodes, std::size_t bytes)
{
    IdMap<BufferId, BufferSpan> buffers(2 * nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        buffers[BufferId{static_cast<std::uint32_t>(i)}] = {bytes, i, 2 * nodes - i};
        buffers[BufferId{static_cast<std::uint32_t>(nodes + i)}] = {bytes, nodes + i, nodes + i + 1};
    }
    return buffers;
}

}

class TestMemoryPlan : public QObject
{
    Q_OBJECT

private slots:
    void buffersTakeTheLowestFreePlace_data();
    void buffersTakeTheLowestFreePlace();
    void chainsNeedNoMoreThanWhatIsAlive();
    void gapsBesideATallBufferAreFound();
    void whatLivesAcrossRunsSharesNothing();
};

void TestMemoryPlan::buffersTakeTheLowestFreePlace_data()
{
    QTest::addColumn<std::size_t>("count");
    QTest::addColumn<std::size_t>("mostBytes");
    QTest::addColumn<std::size_t>("longestLife");
    QTest::newRow("few") << std::size_t{7} << std::size_t{300} << std::size_t{4};
    QTest::newRow("many of all sizes") << std::size_t{600} << std::size_t{5000} << std::size_t{40};
    QTest::newRow("many of one size") << std::size_t{600} << std::size_t{64} << std::size_t{40};
    QTest::newRow("many that live long") << std::size_t{600} << std::size_t{200} << std::size_t{600};
}

void TestMemoryPlan::buffersTakeTheLowestFreePlace()
{
    QFETCH(std::size_t, count);
    QFETCH(std::size_t, mostBytes);
    QFETCH(std::size_t, longestLife);
    std::mt19937 random(7);
    IdMap<BufferId, BufferSpan> buffers(count);
    for (BufferSpan& span : buffers) {
        span.bytes = random() % mostBytes + 1;
        span.firstStep = random() % count;
        span.lastStep = span.firstStep + random() % longestLife;
    }
    const MemoryPlan plan = planMemory(buffers);
    const std::vector<std::size_t> expected = firstFit(buffers);
    for (BufferId id : IdRange<BufferId>(count))
        QCOMPARE(plan.offsets[id], expected[id.index]);
}

void TestMemoryPlan::chainsNeedNoMoreThanWhatIsAlive()
{
    constexpr std::size_t kNodes = 3000, kBytes = 256;
    const MemoryPlan plan = planMemory(chain(kNodes, kBytes));
    // Behind the turning point all forward values are alive, and a gradient with the one it is made from.
    QCOMPARE(plan.totalBytes, (kNodes + 2) * kBytes);
}

// A buffer that is gone holds another one up, far above the pile of those that live with it.
void TestMemoryPlan::gapsBesideATallBufferAreFound()
{
    constexpr std::size_t kPile = 150;
    IdMap<BufferId, BufferSpan> buffers(kPile + 3);
    buffers[BufferId{0}] = {400 * kAlignment, 0, 0};
    for (std::uint32_t i = 1; i <= kPile; ++i)
        buffers[BufferId{i}] = {2 * kAlignment, 2, 4};
    const BufferId held{kPile + 1}, last{kPile + 2};
    buffers[held] = {2 * kAlignment, 0, 4};
    buffers[last] = {kAlignment, 2, 4};
    const MemoryPlan plan = planMemory(buffers);
    QCOMPARE(plan.offsets[held], 400 * kAlignment);
    QCOMPARE(plan.offsets[last], 2 * kPile * kAlignment);
}

void TestMemoryPlan::whatLivesAcrossRunsSharesNothing()
{
    IdMap<BufferId, BufferSpan> buffers(3);
    buffers[BufferId{0}] = {100, 0, 0};
    buffers[BufferId{1}] = {100, 1, 1, true};
    buffers[BufferId{2}] = {100, 2, 2};
    const MemoryPlan plan = planMemory(buffers);
    QCOMPARE(plan.persistentBytes, std::size_t{128});
    QCOMPARE(plan.offsets[BufferId{1}], std::size_t{0});
    QCOMPARE(plan.offsets[BufferId{0}], std::size_t{128});
    QCOMPARE(plan.offsets[BufferId{2}], std::size_t{128});
    QCOMPARE(plan.totalBytes, std::size_t{256});
}

QTEST_APPLESS_MAIN(TestMemoryPlan)
#include "tst_memoryplan.moc"
