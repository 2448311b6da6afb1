// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/files/modelfile.h"
#include "gui/document/document.h"
#include "gui/document/text.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

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

/// The buttons, fields and labels below \p root that are narrower or lower than their text, one a line: such
/// a one shows dots or half a word.
inline QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->objectName().startsWith("qt_"))
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool hasText = qobject_cast<const QAbstractButton*>(widget) ||
            qobject_cast<const QComboBox*>(widget) ||
            (label && !label->wordWrap() && !label->text().isEmpty());
        const bool wraps =
            label && label->wordWrap() && widget->height() < widget->heightForWidth(widget->width());
        if (wraps || (hasText && widget->width() < widget->minimumSizeHint().width()))
            cut += QStringLiteral("%1 \"%2\": %3x%4, wants %5x%6")
                       .arg(widget->metaObject()->className(), widget->objectName())
                       .arg(widget->width())
                       .arg(widget->height())
                       .arg(widget->minimumSizeHint().width())
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
