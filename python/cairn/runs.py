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
    radius, mass, name_index (into run.names); contacts if the run has them, else None."""

    time: float
    step: int
    uid: np.ndarray
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    radius: np.ndarray
    name_index: np.ndarray

    def __init__(self, arrays: Dict[str, Any], bodies: Dict[str, Any]):
        self.__dict__.update(arrays)
        self.contacts = None if arrays["contacts"] is None else Contacts(**arrays["contacts"])
        self._bodies, self._names = bodies, bodies["names"]

    @property
    def mass(self) -> np.ndarray:
        """Masses (n,) [kg]; 0 for fixed and driven bodies."""
        return self._bodies["mass"][np.searchsorted(self._bodies["uid"], self.uid)]

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

    def __init__(self, path: str, bodies: Dict[str, Any]):
        self._path, self._bodies, self._rows = path, bodies, _core.frames(path)

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
        return Frame(_core.read_frame(self._path, int(index) % len(self)), self._bodies)

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
        return Frames(self._file("run.h5"), self.bodies)

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
    """Forces that stiff elastic grains would have: `contacts` with force (of the solver) and force_compatible, and in
    `report` how far equilibrium determines them: self_stresses, mechanisms, unique (1: yes, 0: no, NaN: undecided),
    max_difference, ... Of a run there is its `frame`. Of given contacts there are `problem`, a cairn.Problem, and
    `acceleration` (n, 3) [m/s2]: it is zero, to round-off, where the contacts can hold the bodies."""

    def __init__(self, contacts: Any, report: Dict[str, Any], frame: Optional[Frame] = None,
                 problem: Any = None, acceleration: Optional[np.ndarray] = None):
        self.contacts, self.report, self.frame = contacts, report, frame
        self.problem, self.acceleration = problem, acceleration

    def __repr__(self) -> str:
        told = {1: "unique", 0: "not unique"}.get(self.report["unique"], "undecided")
        return f"<cairn.Forces: {len(self.contacts)} contacts, {told}, {self.report['self_stresses']} self-stresses>"


def forces(given: Any, frame: int = -1, *, position: Any = None, mass: Any = None, uid: Any = None, force: Any = 0.0,
           torque: Any = 0.0, gravity: Any = (0, 0, -9.81), friction: Any = 0.0, stiffness: Any = 1.0, dimension: int = 3,
           power: Optional[float] = None, tangential: Optional[float] = None, tolerance: float = 1e-10,
           threads: int = 1) -> Forces:
    """Compatible forces and indeterminacy, of a frame of a run as `cairn forces` finds them, or of contacts of one's own.

        cairn.forces("pile.run", 12)
        cairn.forces(cairn.Contacts(bodies, point, normal), position=x, mass=m, friction=0.5)

    power       of the elastic energy: 2 Hooke (default, or as the run has it), 2.5 Hertz
    tangential  tangential over normal stiffness of sticking contacts (default 1, or as the run has it)

    Contacts need at least bodies (m, 2), point (m, 3) and normal (m, 3), which points from A to B. Bodies are rows of
    position (n, 3) [m] and mass (n,) [kg]; a mass of 0 is a fixed body, and -1 in `bodies` is the ground. With `uid`
    (n,), `bodies` names uids instead, so that those of a simulation fit:

        b = sim.bodies.by_uid
        cairn.forces(sim.contacts, position=b.position, mass=b.mass, uid=b.uid, friction=0.5)

    force, torque  external loads on the bodies (n, 3) [N], [N m]; weight comes from gravity [m/s2]
    friction       coefficient of each contact, or one for all
    stiffness      of each contact, or one for all; only their ratios matter
    dimension      2: bodies move in the x-z plane and turn about y
    tolerance      of the contact problem of the bodies at rest
    """
    if power is not None and not power > 1:
        raise InputError(f"power: expected a number above 1, got {power!r}")
    if tangential is not None and not tangential > 0:
        raise InputError(f"tangential: expected a number above 0, got {tangential!r}")
    if isinstance(given, Contacts):
        if position is None or mass is None:
            raise InputError("forces of contacts need position (n, 3) and mass (n,) of their bodies")
        return _balanced(given, {"position": position, "mass": mass, "force": force, "torque": torque, "gravity": gravity,
                                 "friction": friction, "stiffness": stiffness, "dimension": dimension}, uid,
                         (2.0 if power is None else power, 1.0 if tangential is None else tangential, tolerance, threads))
    run = given if isinstance(given, Run) else Run(given)
    count = len(run.frames)
    if not -count <= frame < count:
        raise InputError(f"the run has frames 0 to {count - 1}, not {frame!r}")
    found, report = _core.forces(run.folder, frame % count, power, tangential, threads)
    there = Frame(found, run.bodies)
    return Forces(there.contacts, report, frame=there)


def _balanced(given: Contacts, arrays: Dict[str, Any], uid: Any, rest: tuple) -> Forces:
    """Contacts of one's own, with numbers spread over all contacts and bodies."""
    if arrays["dimension"] not in (2, 3):
        raise InputError(f"dimension: expected 2 or 3, got {arrays['dimension']!r}")
    bodies = given.bodies.astype(np.int64)
    if uid is not None:
        bodies = _rows_of(bodies, np.asarray(uid))
    for name in ("friction", "stiffness"):
        if np.ndim(arrays[name]) == 0:
            arrays[name] = np.full(len(bodies), arrays[name])
    for name in ("force", "torque"):
        if np.ndim(arrays[name]) == 0 and arrays[name] == 0:
            arrays[name] = [0.0, 0.0, 0.0]
    found = _core.balanced({**arrays, "bodies": bodies, "point": given.point, "normal": given.normal}, *rest)
    contacts = Contacts(given.bodies, given.point, given.normal, given.gap, found["force"], found["force_compatible"],
                        found["self_stressed"])
    return Forces(contacts, found["report"], problem=found["problem"], acceleration=found["acceleration"])


def _rows_of(bodies: np.ndarray, uid: np.ndarray) -> np.ndarray:
    """Rows of bodies that are named by uid; -1 stays."""
    order = np.argsort(uid)
    rows = order[np.minimum(np.searchsorted(uid, bodies, sorter=order), len(uid) - 1)] if len(uid) else 0 * bodies - 1
    known = (bodies == -1) | ((uid[rows] == bodies) if len(uid) else False)
    if not np.all(known):
        raise InputError(f"bodies: there is no body {bodies[~known][0]} among uid")
    return np.where(bodies == -1, -1, rows)
