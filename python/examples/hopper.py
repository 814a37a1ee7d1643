"""A hopper in ten lines: the rate at which beads leave for three widths of the slot."""
import sys

import numpy as np

import cairn

quick = "--quick" in sys.argv
scene = cairn.load(cairn.example("hopper.yaml"))
if quick:
    scene["bodies.beads.fill.count"] = 200
for gap in ("20 mm", "25 mm", "30 mm"):
    scene["let.gap"] = gap
    sim = cairn.Simulation(scene)
    sim.run(until=0.42 if quick else 1.0)
    time, mass = sim.series.time, sim.series["flow.mass"]
    late = (time > 0.32) & np.isfinite(mass)
    print(f"gap {gap}: {1e3 * np.polyfit(time[late], mass[late], 1)[0]:.1f} g/s")
