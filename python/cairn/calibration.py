"""Material parameters from measured values: `cairn calibrate`, called from Python."""
from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Union

from . import _core
from .errors import InputError, RunError
from .scene import PathLike


@dataclass(frozen=True)
class Unknown:
    """A value that was sought, in `unit`; the interval from low to high holds 95 %."""
    value: float
    low: float
    high: float
    unit: str
    min: float
    max: float
    verdict: str

    @property
    def determined(self) -> bool:
        return self.verdict == "determined"


@dataclass(frozen=True)
class Target:
    """A measured value, and what the answer predicts for it: the mean over seeds, its standard deviation, and the
    difference in standard deviations of both. `noise` is the scatter of one run."""
    measured: float
    slack: float
    predicted: float
    deviation: float
    off: float
    noise: float
    unit: str


@dataclass(frozen=True)
class Calibration:
    """The result of a calibration; `folder` has its runs, tables and page."""
    folder: str
    unknowns: Dict[str, Unknown]
    targets: Dict[str, Target]
    correlation: List[List[float]]
    warnings: List[str] = field(default_factory=list)


def _program() -> str:
    """The program of the same build as this module, or else the one that is installed."""
    beside = pathlib.Path(_core.__file__).resolve().parents[2] / "cairn"
    found = str(beside) if beside.is_file() and os.access(beside, os.X_OK) else shutil.which("cairn")
    if found is None:
        raise RunError("cairn.calibrate needs the program `cairn`, which is neither beside this module nor in PATH")
    return found


def calibrate(study: Union[PathLike, Mapping[str, Any]], folder: Optional[PathLike] = None, *, jobs: int = 2) -> Calibration:
    """Finds the values that reproduce measurements, as `cairn calibrate` does, and returns them.

        found = cairn.calibrate("beads.yaml", jobs=2)
        found.unknowns["let.mu"].value

    study: a calibration file, the folder of a calibration to go on with, or the contents of a file as a dict, with paths of
    scenes from the present folder; a dict needs `folder`, the folder of the results."""
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise InputError(f"jobs: expected a number from 1, got {jobs!r}")
    if isinstance(study, Mapping):
        if folder is None:
            raise InputError("folder: a calibration that is a dict needs the folder of its results")
        path = os.fspath(folder).rstrip("/") + ".json"
        own = os.path.dirname(path) or "."
        data = json.loads(json.dumps(study))
        for test in data.get("scenes", {}).values():
            if isinstance(test, dict) and "scene" in test:
                test["scene"] = os.path.relpath(test["scene"], own)
        pathlib.Path(path).write_text(json.dumps(data, indent=2) + "\n")
    else:
        path = os.fspath(study)
    is_folder = os.path.isdir(path)
    results = path if is_folder else os.fspath(folder) if folder is not None else pathlib.Path(path).stem + ".calibration"
    words = [_program(), "calibrate", path, "--quiet", "--jobs", str(jobs)] + ([] if is_folder else ["-o", results])
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode == 2:
        raise InputError(done.stderr.strip())
    if done.returncode != 0:
        raise RunError(done.stderr.strip() or f"cairn calibrate ended with code {done.returncode}")
    result = json.loads((pathlib.Path(results) / "result.json").read_text())
    warnings = [line.split("warning: ", 1)[1] for line in done.stderr.splitlines() if "warning: " in line]
    return Calibration(results, {key: Unknown(**row) for key, row in result["unknowns"].items()},
                       {name: Target(**row) for name, row in result["targets"].items()}, result["correlation"], warnings)
