"""A running scene."""
from __future__ import annotations

import os
import sys
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from .bodies import Bodies, Contacts
from .errors import InputError, located
from .joints import Joints
from .scene import PathLike, Scene, scene_of, to_text
from .series import Series


def _seconds(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name}: expected a number of seconds, got {value!r}") from None


class LastStep:
    """The last step in numbers: step, time, contacts, max_overlap (over the smaller radius); of methods that solve:
    converged, iterations, residual, tolerance, solver, note, why (it did not converge), open, stick, slip."""

    def __init__(self, fields: Dict[str, Any]):
        self.__dict__.update(fields)

    def __repr__(self) -> str:
        return "<cairn last step: " + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items() if v != "") + ">"


class Simulation:
    """A scene that runs, step by step.

        sim = cairn.Simulation("hopper.yaml")       # a file, a dict, or a cairn.Scene
        sim.step(100)                               # steps
        sim.run(until=0.3)                          # or seconds, with progress; Ctrl-C stops between two steps

    Look: time, steps, hash, energy, last_step, warnings, log
        sim.bodies.position                         # help(cairn.Bodies): views, groups, single bodies
        sim.contacts.force                          # help(cairn.Contacts)
        sim.joints["elbow"].angle                   # help(cairn.Joint)
        sim.series["flow"], sim.measure("flow")     # measures over time, and now
        sim.problem.W                               # help(cairn.Problem): the contact problem of the last step

    Change, between two steps: a controller, or a hand that opens a gate
        sim.joints["elbow"].torque = 0.2            # held until the next order
        sim.bodies["probe"].force = [0, 0, -1]      # likewise; also velocity, position, ...
        sim.event({"remove": "gate"}), sim.add({...}), sim.remove("gate")
        sim.gravity = [0, 0, -1.62]

    Keep
        sim.save("state"); sim = cairn.Simulation.restore("state")
        with sim.record("out.run", frames=0.01):    # help(cairn.Run) reads it
            sim.run()

    The same scene gives the same bits as the program `cairn run`, on any number of threads. Everything that is set
    from outside (forces, motors, events) is part of the state: save(), record() and `cairn resume` keep it. One thread
    at a time may use a simulation; simulations in several threads run side by side.

    threads   worker threads of the engine
    solver    a callable that gets a cairn.Problem and returns its impulses (n, 3), instead of the scene's solver
    folder    for dicts: where files named by the scene lie
    allow     further folders that the scene may read
    """

    bodies: Bodies
    joints: Joints

    # A misspelt attribute is an error, so that `sim.gravty = ...` does not go unnoticed.
    __slots__ = ("_session", "bodies", "joints", "__weakref__")

    def __init__(self, scene: Union[PathLike, Mapping, Scene], *, threads: int = 1,
                 solver: Optional[Callable[["_core.Problem"], Any]] = None, folder: PathLike = ".",
                 allow: Sequence[PathLike] = ()):
        """Reads and builds the scene, and finds the forces of its initial state. Raises InputError."""
        if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or not 1 <= threads <= 1024:
            raise InputError(f"threads: expected a number from 1 to 1024, got {threads!r}")
        scene = scene_of(scene, folder)
        text = scene.text
        with located(text, scene.name, scene.original):
            session = _core.Session(text, scene.name, scene.folder, [os.fspath(a) for a in allow], threads)
            if solver is not None:
                session.use_solver(_name_of(solver), solver)
            session.start()
        self._adopt(session)

    def _adopt(self, session: "_core.Session") -> None:
        self._session = session
        self.bodies = Bodies(session)
        self.joints = Joints(session)

    # --- Steps
    def step(self, count: int = 1) -> None:
        """Makes `count` steps. They may go beyond the end of the scene."""
        if not isinstance(count, (int, np.integer)) or not 0 <= count < 2**53:
            raise InputError(f"count: expected a number of steps, 0 or more, got {count!r}")
        self._session.step(count)

    def run(self, until: Optional[float] = None, *, progress: Optional[bool] = None) -> str:
        """Runs until a time [s], or to the end of the scene, or until its stop condition holds; returns which:
        'until', 'end' or the condition. A time beyond the end of the scene is the new end.

        Progress is shown in terminals and notebooks unless told otherwise. Ctrl-C raises KeyboardInterrupt between two
        steps, after which the simulation can go on."""
        until = None if until is None else _seconds(until, "until")
        report = _Progress(self, until) if (_is_watched() if progress is None else progress) else None
        try:
            return self._session.run(until, report)
        finally:
            if report:
                report.close()

    # --- The present state
    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._session.time

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._session.steps

    @property
    def time_step(self) -> float:
        """Length of a step [s]."""
        return self._session.time_step

    @property
    def end(self) -> float:
        """Time at which run() ends [s]."""
        return self._session.end

    @property
    def done(self) -> bool:
        """True at the end of the scene, or when its stop condition holds."""
        return self._session.done

    @property
    def hash(self) -> str:
        """The whole mechanical state as one number, '0x' and 16 digits, as the program prints it."""
        return f"{self._session.hash:#018x}"

    @property
    def energy(self) -> Dict[str, float]:
        """The energy budget by kind [J], as in summary.json: what is stored (kinetic, gravity, springs, ...), what was
        lost since the start (friction, damping, impact, ...), work_of_drives, and the imbalance, which should be small."""
        return self._session.energy

    @property
    def last_step(self) -> LastStep:
        """Iterations, residual, overlap and more of the last step."""
        return LastStep(self._session.last_step)

    @property
    def contacts(self) -> Contacts:
        """The contacts of the present state, as arrays."""
        return Contacts(**self._session.contacts)

    @property
    def problem(self) -> "_core.Problem":
        """The contact problem of the last step, a copy: W, q, mu and more. Methods that solve have one."""
        return self._session.problem

    @property
    def gravity(self) -> np.ndarray:
        """Acceleration of free fall (3,) [m/s2]; assigning changes it from now on."""
        return self._session.gravity

    @gravity.setter
    def gravity(self, value: Any) -> None:
        self.event({"gravity": value})

    @property
    def title(self) -> str:
        """Title of the scene."""
        return self._session.title

    @property
    def warnings(self) -> List[str]:
        """Warnings of the scene and of the run."""
        return self._session.warnings

    @property
    def log(self) -> List[str]:
        """What happened so far: events, removals."""
        return self._session.log

    @property
    def scene_text(self) -> str:
        """The scene as text with every default written out."""
        return self._session.resolved

    # --- Changes from outside
    def event(self, event: Mapping[str, Any]) -> None:
        """Lets an event of a scene happen now, between two steps. docs/scene.md lists them under events[]:

            sim.event({"remove": "gate"})
            sim.event({"motion": {"piston": {"translation": {"velocity": [0, 0, "-5 mm/s"]}}}})
            sim.event({"materials": {"glass": {"friction": 0.2}}})
            sim.event({"bond": {"between": ["a", "b"], "tension": "2 N"}})
            sim.event({"when": "bed.pressure > 1 kPa", "after": "0.1 s", "remove": "gate"})    # waits for its condition

        A bad event raises InputError, or RunError if it cannot happen now, and leaves nothing behind."""
        if not isinstance(event, Mapping):
            raise InputError(f"event: expected a dict such as {{'remove': 'gate'}}, got {event!r}")
        text = to_text(event)
        with located(text, "event"):
            self._session.act(text, "event")

    def add(self, body: Mapping[str, Any]) -> None:
        """Adds bodies, an entry like those under `bodies` of a scene. Its material must be there already.

            sim.add({"name": "late", "material": "glass", "shape": {"sphere": {"radius": "1 mm"}}, "position": [0, 0, 0.1]})
        """
        self.event({"add": body})

    def remove(self, name: Union[str, List[str]]) -> None:
        """Removes all bodies of an entry, or of several."""
        self.event({"remove": name})

    # --- Measures
    @property
    def series(self) -> Series:
        """All measures of the scene over time, since this object began."""
        rows, columns = self._session.history, self._session.columns
        return Series({name: rows[:, k] for k, (name, _) in enumerate(columns)}, dict(columns))

    def measure(self, name: str) -> Dict[str, float]:
        """The newest values of a measure, column by column: {"mass": 0.02}; series has its history."""
        values = self._session.values_now(name)
        columns = [column[len(name) + 1:] for column, _ in self._session.columns if column.startswith(name + ".")]
        return dict(zip(columns, values)) if values else {column: float("nan") for column in columns}

    def add_measure(self, name: str, function: Callable[["Simulation"], Any], columns: Mapping[str, str], *,
                    every: float = 0.0) -> None:
        """Adds a measure of one's own: `function(sim)` returns a number per column, and `columns` gives their units.

            sim.add_measure("pile", lambda sim: sim.bodies["beads"].position[:, 2].max(), {"height": "m"}, every=0.01)
            sim.run(); sim.series["pile"]

        It may look at the simulation and not change it. An exception in it stops the run after the step. `every` is in
        seconds of simulated time; 0: every step."""
        import weakref
        if not callable(function):
            raise InputError(f"function: expected a callable, got {function!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise InputError(f"name: expected a word, got {name!r}")
        own: Any = weakref.ref(self)
        self._session.add_measure(name, lambda: function(own()), [(str(k), str(v)) for k, v in dict(columns).items()],
                                  _seconds(every, "every"))

    # --- State and results
    def save(self, path: PathLike) -> None:
        """Writes the whole state to a file: restore() goes on from it, bit for bit."""
        self._session.save(os.fspath(path))

    @classmethod
    def restore(cls, path: PathLike, *, threads: int = 1, solver: Optional[Callable] = None,
                measures: Sequence[tuple] = ()) -> "Simulation":
        """A simulation in the state that save() wrote. A solver and measures of one's own must be given again;
        measures as tuples (name, function, columns, every)."""
        import weakref
        sim = cls.__new__(cls)
        own = weakref.ref(sim)
        rows = [(name, (lambda f=function: f(own())), list(dict(columns).items()), float(every))
                for name, function, columns, every in measures]
        sim._adopt(_core.Session.restored(os.fspath(path), threads, solver, rows))
        return sim

    def record(self, folder: PathLike, *, frames: Optional[float] = None, force: bool = False) -> "Recording":
        """Writes a results folder from now on, the same as the program writes:

            with sim.record("out.run", frames=0.01):
                sim.run(until=2)

        frames is the time between frames [s], if not as the scene says; force replaces an older run."""
        frames = None if frames is None else _seconds(frames, "frames")
        self._session.begin_record(os.fspath(folder), frames, bool(force))
        return Recording(self, os.fspath(folder))

    def __repr__(self) -> str:
        return f"<cairn.Simulation {self.title!r}: t = {self.time:.6g} s, {len(self.bodies)} bodies>"


class Recording:
    """A results folder that is being written; close() or the end of a with block ends it."""

    def __init__(self, sim: Simulation, folder: str):
        self._sim, self.folder = sim, folder

    def close(self, reason: str = "") -> None:
        sim = self._sim
        sim._session.end_record("finished", reason or ("end" if sim.done else "closed"))

    def __enter__(self) -> "Recording":
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if kind is None:
            self.close()
        else:
            self._sim._session.end_record("interrupted", f"interrupted by {kind.__name__}")


def _name_of(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _is_watched() -> bool:
    in_notebook = "ipykernel" in sys.modules and "IPython" in sys.modules
    return in_notebook or bool(getattr(sys.stderr, "isatty", lambda: False)())


class _Progress:
    """A line that is written again and again: time, bodies, contacts, how far, how long yet."""

    def __init__(self, sim: Simulation, until: Optional[float]):
        self._sim, self._begin, self._wall = sim, sim.time, time.monotonic()
        self._end = sim.end if until is None else until
        self._shown = False

    def __call__(self) -> None:
        now, last = self._sim.time, self._sim._session.last_step
        share = (now - self._begin) / max(self._end - self._begin, 1e-300)
        left = (time.monotonic() - self._wall) * (1 - share) / max(share, 1e-9)
        sys.stderr.write(f"\rt = {now:.5g} s of {self._end:.5g}  {100 * share:3.0f} %  {len(self._sim.bodies)} bodies  "
                         f"{last['contacts']} contacts  {left:.0f} s left   ")
        sys.stderr.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\n")
