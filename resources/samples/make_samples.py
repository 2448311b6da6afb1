#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the sample models resnet-block.onnx and transformer-block.onnx anew, beside this file.

    python3 resources/samples/make_samples.py

Needs nothing but Python: an ONNX file is a protobuf message, and the few fields that are used here are written by
hand. The numbers of fields are those of onnx.proto. Weights are drawn from a fixed seed, so that the files come out
equal to the byte each time.
"""
import math
import pathlib
import random
import struct

FLOAT, INT64 = 1, 7  # TensorProto.DataType
OPSET = 17


def varint(number):
    number &= (1 << 64) - 1  # negative ones as two's complement
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """One field: an int, text, or the bytes of an inner message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(name, dims, data, kind):
    raw = struct.pack("<%d%s" % (len(data), "f" if kind == FLOAT else "q"), *data)
    return b"".join(field(1, d) for d in dims) + field(2, kind) + field(8, name) + field(9, raw)


def attribute(name, value):
    if isinstance(value, float):
        return field(1, name) + varint(2 << 3 | 5) + struct.pack("<f", value) + field(20, 1)
    if isinstance(value, int):
        return field(1, name) + field(3, value) + field(20, 2)
    return field(1, name) + b"".join(field(8, each) for each in value) + field(20, 7)


def value_info(name, dims):
    shape = b"".join(field(1, field(2, d) if isinstance(d, str) else field(1, d)) for d in dims)
    return field(1, name) + field(2, field(1, field(1, FLOAT) + field(2, shape)))


class Model:
    def __init__(self, name, seed):
        self.name = name
        self.random = random.Random(seed)
        self.nodes = []
        self.initializers = []

    def weight(self, name, dims, scale):
        count = math.prod(dims)
        self.initializers.append(tensor(name, dims, [self.random.gauss(0, scale) for _ in range(count)], FLOAT))
        return name

    def constant(self, name, dims, value):
        self.initializers.append(tensor(name, dims, [value] * math.prod(dims), FLOAT))
        return name

    def numbers(self, name, numbers):
        self.initializers.append(tensor(name, [len(numbers)], numbers, INT64))
        return name

    def node(self, kind, inputs, name, **attributes):
        """Adds a node and gives back its output, which has its name."""
        message = b"".join(field(1, each) for each in inputs) + field(2, name) + field(3, name) + field(4, kind)
        message += b"".join(field(5, attribute(key, value)) for key, value in attributes.items())
        self.nodes.append(message)
        return name

    def write(self, path, inputs, outputs):
        graph = b"".join(field(1, each) for each in self.nodes) + field(2, self.name)
        graph += b"".join(field(5, each) for each in self.initializers)
        graph += b"".join(field(11, value_info(*each)) for each in inputs)
        graph += b"".join(field(12, value_info(*each)) for each in outputs)
        model = field(1, 8) + field(2, "halftone") + field(7, graph) + field(8, field(1, "") + field(2, OPSET))
        path.write_bytes(model)


def convolution(m, x, name, channels, size, stride=1):
    """Convolution without bias and batch normalisation; channels are (in, out)."""
    inner, outer = channels
    w = m.weight(name + "/conv.weight", [outer, inner, size, size], math.sqrt(2 / (inner * size * size)))
    pad = size // 2
    x = m.node("Conv", [x, w], name + "/conv", kernel_shape=[size, size], strides=[stride, stride], pads=[pad] * 4)
    norm = [m.constant(name + "/bn." + part, [outer], value)
            for part, value in (("weight", 1.0), ("bias", 0.0), ("running_mean", 0.0), ("running_var", 1.0))]
    return m.node("BatchNormalization", [x, *norm], name + "/bn", epsilon=1e-5)


def residual(m, x, name, channels, stride):
    inner, outer = channels
    y = m.node("Relu", [convolution(m, x, name + "/first", channels, 3, stride)], name + "/first/relu")
    y = convolution(m, y, name + "/second", (outer, outer), 3)
    if stride != 1 or inner != outer:
        x = convolution(m, x, name + "/shortcut", channels, 1, stride)
    return m.node("Relu", [m.node("Add", [y, x], name + "/add")], name + "/relu")


