"""Bad input is an InputError with file, line, column, key and message."""
import pickle

import numpy as np
import pytest
from conftest import ROOT, scene

import cairn


def test_a_file_gives_line_and_column(tmp_path):
    (tmp_path / "a.yaml").write_text("title: x\nmaterials: {m: {density: 1000}}\nmethod: {explicit: {law: hooke, stiffness: 100}}\n"
                                     "time: {step: 1e-4, end: 1}\nbodies:\n  - {name: a, material: m, shape: {sphere: {radius: 3 s}}}\n")
    with pytest.raises(cairn.InputError) as caught:
        cairn.Simulation(tmp_path / "a.yaml")
    error = caught.value
    assert error.file.endswith("a.yaml") and error.line == 6 and error.column > 30
    assert error.key == "bodies[0].shape.sphere.radius" and "length" in error.message
    assert f"a.yaml:6:{error.column}: " in str(error) and "^" in str(error)
    assert pickle.loads(pickle.dumps(error)).key == error.key


def test_a_changed_file_still_gives_its_lines():
    made = cairn.load(ROOT / "scenes" / "hopper.yaml")
    made["let.gap"] = "3 s"
    with pytest.raises(cairn.InputError) as caught:
        cairn.Simulation(made)
    error = caught.value
    lines = (ROOT / "scenes" / "hopper.yaml").read_text().splitlines()
    assert error.file.endswith("hopper.yaml") and error.line > 0 and "gap" in lines[error.line - 1]


def test_a_dict_gives_the_path_of_the_key():
    for change, key in ((("bodies", 2, "fill", "count"), "bodies[2].fill.count"), (("materials", "stone", "density"), "materials.stone.density"),
                        (("method", "explicit", "stiffness"), "method.explicit.stiffness")):
        data = scene()
        item = data
        for step in change[:-1]:
            item = item[step]
        item[change[-1]] = "seven"
        with pytest.raises(cairn.InputError) as caught:
            cairn.Simulation(data)
        assert caught.value.key == key and caught.value.line == 0 and key in str(caught.value)


def test_unknown_keys_offer_the_nearest_one():
    with pytest.raises(cairn.InputError, match="did you mean 'materials'"):
        cairn.Simulation(scene(materals={}))
    with pytest.raises(cairn.InputError, match="did you mean 'balls'"):
        cairn.Simulation(scene()).bodies["bals"]
    with pytest.raises(cairn.InputError, match="did you mean"):
        cairn.options("solver")
    with pytest.raises(cairn.InputError):
        cairn.Simulation(scene({"explicit": {"law": "hoke"}}))


def test_values_that_no_scene_can_hold():
    for bad in (object(), {1: 2}, b"bytes", float("nan"), float("inf"), 1j):
        with pytest.raises(cairn.InputError):
            cairn.Simulation(scene(gravity=bad))
    for bad in (3, None, ["a"], object()):
        with pytest.raises(cairn.InputError):
            cairn.Simulation(bad)
    with pytest.raises(cairn.InputError):
        cairn.Simulation("no such file.yaml")


def test_wrong_shapes_and_types_say_what_was_expected():
    sim = cairn.Simulation(scene())
    balls = sim.bodies["balls"]
    with pytest.raises(cairn.InputError, match=r"\(40, 3\) or \(3,\), got \(2, 3\)"):
        balls.force = np.zeros((2, 3))
    with pytest.raises(cairn.InputError, match="expected numbers"):
        balls.velocity = "fast"
    with pytest.raises(cairn.InputError, match="expected numbers"):
        balls.velocity = [1j, 0, 0]
    with pytest.raises(cairn.InputError, match="finite"):
        balls.force = [0, float("nan"), 0]
    with pytest.raises(cairn.InputError, match="fixed or driven"):
        sim.bodies["floor"].force = [0, 0, 1]
    with pytest.raises(cairn.InputError, match="does not slide"):
        sim.joints["hinge"].position = 1
    with pytest.raises(cairn.InputError, match="unknown joint 'elbow'; known: hinge"):
        sim.joints["elbow"]
    with pytest.raises(cairn.InputError, match="no body 99"):
        sim.bodies[99]
    with pytest.raises(cairn.InputError):
        sim.bodies[-1]
    with pytest.raises(AttributeError):
        balls.mass = 1
    for bad in (-1, "x", 1.5, None):
        with pytest.raises(cairn.InputError):
            sim.step(bad)
    for bad in (float("nan"), "soon", -1.0):
        with pytest.raises(cairn.InputError):
            sim.run(until=bad)
    with pytest.raises(cairn.InputError, match="threads"):
        cairn.Simulation(scene(), threads=0)
    with pytest.raises(cairn.InputError, match="no contact solver"):
        cairn.Simulation(scene(), solver=lambda problem: problem.guess)
    with pytest.raises(cairn.InputError, match="contact problem"):
        sim.problem
    sim.step()


def test_records_are_not_overwritten(tmp_path):
    sim = cairn.Simulation(scene())
    with sim.record(tmp_path / "a.run"):
        with pytest.raises(cairn.RunError, match="recorded already"):
            sim.record(tmp_path / "b.run")
        sim.step(3)
    with pytest.raises(cairn.InputError):
        sim.record(tmp_path / "a.run")
    with sim.record(tmp_path / "a.run", force=True):
        pass


def test_scene_keys():
    made = cairn.Scene(scene())
    assert made["bodies.balls.fill.count"] == 40 and made["bodies[2].fill.count"] == 40 and made["joints.hinge"]
    made["bodies.balls.fill.count"] = 10
    made["output.frames"] = "1 ms"
    assert made["output"] == {"frames": "1 ms"} and made.data["bodies"][2]["fill"]["count"] == 10
    del made["measure.energy"]
    assert "energy" not in made["measure"]
    for bad in ("bodies.nobody.x", "bodies[9]", "what"):
        with pytest.raises(KeyError):
            made[bad]
    with pytest.raises(KeyError):
        made["bodies.nobody.x"] = 1
    assert len(cairn.Simulation(made).bodies) == 12
    assert "density: 2000" in made.check()


def test_misspelt_names_are_told_with_the_nearest_one():
    sim = cairn.Simulation(scene())
    for call, near in [(lambda: sim.measure("enrgy"), "energy"), (lambda: sim.series["enrgy"], "energy"),
                       (lambda: sim.series["energy.kinetc"], "energy.kinetic"), (lambda: sim.bodies["bals"], "balls")]:
        with pytest.raises(cairn.InputError, match=f"did you mean '{near}'"):
            call()
    with pytest.raises(AttributeError, match="gravty"):
        sim.gravty = [0, 0, -1]
