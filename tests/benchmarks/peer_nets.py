#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The nets of training_peer.py in PyTorch, and the ONNX files with which Halftone trains the same nets.

  peer_nets.py FOLDER        writes FOLDER/NET_bBATCH.onnx for each case of the table

Files are exported in training mode with nothing folded: batch normalisation stays, and is trained on both sides.
"""
import os
import sys

import torch
from torch import nn

CASES = (("lenet5", 32), ("lenet5", 256), ("mlp", 128), ("mobilenet", 16), ("transformer", 16), ("resnet18", 32))
INPUTS = {"lenet5": (1, 32, 32), "mlp": (784,), "mobilenet": (3, 64, 64), "transformer": (64, 32),
          "resnet18": (3, 32, 32)}


def convolution(inputs, outputs, kernel=3, stride=1, groups=1, activation=None):
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
              nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, *([activation] if activation else []))


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.path = nn.Sequential(convolution(inputs, outputs, stride=stride, activation=nn.ReLU()),
                                  convolution(outputs, outputs))
        same = stride == 1 and inputs == outputs
        self.shortcut = nn.Identity() if same else convolution(inputs, outputs, 1, stride)

    def forward(self, x):
        return torch.relu(self.path(x) + self.shortcut(x))


class Encoder(nn.Module):
    """A layer of a transformer that normalises first."""
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query_key_value, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.query_key_value(self.norm1(x)).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        scores = query @ key.transpose(-1, -2) * (width // self.heads) ** -0.5
        seen = torch.softmax(scores, -1) @ value
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(nn.functional.gelu(self.wide(self.norm2(x))))


class MeanOverTime(nn.Module):
    def forward(self, x):
        return x.mean(1)


def lenet5():
    return nn.Sequential(nn.Conv2d(1, 6, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84),
                         nn.ReLU(), nn.Linear(84, 10))


def mlp():
    return nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))


def mobilenet():
    layers = [convolution(3, 32, stride=2, activation=nn.ReLU6())]
    for inputs, outputs, stride in ((32, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1),
                                    (256, 512, 2), (512, 512, 1), (512, 512, 1)):
        layers += [convolution(inputs, inputs, stride=stride, groups=inputs, activation=nn.ReLU6()),
                   convolution(inputs, outputs, 1, activation=nn.ReLU6())]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))


def transformer():
    width = 128
    return nn.Sequential(nn.Linear(32, width), Encoder(width, 4), Encoder(width, 4), nn.LayerNorm(width),
                         MeanOverTime(), nn.Linear(width, 10))


def resnet18():
    layers = [convolution(3, 64, activation=nn.ReLU())]
    for inputs, outputs, stride in ((64, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2),
                                    (256, 256, 1), (256, 512, 2), (512, 512, 1)):
        layers.append(Residual(inputs, outputs, stride))
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))


def build(net, batch):
    """The net, a batch of inputs and their labels."""
    torch.manual_seed(0)
    return globals()[net](), torch.randn(batch, *INPUTS[net]), torch.randint(0, 10, (batch,))


def export(folder):
    for name, batch in CASES:
        net, inputs, _ = build(name, batch)
        torch.onnx.export(net.train(), inputs, os.path.join(folder, f"{name}_b{batch}.onnx"), opset_version=20,
                          training=torch.onnx.TrainingMode.TRAINING, do_constant_folding=False,
                          input_names=["input"], output_names=["logits"], dynamo=False)


if __name__ == "__main__":
    export(sys.argv[1])
