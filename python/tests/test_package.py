"""The package: help, types, speed, and nothing heavy at import."""
import inspect
import json
import os
import shutil
import subprocess
import sys

import pytest
from conftest import PROGRAM

import cairn


def test_help_is_worth_reading():
    for name in cairn.__all__:
        thing = getattr(cairn, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
    for name, member in inspect.getmembers(cairn.Simulation):
        if not name.startswith("_") and name not in ("title", "bodies", "joints"):
            assert inspect.getdoc(member), f"Simulation.{name}"
    assert "sim.run(until=0.3)" in cairn.Simulation.__doc__


def test_stub_names_all_that_the_core_has():
    stub = open(os.path.join(os.path.dirname(os.path.realpath(cairn.__file__)), "_core.pyi"), encoding="utf-8").read()
    from cairn import _core
    for name in dir(_core):
        if not name.startswith("__"):
            assert f"def {name}(" in stub or f"class {name}" in stub or f"{name}:" in stub, name
    for kind in (_core.Session, _core.Problem):
        for name in vars(kind):
            if not name.startswith("_") and name != "W":
                assert f"def {name}(" in stub, f"{kind.__name__}.{name}"


def test_types_check():
    mypy = subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True)
    if mypy.returncode:
        pytest.fail("mypy is needed: tools/install test")
    folder = os.path.dirname(os.path.realpath(cairn.__file__))
    done = subprocess.run([sys.executable, "-m", "mypy", "--no-error-summary", "--ignore-missing-imports", "--cache-dir", "/dev/null",
                           "--follow-imports", "silent", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_import_brings_nothing_heavy():
    code = "import cairn, sys; assert not {'scipy', 'pandas', 'matplotlib', 'multiprocessing'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_speed_has_a_row_for_each_goal(monkeypatch):
    from cairn import speed
    monkeypatch.setattr(speed, "CALLS", 200)
    rows = {name: (value, unit) for name, value, unit in speed.rows()}
    assert list(rows) == ["import", "step", "position"] and all("goal" in unit for _, unit in rows.values())
    assert 0 < rows["import"][0] < 1e5 and 0 < rows["position"][0] < 1e6


def test_bench_python_runs_the_module_beside_the_program(tmp_path):
    module = tmp_path / "python" / "cairn"
    module.mkdir(parents=True)
    shutil.copy(PROGRAM, tmp_path / "cairn")
    (module / "__init__.py").write_text("")
    (module / "speed.py").write_text("import sys; print('import\\t1.5\\tms'); print('no row'); print(f'run\\t2\\t{sys.argv[1]}')")

    def bench(*arguments):
        done = subprocess.run([tmp_path / "cairn", "bench", "python", *arguments], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    found = json.loads(bench("--json"))["python"]
    assert found["values"] == {"import": 1.5, "run": 2} and found["units"] == {"import": "ms", "run": str(tmp_path / "cairn")}
    (module / "__init__.py").write_text("raise ImportError")
    assert "not measured" in bench() and "`make build` makes it" in bench()
