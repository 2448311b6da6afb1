// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/policy.h"

namespace halftone {

// The rows of policyTable(), one file each.
extern const PolicyDef kAscendPolicy;
extern const PolicyDef kMindSporePolicy;
extern const PolicyDef kTensorFlowPolicy;
extern const PolicyDef kTorchPolicy;
extern const PolicyDef kAutoCastPolicy;
extern const PolicyDef kOnnxFloat16Policy;

// Their PolicyDef::addEdits, in the folder edits.
void addAscendEdits(EditContext& context);
void addMindSporeEdits(EditContext& context);
void addTensorFlowEdits(EditContext& context);
void addTorchEdits(EditContext& context);
void addAutoCastEdits(EditContext& context);
void addOnnxFloat16Edits(EditContext& context);

}
