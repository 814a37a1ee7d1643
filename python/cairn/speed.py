"""Speed of the module: what it adds to the engine. `cairn bench python` runs it as `python3 -m cairn.speed PROGRAM`.

Each line has a name, a value and its unit, separated by tabs."""
from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterator, Tuple

import numpy as np

import cairn

CALLS = 20000
Row = Tuple[str, float, str]


def best(function: Callable[[], Any], repeats: int = 7) -> float:
    """Processor seconds of the quickest call."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return min(times)


def balls(side: int) -> Dict[str, Any]:
    """A cubic lattice of balls that do not touch."""
    return {"materials": {"a": {"density": 1000}}, "method": {"explicit": {"law": "hooke", "stiffness": 100}},
            "time": {"step": 1e-4, "end": 1e6},
            "bodies": [{"name": "b", "material": "a", "shape": {"sphere": {"radius": 0.01}},
                        "lattice": {"kind": "cubic", "spacing": 0.03, "counts": [side, side, side]}}]}


def of_import() -> Row:
    code = "import time, numpy; a = time.process_time(); import cairn; print(time.process_time() - a)"
    took = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
            for _ in range(5)]
    return "import", 1e3 * min(took), "ms beyond numpy's (goal 200)"


def of_step() -> Row:
    sim = cairn.Simulation(balls(1))
    together = best(lambda: sim.step(CALLS))

    def by_calls() -> None:
        for _ in range(CALLS):
            sim.step()

    one_by_one = best(by_calls)
    return "step", 1e6 * (one_by_one - together) / CALLS, "us beyond the step itself (goal 5)"


def of_view() -> Row:
    sim = cairn.Simulation(balls(47))
    took = best(lambda: [sim.bodies.position for _ in range(CALLS)]) / CALLS
    return "position", 1e6 * took, f"us for a view of {len(sim.bodies)} bodies (goal 2)"


def of_run(program: str) -> Row:
    """A hopper in the program and here, by turns."""
    import resource
    scene = cairn.load(cairn.example("hopper.yaml"))
    del scene["output"]
    scene["time.end"] = "0.1 s"

    def children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    theirs, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/hopper.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(scene.text)
        for _ in range(5):
            before = children()
            subprocess.run([program, "run", path, "-o", folder + "/a.run", "--force", "--quiet", "-j", "1"],
                           check=True, stderr=subprocess.DEVNULL)
            theirs.append(children() - before)
            begin = time.process_time()
            sim = cairn.Simulation(path)
            sim.run(progress=False)
            ours.append(time.process_time() - begin)
    assert np.isfinite(sim.bodies.position).all()
    return "run", 100 * (min(ours) / min(theirs) - 1), "% beyond the program (goal 1)"


def rows(program: str = "") -> Iterator[Row]:
    """All measurements; that against the program needs the program."""
    yield of_import()
    yield of_step()
    yield of_view()
    if program:
        yield of_run(program)


if __name__ == "__main__":
    for name, value, unit in rows(*sys.argv[1:2]):
        print(f"{name}\t{value:.6g}\t{unit}", flush=True)
