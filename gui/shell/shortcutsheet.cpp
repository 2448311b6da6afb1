// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/shortcutsheet.h"

#include "gui/shell/actions.h"
#include "gui/shell/dialogarea.h"
#include "gui/shell/named.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <array>

namespace halftone {
namespace {

// Keys that a pane handles itself, without an action in a menu.
struct PaneKey
{
    const char* keys;
    const char* text;
};
constexpr auto kPaneKeys = std::to_array<PaneKey>({
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Arrows"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Walk along the lines of the graph")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Shift+Arrows, Shift+Drag"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Select several operators")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Ctrl+Click"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Add to the selection, or take out")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Wheel, Ctrl+Arrows"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Move the graph")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Ctrl+Wheel"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Zoom at the cursor")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "+, −"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Zoom the graph")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Enter"),
        QT_TRANSLATE_NOOP(
            "halftone::ShortcutSheet", "Open or close a group, say why an operator has its type")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Ctrl+A"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Select all rows that the table shows")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Ctrl+C"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Copy the selected rows of the table")},
    {QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Esc"),
        QT_TRANSLATE_NOOP("halftone::ShortcutSheet", "Clear the selection, leave a field")},
});

}

ShortcutSheet::ShortcutSheet(const Actions& actions, QWidget* parent)
    : QDialog(parent)
{
    named(this, "shortcutSheet", tr("Keyboard shortcuts"));
    setWindowTitle(tr("Keyboard Shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* keysAndTexts = new QWidget;
    auto* grid = new QGridLayout(keysAndTexts);
    grid->setHorizontalSpacing(14);
    int line = 0;
    QStringList keys;
    QStringList texts;
    for (const ActionRow& row : actionRows()) {
        const QAction* action = actions.get(row.id);
        if (!action->shortcut().isEmpty()) {
            keys += action->shortcut().toString(QKeySequence::NativeText);
            texts += Actions::plainText(row);
        }
    }
    for (const PaneKey& row : kPaneKeys) {
        keys += tr(row.keys);
        texts += tr(row.text);
    }
    // Two columns of keys side by side, filled one after the other.
    const qsizetype half = (keys.size() + 1) / 2;
    for (qsizetype i = 0; i < keys.size(); ++i) {
        const int column = i < half ? 0 : 3;
        line = static_cast<int>(i < half ? i : i - half);
        auto* key = new QLabel(keys[i], keysAndTexts);
        QFont bold = key->font();
        bold.setBold(true);
        key->setFont(bold);
        key->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(key, line, column);
        grid->addWidget(new QLabel(texts[i], keysAndTexts), line, column + 1);
    }
    grid->setColumnMinimumWidth(2, 30);
    auto* buttons =
        named(new QDialogButtonBox(QDialogButtonBox::Close, this), "shortcutButtons", tr("Close"));
    named(buttons->button(QDialogButtonBox::Close), "shortcutClose", tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(new DialogArea(keysAndTexts, this));
    column->addWidget(buttons);
}

}
