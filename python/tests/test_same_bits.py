"""The module gives the hashes of the program: golden scenes, from text, file and dict, whatever is looked at meanwhile."""
import re

import pytest
from conftest import IMPLICIT, ROOT, scene

import cairn

GOLDEN = re.findall(r'\{"(\w+)", (\d+), (0x[0-9a-f]+), R"yaml\((.*?)\)yaml"', (ROOT / "tests/golden/scenes.h").read_text(), re.S)


def test_all_golden_scenes_are_found():
    assert len(GOLDEN) >= 13


@pytest.mark.parametrize("name, steps, hash, text", GOLDEN, ids=[g[0] for g in GOLDEN])
def test_golden_scene_as_the_program(name, steps, hash, text, tmp_path, program):
    (tmp_path / "scene.yaml").write_text(text)
    sim = cairn.Simulation(tmp_path / "scene.yaml", threads=2)
    sim.step(int(steps))
    printed = program("run", "scene.yaml", "--until", repr(sim.time), "--hash", "--quiet", "-j", "1")
    assert f"hash {steps} {sim.hash}" in printed


@pytest.mark.parametrize("name, steps, hash, text", [g for g in GOLDEN if int(g[1]) <= 400], ids=lambda x: x[:10])
def test_golden_as_dict_with_looks(name, steps, hash, text, tmp_path):
    (tmp_path / "scene.yaml").write_text(text)
    whole = cairn.Simulation(tmp_path / "scene.yaml")
    whole.step(int(steps))
    sim = cairn.Simulation(cairn.load(tmp_path / "scene.yaml").data)
    while sim.steps < int(steps):
        sim.step(min(7, int(steps) - sim.steps))
        sim.bodies.velocity, sim.energy, sim.contacts, sim.hash
    assert sim.hash == whole.hash


def test_program_prints_the_same_hash(program, tmp_path):
    for method in (None, IMPLICIT):
        made = cairn.Scene(scene(method, time={"step": 1e-3 if method else 1e-4, "end": 0.05}))
        (tmp_path / "scene.yaml").write_text(made.text)
        printed = program("run", "scene.yaml", "--force", "--hash", "--quiet")
        sim = cairn.Simulation(made, threads=2)
        sim.run()
        assert sim.hash in printed.split()


def test_a_change_is_a_set_of_the_program(program, tmp_path):
    text = (ROOT / "scenes/hello.yaml").read_text()
    (tmp_path / "hello.yaml").write_text(text)
    made = cairn.load(tmp_path / "hello.yaml")
    made["time.end"] = "60 ms"
    made["gravity"] = [0, 0, -5]
    sim = cairn.Simulation(made)
    sim.run()
    printed = program("run", "hello.yaml", "--hash", "--quiet", "--set", "time.end=60ms", "--set", "gravity=[0,0,-5]")
    assert sim.hash in printed.split()
