"""Haff's law: a gas of balls that lose energy in collisions cools as 1/(1 + t/tau)^2."""
import sys

import numpy as np

import cairn

scene = cairn.load(cairn.example("guide/gas.yaml"))
scene["time.end"] = "0.5 s" if "--quick" in sys.argv else "3 s"
sim = cairn.Simulation(scene)
sim.run()

time, energy = sim.series.time, sim.series["kinetic_energy.total"]
# 1/sqrt(E) grows along a straight line, whose slope is 1/(tau sqrt(E0)).
slope, start = np.polyfit(time, 1 / np.sqrt(energy), 1)
tau = start / slope
fitted = 1 / (start + slope * time) ** 2
print(f"tau = {tau:.4f} s; largest deviation from Haff's law {np.abs(energy / fitted - 1).max():.1%}")

# The same from kinetic theory: collision rate of hard spheres times the loss per collision.
d, e, n = 2e-3, 0.9, len(sim.bodies)
volume = float(scene["let.w"].split()[0]) ** 3 * 1e-9
phi = n * np.pi / 6 * d**3 / volume
g = (1 - phi / 2) / (1 - phi) ** 3
mass = sim.bodies["balls"].mass[0]
temperature = 2 * energy[0] / (3 * n * mass)  # <v^2>/3
rate = 4 * n / volume * d**2 * g * np.sqrt(np.pi * temperature)
print(f"kinetic theory: tau = {6 / ((1 - e**2) * rate):.4f} s")
