#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times training steps of Halftone and of PyTorch in turn, in one run, on one thread, by CPU time.

  training_peer.py BENCH_TRAINING PEER_NETS MODEL.onnx NET BATCH [ROUNDS]

BENCH_TRAINING is the built program, PEER_NETS a module that has the same nets in PyTorch (a function build(NET, BATCH)
giving the net and a list of inputs and labels). Prints minimum and median of each, and the ratios of the minimums.
PyTorch must use a real BLAS (Debian: libopenblas0-openmp), or its linear layers run on reference code.
"""
import importlib.util
import statistics
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

BURST = 0.4  # seconds


class Peer:
    def __init__(self, net, inputs, labels, channels_last=False):
        self.net = net.to(memory_format=torch.channels_last) if channels_last else net
        self.inputs = inputs.to(memory_format=torch.channels_last) if channels_last else inputs
        self.labels = labels
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1e-3, momentum=0.9)

    def run(self, steps):
        start = time.process_time()
        for _ in range(steps):
            self.optimizer.zero_grad()
            F.cross_entropy(self.net(self.inputs), self.labels).backward()
            self.optimizer.step()
        return (time.process_time() - start) * 1e3 / steps


class Halftone:
    def __init__(self, program, model, batch, mode, process=None):
        self.mode = mode
        self.process = process or subprocess.Popen([program, "--serve", model, batch], stdin=subprocess.PIPE,
                                                   stdout=subprocess.PIPE, text=True)

    def run(self, steps):
        self.process.stdin.write(f"{self.mode} {steps}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    program, module, model, net, batch = sys.argv[1:6]
    rounds = int(sys.argv[6]) if len(sys.argv) > 6 else 5
    torch.set_num_threads(1)
    spec = importlib.util.spec_from_file_location("peer_nets", module)
    nets = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(nets)
    first = Halftone(program, model, batch, "fp32")
    runners = {"halftone fp32": first, "halftone mixed": Halftone(program, model, batch, "mixed", first.process)}
    for name, channels_last in (("pytorch", False), ("pytorch channels_last", True)):
        built, inputs, labels = nets.build(net, int(batch))
        if channels_last and inputs.dim() != 4:
            continue
        runners[name] = Peer(built, inputs, labels, channels_last)
    steps = {name: max(1, int(BURST * 1e3 / runner.run(2))) for name, runner in runners.items()}
    times = {name: [] for name in runners}
    for _ in range(rounds):
        for name, runner in runners.items():
            times[name].append(runner.run(steps[name]))
    for name, values in times.items():
        print(f"{name:24} min {min(values):9.3f} ms  median {statistics.median(values):9.3f} ms")
    best = min(min(values) for name, values in times.items() if name.startswith("pytorch"))
    full, mixed, eager = (min(times[name]) for name in ("halftone fp32", "halftone mixed", "pytorch"))
    print(f"{net} b{batch}: fp32 / pytorch {full / eager:.3f}, fp32 / pytorch's best {full / best:.3f}, "
          f"mixed / fp32 {mixed / full:.3f}")


if __name__ == "__main__":
    main()
