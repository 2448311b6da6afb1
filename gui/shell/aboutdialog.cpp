// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/aboutdialog.h"

#include "executor/program/processor.h"
#include "gui/document/text.h"
#include "gui/shell/named.h"
#include "gui/theme/textsize.h"
#include "kernels/target.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QSysInfo>
#include <QThread>
#include <QVBoxLayout>

namespace halftone {
namespace {

// Highway's name for AVX-512 is its own.
QString commonName(std::string_view target)
{
    return text(target).replace("AVX3", "AVX-512");
}

}

QString AboutDialog::processorText()
{
    QStringList available;
    for (const std::string_view target : kernels::availableTargets())
        available += commonName(target);
    const auto path = [](DType dtype) {
        return multipliesNatively(dtype) ? tr("native")
                                         : tr("emulated: computed in FP32, rounded to 16 bits");
    };
    return tr("FP16: %1\nBF16: %2").arg(path(DType::Float16), path(DType::BFloat16)) + '\n' +
        tr("%1, %n threads\nVector instructions in use: %2 (this processor has: %3)", nullptr,
            QThread::idealThreadCount())
            .arg(QSysInfo::currentCpuArchitecture(), commonName(kernels::activeTarget()),
                available.join(", "));
}

AboutDialog::AboutDialog(QWidget* parent)
    : QDialog(parent)
{
    named(this, "aboutDialog", tr("About Halftone"));
    setWindowTitle(tr("About Halftone"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* title =
        named(new QLabel(QStringLiteral("Halftone %1").arg(QApplication::applicationVersion()), this),
            "aboutTitle", tr("Program and version"));
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.6);
    title->setFont(font);
    const QString body = tr("Mixed precision, operator by operator.\n\n%1\nQt %2\n\n"
                            "Free software under the GNU General Public License, version 3 or later.")
                             .arg(processorText(), QString::fromLatin1(qVersion()));
    auto* facts = named(new QLabel(body, this), "aboutText", tr("About this program and processor"));
    facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    facts->setWordWrap(true);
    constexpr int kTextWidth = 460;
    facts->setMinimumWidth(atTextSize(kTextWidth));
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Close, this), "aboutButtons", tr("Close"));
    for (QAbstractButton* button : buttons->buttons())
        named(button, "aboutClose", tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(title);
    column->addWidget(facts);
    column->addWidget(buttons);
}

}
