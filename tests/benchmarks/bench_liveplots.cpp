// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window costs four trainings of LeNet-5 that go on at once, and how quick it stays meanwhile:
//
//   QT_QPA_PLATFORM=offscreen bench_liveplots [ROUNDS]
//
// Each round trains for a while with the training view shown and live, and for a while with nobody at the
// events, so that the same runs are timed with and without the plots; the order changes from round to round.
// Then a person zooms as fast as frames come. Compared is the processor time of the whole program for each
// step of any run: on a machine that the runs fill it says how much longer they take, and other programs do
// not disturb it as they disturb steps a second.
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"
#include "tests/benchmarks/measuring.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <print>
#include <vector>

using namespace halftone;

namespace {

constexpr int kStretch = 8000; // ms

double stepsDone(const TrainingView& view)
{
    double steps = 0;
    for (const auto& run : view.runs()->runs()) {
        if (!run->history().steps.empty())
            steps += static_cast<double>(run->history().steps.back().step);
    }
    return steps;
}

void turnEvents(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Takes what the runs have made meanwhile into their histories, and lets the window come to rest.
void rest()
{
    turnEvents(500);
}

/// Frames as they reach the screen, of all or of what is new.
class Paints : public QObject
{
public:
    explicit Paints(QWidget& plot)
        : m_plot(plot)
    {
        plot.installEventFilter(this);
    }
    ~Paints() override { m_plot.removeEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    QWidget& m_plot;
    int m_count = 0;
};

struct Stretch
{
    double stepsPerSecond = 0;
    double stepMilliseconds = 0; // of processor time, the window's included
    double framesPerSecond = 0;
    double windowShare = 0; // of one core
};

Stretch measure(TrainingView& view, bool isLive)
{
    rest();
    const Paints frames(*view.plots()->plot());
    const double steps = stepsDone(view);
    const double cpu = LiveFrames::threadMilliseconds();
    const double all = cpuMilliseconds();
    QElapsedTimer timer;
    timer.start();
    if (isLive)
        turnEvents(kStretch);
    else
        QThread::msleep(kStretch);
    const auto took = static_cast<double>(timer.elapsed());
    const double used = LiveFrames::threadMilliseconds() - cpu;
    QCoreApplication::processEvents(); // the steps that nobody took
    const double made = stepsDone(view) - steps;
    return {1e3 * made / static_cast<double>(timer.elapsed()), (cpuMilliseconds() - all) / made,
        1e3 * frames.count() / took, used / took};
}

double median(std::vector<double> numbers)
{
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

struct Zooming
{
    double framesPerSecond = 0;
    double frameMilliseconds = 0; // of processor time
};

/// A person zooms, each frame as soon as the one before is painted.
Zooming zoom(TrainingView& view)
{
    const double last = view.plots()->stepRange().upper;
    const double cpu = LiveFrames::threadMilliseconds();
    QElapsedTimer timer;
    timer.start();
    int frames = 0;
    while (timer.elapsed() < kStretch) {
        view.plots()->showSteps({0, last / (2 + frames % 40)});
        QCoreApplication::processEvents();
        ++frames;
    }
    const double used = LiveFrames::threadMilliseconds() - cpu;
    view.plots()->showAll();
    return {1e3 * frames / static_cast<double>(timer.elapsed()), used / frames};
}

}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    TrainingView view;
    view.resize(1920, 1080);
    view.setModel("sample:lenet5", {});
    QJsonObject form = view.form()->state();
    form["trainingLengthUnit"] = "1"; // steps
    form["trainingLength"] = 9'000'000;
    view.form()->setState(form);
    while (view.runs()->canAdd())
        view.runs()->add({});
    view.show();
    view.start();
    turnEvents(4000); // compile, and leave the first steps behind
    std::vector<double> costs, frames, shares;
    for (int round = 0; round < rounds; ++round) {
        const bool isLiveFirst = round % 2 == 0;
        const Stretch first = measure(view, isLiveFirst);
        const Stretch second = measure(view, !isLiveFirst);
        const Stretch& live = isLiveFirst ? first : second;
        const Stretch& alone = isLiveFirst ? second : first;
        costs.push_back(100 * (live.stepMilliseconds / alone.stepMilliseconds - 1));
        frames.push_back(live.framesPerSecond);
        shares.push_back(100 * live.windowShare);
        std::println("with plots {:6.1f} steps/s, {:6.2f} ms of processor a step; without {:6.1f}, {:6.2f}: "
                     "{:5.1f} %; "
                     "{:5.1f} frames/s; window {:4.1f} % of a core",
            live.stepsPerSecond, live.stepMilliseconds, alone.stepsPerSecond, alone.stepMilliseconds,
            costs.back(), frames.back(), shares.back());
    }
    const int cores = QThread::idealThreadCount();
    std::println("median: a step costs {:.1f} % more, {:.1f} frames/s, window {:.1f} % of a core = {:.1f} % "
                 "of {} cores",
        median(costs), median(frames), median(shares), median(shares) / cores, cores);
    const Zooming zooming = zoom(view);
    std::println("zooming: {:.1f} frames/s, {:.1f} ms of processor time each", zooming.framesPerSecond,
        zooming.frameMilliseconds);
    view.stop();
    while (view.isRunning())
        turnEvents(50);
    return 0;
}
