"""The package: help, types, speed, and nothing heavy at import."""
import ast
import inspect
import json
import os
import re
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


def stub_of(body):
    """{name: what a stub says of it}: the types of its arguments without self, 'value', 'property', 'settable' or a class's own."""
    told = {}
    for item in body:
        if isinstance(item, ast.AnnAssign):
            told[item.target.id] = "value"
        elif isinstance(item, ast.ClassDef):
            told[item.name] = stub_of(item.body)
        elif isinstance(item, ast.FunctionDef):
            marks = [ast.unparse(mark) for mark in item.decorator_list]
            taken = [ast.unparse(a.annotation) for a in item.args.args if a.arg != "self"]
            told[item.name] = ("settable" if f"{item.name}.setter" in marks else "property" if "property" in marks else taken)
    return told


def core_of(owner):
    """The same of what pybind11 made. It tells the arguments of a function by the first line of its text."""
    told = {}
    for name, thing in vars(owner).items():
        if name.startswith("__") or name in ("W", "solve", "write", "_matrix"):  # the package adds these
            continue
        if isinstance(thing, property):
            told[name] = "settable" if thing.fset else "property"
        elif inspect.isclass(thing):
            told[name] = core_of(thing)
        elif callable(getattr(owner, name)):
            inner = re.fullmatch(r"\w+\((.*)\) -> .*", getattr(owner, name).__doc__.splitlines()[0])[1]
            types = re.findall(r"\w+: ((?:[^,\[]|\[[^\]]*\])+)", inner)
            told[name] = types[1:] if inner.startswith("self:") else types
        else:
            told[name] = "value"
    return told


def test_stub_equals_the_core():
    from cairn import _core
    path = os.path.join(os.path.dirname(os.path.realpath(cairn.__file__)), "_core.pyi")
    stub, core = stub_of(ast.parse(open(path, encoding="utf-8").read()).body), core_of(_core)

    def compare(told, found, where):
        for name in ("W", "_matrix", "solve", "write", "__len__", "__init__"):
            told.pop(name, None)
        assert told.keys() == found.keys(), where
        for name, what in found.items():
            if isinstance(what, dict):
                compare(told[name], what, name)
            elif isinstance(what, list):
                plain = {"str", "int", "float", "bool"}
                assert len(told[name]) == len(what), name
                assert all(a == b for a, b in zip(told[name], what) if {a, b} & plain and b != "object" and a != "Any"), name
            else:
                assert told[name] == what, name

    compare(stub, core, "_core")


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
