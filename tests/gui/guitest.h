// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/files/modelfile.h"
#include "gui/document/document.h"
#include "gui/document/text.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/training/elidedlabel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStyleOptionComboBox>
#include <QStyleOptionViewItem>
#include <QTest>

#include <algorithm>
#include <optional>

namespace halftone::test {

/// Opens the sample model and waits until it is decided and its training step made; false when that fails.
inline bool openSample(Document& document)
{
    QSignalSpy trained(&document, &Document::trainingChanged);
    document.open(text(kSampleModel));
    return trained.wait() && document.judgement() && !document.judgement()->refusal() &&
        document.hasTraining();
}

/// The first node of an ONNX type, or an invalid id.
inline NodeId nodeOfType(const Document& document, std::string_view type)
{
    for (NodeId node : document.graph()->nodes()) {
        if (document.graph()->node(node).opType == type)
            return node;
    }
    return {};
}

inline const PolicyChoice& choiceNamed(std::string_view name)
{
    const PolicyChoice* choice = findChoice(name);
    return choice ? *choice : (qFatal("no such choice"), policyChoices().front());
}

/// A thing that a person uses; its inner parts, which Qt makes, do not count.
inline bool isControl(const QWidget& widget)
{
    static constexpr const char* kParts[] = {
        "QMenu", "QTabBar", "QHeaderView", "QTableCornerButton", "QComboBoxListView", "QCompleterItemView"};
    const auto isA = [&widget](const char* type) { return widget.inherits(type); };
    if (widget.objectName().startsWith("qt_") || std::ranges::any_of(kParts, isA))
        return false;
    const bool isInside = widget.parentWidget() &&
        (widget.parentWidget()->inherits("QAbstractSpinBox") ||
            widget.parentWidget()->inherits("QComboBox") || widget.parentWidget()->inherits("QLineEdit") ||
            widget.parentWidget()->inherits("QDockWidget") || widget.parentWidget()->inherits("QTabBar"));
    if (isInside && !widget.inherits("QScrollArea"))
        return false;
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
        qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
        qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QPlainTextEdit*>(&widget) ||
        (widget.focusPolicy() & Qt::TabFocus && !qobject_cast<const QWidget*>(&widget)->isWindow());
}

/// The width that the text of a combo box or spin box has, and that it needs; nullopt for other widgets and
/// for what a person has typed.
struct FieldWidths
{
    int room = 0;
    int wanted = 0;
};
inline std::optional<FieldWidths> fieldWidths(const QWidget& widget)
{
    constexpr int kPadding = 4; // of the style, both sides
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(&widget)) {
        const auto* field = box->findChild<const QLineEdit*>();
        return FieldWidths{field->width() - kPadding, field->fontMetrics().horizontalAdvance(field->text())};
    }
    const auto* combo = qobject_cast<const QComboBox*>(&widget);
    if (!combo || combo->currentIndex() < 0)
        return std::nullopt;
    QStyleOptionComboBox option;
    option.initFrom(combo);
    option.editable = combo->isEditable();
    option.frame = combo->hasFrame();
    const QRect field =
        combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
    const int icon =
        combo->itemIcon(combo->currentIndex()).isNull() ? 0 : combo->iconSize().width() + kPadding;
    return FieldWidths{field.width() - icon, // as the style elides it
        combo->fontMetrics().horizontalAdvance(combo->itemText(combo->currentIndex()))};
}

/// Whether a row of \p view that is seen shows dots; tables do, whose columns a person can widen.
inline bool hasCutRow(const QListView& view)
{
    const auto* delegate = qobject_cast<const TwoLineDelegate*>(view.itemDelegate());
    if (!delegate || !view.model())
        return false;
    QStyleOptionViewItem option;
    option.initFrom(&view);
    option.widget = &view;
    const int icon = view.style()->pixelMetric(QStyle::PM_SmallIconSize);
    option.decorationSize = view.iconSize().isValid() ? view.iconSize() : QSize(icon, icon);
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        const QModelIndex index = view.model()->index(row, view.modelColumn());
        option.rect = view.visualRect(index);
        if (option.rect.intersects(view.viewport()->rect()) && delegate->isCut(option, index))
            return true;
    }
    return false;
}

