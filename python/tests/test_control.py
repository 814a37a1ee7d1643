"""Controllers in the loop against closed forms, and exceptions in callbacks."""
import math
import os
import signal
import threading

import numpy as np
import pytest
from conftest import IMPLICIT, scene

import cairn


def pendulum(h, method):
    """A box on a hinge without gravity, turning at 1 rad/s; a controller holds it back with a PD law."""
    length, sizes = 0.2, (0.1, 0.02, 0.02)
    data = {"gravity": [0, 0, 0], "materials": {"steel": {"density": 7800}}, "method": method, "time": {"step": h, "end": 10},
            "bodies": [{"name": "bob", "material": "steel", "shape": {"box": {"size": list(sizes)}}, "position": [length, 0, 0],
                        "velocity": [0, 0, -length], "angular_velocity": [0, 1, 0]}],
            "joints": [{"revolute": {"name": "elbow", "bodies": ["bob", "ground"], "point": [0, 0, 0], "axis": [0, 1, 0]}}]}
    sim = cairn.Simulation(data)
    mass = sim.bodies["bob"].mass[0]
    inertia = mass * ((sizes[0] ** 2 + sizes[2] ** 2) / 12 + length**2)
    omega, zeta = 10.0, 0.1
    kp, kd = inertia * omega**2, 2 * zeta * omega * inertia
    elbow, worst = sim.joints["elbow"], 0.0
    for _ in range(round(1 / h)):
        elbow.torque = -kp * elbow.angle - kd * elbow.turning
        sim.step()
        damped = omega * math.sqrt(1 - zeta**2)
        exact = math.exp(-zeta * omega * sim.time) * math.sin(damped * sim.time) / damped
        worst = max(worst, abs(elbow.angle - exact))
    return worst * omega  # over the amplitude


@pytest.mark.parametrize("method", [{"explicit": {"law": "hooke", "stiffness": 1000}}, IMPLICIT], ids=["explicit", "implicit"])
def test_pd_pendulum(method):
    """A torque that is held over a step is first order in the step."""
    coarse, fine = pendulum(1e-3, method), pendulum(5e-4, method)
    assert coarse < 2e-2 and 1.6 < coarse / fine < 2.6


def test_slider_crank():
    made = cairn.load(cairn.example("guide/crank.yaml"))
    sim = cairn.Simulation(made)
    r, l, worst = 0.1, 0.3, 0.0
    for k in range(500):
        sim.joints["motor"].speed = 5 + 2 * math.sin(4 * math.pi * k / 500)
        sim.step()
        angle = sim.joints["motor"].angle
        exact = r * math.cos(angle) + math.sqrt(l**2 - (r * math.sin(angle)) ** 2) - r - l
        worst = max(worst, abs(sim.joints["guide"].position - exact))
        assert abs(sim.joints["motor"].turning - (5 + 2 * math.sin(4 * math.pi * k / 500))) < 1e-4
    assert worst < 0.5 * r * (7 * sim.time_step) ** 2  # the one Newton step of a time step leaves the square of its turn


def test_a_motor_goes_to_a_position():
    sim = cairn.Simulation(scene(IMPLICIT, gravity=[0, 0, 0]))
    sim.joints["hinge"].angle = 0.3
    sim.step(5)
    assert abs(sim.joints["hinge"].angle - 0.3) < 1e-6


@pytest.mark.parametrize("method", [None, IMPLICIT], ids=["explicit", "implicit"])
def test_forces_set_from_python_equal_those_of_the_scene(method):
    with_force = scene(method)
    with_force["bodies"][1]["force"] = [0.3, 0, 0.1]
    with_force["bodies"][1]["torque"] = [0, 0.01, 0]
    there, here = cairn.Simulation(with_force), cairn.Simulation(scene(method))
    here.bodies["flap"].force = [0.3, 0, 0.1]
    here.bodies["flap"].torque = [0, 0.01, 0]
    for _ in range(100):
        there.step(), here.step()
    assert there.hash == here.hash
    assert abs(here.energy["imbalance"] - there.energy["imbalance"]) < 1e-12