def linear(m, x, name, inner, outer):
    w = m.weight(name + "/weight", [inner, outer], math.sqrt(1 / inner))
    return m.node("Add", [m.node("MatMul", [x, w], name + "/matmul"), m.constant(name + "/bias", [outer], 0.0)],
                  name + "/add")


def resnet_block(path):
    m = Model("resnet-block", seed=1)
    x = m.node("Relu", [convolution(m, "image", "stem", (3, 16), 3)], "stem/relu")
    x = residual(m, x, "stage1/block0", (16, 16), 1)
    x = residual(m, x, "stage2/block0", (16, 32), 2)
    x = m.node("GlobalAveragePool", [x], "head/pool")
    x = m.node("Flatten", [x], "head/flatten", axis=1)
    w = m.weight("head/fc.weight", [10, 32], math.sqrt(1 / 32))
    m.node("Gemm", [x, w, m.constant("head/fc.bias", [10], 0.0)], "scores", transB=1)
    m.write(path, [("image", ["N", 3, 32, 32])], [("scores", ["N", 10])])


def heads(m, x, name, order):
    shape = m.numbers(name + "/shape", [0, 16, 4, 16])
    return m.node("Transpose", [m.node("Reshape", [x, shape], name + "/heads")], name + "/order", perm=order)


def transformer_block(path):
    width = 64
    m = Model("transformer-block", seed=2)
    norm = [m.constant("block/norm1/weight", [width], 1.0), m.constant("block/norm1/bias", [width], 0.0)]
    x = m.node("LayerNormalization", ["tokens", *norm], "block/norm1", axis=-1, epsilon=1e-5)
    q, k, v = (linear(m, x, "block/attention/" + part, width, width) for part in ("query", "key", "value"))
    q = heads(m, q, "block/attention/query", [0, 2, 1, 3])
    k = heads(m, k, "block/attention/key", [0, 2, 3, 1])
    v = heads(m, v, "block/attention/value", [0, 2, 1, 3])
    s = m.node("MatMul", [q, k], "block/attention/scores")
    s = m.node("Mul", [s, m.constant("block/attention/scale", [], 0.25)], "block/attention/scaled")
    s = m.node("Softmax", [s], "block/attention/softmax", axis=-1)
    x = m.node("Transpose", [m.node("MatMul", [s, v], "block/attention/mix")], "block/attention/back",
               perm=[0, 2, 1, 3])
    x = m.node("Reshape", [x, m.numbers("block/attention/joined", [0, 16, width])], "block/attention/join")
    x = m.node("Add", [linear(m, x, "block/attention/out", width, width), "tokens"], "block/residual1")
    norm = [m.constant("block/norm2/weight", [width], 1.0), m.constant("block/norm2/bias", [width], 0.0)]
    y = m.node("LayerNormalization", [x, *norm], "block/norm2", axis=-1, epsilon=1e-5)
    y = linear(m, y, "block/mlp/up", width, 4 * width)
    # GELU as exporters write it for this opset: x * (1 + erf(x / sqrt(2))) / 2
    e = m.node("Div", [y, m.constant("block/mlp/gelu/root", [], math.sqrt(2))], "block/mlp/gelu/div")
    e = m.node("Add", [m.node("Erf", [e], "block/mlp/gelu/erf"), m.constant("block/mlp/gelu/one", [], 1.0)],
               "block/mlp/gelu/add")
    e = m.node("Mul", [m.node("Mul", [y, e], "block/mlp/gelu/mul"), m.constant("block/mlp/gelu/half", [], 0.5)],
               "block/mlp/gelu/scaled")
    x = m.node("Add", [linear(m, e, "block/mlp/down", 4 * width, width), x], "block/residual2")
    x = m.node("ReduceMean", [x], "head/mean", axes=[1], keepdims=0)
    w = m.weight("head/fc.weight", [10, width], math.sqrt(1 / width))
    m.node("Gemm", [x, w, m.constant("head/fc.bias", [10], 0.0)], "scores", transB=1)
    m.write(path, [("tokens", ["N", 16, width])], [("scores", ["N", 10])])


folder = pathlib.Path(__file__).parent
resnet_block(folder / "resnet-block.onnx")
transformer_block(folder / "transformer-block.onnx")
