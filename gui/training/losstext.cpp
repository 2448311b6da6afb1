// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/losstext.h"

#include "analysis/differentiate/lossterms.h"
#include "gui/document/text.h"

#include <QCoreApplication>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct LossTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::LossTexts)
};

QString labelsText(const Graph& forward, const LossTerms& terms)
{
    if (terms.labels.isValid())
        return LossTexts::tr("labels: input %1").arg(text(forward.value(terms.labels).name));
    const std::span<const Dim> dims = forward.dims(terms.prediction);
    if (terms.hasClassNumbers && dims.size() >= 2 && dims[1].isFixed())
        return LossTexts::tr("labels: 1 of %1 classes").arg(dims[1].size);
    return terms.hasClassNumbers ? LossTexts::tr("labels: numbers of classes")
                                 : LossTexts::tr("targets of the same shape");
}

}

Loss guessLoss(const Graph& forward)
{
    for (const ValueId output : forward.graphOutputs()) {
        const bool isScalar = forward.fixedShape(output) && forward.fixedShape(output)->empty();
        if (isScalar && forward.graphInputs().size() > 1)
            return Loss::InGraph;
    }
    const NodeId last =
        forward.graphOutputs().empty() ? NodeId{} : forward.value(forward.graphOutputs().front()).producer;
    if (last.isValid() && forward.node(last).opType == "LogSoftmax")
        return Loss::NegativeLogLikelihood;
    return Loss::SoftmaxCrossEntropy;
}

QString lossText(const Graph& forward, Loss loss)
{
    const LossTerms terms = lossTerms(forward, loss);
    const QString title = text(name(loss));
    if (terms.loss.isValid())
        return LossTexts::tr("output %1 of the model, %2")
            .arg(text(forward.value(terms.loss).name), labelsText(forward, terms));
    if (!terms.prediction.isValid())
        return title;
    return LossTexts::tr("%1 of %2, %3")
        .arg(title, text(forward.value(terms.prediction).name), labelsText(forward, terms));
}

}
