// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/weightcard.h"

#include "gui/document/text.h"
#include "gui/inspector/section.h"
#include "gui/inspector/weightchart.h"
#include "gui/shell/named.h"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace halftone {
namespace {

// Further weights of an operator are read when it is selected, too; a table of a gigabyte takes a second or
// two.
bool hasNumbers(const TensorData* data)
{
    return data && !data->bytes.empty() && (isReducibleFloat(data->dtype) || data->dtype == DType::Float64);
}

QString number(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString number(double value)
{
    return QLocale().toString(value, 'g', 4);
}

}

WeightCard::WeightCard(const GraphPtr& graph, ValueId value, WeightCache& cache, QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    const Value& row = graph->value(value);
    const TensorData* numbers = graph->data(value);
    named(this, "weightCard", tr("Weight %1").arg(text(row.name)));
    m_column->setContentsMargins({});
    m_column->setSpacing(3);
    const QString count =
        numbers ? QLocale().toString(static_cast<qlonglong>(numbers->elementCount())) : tr("unknown");
    addLine(QStringLiteral("%1<br>%2")
                .arg(breakable(text(row.name)).toHtmlEscaped(),
                    muted(tr("%1 · %2 · %3 values")
                              .arg(text(graph->shapeText(value)), text(name(row.dtype)), count),
                        palette())),
        "weightTitle");
    if (!hasNumbers(numbers)) {
        m_isReady = true;
        return;
    }
    if (const WeightFactsPtr known = cache.find(value))
        show(known);
    else
        read(graph, value, cache);
}

void WeightCard::read(const GraphPtr& graph, ValueId value, WeightCache& cache)
{
    m_waiting =
        named(new QLabel(tr("Reading the numbers…"), this), "weightWaiting", tr("Reading the numbers"));
    m_column->addWidget(m_waiting);
    m_jobs.start(
        tr("Reading weights"),
        [graph, value](const std::stop_token& stop) -> WeightFactsPtr {
            const TensorData& numbers = *graph->data(value);
            return std::make_shared<const WeightFacts>(WeightFacts{
                spreadOf(numbers, stop), stop.stop_requested() ? WeightPreview() : previewWeight(numbers)});
        },
        [this, value, &cache](const WeightFactsPtr& facts) {
            cache.insert(value, facts);
            delete std::exchange(m_waiting, nullptr);
            show(facts);
            emit ready();
        });
}

namespace {

// "fp16: 2 become infinite, 12 become 0"; says so when nothing is lost but digits.
QString previewLine(const QString& format, const FormatPreview& preview, std::uint64_t count)
{
    QStringList losses;
    const auto add = [&losses](std::uint64_t number, const QString& sentence) {
        if (number > 0)
            losses << sentence.arg(QLocale().toString(static_cast<qulonglong>(number)));
    };
    add(preview.overflows, WeightCard::tr("▲ %1 become infinite"));
    add(preview.flushedToZero, WeightCard::tr("▼ %1 become 0"));
    add(preview.subnormals, WeightCard::tr("%1 become subnormal"));
    add(preview.inexactIntegers, WeightCard::tr("%1 whole numbers change"));
    if (losses.isEmpty())
        losses << (preview.unchanged == count ? WeightCard::tr("keeps every number")
                                              : WeightCard::tr("✓ rounds, loses none"));
    return QStringLiteral("<b>%1</b> %2").arg(format, losses.join(QStringLiteral(" · ")).toHtmlEscaped());
}

}

void WeightCard::show(const WeightFactsPtr& facts)
{
    const WeightSpread& spread = facts->spread;
    addLine(tr("min %1 · max %2 · mean %3 · deviation %4")
                .arg(number(static_cast<double>(spread.min)), number(static_cast<double>(spread.max)),
                    number(spread.mean), number(spread.deviation)),
        "weightNumbers");
    if (spread.zeros + spread.notFinite > 0)
        addLine(tr("%1 zeros · %2 infinite or NaN").arg(number(spread.zeros), number(spread.notFinite)),
            "weightSpecials");
    m_column->addWidget(new WeightChart(facts, this));
    addLine(previewLine(QStringLiteral("fp16"), facts->preview.float16, facts->preview.count), "weightFp16");
    addLine(previewLine(QStringLiteral("bf16"), facts->preview.bfloat16, facts->preview.count), "weightBf16");
    m_isReady = true;
}

void WeightCard::addLine(const QString& richText, const char* name)
{
    auto* label = new QLabel(richText, this);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_column->addWidget(label);
}

}
