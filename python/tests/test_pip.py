"""`pip install .` in a virtual environment that sees Debian's packages."""
import os
import subprocess
import sys

import pytest
from conftest import ROOT


def test_pip_install(tmp_path):
    if "CAIRN_BUILD" not in os.environ:
        pytest.skip("CAIRN_BUILD names the tree to build in; ctest sets it")
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "env")], check=True)
    python = str(tmp_path / "env" / "bin" / "python")
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run([python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", str(ROOT)], env=clean,
                          capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    code = ("import cairn; sim = cairn.Simulation(cairn.example('hello.yaml')); sim.step(10); "
            "assert 'site-packages' in cairn.__file__; print(sim.hash)")
    done = subprocess.run([python, "-c", code], cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("0x"), done.stderr
