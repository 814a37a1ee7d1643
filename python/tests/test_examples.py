"""The examples run, and say what theory says."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples"
SAME_PICTURE = 5e-4  # mean difference of colours from 0 to 1; a curve that moves by its width makes 4e-3


def is_in_the_guide(picture, name):
    """The picture of the page is the one that the example makes. CAIRN_WRITE_PICTURES=1 puts a new one there."""
    from matplotlib.image import imread
    shown = ROOT / "docs" / "guide" / name
    if "CAIRN_WRITE_PICTURES" in os.environ:
        shutil.copy(picture, shown)
    new, old = imread(picture)[..., :3], imread(shown)[..., :3]
    assert new.shape == old.shape and np.abs(new - old).mean() < SAME_PICTURE, f"{name} is not what its example draws now"
    assert new.std() > 0.02  # something is drawn


def output_of(name, *arguments, cwd):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_example_is_run_here():
    tested = set(re.findall(r'"(\w+\.(?:py|ipynb))"', pathlib.Path(__file__).read_text()))
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")} <= tested


def test_hopper(tmp_path):
    rates = [float(x) for x in re.findall(r": ([\d.]+) g/s", output_of("hopper.py", "--quick", cwd=tmp_path))]
    assert len(rates) == 3 and rates[0] < rates[1] < rates[2]


def test_gripper(tmp_path):
    assert float(re.search(r"at ([\d.]+) m", output_of("gripper.py", cwd=tmp_path)).group(1)) > 0.19


def test_gripper_environment_repeats_itself():
    sys.path.insert(0, str(EXAMPLES))
    from gripper import Gripper
    ends = []
    for seed in (1, 1, 2):
        env = Gripper(limit=5)
        env.reset(seed=seed)
        for _ in range(5):
            observation, *_, truncated, _ = env.step([20.0, 0.1])
        assert truncated
        ends.append(env.sim.hash)
    assert ends[0] == ends[1] != ends[2]


def test_cooling(tmp_path):
    said = output_of("cooling.py", "--quick", cwd=tmp_path)
    fitted, theory = [float(x) for x in re.findall(r"tau = ([\d.]+) s", said)]
    assert abs(fitted / theory - 1) < 0.1


def test_friction(tmp_path):
    said = output_of("friction.py", "way.png", cwd=tmp_path)
    for found, paper in re.findall(r": ([\d.]+) m, on paper ([\d.]+) m", said):
        assert abs(float(found) / float(paper) - 1) < 0.01
    is_in_the_guide(tmp_path / "way.png", "python-friction.png")


def test_arm(tmp_path, program):
    said = output_of("arm.py", cwd=tmp_path)
    assert all(float(off) < 2 for off in re.findall(r"off by ([\d.]+) mm", said)) and said.count("off by") == 3
    assert abs(float(re.search(r"height ([\d.]+) m", said).group(1)) - 0.03) < 1e-3  # of the ball, which lies in the bin
    program("export", "arm.run", "--png", "--by", "group", "--view", "front", "--frame", 142)
    is_in_the_guide(next(tmp_path.glob("arm.run/**/*.png")), "python-arm.png")


def test_theories(tmp_path):
    said = output_of("theories.py", "--quick", cwd=tmp_path)
    assert len(said.strip().splitlines()) == 6 and "Error" not in said


def test_solver(tmp_path):
    assert "gauss_seidel" in output_of("solver.py", cwd=tmp_path)


def test_notebook(tmp_path):
    import nbclient
    import nbformat
    book = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert any("0.3" in str(out) for cell in book.cells for out in cell.get("outputs", []))
