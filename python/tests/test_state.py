"""What is set from outside is part of the state: save and restore, record and resume."""
import random

import numpy as np
import pytest
from conftest import IMPLICIT, scene

import cairn

METHODS = {"explicit": None, "implicit": IMPLICIT}


def steer(sim, k):
    """A little of everything that may come from outside, by the number of the step."""
    if k % 3 == 0:
        sim.joints["hinge"].torque = 0.01 * (k % 7)
    if k % 5 == 0:
        sim.bodies["flap"].force = [0.1 * k, 0, 0]
        sim.bodies["balls"].torque = np.full((len(sim.bodies["balls"]), 3), 1e-6 * k)
    if k == 20:
        sim.add({"name": "late", "material": "stone", "shape": {"sphere": {"radius": 0.008}}, "position": [0, 0, 0.3]})
    if k == 25:
        sim.gravity = [0.5, 0, -9.81]
    if k == 30:
        sim.event({"materials": {"stone": {"friction": 0.6}}})
    if k == 35:
        sim.joints["hinge"].speed = 1.0
    if k == 40:
        sim.bodies["late"].velocity = [0, 0.5, 0]


@pytest.mark.parametrize("method", METHODS)
def test_save_and_restore_at_random_steps(method, tmp_path):
    rng = random.Random(7)
    sim = cairn.Simulation(scene(METHODS[method]))
    hashes, stops = [], sorted(rng.sample(range(60), 6))
    for k in range(60):
        steer(sim, k)
        if k in stops:
            sim.save(tmp_path / f"state{k}")
        sim.step()
        hashes.append(sim.hash)
    for stop in stops:
        again = cairn.Simulation.restore(tmp_path / f"state{stop}", threads=1 + stop % 2)
        assert again.steps == stop
        for k in range(stop, 60):
            if k > stop:
                steer(again, k)
            again.step()
            assert again.hash == hashes[k], (stop, k)


@pytest.mark.parametrize("method", METHODS)
def test_program_goes_on_with_the_last_values(method, program, tmp_path):
    made = scene(METHODS[method], output={"frames": "10 ms", "contacts": True})
    sim = cairn.Simulation(made)
    with sim.record(tmp_path / "out.run", frames=0.004):
        for k in range(50):
            steer(sim, k)
            sim.step()
    until = sim.time + 20 * sim.time_step
    printed = program("resume", "out.run", "--until", repr(until), "--hash", "--quiet")
    sim.step(20)
    assert sim.hash in printed.split()
    run = cairn.Run(tmp_path / "out.run")
    assert run.summary["state_hash"] == sim.hash


def test_a_state_needs_its_solver_and_measures(tmp_path, program):
    def zero(problem):
        return np.zeros((len(problem), 3))

    method = {"implicit": {"law": "frictionless", "tolerance": 1e-8}}
    data = scene(method, time={"step": 1e-3, "end": 10, "allow_overlap": True}, joints=[], measure={})
    sim = cairn.Simulation(data, solver=zero)
    sim.step(2)
    sim.save(tmp_path / "state")
    with pytest.raises(cairn.RunError, match="zero"):
        cairn.Simulation.restore(tmp_path / "state")
    again = cairn.Simulation.restore(tmp_path / "state", solver=zero)
    again.step(), sim.step()
    assert again.hash == sim.hash

    sim = cairn.Simulation(scene())
    sim.add_measure("top", lambda s: s.bodies.position[:, 2].max(), {"height": "m"}, every=1e-3)
    with sim.record(tmp_path / "own.run"):
        sim.step(30)
    assert np.isfinite(sim.series["top"]).sum() == 3
    assert "top" in program("resume", "own.run", "--until", "1 s", expect=3)


def test_damaged_and_foreign_states_are_refused(tmp_path):
    sim = cairn.Simulation(scene())
    sim.save(tmp_path / "state")
    good = (tmp_path / "state").read_bytes()
    rng = random.Random(3)
    for _ in range(30):
        bad = bytearray(good)
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        (tmp_path / "bad").write_bytes(bad)
        with pytest.raises((cairn.InputError, cairn.RunError)):
            cairn.Simulation.restore(tmp_path / "bad")
    (tmp_path / "bad").write_text("hello")
    with pytest.raises(cairn.InputError):
        cairn.Simulation.restore(tmp_path / "bad")


def test_a_refused_event_leaves_nothing_behind(tmp_path):
    sim, same = cairn.Simulation(scene()), cairn.Simulation(scene())
    for bad in ({"remove": "flop"}, {"add": {"name": "floor", "material": "stone", "shape": "sphere"}},
                {"add": {"name": "x", "material": "wood", "shape": {"sphere": {"radius": 1}}}}, {"bond": {}},
                {"gravity": [0, 0]}, {}):
        with pytest.raises(cairn.InputError):
            sim.event(bad)
    sim.step(20), same.step(20)
    assert sim.hash == same.hash
    sim.save(tmp_path / "state")
    assert cairn.Simulation.restore(tmp_path / "state").hash == sim.hash
