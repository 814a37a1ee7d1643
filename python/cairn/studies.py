"""Many simulations: batches, studies over values, and packings."""
from __future__ import annotations

import itertools
import os
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from .errors import InputError
from .scene import PathLike, Scene, scene_of
from .series import Series
from .simulation import Simulation


@dataclass
class Result:
    """One simulation of a batch. `error` is its message if it failed; `value` what `collect` returned."""
    scene: Scene = field(repr=False)
    time: float = float("nan")
    hash: str = ""
    reason: str = ""
    seconds: float = 0.0
    energy: Dict[str, float] = field(default_factory=dict, repr=False)
    measures: Dict[str, Dict[str, float]] = field(default_factory=dict)
    series: Optional[Series] = field(default=None, repr=False)
    value: Any = None
    error: str = ""


def _one(scene: Scene, until: Optional[float], threads: int, collect: Optional[Callable], folder: Optional[str]) -> Result:
    begin = time.perf_counter()
    result = Result(scene)
    try:
        sim = Simulation(scene, threads=threads)
        if folder:
            with sim.record(folder, force=True):
                result.reason = sim.run(until, progress=False)
        else:
            result.reason = sim.run(until, progress=False)
        result.time, result.hash, result.energy, result.series = sim.time, sim.hash, sim.energy, sim.series
        result.measures = {name: sim.measure(name) for name in sim._session.measures}
        if collect is not None:
            result.value = collect(sim)
    except Exception as error:  # one that failed is a row that says so
        result.error = f"{type(error).__name__}: {error}"
    result.seconds = time.perf_counter() - begin
    return result


def batch(scenes: Sequence[Any], *, jobs: int = 2, until: Optional[float] = None, threads: int = 1,
          collect: Optional[Callable[[Simulation], Any]] = None, folders: Optional[Sequence[PathLike]] = None) -> List[Result]:
    """Runs independent simulations, `jobs` at a time in processes of their own, and returns their Results in order.

        results = cairn.batch([scene_a, scene_b], jobs=2, collect=lambda sim: sim.bodies.position[:, 2].max())

    collect(sim) runs in the process and returns what is wanted beside time, hash, energy, measures and series.
    folders: results folders to write, one per scene."""
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise InputError(f"jobs: expected a number from 1, got {jobs!r}")
    scenes = [scene_of(scene) for scene in scenes]
    paths: List[Optional[str]] = [None] * len(scenes) if folders is None else [os.fspath(folder) for folder in folders]
    if len(paths) != len(scenes):
        raise InputError(f"folders: expected one per scene, {len(scenes)}, got {len(paths)}")
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context
    global _collect
    _collect = collect  # workers are forked, so that it need not be pickled
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        tasks = [pool.submit(_work, scene, until, threads, path) for scene, path in zip(scenes, paths)]
        return [task.result() for task in tasks]


_collect: Optional[Callable] = None


def _work(scene: Scene, until: Optional[float], threads: int, folder: Optional[str]) -> Result:
    return _one(scene, until, threads, _collect, folder)


