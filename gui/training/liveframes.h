// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace halftone {

/// This decides when plots of live runs are drawn anew: thirty times a second. Each time all of them while a
/// core is to spare; on a machine that the runs fill all of them so seldom that it takes a hundredth of one
/// core, and in between the newest steps only. What only a drawing of all shows, marks for instance, comes
/// sooner. What a person does (zooming, pointing) is drawn at once and never asks here.
class LiveFrames : public QObject
{
    Q_OBJECT

public:
    explicit LiveFrames(QObject* parent = nullptr);

    /// Something is new: due() follows, at once where the last frame is long ago. With \p isWholeWanted a
    /// frame of all follows within kSoon.
    void request(bool isWholeWanted = false);
    /// Processor time of the thread that calls.
    static double threadMilliseconds();
    /// All was drawn. \p milliseconds is what it took of that of the window; \p runs is how many train.
    void drawn(double milliseconds, int runs);
    /// What lies between two frames of all when one takes that long, in milliseconds.
    static double interval(double milliseconds, int runs, int cores);
    static constexpr double kSoon = 1000; ///< ms

signals:
    /// With \p isWhole all is to be drawn, else what is new. All follows what is new, whether or not more
    /// comes.
    void due(bool isWhole);

private:
    void takeFrame();

    double untilWhole() const;

    QTimer m_timer;
    QTimer m_wholeTimer;
    QElapsedTimer m_sinceFrame;
    QElapsedTimer m_sinceWhole;
    double m_interval = 0; // ms between two frames of all
    bool m_isWholeWanted = false; // sooner than that
};

}
