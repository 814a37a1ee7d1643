"""Results folders, tables, batches, packings and forces."""
import numpy as np
import pytest
from conftest import IMPLICIT, scene

import cairn


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "a.run"
    sim = cairn.Simulation(scene(IMPLICIT, title="A run", time={"step": 1e-3, "end": 0.1}, output={"contacts": True}))
    with sim.record(folder, frames=0.02):
        assert sim.run(progress=False) == "end"
    found = cairn.Run(folder)
    found.sim = sim
    return found


def test_series_frames_and_summary(run):
    assert len(run.frames) == 6 and np.allclose(run.frames.time, np.arange(6) * 0.02)
    assert run.summary["title"] == "A run" and run.summary["state_hash"] == run.sim.hash and run.summary["stop_reason"] == "end"
    series = run.series
    assert series.units["energy.kinetic"] == "J" and len(series.time) == 21
    assert np.array_equal(series["energy.kinetic"], run.sim.series["energy.kinetic"])
    assert np.array_equal(series["flap"]["angle"], run.sim.series["flap.angle"], equal_nan=True)
    assert run.sim.measure("energy")["kinetic"] == series["energy.kinetic"][-1]
    with pytest.raises(cairn.InputError, match="did you mean"):
        series["energy.kinetics"]
    last = run.frames[-1]
    assert np.array_equal(last.mass, run.sim.bodies.by_uid.mass)
    assert np.array_equal(last.position, run.sim.bodies.by_uid.position) and len(last.of("balls")) == 40
    assert len(run.frames[1:3]) == 2 and len(last.contacts) == len(run.sim.contacts)
    with pytest.raises(IndexError):
        run.frames[6]
    assert run.scene["time"]["end"] == 0.1 and run.names == ["floor", "flap", "balls"]


def test_pandas_and_plot(run):
    import matplotlib
    matplotlib.use("Agg")
    table = run.to_pandas()
    assert table.index.name == "time" and table.attrs["units"]["flap.angle"] == "rad" and len(table) == 21
    axes = run.plot("energy.kinetic", "energy.gravity")
    assert len(axes.lines) == 2 and axes.get_xlabel() == "time [s]"
    assert len(run.plot("flap.angle", over="energy.kinetic").lines) == 1


def test_the_program_checks_the_folder(run, program):
    assert "as cairn wrote them" in program("check", run.folder)


@pytest.mark.parametrize("method", [None, IMPLICIT, {"impact": {}}], ids=["explicit", "implicit", "impact"])
def test_a_recording_begun_late_has_contacts_from_its_first_frame(method, tmp_path):
    more = {} if method is None or "implicit" in method else {"joints": [], "measure": {}, "time": {"step": 1e-3, "end": 1}}
    sim = cairn.Simulation(scene(method, output={"contacts": True}, **more))
    sim.run(until=0.2, progress=False)
    for steps in (0, 7):
        contacts = sim.contacts
        assert len(contacts) > 10 and np.abs(contacts.force).max() > 0
        with sim.record(tmp_path / f"{steps}.run"):
            sim.step(steps)
        frames = cairn.Run(tmp_path / f"{steps}.run").frames
        assert np.array_equal(frames[0].contacts.force, contacts.force) and np.array_equal(frames[0].contacts.bodies, contacts.bodies)
        assert np.array_equal(frames[-1].contacts.force, sim.contacts.force) and frames[-1].time == sim.time


def test_contacts_are_there_after_whatever_happens():
    sim = cairn.Simulation(scene(IMPLICIT))
    counts = []
    sim.add_measure("n", lambda s: counts.append(len(s.contacts)) or len(s.contacts), {"n": "1"}, every=0.01)
    sim.run(until=0.2, progress=False)
    assert counts[-1] == len(sim.contacts) > 10
    sim.bodies["balls"].velocity *= 0.5
    assert len(sim.contacts) > 10
    sim.gravity = [0, 0, -5]
    assert len(sim.contacts) > 10


def test_foreign_folders_are_refused(tmp_path):
    with pytest.raises(cairn.InputError):
        cairn.Run(tmp_path)
    (tmp_path / "scene.yaml").write_text("title: x\n")
    (tmp_path / "run.h5").write_bytes(b"x" * 100)
    with pytest.raises(cairn.InputError):
        cairn.Run(tmp_path).frames
    with pytest.raises(cairn.InputError):
        cairn.Run(tmp_path).summary


