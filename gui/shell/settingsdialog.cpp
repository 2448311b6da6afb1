// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/settingsdialog.h"

#include "executor/train/trainsettings.h"
#include "gui/shell/named.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>

#include <array>

namespace halftone {

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_theme(named(new QComboBox(this), "settingsTheme", tr("Theme")))
    , m_language(named(new QComboBox(this), "settingsLanguage", tr("Language")))
    , m_fontPercent(makeNumber("settingsFont", settings.fontPercent, kLeastFont, kMostFont, tr(" %")))
    , m_autosave(makeNumber("settingsAutosave", settings.autosaveSeconds, 0, kLongestAutosave, tr(" s")))
    , m_threads(makeNumber("settingsThreads", settings.threads, 0, kMostThreads, {}))
    , m_recent(makeNumber("settingsRecent", settings.recentCount, 1, kMostRecent, {}))
{
    named(this, "settingsDialog", tr("Settings"));
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    const std::array themes{std::pair{Theme::System, tr("As the system")},
        std::pair{Theme::Light, tr("Light")}, std::pair{Theme::Dark, tr("Dark")},
        std::pair{Theme::HighContrast, tr("High contrast")}};
    for (const auto& [theme, title] : themes)
        m_theme->addItem(title, name(theme));
    for (const Language language : languages())
        m_language->addItem(QString(title(language)).remove('&'), name(language));
    m_theme->setCurrentIndex(m_theme->findData(name(settings.theme)));
    m_language->setCurrentIndex(m_language->findData(name(settings.language)));
    m_autosave->setSpecialValueText(tr("never"));
    m_threads->setSpecialValueText(tr("all (%1)").arg(QThread::idealThreadCount()));

    auto* form = new QFormLayout(this);
    addRow(*form, tr("&Theme"), m_theme, tr("Colours of the whole program"));
    addRow(*form, tr("&Language"), m_language, tr("From the next start on"));
    addRow(*form, tr("&Size of text"), m_fontPercent, tr("Of that of the system"));
    addRow(*form, tr("&Copy of the work every"), m_autosave, tr("It is offered after a crash"));
    addRow(
        *form, tr("T&hreads in the background"), m_threads, tr("For opening, deciding and drawing graphs"));
    addRow(*form, tr("&Recent files"), m_recent, tr("How many are listed; pinned ones stay in any case"));
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this),
        "settingsButtons", tr("OK or cancel"));
    named(buttons->button(QDialogButtonBox::Ok), "settingsOk", tr("OK"));
    named(buttons->button(QDialogButtonBox::Cancel), "settingsCancel", tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::apply);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

QSpinBox* SettingsDialog::makeNumber(const char* name, int value, int least, int most, const QString& suffix)
{
    auto* box = new QSpinBox(this);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setValue(value);
    return box;
}

void SettingsDialog::addRow(QFormLayout& form, const QString& caption, QWidget* control, const QString& tip)
{
    auto* label = named(new QLabel(caption, this), qPrintable(control->objectName() + "Caption"), caption);
    label->setBuddy(control);
    control->setAccessibleName(QString(caption).remove('&'));
    control->setAccessibleDescription(tip);
    control->setToolTip(tip);
    form.addRow(label, control);
}

void SettingsDialog::apply()
{
    m_settings.theme = themeNamed(m_theme->currentData().toString());
    m_settings.language = languageNamed(m_language->currentData().toString()).value_or(Language::System);
    m_settings.fontPercent = m_fontPercent->value();
    m_settings.autosaveSeconds = m_autosave->value();
    m_settings.threads = m_threads->value();
    m_settings.recentCount = m_recent->value();
    emit chosen(m_settings);
    accept();
}

}