def test_work_of_set_forces_is_booked():
    sim = cairn.Simulation(scene(gravity=[0, 0, 0], joints=[], measure={}))
    before = sim.energy["kinetic"]
    sim.bodies["flap"].force = [0, 0, 2.0]
    sim.step(100)
    gained = sim.energy["work_of_drives"]
    assert gained > 0 and abs(sim.energy["imbalance"]) < 1e-6 * gained + 1e-6 * before


def test_looks_between_orders_change_nothing():
    plain, looked = cairn.Simulation(scene()), cairn.Simulation(scene())
    for k in range(60):
        for sim in (plain, looked):
            sim.joints["hinge"].torque = 0.02 * math.sin(k)
            if sim is looked:
                sim.hash, sim.energy, sim.bodies.velocity
            sim.bodies["flap"].force = [0, 0, math.cos(k)]
            sim.step()
    assert plain.hash == looked.hash


def test_a_failing_measure_stops_the_run_with_its_traceback():
    sim = cairn.Simulation(scene())

    def broken(s):
        if s.time > 0.0045:
            raise ZeroDivisionError("in the measure")
        return 1.0

    sim.add_measure("broken", broken, {"x": "1"}, every=1e-3)
    with pytest.raises(ZeroDivisionError, match="in the measure") as caught:
        sim.run(until=1)
    assert any(item.name == "broken" for item in caught.traceback)
    assert abs(sim.time - 0.005) < 1e-9
    other = cairn.Simulation(scene())
    other.step(50)
    assert sim.hash == other.hash


def test_a_measure_may_look_and_not_change():
    sim = cairn.Simulation(scene())
    sim.add_measure("x", lambda s: s.step() or 0, {"x": "1"})
    with pytest.raises(cairn.RunError, match="cannot change"):
        sim.step()
    sim = cairn.Simulation(scene())
    sim.add_measure("two", lambda s: (s.bodies.position[:, 2].max(), len(s.contacts)), {"top": "m", "n": "1"}, every=2e-3)
    sim.run(until=0.01, progress=False)
    assert np.isfinite(sim.series["two"]["top"]).sum() == 5 and sim.series["two"].units["top"] == "m"
    sim.add_measure("bad", lambda s: [1, 2, 3], {"x": "1"})
    with pytest.raises(cairn.InputError, match="expected 1 numbers"):
        sim.step()


def test_a_failing_solver_breaks_the_step_and_says_so():
    def broken(problem):
        raise KeyError("my solver")

    sim = cairn.Simulation(scene(IMPLICIT, joints=[], measure={}), solver=broken)
    with pytest.raises(KeyError, match="my solver"):
        sim.step(100)
    with pytest.raises(cairn.RunError, match="cannot go on"):
        sim.step()
    sim.bodies.position, sim.time


def test_ctrl_c_stops_between_two_steps():
    for method, steps in ((None, 10**9), (IMPLICIT, None)):
        sim = cairn.Simulation(scene(method))
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            sim.step(steps) if steps else sim.run(until=1e6, progress=False)
        again = cairn.Simulation(scene(method))
        again.step(sim.steps)
        assert again.hash == sim.hash and len(again.contacts) == len(sim.contacts) > 0
        sim.step()


def test_run_ends_where_it_should():
    sim = cairn.Simulation(scene(time={"step": 1e-4, "end": 0.01}))
    assert sim.run(until=0.004) == "until" and abs(sim.time - 0.004) < 1e-12
    assert sim.run() == "end" and abs(sim.time - 0.01) < 1e-12 and sim.done
    assert sim.run(until=0.02) == "end" and abs(sim.time - 0.02) < 1e-12
    sim.step(5)
    assert sim.steps == 205
