// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files in a folder of their own.
#pragma once

#include "tests/support/shared.h"

#include <QDir>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

namespace halftone::test {

/// A folder that is gone at the end of the test.
class Folder
{
public:
    std::filesystem::path operator/(std::string_view name) const { return path() / name; }
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

    /// Everything in it, hidden files too.
    QStringList entries() const
    {
        return QDir(m_folder.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

private:
    QTemporaryDir m_folder;
};

inline std::string contentsOf(const std::filesystem::path& path)
{
    return readAll(QString::fromStdString(path.string())).toStdString();
}

inline void writeFile(const std::filesystem::path& path, const std::string& contents)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents.data(), std::ssize(contents)) < 0)
        qFatal("cannot write %s", path.c_str());
}

}
