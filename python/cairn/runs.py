"""Results folders."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, List, Optional

import numpy as np

from . import _core
from .bodies import Contacts
from .errors import InputError
from .scene import PathLike, Scene
from .series import Series


class Frame:
    """One moment of a run: time, step, and arrays in the order of uids: uid, position, orientation, velocity, spin,
    radius, name_index (into run.names); contacts if the run has them, else None."""

    time: float
    step: int
    uid: np.ndarray
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    radius: np.ndarray
    name_index: np.ndarray

    def __init__(self, arrays: Dict[str, Any], names: List[str]):
        self.__dict__.update(arrays)
        self.contacts = None if arrays["contacts"] is None else Contacts(arrays["contacts"])
        self._names = names

    def of(self, name: str) -> np.ndarray:
        """Rows of the bodies of an entry."""
        if name not in self._names:
            raise InputError(f"unknown body {name!r}; known: {', '.join(self._names)}")
        return np.flatnonzero(self.name_index == self._names.index(name))

    def __len__(self) -> int:
        return len(self.uid)

    def __repr__(self) -> str:
        return f"<cairn.Frame: t = {self.time:.6g} s, {len(self)} bodies>"


class Frames:
    """The frames of a run: run.frames[12], run.frames[-1], run.frames.time. Each is read when it is asked for."""

    def __init__(self, path: str, names: List[str]):
        self._path, self._names, self._rows = path, names, _core.frames(path)

    @property
    def time(self) -> np.ndarray:
        return np.array([row[0] for row in self._rows])

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Frame:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]  # type: ignore[return-value]
        if not isinstance(index, (int, np.integer)) or not -len(self) <= index < len(self):
            raise IndexError(f"the run has frames 0 to {len(self) - 1}, not {index!r}")
        return Frame(_core.read_frame(self._path, int(index) % len(self)), self._names)

    def __iter__(self) -> Iterator[Frame]:
        return (self[k] for k in range(len(self)))


class Run:
    """A results folder, of the program or of Simulation.record.

        run = cairn.Run("hopper.run")
        run.series["flow"], run.frames[12].position, run.summary["energy"]
        run.to_pandas(), run.plot("flow")
    """

    def __init__(self, folder: PathLike):
        self.folder = os.fspath(folder)
        if not os.path.isfile(os.path.join(self.folder, "scene.yaml")):
            raise InputError(f"{self.folder!r} is not the folder of a run: it has no scene.yaml")

    def _file(self, name: str) -> str:
        return os.path.join(self.folder, name)

    @property
    def series(self) -> Series:
        """The measures over time, as in series.csv."""
        return Series(*_core.series(self._file("series.csv")))

    @property
    def frames(self) -> Frames:
        return Frames(self._file("run.h5"), self.bodies["names"])

    @property
    def bodies(self) -> Dict[str, Any]:
        """All bodies that ever were: uid, mass, radius, name_index, and the names of the entries."""
        return _core.bodies(self._file("run.h5"))

    @property
    def names(self) -> List[str]:
        return self.bodies["names"]

    @property
    def summary(self) -> Dict[str, Any]:
        """summary.json; a run that has not ended has none."""
        if not os.path.isfile(self._file("summary.json")):
            raise InputError(f"{self.folder!r} has no summary.json: the run has not ended")
        with open(self._file("summary.json"), encoding="utf-8") as file:
            return json.load(file)

    @property
    def scene(self) -> Scene:
        """The scene as it was run, with every default."""
        return Scene.load(self._file("scene.yaml"))

    def to_pandas(self) -> Any:
        """The series as a pandas DataFrame."""
        return self.series.to_pandas()

    def plot(self, *names: str, over: str = "time", ax: Any = None) -> Any:
        """Draws columns of the series with matplotlib and returns the axes. Measures stand for all their columns."""
        return plot(self.series, *names, over=over, ax=ax, title=self.scene.get("title", ""))

    def __repr__(self) -> str:
        return f"<cairn.Run {self.folder!r}>"


def plot(series: Series, *names: str, over: str = "time", ax: Any = None, title: str = "") -> Any:
    """Draws columns of a series with matplotlib and returns the axes."""
    import matplotlib.pyplot as pyplot
    ax = ax or pyplot.subplots()[1]
    columns = [c for name in names or [c for c in series if c != over]
               for c in ([name] if name in series.columns else [k for k in series if k.startswith(f"{name}.")] or [name])]
    x = series[over]
    for column in columns:
        y = series[column]
        there = np.isfinite(x) & np.isfinite(y)
        ax.plot(x[there], y[there], label=f"{column} [{series.units[column]}]")
    ax.set_xlabel(f"{over} [{series.units[over]}]")
    ax.set_title(title or "")
    ax.legend()
    return ax


class Forces:
    """Forces of a stored frame that stiff elastic grains would have: `contacts` with force_compatible, `frame`, and
    in `report` how far equilibrium determines them (self_stresses, mechanisms, unique, max_difference, ...)."""

    def __init__(self, frame: Frame, report: Dict[str, Any]):
        self.frame, self.contacts, self.report = frame, frame.contacts, report


def forces(run: Any, frame: int = -1, *, power: Optional[float] = None, tangential: Optional[float] = None,
           threads: int = 1) -> Forces:
    """Compatible forces and indeterminacy of a frame of a run, as `cairn forces` finds them."""
    run = run if isinstance(run, Run) else Run(run)
    count = len(run.frames)
    if not -count <= frame < count:
        raise InputError(f"the run has frames 0 to {count - 1}, not {frame!r}")
    found, report = _core.forces(run.folder, frame % count, power, tangential, threads)
    return Forces(Frame(found, run.names), report)
