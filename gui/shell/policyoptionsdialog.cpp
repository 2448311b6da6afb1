// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/policyoptionsdialog.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/shell/dialogarea.h"
#include "gui/shell/named.h"
#include "gui/theme/textsize.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace halftone {
namespace {

constexpr int kFieldWidth = 460; // for explanations of a line or two

QString docOf(const PolicyOption& option)
{
    return QCoreApplication::translate("halftone::Options", option.doc);
}

QString objectNameOf(const PolicyOption& option)
{
    return QStringLiteral("option.") + QLatin1String(option.name);
}

// The first of the offered values is what is in force when nothing is set.
QString chosen(const QWidget& control)
{
    const auto& combo = static_cast<const QComboBox&>(control);
    return combo.currentIndex() <= 0 ? QString() : combo.currentText();
}

QString typed(const QWidget& control)
{
    return static_cast<const QLineEdit&>(control).text().trimmed();
}

}

PolicyOptionsDialog::PolicyOptionsDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_mistake(named(new QLabel(this), "optionsMistake", tr("Mistake")))
{
    const PolicyChoice& choice = *document.policy().choice;
    named(this, "policyOptionsDialog", tr("Options"));
    setWindowTitle(tr("Options of %1").arg(text(choice.name)));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* options = new QWidget;
    auto* form = new QFormLayout(options);
    form->setContentsMargins({});
    for (const PolicyOption& option : policyOptionTable()) {
        if (option.isFor(choice))
            addOption(*form, option);
    }
    if (m_fields.empty())
        form->addRow(named(new QLabel(tr("%1 has no options.").arg(text(choice.name)), this), "optionsNone",
            tr("No options")));
    m_mistake->setWordWrap(true);
    m_mistake->hide();
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this),
        "optionsButtons", tr("OK or cancel"));
    named(buttons->button(QDialogButtonBox::Ok), "optionsOk", tr("OK"));
    named(buttons->button(QDialogButtonBox::Cancel), "optionsCancel", tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &PolicyOptionsDialog::apply);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_reading, &JobRunner::busyChanged, buttons,
        [this, buttons] { buttons->button(QDialogButtonBox::Ok)->setEnabled(!m_reading.isBusy()); });
    auto* column = new QVBoxLayout(this);
    column->addWidget(new DialogArea(options, this));
    column->addWidget(m_mistake);
    column->addWidget(buttons);
}

void PolicyOptionsDialog::addOption(QFormLayout& form, const PolicyOption& option)
{
    using Make = QWidget* (PolicyOptionsDialog::*)(const PolicyOption&, const QString&);
    static constexpr Make kMakers[] = {
        &PolicyOptionsDialog::makeChoice, &PolicyOptionsDialog::makeText, &PolicyOptionsDialog::makeFile};
    const Make make = kMakers[static_cast<std::size_t>(option.kind)];
    QWidget* control = (this->*make)(option, option.get(m_document.policy().options));
    auto* caption = named(new QLabel(QLatin1String(option.name), this),
        qPrintable(objectNameOf(option) + ".caption"), QLatin1String(option.name));
    caption->setBuddy(m_fields.back().control);
    caption->setToolTip(docOf(option));
    form.addRow(caption, control);
    auto* doc =
        named(new QLabel(docOf(option), this), qPrintable(objectNameOf(option) + ".doc"), docOf(option));
    doc->setForegroundRole(QPalette::PlaceholderText);
    doc->setWordWrap(true);
    form.addRow(nullptr, doc);
}

QWidget* PolicyOptionsDialog::makeChoice(const PolicyOption& option, const QString& value)
{
    auto* combo = named(new QComboBox(this), qPrintable(objectNameOf(option)), QLatin1String(option.name));
    for (const QString& choice : option.choices())
        combo->addItem(choice.isEmpty() ? tr("not set") : choice);
    combo->setCurrentIndex(value.isEmpty() ? 0 : combo->findText(value));
    combo->setToolTip(docOf(option));
    combo->setAccessibleDescription(docOf(option));
    m_fields.push_back({&option, chosen, combo});
    return combo;
}

QWidget* PolicyOptionsDialog::makeText(const PolicyOption& option, const QString& value)
{
    auto* edit =
        named(new QLineEdit(value, this), qPrintable(objectNameOf(option)), QLatin1String(option.name));
    edit->setMinimumWidth(atTextSize(kFieldWidth));
    edit->setToolTip(docOf(option));
    edit->setAccessibleDescription(docOf(option));
    m_fields.push_back({&option, typed, edit});
    return edit;
}

QWidget* PolicyOptionsDialog::makeFile(const PolicyOption& option, const QString& value)
{
    auto* row =
        named(new QWidget(this), qPrintable(objectNameOf(option) + ".row"), QLatin1String(option.name));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    auto* edit = static_cast<QLineEdit*>(makeText(option, value));
    edit->setClearButtonEnabled(true);
    auto* choose = named(new QToolButton(row), qPrintable(objectNameOf(option) + ".choose"),
        tr("Choose a file for %1").arg(QLatin1String(option.name)));
    choose->setText(tr("Choose…"));
    layout->addWidget(edit, 1);
    layout->addWidget(choose);
    connect(choose, &QToolButton::clicked, this, [this, edit] {
        auto* dialog = new QFileDialog(this);
        dialog->setObjectName(QStringLiteral("fileDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    return row;
}

// Files are read on another thread: a library has many megabytes.
void PolicyOptionsDialog::apply()
{
    struct Change
    {
        const PolicyOption* option;
        QString value;
    };
    std::vector<Change> changes;
    for (const Field& field : m_fields)
        changes.push_back({field.option, field.value(*field.control)});
    m_mistake->hide();
    m_reading.start(
        tr("Reading the options"),
        [changes, options = m_document.policy().options](
            const std::stop_token&) mutable -> Result<PolicyOptions> {
            for (const Change& change : changes) {
                if (change.option->get(options) == change.value)
                    continue;
                if (auto done = change.option->set(options, change.value); !done) {
                    Error error = done.error();
                    if (error.where.empty())
                        error.where = change.option->name;
                    return std::unexpected(std::move(error));
                }
            }
            return options;
        },
        [this](const Result<PolicyOptions>& options) {
            if (!options) {
                m_mistake->setText(errorText(options.error()));
                m_mistake->show();
                return;
            }
            changeOptions(m_document, *options);
            accept();
        });
}

}