def test_forces_of_a_run(run):
    found = cairn.forces(run)
    assert found.report["converged"] and found.contacts.force_compatible.shape == (len(found.contacts), 3)
    with pytest.raises(cairn.InputError):
        cairn.forces(run, 99)


def test_batch_is_in_order_and_the_same(tmp_path):
    scenes = [scene(gravity=[0, 0, -g], time={"step": 1e-4, "end": 0.01}) for g in (1, 5, 9)] + [{"bodies": 3}]
    results = cairn.batch(scenes, jobs=2, collect=lambda sim: float(sim.gravity[2]), folders=[tmp_path / f"{k}.run" for k in range(4)])
    assert [r.value for r in results[:3]] == [-1, -5, -9] and "InputError" in results[3].error
    alone = cairn.Simulation(scenes[1])
    alone.run(progress=False)
    assert results[1].hash == alone.hash and results[1].measures["energy"] == alone.measure("energy")
    assert cairn.Run(tmp_path / "1.run").summary["state_hash"] == alone.hash
    rows = cairn.sweep(scenes[0], {"gravity": [[0, 0, -1], [0, 0, -5]], "time.end": [0.005, 0.01]})
    assert len(rows) == 4 and rows[3]["result"].hash == alone.hash


BALL = {
    "let": {"e": 0.5},
    "materials": {"grain": {"density": 2500, "restitution": "e"}},
    "method": {"explicit": {"law": "hooke", "stiffness": 1e5}}, "time": {"step": 4e-6, "end": 0.5},
    "bodies": [{"name": "plate", "material": "grain", "shape": "plane", "position": [0, 0, "-5 mm"], "fixed": True},
               {"name": "ball", "material": "grain", "shape": {"sphere": {"radius": "5 mm"}}, "position": [0, 0, "0.2 - 0.5^2/(2*9.81)"],
                "velocity": [0, 0, -0.5]}],
    "measure": {"ball": {"position": {"body": "ball"}, "every": "10 ms"}},
    "stop": {"when": "kinetic_energy < 6e-8 J", "after": "0.5 ms"},
}


def test_calibrate_finds_a_restitution(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ball_scene.json").write_text(cairn.Scene(BALL).text)
    study = {"unknowns": {"let.e": {"min": 0.3, "max": 0.95}}, "budget": {"evaluations": 8},
             "scenes": {"ball": {"scene": "ball_scene.json", "repeats": 1,
                                 "targets": [{"measure": "ball.z", "value": "98 mm", "uncertainty": "1 mm"}]}}}
    (tmp_path / "out").mkdir()
    found = cairn.calibrate(study, "out/ball", jobs=1)
    e = found.unknowns["let.e"]  # 98 mm of 200 mm is 0.7 squared; the interval is that of the uncertainty
    assert e.determined and e.low < 0.7 < e.high and e.high - e.low < 0.03 and not found.warnings
    assert abs(found.targets["ball: ball.z"].off) < 2 and found.correlation == [[1]]
    again = cairn.calibrate("out/ball")
    assert again.unknowns == found.unknowns
    study["scenes"]["ball"]["targets"][0]["value"] = "98"
    with pytest.raises(cairn.InputError, match="a target needs its unit"):
        cairn.calibrate(study, "other")
    with pytest.raises(cairn.InputError, match="folder"):
        cairn.calibrate(study)


def test_pack():
    packing = cairn.pack({"shape": {"sphere": {"diameter": "5 mm"}},
                          "fill": {"box": {"min": [0, 0, 0], "max": [0.05, 0.05, 0.05]}, "count": 200, "seed": 1}})
    assert len(packing) == 200 and np.allclose(packing.radius, 0.0025)
    x = packing.position
    apart = np.linalg.norm(x[:, None] - x[None], axis=2) + np.eye(200)
    assert apart.min() >= 0.005 * (1 - 1e-9) and x.min() >= 0.0025 - 1e-12
    with pytest.raises(cairn.InputError) as caught:
        cairn.pack({"shape": {"sphere": {"diameter": "5 kg"}}})
    assert caught.value.key == "bodies[0].shape.sphere.diameter"


def test_tables():
    assert {"methods", "laws", "solvers", "shapes", "joints", "measures"} <= set(cairn.options())
    solvers = cairn.options("solvers")
    assert "nlgs" in solvers and "local" in solvers["nlgs"].options and "local" in str(solvers)
    assert "@" in cairn.cite("nlgs") and "cairn" in cairn.cite()
    with pytest.raises(cairn.InputError):
        cairn.cite("no such thing")
    assert cairn.schema()["type"] == "object"
