// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/liveframes.h"

#include <QThread>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace halftone {

LiveFrames::LiveFrames(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &LiveFrames::due);
}

double LiveFrames::interval(double milliseconds, int runs, int cores)
{
    constexpr double kThirtyHertz = 33;
    constexpr double kShare = 25;
    constexpr double kSlowest = 1000; // A plot that stands still longer looks broken.
    return runs < cores ? kThirtyHertz : std::clamp(kShare * milliseconds, kThirtyHertz, kSlowest);
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
    const double left = m_sinceFrame.isValid() ? m_interval - static_cast<double>(m_sinceFrame.elapsed()) : 0;
    if (left <= 0)
        emit due();
    else
        m_timer.start(static_cast<int>(std::ceil(left)));
}

void LiveFrames::drawn(double milliseconds, int runs)
{
    m_interval = interval(milliseconds, runs, QThread::idealThreadCount());
    m_sinceFrame.start();
}

}
