"""A study of friction with a plot: how far a block slides before it stops, against v^2/(2 mu g)."""
import sys

import numpy as np

import cairn

scene = cairn.Scene({
    "let": {"mu": 0.3},
    "materials": {"stone": {"density": 2500, "friction": "mu"}},
    "method": {"implicit": {"law": "coulomb", "tolerance": 1e-9}},
    "time": {"step": "1 ms", "end": "2 s"},
    "bodies": [{"name": "floor", "material": "stone", "shape": "plane", "fixed": True},
               {"name": "block", "material": "stone", "shape": {"box": {"size": [0.1, 0.1, 0.04]}},
                "position": [0, 0, 0.02], "velocity": [1, 0, 0]}],
    "stop": {"when": "kinetic_energy < 1e-9 J", "after": "10 ms"},
})


def way(sim):
    return float(sim.bodies["block"].position[0, 0])


rows = cairn.sweep(scene, {"let.mu": [0.1, 0.2, 0.3, 0.4, 0.6]}, jobs=2, collect=way)
mu = np.array([row["let.mu"] for row in rows])
found = np.array([row["result"].value for row in rows])
for m, x in zip(mu, found):
    print(f"mu = {m}: {x:.4f} m, on paper {1 / (2 * m * 9.81):.4f} m")

import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot  # noqa: E402

figure, ax = pyplot.subplots()
line = np.linspace(0.09, 0.65, 100)
ax.plot(line, 1 / (2 * line * 9.81), label="v²/(2 μ g)")
ax.plot(mu, found, "o", label="cairn")
ax.set_xlabel("friction μ"), ax.set_ylabel("way [m]"), ax.legend()
target = next((a for a in sys.argv[1:] if a.endswith(".png")), "friction.png")
figure.savefig(target)
