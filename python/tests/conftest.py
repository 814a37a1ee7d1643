"""Shared by the tests of the Python module. CAIRN_PROGRAM names the program; build/release/cairn if it does not."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CAIRN_PROGRAM", str(ROOT / "build" / "release" / "cairn"))


@pytest.fixture
def program(tmp_path):
    """Runs the program in a folder of its own and returns what it printed."""
    def run(*arguments, expect=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == expect, done.stdout + done.stderr
        return done.stdout + done.stderr
    return run


# Two balls and a block on a floor, with a hinged flap: explicit and small.
def scene(method=None, **more):
    data = {
        "gravity": [0, 0, -9.81],
        "materials": {"stone": {"density": 2000, "friction": 0.4, "restitution": 0.3}},
        "method": method or {"explicit": {"law": "hooke", "stiffness": 20000}},
        "time": {"step": 1e-4 if not method else 1e-3, "end": 10},
        "bodies": [
            {"name": "floor", "material": "stone", "shape": "plane", "fixed": True},
            {"name": "flap", "material": "stone", "shape": {"box": {"size": [0.06, 0.04, 0.01]}}, "position": [0.1, 0, 0.1]},
            {"name": "balls", "material": "stone", "shape": {"sphere": {"radius": 0.01}}, "velocity": [0.2, 0.1, -0.3],
             "fill": {"box": {"min": [-0.05, -0.05, 0.01], "max": [0.05, 0.05, 0.12]}, "count": 40, "seed": 3}},
        ],
        "joints": [{"revolute": {"name": "hinge", "bodies": ["flap", "ground"], "point": [0.07, 0, 0.1], "axis": [0, 1, 0]}}],
        "measure": {"energy": {"every": "5 ms"}, "flap": {"joint": {"joint": "hinge"}, "every": "5 ms"}},
    }
    data.update(more)
    return data


IMPLICIT = {"implicit": {"law": "coulomb", "tolerance": 1e-8}}
