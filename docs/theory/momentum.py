#!/usr/bin/env python3
"""Draws momentum.svg: residual against sweeps of plain sweeps and of momentum per contact, from zero, one panel per
problem. momentum.py CAIRN NAME=PROBLEM.hdf5 ... solves each problem with pgs under both laws."""
import json
import subprocess
import sys
from math import log10

W, H, LEFT, TOP, GAP = 300, 220, 46, 30, 24
COLOURS = {"coulomb": "#b5482f", "cone": "#2f6db5"}


def history(cairn, problem, law, accelerate):
    run = subprocess.run([cairn, "solve", problem, "--json", "--solver", "pgs", "--law", law, "--guess", "none", "--tolerance",
                          "1e-6", "--max-iterations", "4000", "--set", "accelerate=" + accelerate],
                         capture_output=True, text=True, check=False)
    least, points = 1e9, []
    for sweeps, residual in json.loads(run.stdout)["history"]:
        least = min(least, residual)
        if sweeps > 0:
            points.append((sweeps, least))
    return points


def place(k, sweeps, residual):
    x = LEFT + k * (W + GAP) + W * log10(sweeps) / log10(4000)
    return f"{x:.1f},{TOP + H * -log10(min(1, max(1e-6, residual))) / 6:.1f}"


def panel(k, name, cairn, problem):
    left = LEFT + k * (W + GAP)
    out = [f'<rect x="{left}" y="{TOP}" width="{W}" height="{H}" fill="none" stroke="#888"/>',
           f'<text x="{left + W / 2}" y="{TOP - 10}" text-anchor="middle">{name}</text>']
    for power in range(0, 7, 2):
        y = TOP + H * power / 6
        out.append(f'<path d="M{left} {y:.1f}h{W}" stroke="#ddd"/>')
        if k == 0:
            out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">1e-{power}</text>')
    for sweeps in (1, 10, 100, 1000):
        x = left + W * log10(sweeps) / log10(4000)
        out.append(f'<text x="{x:.1f}" y="{TOP + H + 16}" text-anchor="middle">{sweeps}</text>')
    for law, colour in COLOURS.items():
        for accelerate, dash in (("false", "4 3"), ("momentum", "none")):
            line = " ".join(place(k, *point) for point in history(cairn, problem, law, accelerate))
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6" stroke-dasharray="{dash}"/>')
    return out


def main():
    panels = [argument.split("=", 1) for argument in sys.argv[2:]]
    width, height = LEFT + len(panels) * (W + GAP), TOP + H + 52
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="DejaVu Sans, sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    for k, (name, problem) in enumerate(panels):
        out += panel(k, name, sys.argv[1], problem)
    out.append(f'<text x="{LEFT}" y="{height - 12}">residual against sweeps; dashed: plain, solid: momentum; '
               '<tspan fill="#b5482f">coulomb</tspan>, <tspan fill="#2f6db5">cone</tspan></text></svg>')
    with open("momentum.svg", "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
