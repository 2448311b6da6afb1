// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/dataset.h"

namespace halftone::test {

/// Sixteen samples of three numbers between -0.5 and 0.75 each, of two classes, and the same to test with.
inline DatasetPair samples()
{
    DatasetPair data;
    for (Dataset* part : {&data.train, &data.test}) {
        part->name = "samples";
        part->sampleShape = {3};
        for (int i = 0; i < 16 * 3; ++i)
            part->values.push_back(static_cast<float>(i * 7 % 11) / 8.0f - 0.5f);
        for (int i = 0; i < 16; ++i)
            part->labels.push_back(i * 5 % 3 == 0 ? 1 : 0);
    }
    return data;
}

}
