"""Nothing that is said from Python crashes the interpreter, and nothing leaks."""
import gc
import os
import random
import resource

import numpy as np
import pytest
from conftest import IMPLICIT, scene

import cairn

CALLS = 10_000


def odd_value(rng, sim):
    """Something that may or may not fit."""
    kind = rng.randrange(16)
    return [lambda: rng.uniform(-2, 2), lambda: [rng.uniform(-1, 1) for _ in range(rng.randrange(5))], lambda: None,
            lambda: "balls", lambda: rng.choice(["flap", "floor", "nobody", "", "hinge"]), lambda: float("nan"),
            lambda: rng.randrange(-3, 60), lambda: np.zeros((rng.randrange(45), rng.randrange(4))), lambda: object(),
            lambda: {"remove": rng.choice(["flap", "balls", "x"])}, lambda: {"gravity": [0, 0, -rng.random()]},
            lambda: {"add": {"material": "stone", "shape": {"sphere": {"radius": 0.01}}, "position": [rng.random(), 0, 2]}},
            lambda: 1e308, lambda: sim.bodies.position, lambda: np.array([1j]), lambda: [0.0, 0.0, 0.1]][kind]()


def odd_call(rng, sim, kept):
    """One random call; whatever is refused must be refused by an ordinary exception."""
    value = odd_value(rng, sim)
    field = rng.choice(["position", "velocity", "orientation", "spin", "force", "torque", "radius", "mass", "uid", "group"])
    calls = [lambda: sim.step(value), lambda: sim.step(rng.randrange(3)), lambda: sim.event(value), lambda: sim.bodies[value],
             lambda: setattr(sim.bodies[rng.choice(["balls", "flap"])], field, value), lambda: kept.append(getattr(sim.bodies, field)),
             lambda: kept and kept.pop(rng.randrange(len(kept))).sum(), lambda: getattr(sim.bodies.by_uid, field), lambda: sim.contacts,
             lambda: setattr(sim.joints["hinge"], rng.choice(["angle", "speed", "torque", "position"]), value), lambda: sim.measure(value),
             lambda: sim.joints[value], lambda: sim.run(until=value) if not isinstance(value, (int, float)) or value < sim.time else None,
             lambda: sim.energy, lambda: sim.hash, lambda: sim.series[value], lambda: setattr(sim, "gravity", value),
             lambda: cairn.Simulation(value), lambda: cairn.solve(value, value, value), lambda: sim.problem, lambda: sim.last_step,
             lambda: sim.add_measure(value, value, {"a": "1"}), lambda: sim.save(value) if not isinstance(value, str) else None,
             lambda: sim.bodies[rng.randrange(45)].position, lambda: cairn.pack(value), lambda: sim.record(value, frames=value)
             if not isinstance(value, (str, int)) else None,
             lambda: sim.event({"bond": {"between": value, "tension": rng.uniform(-1, 1)}}),
             lambda: cairn.forces(sim.contacts, position=sim.bodies.by_uid.position, mass=value, uid=sim.bodies.by_uid.uid, friction=value),
             lambda: cairn.forces(cairn.Contacts(value, value, value), position=value, mass=value, force=value),
             lambda: sim.bodies["balls"].velocity.__imul__(value)]
    try:
        rng.choice(calls)()
    except (cairn.InputError, cairn.RunError, KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        pass


def test_random_misuse_never_crashes():
    rng = random.Random(11)
    kept = []
    sim = None
    for k in range(CALLS):
        if k % 250 == 0:
            sim = cairn.Simulation(scene(IMPLICIT if (k // 250) % 2 else None, time={
                "step": 1e-3 if (k // 250) % 2 else 1e-4, "end": 0.02, "allow_overlap": True, "allow_gain": True}))
        odd_call(rng, sim, kept)
    for array in kept:
        array.sum()


# At most this much for all of them: what numpy and Python keep for themselves.
SIMULATIONS, GROWTH = (10_000, 16) if "CAIRN_LONG" in os.environ else (150, 4)  # MiB


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer keeps freed memory")
def test_no_leak_over_many_simulations():
    def round_trip():
        sim = cairn.Simulation(scene(IMPLICIT))
        sim.add_measure("top", lambda s: s.bodies.position[:, 2].max(), {"height": "m"})
        arrays = [sim.bodies.position, sim.bodies.velocity[3:], sim.bodies.uid]
        sim.step(5), sim.contacts, sim.energy, sim.problem.W, sim.series
        sim.add({"material": "stone", "shape": {"sphere": {"radius": 0.01}}, "position": [0, 0, 1]})
        sim.bodies["balls"].force = [0, 0, 1e-3]
        sim.step(2)
        return len(arrays)

    for _ in range(30):
        round_trip()
    gc.collect()
    before, objects = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(gc.get_objects())
    for _ in range(SIMULATIONS):
        round_trip()
    gc.collect()
    grown, more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, len(gc.get_objects()) - objects
    print(f"{SIMULATIONS} simulations: {grown} KiB and {more} objects more")
    assert grown < 1024 * GROWTH and more < 200
