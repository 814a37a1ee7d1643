"""Speed of the Python module: what it adds to the engine. Run with PYTHONPATH=build/python.

    python3 python/bench/speed.py [PROGRAM]
"""
import subprocess
import sys
import tempfile
import time

import numpy as np

import cairn


def best(function, repeats=7):
    """Processor seconds of the quickest call."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return min(times)


def ball():
    return {"materials": {"a": {"density": 1000}}, "method": {"explicit": {"law": "hooke", "stiffness": 100}},
            "time": {"step": 1e-4, "end": 1e6}, "bodies": [{"material": "a", "shape": {"sphere": {"radius": 0.01}}}]}


def many(count):
    return {**ball(), "bodies": [{"name": "b", "material": "a", "shape": {"sphere": {"radius": 0.01}},
                                  "lattice": {"kind": "cubic", "spacing": 0.03, "counts": [count, count, count]}}]}


def main():
    n = 20000
    code = "import time, numpy; a = time.process_time(); import cairn; print(time.process_time() - a)"
    took = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5))
    print(f"import beyond numpy            {took:.3f} s      (goal 0.2)")

    sim = cairn.Simulation(ball())
    together = best(lambda: sim.step(n))
    one_by_one = best(lambda: [sim.step() for _ in range(n)])
    print(f"step() beyond a step           {1e6 * (one_by_one - together) / n:.2f} us     (goal 5)")

    sim = cairn.Simulation(many(47))
    took = best(lambda: [sim.bodies.position for _ in range(n)]) / n
    print(f"position of {len(sim.bodies)} bodies     {1e6 * took:.2f} us     (goal 2)")

    if len(sys.argv) < 2:
        return
    scene = cairn.load(cairn.example("hopper.yaml"))
    del scene["output"]
    scene["time.end"] = "0.1 s"
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/hopper.yaml"
        open(path, "w", encoding="utf-8").write(scene.text)

        def program():
            subprocess.run([sys.argv[1], "run", path, "-o", folder + "/a.run", "--force", "--quiet", "-j", "1"], check=True)

        def children():
            import resource
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        theirs, ours = [], []
        for _ in range(5):
            before = children()
            program()
            theirs.append(children() - before)
            begin = time.process_time()
            run = cairn.Simulation(path)
            run.run(progress=False)
            ours.append(time.process_time() - begin)
    print(f"run() against the program      {100 * (min(ours) / min(theirs) - 1):+.1f} %     (goal 1)")
    assert np.isfinite(run.bodies.position).all()


if __name__ == "__main__":
    main()
