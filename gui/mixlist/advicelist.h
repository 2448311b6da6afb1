// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace halftone {

class Document;

/// This says below the lists what is odd about them, each with the button that puts it right.
class AdviceList : public QScrollArea
{
    Q_OBJECT

public:
    explicit AdviceList(Document& document, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void typeChosen(const QString& type); ///< The name in an advice was clicked.

private:
    void rebuild();
    QWidget* makeRow(std::size_t index);

    Document& m_document;
};

}
