// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/startpage.h"

#include "gui/shell/actions.h"
#include "gui/shell/named.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/theme/textsize.h"

#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr int kColumnWidth = 620;
constexpr int kPinnedRole = Qt::UserRole + 1;

QLabel* makeText(
    QWidget* parent, const char* name, const QString& text, double scale = 1, bool isBold = false)
{
    auto* label = named(new QLabel(text, parent), name, text);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(isBold);
    label->setFont(font);
    return label;
}

}

StartPage::StartPage(const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_recent(named(new QListWidget(this), "recentFiles", tr("Recent files")))
    , m_recentPart(named(new QWidget(this), "recentPart", tr("Recent files")))
{
    named(this, "startPage", tr("Start"));
    auto* recentColumn = new QVBoxLayout(m_recentPart);
    recentColumn->setContentsMargins({});
    recentColumn->addWidget(makeText(m_recentPart, "recentTitle", tr("Recent"), 1, true));
    recentColumn->addWidget(m_recent);
    m_recent->setItemDelegate(new TwoLineDelegate(m_recent));
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_recent, &QWidget::customContextMenuRequested, this, &StartPage::showMenu);

    auto* column = new QVBoxLayout;
    column->setSpacing(18);
    column->addStretch(2);
    column->addWidget(makeIntroduction());
    column->addWidget(makeButtons(actions));
    column->addWidget(makeSamples(actions));
    column->addWidget(m_recentPart);
    column->addWidget(makeSteps());
    column->addStretch(3);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addLayout(column);
    row->addStretch(1);

    connect(m_recent, &QListWidget::itemActivated, this,
        [this](const QListWidgetItem* item) { emit recentChosen(item->toolTip()); });
    connect(m_recent, &QListWidget::itemClicked, this,
        [this](const QListWidgetItem* item) { emit recentChosen(item->toolTip()); });
}

QWidget* StartPage::makeIntroduction()
{
    auto* part = named(new QWidget(this), "introduction", tr("Introduction"));
    part->setFixedWidth(atTextSize(kColumnWidth));
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins({});
    constexpr double kTitleScale = 2.4;
    column->addWidget(makeText(part, "startTitle", QStringLiteral("Halftone"), kTitleScale, true));
    column->addWidget(makeText(part, "startSubtitle",
        tr("See which operators of a model run in FP16 and which stay in FP32, ask why, "
           "change the lists, and prove the choice by training.")));
    return part;
}

QWidget* StartPage::makeButtons(const Actions& actions)
{
    auto* part = named(new QWidget(this), "startButtons", tr("Open"));
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins({});
    for (const char* id : {"file.open", "file.openSession"}) {
        QAction* action = actions.get(id);
        auto* button = new QPushButton(action->text(), part);
        named(button, qPrintable(QStringLiteral("start.") + QLatin1String(id)), Actions::plainText(*action));
        button->setToolTip(action->toolTip());
        constexpr QSize kPadding(24, 12); // these are what the page is for
        button->setMinimumSize(button->sizeHint() + kPadding);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        row->addWidget(button);
    }
    row->addStretch();
    return part;
}

QWidget* StartPage::makeSamples(const Actions& actions)
{
    auto* part = named(new QWidget(this), "startSamples", tr("Samples"));
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins({});
    column->addWidget(makeText(part, "samplesTitle", tr("Samples"), 1, true));
    auto* row = new QHBoxLayout;
    const std::array samples{std::pair{"file.sample", tr("LeNet-5, for digits")},
        std::pair{"file.sampleResNet", tr("ResNet block")},
        std::pair{"file.sampleTransformer", tr("Transformer block")}};
    for (const auto& [id, title] : samples) {
        QAction* action = actions.get(id);
        auto* button = named(new QPushButton(title, part),
            qPrintable(QStringLiteral("start.") + QLatin1String(id)), Actions::plainText(*action));
        button->setToolTip(action->toolTip());
        constexpr QSize kPadding(16, 4);
        button->setMinimumSize(button->sizeHint() + kPadding);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        row->addWidget(button);
    }
    row->addStretch();
    column->addLayout(row);
    return part;
}

QWidget* StartPage::makeSteps()
{
    auto* part = named(new QWidget(this), "startSteps", tr("First steps"));
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins({});
    const QStringList steps = {
        tr("1   Open an ONNX file, or drop one onto this window; an ops_info.json beside it works the same "
           "way."),
        tr("2   Choose mode and chip above; click an operator to read why it got its type."),
        tr("3   Press Ctrl+2 to edit the lists, Ctrl+4 to train in that precision."),
    };
    for (const QString& step : steps)
        column->addWidget(makeText(part, qPrintable(QStringLiteral("step") + step.front()), step));
    return part;
}

void StartPage::setFiles(const QStringList& pinned, const QStringList& recent)
{
    m_recent->clear();
    for (const QString& path : pinned)
        addFile(path, true);
    for (const QString& path : recent) {
        if (!pinned.contains(path))
            addFile(path, false);
    }
    constexpr int kMostRows = 10; // the rest is reached by scrolling
    m_recent->setFixedHeight(
        m_recent->sizeHintForRow(0) * std::min(m_recent->count(), kMostRows) + 2 * m_recent->frameWidth());
    m_recentPart->setVisible(m_recent->count() > 0);
}

void StartPage::addFile(const QString& path, bool isPinned)
{
    const QFileInfo file(path);
    auto* item =
        new QListWidgetItem(isPinned ? QStringLiteral("★ ") + file.fileName() : file.fileName(), m_recent);
    item->setData(TwoLineDelegate::kAsideRole, file.path());
    item->setData(kPinnedRole, isPinned);
    item->setData(Qt::AccessibleTextRole, isPinned ? tr("%1, pinned").arg(file.fileName()) : file.fileName());
    item->setToolTip(path);
}

void StartPage::showMenu(const QPoint& place)
{
    const QListWidgetItem* item = m_recent->itemAt(place);
    if (!item)
        return;
    const QString path = item->toolTip();
    const bool isPinned = item->data(kPinnedRole).toBool();
    auto* menu = named(new QMenu(this), "recentMenu", tr("Recent file"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(isPinned ? tr("&Unpin") : tr("&Pin"), this,
        [this, path, isPinned] { emit pinWished(path, !isPinned); });
    menu->addAction(tr("&Remove from List"), this, [this, path] { emit forgetWished(path); });
    menu->popup(m_recent->viewport()->mapToGlobal(place));
}

}
