// SPDX-License-Identifier: GPL-3.0-or-later
//
// A session file (.halftone): everything that a window holds, as JSON, so that work can be put down and taken
// up again. It names the model and does not contain it; the mixlist is inside, saved or not.
#pragma once

#include "gui/document/openedmodel.h"
#include "gui/document/policy.h"

#include <QMap>
#include <QStringList>

namespace halftone {

/// What a session holds.
struct Session
{
    QString modelPath; ///< A file, or kSampleModel; empty: none was open.
    QString modelFingerprint; ///< See fingerprintOf(); empty where it was not known.
    DimSizes dims;
    Policy policy;
    QString draft; ///< JSON text of the list with a mistake, which is not in the policy; mostly empty.
    QString view; ///< "graph", "mixlist", ...
    bool showsTraining = false;
    QString selection; ///< Display name of the selected operator.
    QStringList runFiles; ///< Recorded runs that the training view shows.
    QMap<QString, QByteArray> layouts; ///< Of the docks, by the name of the view.
    QString savedAs; ///< The session file that the person works on; in automatic copies.

    bool operator==(const Session&) const = default;
};

/// A session as read, and what of it could not be taken over, as sentences.
struct LoadedSession
{
    Session session;
    QStringList remarks;
};

/// The text of a session file that will lie at \p path: the model's path stands in it absolutely and relative
/// to that place.
std::string writeSession(const Session& session, const QString& path);

/// Reads the text of the file \p path. Nothing in it is trusted: what is not there or not of the right kind
/// is left at its default, sizes are bounded, names that this program does not know are remarks, and a list
/// that cannot be read becomes the draft. Only a text that is no session is an error, with line and column.
Result<LoadedSession> parseSession(const QByteArray& bytes, const QString& path);

/// Reads a session file of at most 16 MB.
Result<LoadedSession> readSession(const QString& path);

/// Tells whether a model is the same file as before: SHA-256 of its size and its first 64 MiB, in
/// hexadecimal. Empty for what is no readable file. Takes time.
QString fingerprintOf(const QString& path);

}
