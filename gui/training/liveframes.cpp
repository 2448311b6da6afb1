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
    constexpr double kSlowest = 2000; // Axes that stand still longer look broken.
    return runs < cores ? kFrame : std::clamp<double>(kShare * milliseconds, kFrame, kSlowest);
}

double LiveFrames::threadMilliseconds()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void LiveFrames::request(bool isWholeWanted)
{
    m_isWholeWanted |= isWholeWanted;
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
    const double left = untilWhole();
    if (left <= 0)
        m_wholeTimer.stop();
    else if (!m_wholeTimer.isActive() || m_wholeTimer.remainingTime() > left)
        m_wholeTimer.start(static_cast<int>(left) + 1);
    emit due(left <= 0);
}

double LiveFrames::untilWhole() const
{
    if (!m_sinceWhole.isValid())
        return 0;
    const double interval = m_isWholeWanted ? std::min(m_interval, kSoon) : m_interval;
    return interval - static_cast<double>(m_sinceWhole.elapsed());
}

void LiveFrames::drawn(double milliseconds, int runs)
{
    m_interval = interval(milliseconds, runs, QThread::idealThreadCount());
    m_isWholeWanted = false;
    m_sinceWhole.start();
}

}
