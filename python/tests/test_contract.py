"""Every name that users of the module rely on, used as they would use it."""
import csv
import inspect

import numpy as np
import pytest

import cairn

SCENE = """\
title: Beads on a gate
let: {d: 10 mm, gap: 40 mm}
materials:
  glass: {density: 2500, friction: 0.4, restitution: 0.3}
method: {implicit: {law: coulomb, tolerance: 1e-8, compatible_forces: hooke}}
time: {step: 1 ms, end: 0.4 s}
bodies:
  - {name: floor, material: glass, shape: plane, position: [0, 0, -0.2], fixed: true}
  - {name: gate, material: glass, shape: {box: {size: [0.2, gap, 10 mm]}}, position: [0, 0, -5 mm], fixed: true}
  - {name: beads, material: glass, shape: {sphere: {diameter: d}},
     fill: {box: {min: [-0.02, -0.02, 0], max: [0.02, 0.02, 0.1]}, count: 30, seed: 1}}
  - {name: probe, material: glass, shape: {sphere: {radius: 4 mm}}, position: [0.08, 0, 4 mm]}
  - {name: arm, material: glass, shape: {box: {size: [0.1, 0.01, 0.01]}}, position: [0.35, 0, 0.2]}
joints:
  - {revolute: {name: elbow, bodies: [arm, ground], point: [0.3, 0, 0.2], axis: [0, 1, 0]}}
measure:
  flow: {mass_below: {z: -15 mm}, every: 10 ms}
  energy: {every: 10 ms}
output: {contacts: true}
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "gate.yaml").write_text(SCENE)
    return tmp_path / "gate.yaml"


def test_a_session_from_load_to_plot(file, tmp_path):
    scene = cairn.load(file)
    scene["let.gap"] = "60 mm"
    assert scene["let.gap"] == "60 mm" and scene["bodies"][1]["name"] == "gate"
    sim = cairn.Simulation(scene, threads=2)
    same = cairn.Simulation(dict(scene))
    sim.step(20), same.step(20)
    assert sim.hash == same.hash and sim.steps == 20 and abs(sim.time - 0.02) < 1e-12
    assert sim.run(until=0.1, progress=False) == "until"
    assert {"kinetic", "gravity", "imbalance"} <= set(sim.energy)
    assert sim.last_step.iterations >= 0 and sim.last_step.residual <= 1e-8 and sim.last_step.max_overlap >= 0

    count = len(sim.bodies)
    shapes = {"position": (count, 3), "velocity": (count, 3), "orientation": (count, 4), "spin": (count, 3), "force": (count, 3),
              "torque": (count, 3), "mass": (count,), "radius": (count,), "uid": (count,), "group": (count,)}
    for name, shape in shapes.items():
        array = getattr(sim.bodies, name)
        assert array.shape == shape and (array.dtype == np.float64 or name in ("uid", "group")), name
        assert np.array_equal(getattr(sim.bodies.by_uid, name), array[np.argsort(sim.bodies.uid)], equal_nan=True), name
    assert np.shares_memory(sim.bodies.position, sim.bodies.position)
    assert sim.bodies["beads"].position.shape == (30, 3) and sim.bodies[32].name == "probe"

    sim.bodies["probe"].force = [0, 0, 1]
    sim.joints["elbow"].speed = 2.0
    sim.step(5)
    assert sim.bodies["probe"].velocity[0, 2] > 0.5 and abs(sim.joints["elbow"].speed - 2) < 1e-6
    assert sim.joints["elbow"].torque != 0 and sim.joints["elbow"].angle > 0
    contacts = sim.contacts
    assert len(contacts) > 0 and contacts.bodies.shape == (len(contacts), 2)
    for name, shape in {"force": (3,), "point": (3,), "normal": (3,), "gap": (), "force_compatible": (3,)}.items():
        assert getattr(contacts, name).shape == (len(contacts), *shape), name

    sim.event({"remove": "gate"})
    sim.add({"name": "late", "material": "glass", "shape": {"sphere": {"radius": "1 mm"}}, "position": [0, 0, 0.3]})
    sim.save(tmp_path / "state")
    again = cairn.Simulation.restore(tmp_path / "state")
    assert again.hash == sim.hash
    with sim.record(tmp_path / "out.run", frames=0.01):
        sim.run(until=0.25, progress=False)
    again.run(until=0.25, progress=False)
    assert again.hash == sim.hash and sim.measure("flow")["mass"] > 0

    run = cairn.Run(tmp_path / "out.run")
    assert np.nanmax(run.series["flow"]["mass"]) == sim.measure("flow")["mass"]
    assert run.frames[12].position.shape == (count, 3) and run.summary["state_hash"] == sim.hash
    assert "flow.mass" in run.to_pandas().columns
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert run.plot("flow").get_ylabel() is not None
    assert np.isfinite(cairn.forces(run, 2).contacts.force_compatible).all()


def test_problems_and_solvers(file):
    sim = cairn.Simulation(file)
    sim.step(150)
    problem = sim.problem
    found = cairn.solve(problem.W, problem.q, problem.mu, law="coulomb", solver="auto", tolerance=1e-8)
    assert found.converged and found.residual <= 1e-8
    assert found.velocity.shape == found.impulse.shape == (len(problem), 3) and found.history.shape[1] == 2
    u = (problem.W @ found.impulse.ravel()).reshape(-1, 3) + problem.q
    assert np.allclose(u, found.velocity, atol=1e-12)
    assert cairn.agree(problem, ["nlgs", "newton"]).ok


def test_a_sweep_is_the_table_of_the_program(file, program):
    study = cairn.sweep(file, {"let.d": ["9 mm", "10 mm"]}, repeat=2, jobs=2, until=0.05)
    program("sweep", "gate.yaml", "let.d=9mm,10mm", "--repeat", 2, "--until", "0.05s", "-q")
    lines = (file.parent / "gate.study" / "table.csv").read_text().splitlines()
    rows = list(csv.DictReader(lines[1:]))
    assert [row["state_hash"] for row in rows] == list(study["hash"])
    assert [float(row["seed"]) for row in rows] == list(study["seed"]) == [1, 2, 1, 2]
    assert [float(row["energy.kinetic"]) for row in rows] == list(study["energy.kinetic"]) and study.units["energy.kinetic"] == "J"
    assert list(study["let.d"]) == ["9 mm"] * 2 + ["10 mm"] * 2 and set(study["state"]) == {"done"}
    assert study[3]["result"].hash == study["hash"][3] and len(study) == 4 and "let.d" in str(study).splitlines()[0]
    frame = study.to_pandas()
    assert list(frame.columns) == study.names and frame.attrs["units"]["flow.mass"] == "kg"
    failed = cairn.sweep(file, {"let.d": ["10 mm", "10 kg"]}, until=0.01)
    assert list(failed["state"]) == ["done", "failed"] and "length" in failed["error"][1] and np.isnan(failed["flow.mass"][1])
    for values, more, message in [({"let.d": "10 mm"}, {}, "expected a list"), ([1], {}, "expected a dict"),
                                  ({"seed": [1, 2]}, {"repeat": 2}, "leave one out"), ({"let.d": ["1 mm"]}, {"repeat": 0}, "from 1")]:
        with pytest.raises(cairn.InputError, match=message):
            cairn.sweep(file, values, **more)
    with pytest.raises(cairn.InputError, match="did you mean 'flow.mass'"):
        study["flow.mas"]


def test_errors_name_their_place(file):
    file.write_text(SCENE.replace("friction: 0.4", "frictoin: 0.4"))
    with pytest.raises(cairn.InputError) as caught:
        cairn.Simulation(file)
    error = caught.value
    assert (error.file, error.line, error.key) == (str(file), 4, "materials.glass.frictoin") and error.column > 0
    assert "did you mean 'friction'" in error.message
    scene = cairn.load(file)
    with pytest.raises(cairn.InputError) as caught:
        cairn.Simulation(scene.data)
    assert caught.value.key == "materials.glass.frictoin" and not caught.value.file


def test_what_lists_know():
    for kind in cairn.options():
        assert cairn.options(kind), kind
    assert "tolerance" in inspect.signature(cairn.agree).parameters
    assert "Acary" in cairn.cite("AC18")
    packing = cairn.pack({"shape": {"sphere": {"diameter": "5 mm"}}, "lattice": {"counts": [2, 2, 2], "spacing": "6 mm"}})
    assert packing.position.shape == (8, 3)
    assert [result.time for result in cairn.batch([], jobs=2)] == []