/// Whether a column of a table is narrower than its title.
inline bool hasCutTitle(const QHeaderView& titles)
{
    for (int section = 0; section < titles.count() && titles.orientation() == Qt::Horizontal; ++section) {
        if (!titles.isSectionHidden(section) && titles.sectionSize(section) < titles.sectionSizeHint(section))
            return true;
    }
    return false;
}

/// Whether a widget has less room than its text needs.
inline bool isCut(const QWidget& widget)
{
    if (const auto* list = qobject_cast<const QListView*>(&widget))
        return hasCutRow(*list);
    if (const auto* titles = qobject_cast<const QHeaderView*>(&widget))
        return hasCutTitle(*titles);
    if (const auto field = fieldWidths(widget))
        return field->wanted > field->room;
    if (const auto* elided = qobject_cast<const ElidedLabel*>(&widget))
        return elided->toolTip().isEmpty() && // else all of it stands there
            elided->fontMetrics().horizontalAdvance(elided->text()) > elided->contentsRect().width();
    if (const auto* edit = qobject_cast<const QLineEdit*>(&widget)) {
        constexpr int kPadding = 8;
        const int button = edit->isClearButtonEnabled() && !edit->text().isEmpty() ? edit->height() : 0;
        return edit->text().isEmpty() &&
            edit->fontMetrics().horizontalAdvance(edit->placeholderText()) >
            edit->width() - kPadding - button;
    }
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label && label->wordWrap())
        return label->height() < label->heightForWidth(label->width()) ||
            label->width() < label->minimumSizeHint().width();
    const bool hasText = qobject_cast<const QAbstractButton*>(&widget) || (label && !label->text().isEmpty());
    return hasText && widget.width() < widget.minimumSizeHint().width();
}

/// Whether a part of a widget lies outside of its parent, where nobody sees it; what can be scrolled to is
/// seen.
inline bool isOutside(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    const bool isScrolled = parent && qobject_cast<const QAbstractScrollArea*>(parent->parentWidget());
    return parent && !widget.isWindow() && !isScrolled && !parent->rect().contains(widget.geometry());
}

/// The controls and labels below \p root that show dots or half a word, one a line.
inline QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        // A pane behind another one's tab counts as visible for Qt, which moves it out of the window.
        const bool isSeen =
            widget->isVisible() && root.rect().intersects({widget->mapTo(&root, QPoint()), widget->size()});
        if (!isSeen || widget->objectName().startsWith("qt_"))
            continue;
        const bool isShownThing = qobject_cast<const QLabel*>(widget) || isControl(*widget);
        if (isCut(*widget) || (isShownThing && isOutside(*widget)))
            cut += QStringLiteral("%1 \"%2\": %3x%4, wants %5x%6")
                       .arg(widget->metaObject()->className(), widget->objectName())
                       .arg(widget->width())
                       .arg(widget->height())
                       .arg(fieldWidths(*widget)
                               .value_or(FieldWidths{0, widget->minimumSizeHint().width()})
                               .wanted)
                       .arg(widget->heightForWidth(widget->width()));
    }
    return cut;
}

/// The controls below \p root that a test cannot find or a screen reader cannot name, one a line.
inline QStringList unnamedControls(const QWidget& root)
{
    QStringList unnamed;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (isControl(*widget) && (widget->objectName().isEmpty() || widget->accessibleName().isEmpty()))
            unnamed += QStringLiteral("%1 \"%2\" in %3")
                           .arg(widget->metaObject()->className(), widget->objectName(),
                               widget->parentWidget()->objectName());
    }
    return unnamed;
}

}
