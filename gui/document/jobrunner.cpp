// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/jobrunner.h"

#include <QMetaObject>

namespace halftone {

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
    m_mailbox->receiver = this;
}

JobRunner::~JobRunner()
{
    m_stop.request_stop();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->receiver = nullptr;
}

void JobRunner::Mailbox::post(std::function<void(JobRunner&)> message)
{
    const std::lock_guard lock(mutex);
    if (!receiver)
        return;
    QMetaObject::invokeMethod(
        receiver, [receiver = receiver, message = std::move(message)] { message(*receiver); },
        Qt::QueuedConnection);
}

quint64 JobRunner::begin(QString title)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_title = std::move(title);
    m_progress = {};
    m_isBusy = true;
    emit busyChanged();
    return ++m_generation;
}

bool JobRunner::end(quint64 generation)
{
    if (generation != m_generation)
        return false;
    cancel();
    return true;
}

void JobRunner::cancel()
{
    m_stop.request_stop();
    ++m_generation;
    m_title.clear();
    if (std::exchange(m_isBusy, false))
        emit busyChanged();
}

}
