#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs ONNX models in ONNX Runtime for the tests: a request as JSON on standard input, the answer on standard output.

{"models": [PATH, ...], "inputs": {NAME: {"dims": [...], "values": [...]}}, "size": SIZE}

Symbolic dimensions are 1; with "size", the last of an input is that. Inputs that are not given are drawn from a fixed generator, alike for all models, in the types of each. The answer has
for each model {"error": TEXT} or {"outputs": {NAME: {"type", "dims", "values"}}}; with "compare": true, instead of the
values, how far they are from those of the first model: {"difference", "magnitude", "finite"}. With "run": false models
are only loaded.
"""
import json
import sys

import numpy as np
import onnxruntime as ort

TYPES = {'tensor(float)': np.float32, 'tensor(float16)': np.float16, 'tensor(double)': np.float64,
         'tensor(int64)': np.int64, 'tensor(int32)': np.int32, 'tensor(int8)': np.int8, 'tensor(uint8)': np.uint8,
         'tensor(bool)': np.bool_}


def feed(tensor, request, generator):
    given = request.get('inputs', {}).get(tensor.name)
    dtype = TYPES[tensor.type]
    if given:
        return np.array(given['values']).reshape(given['dims']).astype(dtype)
    dims = [d if isinstance(d, int) and d > 0 else 1 for d in tensor.shape]
    if tensor.shape and dims[-1] != tensor.shape[-1]:
        dims[-1] = request.get('size', 1)
    if np.issubdtype(dtype, np.floating):
        return generator.uniform(-1, 1, dims).astype(np.float32).astype(dtype)
    return generator.integers(0, 2, dims).astype(dtype)


def run(path, request):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(path, options, providers=['CPUExecutionProvider'])
    if not request.get('run', True):
        return {}
    generator = np.random.default_rng(1)
    feeds = {tensor.name: feed(tensor, request, generator) for tensor in session.get_inputs()}
    return {tensor.name: (tensor.type, value) for tensor, value in zip(session.get_outputs(), session.run(None, feeds))}


def described(outputs, reference, request):
    answer = {}
    for name, (kind, value) in outputs.items():
        row = {'type': kind, 'dims': list(np.shape(value))}
        wide = np.asarray(value, dtype=np.float64).ravel() if kind in TYPES else np.zeros(0)
        if request.get('compare'):
            other = np.asarray(reference[name][1], dtype=np.float64).ravel() if name in reference else wide
            both = np.isfinite(wide) & np.isfinite(other)
            row['finite'] = bool(np.all(np.isfinite(wide)))
            row['difference'] = float(np.max(np.abs(wide - other), where=both, initial=0))
            row['magnitude'] = float(np.max(np.abs(other), where=both, initial=0))
        else:
            row['values'] = [float(v) for v in wide]
        answer[name] = row
    return answer


def main():
    request = json.load(sys.stdin)
    answers = []
    reference = None
    for path in request['models']:
        try:
            outputs = run(path, request)
            reference = outputs if reference is None else reference
            answers.append({'outputs': described(outputs, reference, request)})
        except Exception as error:  # whatever the runtime throws is the answer
            answers.append({'error': str(error)[:500]})
    json.dump(answers, sys.stdout)


if __name__ == '__main__':
    main()
