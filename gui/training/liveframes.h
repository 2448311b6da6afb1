// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace halftone {

/// This decides when plots of live runs are drawn anew: thirty times a second while a core is to spare, and
/// on a machine that the runs fill so seldom that drawing takes a twenty-fifth of one core. What a person
/// does (zooming, pointing) is drawn at once and never asks here.
class LiveFrames : public QObject
{
    Q_OBJECT

public:
    explicit LiveFrames(QObject* parent = nullptr);

    /// Something is new: due() follows, at once where the last frame is long ago.
    void request();
    /// Processor time of the thread that calls.
    static double threadMilliseconds();
    /// \p milliseconds is what a frame took of that of the window; \p runs is how many train.
    void drawn(double milliseconds, int runs);
    /// What lies between two frames when one takes that long, in milliseconds.
    static double interval(double milliseconds, int runs, int cores);

signals:
    void due();

private:
    QTimer m_timer;
    QElapsedTimer m_sinceFrame;
    double m_interval = 0; // ms
};

}
