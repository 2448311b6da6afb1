#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times training steps of Halftone and of PyTorch in turn, in one run, on one thread, by CPU time.

  training_peer.py BENCH_TRAINING PEER_NETS OUT.md MODEL.onnx:NET:BATCH ... [--rounds N]

BENCH_TRAINING is the built program (preset release), PEER_NETS a module that has the same nets in PyTorch (peer_nets.py
beside this, which also writes the ONNX files). Every round runs each of them for a short burst, so
that a busy machine hits all alike; ratios are of the minimums over the rounds, medians stand beside them. Prints one
table and writes it into OUT.md. PyTorch must use a real BLAS (Debian: libopenblas0-openmp), or its linear layers run on
reference code.
"""
import argparse
import datetime
import importlib.util
import os
import platform
import statistics
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

BURST = 0.4  # seconds
SLOW = 5e3  # milliseconds of a step from which one step has to do
OURS = ("fp32", "mixed", "uncounted", "recorded")
RATIOS = (  # title, numerator, denominator, goal by net
    ("FP32 / PyTorch eager", "fp32", "torch", {"lenet5": 0.40, "mlp": 0.85, "mobilenet": 0.45, "transformer": 0.70,
                                               "resnet18": 0.90}),
    ("FP32 / PyTorch channels_last", "fp32", "torch channels_last", {}),
    ("FP16 / own FP32", "mixed", "fp32", {"lenet5": 1.15, "mlp": 1.12, "mobilenet": 1.15, "transformer": 1.15,
                                          "resnet18": 1.08}),
    ("FP16 / PyTorch fp16 autocast", "mixed", "torch fp16", {"lenet5": 0.15, "mlp": 0.07, "mobilenet": 0.06,
                                                              "transformer": 0.10, "resnet18": 0.15}),
    ("counts on / off", "mixed", "uncounted", {"": 1.03}),
    ("run file on / off", "recorded", "mixed", {"": 1.03}),
)

# Bytes, of what bench_training answers to "memory"; all in FP16 against all in FP32. The FP16 copies of weights come on
# top of FP32 weights that both have, so the second row grows with the share of weights.
MEMORY = (
    ("activations and gradients, FP16 / FP32", lambda full, step, half, copies, half_step: half / full, 0.60),
    ("the same with the FP16 copies of weights", lambda full, step, half, copies, half_step: (half + copies) / full,
     None),
    ("memory of a step with all scratch, FP16 / FP32", lambda full, step, half, copies, half_step: half_step / step,
     None),
)


class Peer:
    def __init__(self, net, inputs, labels, channels_last=False, half=False):
        self.net = net.to(memory_format=torch.channels_last) if channels_last else net
        self.inputs = inputs.to(memory_format=torch.channels_last) if channels_last else inputs
        self.labels, self.half = labels, half
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1e-3, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu") if half else None

    def step(self):
        self.optimizer.zero_grad()
        if not self.half:
            F.cross_entropy(self.net(self.inputs), self.labels).backward()
            self.optimizer.step()
            return
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.cross_entropy(self.net(self.inputs), self.labels)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()

    def run(self, steps):
        start = time.process_time()
        for _ in range(steps):
            self.step()
        return (time.process_time() - start) * 1e3 / steps


class Halftone:
    def __init__(self, program, model, batch):
        self.process = subprocess.Popen([program, model, str(batch)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        return [float(number) for number in self.process.stdout.readline().split()]


def measure(program, nets, case, rounds):
    model, net, batch = case.split(":")
    ours = Halftone(program, model, batch)
    runners = {name: (lambda steps, name=name: ours.ask(f"{name} {steps}")[0]) for name in OURS}
    for name, channels_last, half in (("torch", False, False), ("torch channels_last", True, False),
                                      ("torch fp16", False, True)):
        built, inputs, labels = nets.build(net, int(batch))
        if not channels_last or inputs.dim() == 4:
            runners[name] = Peer(built, inputs, labels, channels_last, half).run
    first = {name: run(1) for name, run in runners.items()}
    times = {name: [time] if time > SLOW else [] for name, time in first.items()}
    steps = {name: max(1, int(BURST * 1e3 / run(2))) for name, run in runners.items() if first[name] <= SLOW}
    for _ in range(rounds):
        for name in steps:
            times[name].append(runners[name](steps[name]))
    memory = ours.ask("memory")
    node = ours.ask("node")[0]
    ours.process.stdin.close()
    ours.process.wait()
    return {"case": f"{net} b{batch}", "net": net, "times": times, "memory": memory, "node": node}


def verdict(value, goal):
    return "" if goal is None else f" (goal {goal:.2f}{'' if value <= goal else ', missed'})"


def ratio(result, title, above, below, goals):
    times = result["times"]
    if above not in times or below not in times:
        return ""
    value = min(times[above]) / min(times[below])
    middle = statistics.median(a / b for a, b in zip(times[above], times[below]))
    goal = goals.get(result["net"], goals.get(""))
    return f"{value:.3f}, median {middle:.3f}{verdict(value, goal)}"


def table(results, rounds):
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
               platform.machine())
    lines = ["# Training steps against PyTorch", "",
             f"{datetime.date.today()}, {cpu}, one thread, CPU time, minimum over {rounds} interleaved rounds; medians of "
             f"the rounds' ratios beside it. Load of the machine at the end: {os.getloadavg()[0]:.1f} "
             f"({os.cpu_count()} cores, shared with other work). PyTorch {torch.__version__}.", "",
             "| | " + " | ".join(result["case"] for result in results) + " |",
             "| --- |" + " --- |" * len(results)]
    names = list(dict.fromkeys(name for result in results for name in result["times"]))
    for name in names:
        cells = [f"{min(r['times'][name]):.3f} ms, median {statistics.median(r['times'][name]):.3f}"
                 if name in r["times"] else "" for r in results]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    for title, above, below, goals in RATIOS:
        lines.append(f"| **{title}** | " + " | ".join(ratio(r, title, above, below, goals) for r in results) + " |")
    for title, number, goal in MEMORY:
        cells = [number(*r["memory"]) for r in results]
        lines.append(f"| **{title}** | " + " | ".join(f"{cell:.3f}{verdict(cell, goal)}" for cell in cells) + " |")
    lines.append("| **overhead per node, µs** | " + " | ".join(f"{r['node']:.2f} (goal 3)" for r in results) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("nets")
    parser.add_argument("out")
    parser.add_argument("cases", nargs="+", metavar="MODEL:NET:BATCH")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    spec = importlib.util.spec_from_file_location("peer_nets", options.nets)
    nets = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(nets)
    results = [measure(options.program, nets, case, options.rounds) for case in options.cases]
    text = table(results, options.rounds)
    print(text)
    with open(options.out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
