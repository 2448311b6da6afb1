// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <concepts>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace halftone {

/// How far a job is; written by its thread, read by the window's.
class JobProgress
{
public:
    void tell(double share) const { m_percent->store(static_cast<int>(share * 100)); } ///< 0 to 1.
    int percent() const { return m_percent->load(); } ///< -1 until something was told.

private:
    std::shared_ptr<std::atomic<int>> m_percent = std::make_shared<std::atomic<int>>(-1);
};

/// This runs one job at a time on another thread. A newer job makes an older one stale: its stop token is
/// set, and its result is dropped when it comes.
class JobRunner : public QObject
{
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// Calls work(std::stop_token), or work(std::stop_token, JobProgress), elsewhere and then done(result) in
    /// the thread of this object. \p work must not touch QObjects; it may outlive this object, so it owns
    /// what it needs. \p title says what goes on, for the status bar.
    template <typename Work, typename Done>
    void start(QString title, Work work, Done done)
    {
        const quint64 generation = begin(std::move(title));
        auto run = [work = std::move(work), progress = m_progress](const std::stop_token& stop) mutable {
            if constexpr (std::invocable<Work&, const std::stop_token&, const JobProgress&>)
                return work(stop, progress);
            else
                return work(stop);
        };
        QThreadPool::globalInstance()->start([mailbox = m_mailbox, stop = m_stop.get_token(), generation,
                                                 run = std::move(run), done = std::move(done)]() mutable {
            // Shared, because a queued call must be copyable and results need not be.
            auto result = std::make_shared<decltype(run(stop))>(run(stop));
            mailbox->post([generation, result, done = std::move(done)](JobRunner& runner) mutable {
                if (runner.end(generation))
                    done(std::move(*result));
            });
        });
    }

    void cancel();

    bool isBusy() const { return m_isBusy; }
    const QString& title() const { return m_title; } ///< Of the running job; empty when there is none.
    int percent() const { return m_progress.percent(); } ///< Of the running job; -1 where it does not tell.

signals:
    void busyChanged();

private:
    /// The only thing that a worker shares with this object: it loses its receiver under a lock before the
    /// receiver dies, so a late result can never reach a dead object.
    struct Mailbox
    {
        std::mutex mutex;
        JobRunner* receiver = nullptr;
        void post(std::function<void(JobRunner&)> message);
    };

    quint64 begin(QString title);
    bool end(quint64 generation);

    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    std::stop_source m_stop;
    quint64 m_generation = 0;
    QString m_title;
    JobProgress m_progress;
    bool m_isBusy = false;
};

}
