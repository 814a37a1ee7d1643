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


def move(sim):
    """New places and motions of a group, of a list and of one body."""
    balls = sim.bodies["balls"]
    n = len(balls)
    balls.position = balls.position + np.linspace(0, 0.001, 3 * n).reshape(n, 3) * [0, 0, 1]
    balls.velocity = [0.1, 0, 0.2]
    balls.spin = np.tile([0, 0, 3.0], (n, 1))
    balls.orientation = [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]
    sim.bodies[[4, 9]].velocity = [[1, 0, 0], [0, 1, 0]]
    sim.bodies[5].orientation = [0, 1, 0, 0]


@pytest.mark.parametrize("method", METHODS)
def test_bodies_that_are_moved_are_part_of_the_state(method, program, tmp_path):
    sim = cairn.Simulation(scene(METHODS[method]))
    sim.step(15)
    before = sim.energy["imbalance"]
    with sim.record(tmp_path / "out.run"):
        move(sim)
        balls = sim.bodies["balls"]
        assert np.array_equal(sim.bodies[[4, 9]].velocity, [[1, 0, 0], [0, 1, 0]]) and (balls.spin == [0, 0, 3]).all()
        assert np.allclose(balls.orientation[0], [0.5**0.5, 0, 0, 0.5**0.5]) and (sim.bodies[5].orientation == [0, 1, 0, 0]).all()
        assert abs(sim.energy["imbalance"] - before) < 1e-12  # what was put in is booked
        sim.save(tmp_path / "moved")
        sim.step(10)
    again = cairn.Simulation.restore(tmp_path / "moved", threads=2)
    again.step(10)
    assert again.hash == sim.hash
    printed = program("resume", "out.run", "--until", repr(sim.time + 10 * sim.time_step), "--hash", "--quiet")
    sim.step(10)
    assert sim.hash in printed.split()


def test_wrong_places_and_motions_change_nothing():
    sim = cairn.Simulation(scene(IMPLICIT))
    before = sim.hash
    for bodies, field, value in (("floor", "velocity", [0, 0, 1]), ("floor", "spin", [0, 0, 1]), ("balls", "orientation", [0, 0, 0, 0]),
                                 ("balls", "orientation", np.ones((3, 4))), ("balls", "position", [0, 0, np.inf]),
                                 ("balls", "velocity", np.zeros((41, 3)))):
        with pytest.raises(cairn.InputError):
            setattr(sim.bodies[bodies], field, value)
    assert sim.hash == before
    with pytest.raises(cairn.InputError, match="an event gives its motion"):
        sim.bodies["floor"].velocity = [0, 0, 1]
    sim.event({"motion": {"floor": {"translation": {"velocity": [0, 0, 1]}}}})
    sim.step()
    assert np.array_equal(sim.bodies["floor"].velocity, [[0, 0, 1]])


BONDED = {"implicit": {"law": "compliant", "stiffness": "1e5 N/m", "damping_time": "1e-4 s", "tolerance": 1e-8}}


def two_balls():
    ball = {"material": "stone", "shape": {"sphere": {"radius": 0.01}}}
    return scene(BONDED, gravity=[0, 0, 0], joints=[], measure={"kept": {"bonds": {}, "every": "1 ms"}}, bodies=[
        {"name": "a", **ball, "position": [0, 0, 0.1]}, {"name": "b", **ball, "position": [0.02, 0, 0.1]},
        {"name": "c", **ball, "position": [0.06, 0, 0.1]}])


def test_bonds_from_outside_hold_and_are_part_of_the_state(program, tmp_path):
    sim = cairn.Simulation(two_balls())
    sim.step(5)
    with pytest.raises((cairn.InputError, cairn.RunError), match="no two of their bodies touch"):
        sim.event({"bond": {"between": ["b", "c"], "tension": "1 N"}})
    with pytest.raises(cairn.InputError, match="tension"):
        sim.event({"bond": {"between": ["a", "b"]}})
    with pytest.raises(cairn.InputError, match="did you mean"):
        sim.event({"bond": {"between": ["a", "bb"], "tension": "1 N"}})
    with sim.record(tmp_path / "out.run"):
        sim.event({"bond": {"between": ["a", "b"], "tension": "1 N", "stretch": "1 mm"}})
        assert sim.last_step.contacts == 1
        sim.bodies["b"].force = [0.5, 0, 0]
        sim.save(tmp_path / "state")
        sim.step(50)
    assert sim.measure("kept") == {"intact": 1, "broken": 0}
    apart = sim.bodies["b"].velocity[0, 0] - sim.bodies["a"].velocity[0, 0]
    assert abs(apart) < 1e-3 and sim.bodies["a"].velocity[0, 0] > 0.1  # one pulls the other
    again = cairn.Simulation.restore(tmp_path / "state")
    again.step(50)
    assert again.hash == sim.hash
    printed = program("resume", "out.run", "--until", repr(sim.time + 0.05), "--hash", "--quiet")
    sim.step(50)
    assert sim.hash in printed.split()
    # A run that starts from there keeps the bond.
    later = two_balls()
    later.update(bodies=[], start={"from": "out.run"})
    after = cairn.Simulation(later, folder=tmp_path)
    after.bodies["b"].force = [0.5, 0, 0]
    after.step(20)
    assert after.measure("kept") == {"intact": 1, "broken": 0}
    sim.bodies["b"].force = [50, 0, 0]
    sim.step(50)
    assert sim.measure("kept")["broken"] == 1


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
                {"add": {"name": "x", "material": "wood", "shape": {"sphere": {"radius": 1}}}}, {"bond": {}}, {"bond": {"between": ["balls", "floor"], "tension": 1}},
                {"gravity": [0, 0]}, {}):
        with pytest.raises(cairn.InputError):
            sim.event(bad)
    sim.step(20), same.step(20)
    assert sim.hash == same.hash
    sim.save(tmp_path / "state")
    assert cairn.Simulation.restore(tmp_path / "state").hash == sim.hash


def test_a_scene_starts_from_a_recording_with_added_bodies(program, tmp_path):
    sim = cairn.Simulation(scene(IMPLICIT))
    sim.add({"name": "late", "material": "stone", "shape": {"box": {"size": [0.02, 0.02, 0.04]}}, "position": [0, 0, 0.5]})
    sim.add({"material": "stone", "shape": {"sphere": {"radius": 0.01}}, "position": [0, 0, 0.7]})
    with sim.record(tmp_path / "first.run"):
        sim.run(until=0.05, progress=False)
    later = {key: value for key, value in scene(IMPLICIT, time={"step": 1e-3, "end": 0.05}, output={"frames": 0.01}).items()
             if key not in ("bodies", "joints", "measure")}
    (tmp_path / "second.yaml").write_text(cairn.scene.to_text({**later, "start": {"from": "first.run"}}))
    program("run", "second.yaml", "-q")
    first, second = cairn.Run(tmp_path / "first.run"), cairn.Run(tmp_path / "second.run")
    assert second.names[-2:] == first.names[-2:] == ["late", "added[4]"]
    assert np.array_equal(second.frames[0].position, first.frames[-1].position)
    assert np.allclose(second.frames[0].mass, first.frames[-1].mass)