class Study(List[Dict[str, Any]]):
    """The table of a study: a dict per run with the values of its keys, its seed if runs were repeated, and its Result
    under 'result'. As columns, final values of the measures among them:

        study["flow.mass"]          # (runs,), NaN where a run failed
        study.names, study.units
        study.to_pandas()           # the same as a DataFrame
        print(study)
    """

    names: List[str]
    units: Dict[str, str]

    def __init__(self, rows: Sequence[Dict[str, Any]]):
        super().__init__(rows)
        results = [row["result"] for row in rows]
        self.units = {}
        for result in results:
            series_units = result.series.units if result.series is not None else {}
            self.units.update({name: unit for name, unit in series_units.items() if name != "time"})
        keys = [key for key in (rows[0] if rows else {}) if key != "result"]
        self.names = [*keys, "state", "time", *self.units, "hash", "error"]

    def __getitem__(self, key: Any) -> Any:
        """A row by its number, rows by a slice, or a column by its name."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self.names:
            raise InputError(f"no column is called {key!r}" + _core.suggestion(key, self.names))
        return np.array([self._value(row, key) for row in self])

    def _value(self, row: Dict[str, Any], name: str) -> Any:
        result = row["result"]
        if name in row:
            return row[name]
        if name == "state":
            return "failed" if result.error else "done"
        if name in ("time", "hash", "error"):
            return getattr(result, name)
        measure, _, column = name.partition(".")
        return result.measures.get(measure, {}).get(column, float("nan"))

    def to_pandas(self) -> Any:
        """A pandas DataFrame with a row per run; units of the measures are in its attrs."""
        import pandas
        frame = pandas.DataFrame([{name: self._value(row, name) for name in self.names} for row in self], columns=self.names)
        frame.attrs["units"] = dict(self.units)
        return frame

    def __str__(self) -> str:
        def told(value: Any) -> str:
            return f"{value:.6g}" if isinstance(value, float) else str(value)
        rows = [self.names] + [[told(self._value(row, name)) for name in self.names] for row in self]
        widths = [max(len(row[k]) for row in rows) for k in range(len(self.names))]
        return "\n".join("  ".join(text.rjust(width) for text, width in zip(row, widths)).rstrip() for row in rows)

    def __repr__(self) -> str:
        return f"<cairn.Study: {len(self)} runs of {', '.join(self.names)}>"


def sweep(scene: Any, values: Mapping[str, Sequence[Any]], *, repeat: int = 1, jobs: int = 2, **more: Any) -> Study:
    """Runs a scene with every combination of values, {"let.mu": [0.2, 0.4]}, and returns the table, a cairn.Study.

    repeat: runs per point, which differ by the scene's seed, as with `cairn sweep --repeat`. The rest goes to batch()."""
    if isinstance(repeat, bool) or not isinstance(repeat, int) or repeat < 1:
        raise InputError(f"repeat: expected a number from 1, got {repeat!r}")
    if not isinstance(values, Mapping):
        raise InputError(f"values: expected a dict such as {{'let.mu': [0.2, 0.4]}}, got {values!r}")
    for key, given in values.items():
        if isinstance(given, (str, bytes)) or not hasattr(given, "__len__"):
            raise InputError(f"values of {key!r}: expected a list such as [0.2, 0.4], got {given!r}")
    scene = scene_of(scene)
    if repeat > 1 and "seed" in values:
        raise InputError("'seed' is varied; repeat would set it too: leave one out")
    first = _whole(scene.data.get("seed", 0)) + 1
    points = [dict(zip(values, point)) for point in itertools.product(*values.values())]
    if repeat > 1:
        points = [{**point, "seed": first + k} for point in points for k in range(repeat)]
    scenes = []
    for point in points:
        changed = scene.copy()
        for key, value in point.items():
            changed[key] = value
        scenes.append(changed)
    return Study([{**point, "result": result} for point, result in zip(points, batch(scenes, jobs=jobs, **more))])


def _whole(seed: Any) -> int:
    try:
        return int(seed)
    except (TypeError, ValueError):
        raise InputError(f"seed: expected a whole number, got {seed!r}", key="seed") from None


@dataclass
class Packing:
    """Bodies that were placed: arrays in the order of their numbers."""
    position: np.ndarray
    radius: np.ndarray
    orientation: np.ndarray = field(repr=False)
    group: np.ndarray = field(repr=False)
    names: List[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.radius)


def pack(bodies: Any, *, dimension: int = 3, folder: PathLike = ".") -> Packing:
    """Places bodies as a scene would, without a simulation: an entry of `bodies` or a list of them.

        cairn.pack({"shape": {"sphere": {"diameter": "5 mm"}},
                    "fill": {"box": {"min": [0, 0, 0], "max": ["5 cm", "5 cm", "5 cm"]}, "count": 500, "seed": 1}})
    """
    from . import _core
    from .errors import located
    entries = [bodies] if isinstance(bodies, Mapping) else list(bodies)
    if not all(isinstance(entry, Mapping) for entry in entries):
        raise InputError("bodies: expected a dict such as an entry of a scene, or a list of them")
    named = [{"material": "any", **entry} if "material" not in entry and "materials" not in entry else dict(entry)
             for entry in entries]
    names = {m for e in named for m in ([e["material"]] if "material" in e else e["materials"])}
    scene = Scene({"dimension": dimension, "materials": {str(name): {"density": 1000} for name in sorted(names)},
                   "method": {"implicit": {"law": "frictionless"}}, "time": {"step": 1, "end": 1},
                   "bodies": named}, folder=folder)
    text = scene.text
    with located(text, "packing"):
        session = _core.Session(text, "packing", scene.folder, [], 1)
    order = np.argsort(session.uid)
    return Packing(session.position[order], session.radius[order], session.orientation[order], session.group[order],
                   session.groups)
