// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace halftone {

/// This puts widgets side by side and goes on in the next line where there is no room, as text does: nothing
/// is cut in a narrow dock. Hidden ones take no room.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    enum class Mode { Measure, Place };
    int flow(const QRect& rect, Mode mode) const;
    std::vector<QLayoutItem*> shownItems() const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}
