// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/liveframes.h"

#include <QThread>

#include <algorithm>
#include <ctime>

namespace halftone {
namespace {

constexpr int kFrame = 28; // ms; less than a thirtieth of a second, since timers of a busy machine come late

}

LiveFrames::LiveFrames(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &LiveFrames::takeFrame);
    m_wholeTimer.setSingleShot(true);
    m_wholeTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_wholeTimer, &QTimer::timeout, this, &LiveFrames::takeFrame);
}

double LiveFrames::interval(double milliseconds, int runs, int cores)
{
    constexpr double kShare = 100;
    constexpr double kSlowest = 1000; // A plot that stands still longer looks broken.
    return runs < cores ? kFrame : std::clamp<double>(kShare * milliseconds, kFrame, kSlowest);
}

double LiveFrames::threadMilliseconds()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void LiveFrames::request()
{
    if (m_timer.isActive())
        return;
    const qint64 left = m_sinceFrame.isValid() ? kFrame - m_sinceFrame.elapsed() : 0;
    if (left <= 0)
        takeFrame();
    else
        m_timer.start(static_cast<int>(left));
}

void LiveFrames::takeFrame()
{
    m_sinceFrame.start();
    const bool isWhole = isWholeDue();
    if (isWhole)
        m_wholeTimer.stop();
    else if (!m_wholeTimer.isActive())
        m_wholeTimer.start(static_cast<int>(m_interval - static_cast<double>(m_sinceWhole.elapsed())) + 1);
    emit due(isWhole);
}

bool LiveFrames::isWholeDue() const
{
    return !m_sinceWhole.isValid() || static_cast<double>(m_sinceWhole.elapsed()) >= m_interval;
}

void LiveFrames::drawn(double milliseconds, int runs)
{
    m_interval = interval(milliseconds, runs, QThread::idealThreadCount());
    m_sinceWhole.start();
}

}
