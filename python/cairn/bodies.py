"""The bodies of a simulation as numpy arrays."""
from __future__ import annotations

from typing import Any, List, Optional, Union

import numpy as np

from . import _core
from .errors import InputError


_SETTABLE = ("position", "orientation", "velocity", "spin", "force", "torque")
_HOW = 'assign all rows of some bodies at once, as in sim.bodies["beads"].velocity = values, or take a copy()'


class Rows(np.ndarray):
    """A read-only array of bodies. `x *= 2` makes a new array, so that sim.bodies["beads"].velocity *= 0.5 works."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError(f"arrays of bodies are read-only; {_HOW}")
        super().__setitem__(key, value)


def _in_place(name: str) -> Any:
    def method(self: Rows, other: Any) -> Any:
        operand = self if self.flags.writeable else self.copy()
        return getattr(np.ndarray, name)(operand, other)
    return method


for _name in ("__iadd__", "__isub__", "__imul__", "__itruediv__"):
    setattr(Rows, _name, _in_place(_name))


def _read_only(values: np.ndarray) -> Rows:
    rows = values.view(Rows)
    rows.flags.writeable = False
    return rows


class _Fields:
    """What bodies have, in SI units and world axes. Where it comes from is the business of the subclass."""

    __slots__ = ("_session",)

    def __init__(self, session: Any):
        self._session = session

    def _pick(self, values: np.ndarray) -> Any:
        raise NotImplementedError

    @property
    def position(self) -> np.ndarray:
        """Centres of mass (n, 3) [m]."""
        return self._pick(self._session.position)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the centres (n, 3) [m/s], at the time of the positions."""
        return self._pick(self._session.velocity)

    @property
    def orientation(self) -> np.ndarray:
        """Quaternions (n, 4) as (w, x, y, z)."""
        return self._pick(self._session.orientation)

    @property
    def spin(self) -> np.ndarray:
        """Angular velocities (n, 3) [rad/s]."""
        return self._pick(self._session.spin)

    @property
    def force(self) -> np.ndarray:
        """Forces (n, 3) [N] of contacts, springs and loads, without weight. Assigning sets the applied force."""
        return self._pick(self._session.force)

    @property
    def torque(self) -> np.ndarray:
        """Torques about the centres (n, 3) [N m], likewise."""
        return self._pick(self._session.torque)

    @property
    def radius(self) -> np.ndarray:
        """Radii of the bounding balls (n,) [m]: of a sphere its own, of a plane infinite."""
        return self._pick(self._session.radius)

    @property
    def mass(self) -> np.ndarray:
        """Masses (n,) [kg], a copy; 0 for fixed and driven bodies."""
        return self._pick(self._session.mass)

    @property
    def uid(self) -> np.ndarray:
        """Numbers of the bodies (n,), which never change. They count up in the order of the scene."""
        return self._pick(self._session.uid)

    @property
    def group(self) -> np.ndarray:
        """Entry of the scene that each body belongs to (n,), as an index into `bodies.groups`."""
        return self._pick(self._session.group)

    @property
    def is_free(self) -> np.ndarray:
        """False for fixed and driven bodies (n,), a copy."""
        return self._pick(self._session.is_free)


def _refuse(name: str) -> None:
    if name in _SETTABLE:
        raise AttributeError(f"{name} of all bodies is a view of the engine's memory; {_HOW}")
    if name in ("radius", "mass", "uid", "group", "is_free"):
        raise AttributeError(f"{name} of bodies cannot be set")


class Bodies(_Fields):
    """All bodies of a simulation.

        sim.bodies.position             # (n, 3): a view of the engine's memory, in its present order
        sim.bodies.uid                  # whose they are
        sim.bodies.by_uid.position      # a copy in the order of uids
        sim.bodies["beads"].velocity    # a copy: bodies of one entry, in the order of uids
        sim.bodies[7].force = [0, 0, -1]

    Views are read-only and follow the simulation without a copy. When the bodies change their order or number,
    arrays handed out before are filled with NaN (integers: all bits set): ask for them again.
    """

    __slots__ = ()

    def _pick(self, values: np.ndarray) -> np.ndarray:
        return values.view(Rows)

    def __setattr__(self, name: str, value: Any) -> None:
        _refuse(name)
        object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return self._session.body_count

    @property
    def groups(self) -> List[str]:
        """Names of the entries of the scene."""
        return self._session.groups

    @property
    def by_uid(self) -> "ByUid":
        """The same as copies in the order of uids."""
        return ByUid(self._session)

    def __getitem__(self, key: Union[str, int, Any]) -> "Selection":
        """The bodies of an entry by its name, one body by its uid, or several by a list of uids."""
        if isinstance(key, str):
            return Group(self._session, key)
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
            return Body(self._session, int(key))
        uids = np.asarray(key)
        if uids.ndim != 1 or uids.dtype.kind not in "iu":
            raise InputError(f"bodies: expected a name, a uid or a list of uids, got {key!r}")
        return Several(self._session, uids)

    def __iter__(self):
        return (Body(self._session, int(uid)) for uid in np.sort(self._session.uid))

    def __repr__(self) -> str:
        return f"<cairn.Bodies: {len(self)} of {', '.join(self.groups[:8])}>"


class ByUid(_Fields):
    """Copies of the arrays of all bodies, in the order of uids. Writing into them changes no body."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        _refuse(name)
        object.__setattr__(self, name, value)

    def _pick(self, values: np.ndarray) -> np.ndarray:
        return values[np.argsort(self._session.uid)]


class Selection(_Fields):
    """Some bodies. Names and uids are looked up at each access. Arrays are read-only copies in the order of uids.

    Assigning changes the bodies: an array with a row per body, or one row for all.

        sim.bodies["beads"].velocity = [0, 0, -1]
        sim.bodies["beads"].velocity *= 0.5
        sim.bodies["probe"].force = [0, 0, -2]      # held until it is set again

    position, orientation, velocity and spin are set once and move on from there; force and torque are held.
    """

    __slots__ = ()

    def _uids(self) -> np.ndarray:
        raise NotImplementedError

    def _pick(self, values: np.ndarray) -> Any:
        local = self._session.local
        return _read_only(values[[local(int(uid)) for uid in self._uids()]])

    def __len__(self) -> int:
        return len(self._uids())

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("force", "torque"):
            self._session.hold(self._uids(), name, value)
        elif name in _SETTABLE:
            given = [value if name == field else None for field in ("position", "orientation", "velocity", "spin")]
            self._session.put(self._uids(), *given)
        else:
            _refuse(name)
            object.__setattr__(self, name, value)


class Group(Selection):
    """The bodies of one entry of the scene."""

    __slots__ = ("name",)

    def __init__(self, session: Any, name: str):
        super().__init__(session)
        self.name = name
        self._index()

    def _index(self) -> int:
        groups = self._session.groups
        if self.name not in groups:
            raise InputError(f"unknown body {self.name!r}" + _core.suggestion(self.name, groups))
        return groups.index(self.name)

    def _rows(self) -> np.ndarray:
        rows = np.flatnonzero(self._session.group == self._index())
        return rows[np.argsort(self._session.uid[rows])]

    def _uids(self) -> np.ndarray:
        return self._session.uid[self._rows()]

    def _pick(self, values: np.ndarray) -> np.ndarray:
        return _read_only(values[self._rows()])

    def __repr__(self) -> str:
        return f"<cairn bodies {self.name!r}: {len(self)}>"


class Several(Selection):
    """Bodies by a list of uids, in the order of the list."""

    __slots__ = ("uids",)
    uids: np.ndarray

    def __init__(self, session: Any, uids: np.ndarray):
        super().__init__(session)
        for uid in uids:
            if uid < 0 or session.local(int(uid)) < 0:
                raise InputError(f"there is no body {uid}")
        object.__setattr__(self, "uids", uids.astype(np.uint64))

    def _uids(self) -> np.ndarray:
        for uid in self.uids:
            if self._session.local(int(uid)) < 0:
                raise InputError(f"there is no body {uid}")
        return self.uids


class Body(Selection):
    """One body. Its arrays have no first axis: position is (3,), mass a number."""

    __slots__ = ("_uid",)
    _uid: int

    def __init__(self, session: Any, uid: int):
        super().__init__(session)
        object.__setattr__(self, "_uid", uid)
        self._row()

    def _row(self) -> int:
        row = self._session.local(self._uid) if 0 <= self._uid < 2**64 else -1
        if row < 0:
            raise InputError(f"there is no body {self._uid}")
        return row

    def _uids(self) -> np.ndarray:
        self._row()
        return np.array([self._uid], np.uint64)

    def _pick(self, values: np.ndarray) -> Any:
        picked = values[self._row()]
        return _read_only(picked.copy()) if isinstance(picked, np.ndarray) else picked

    @property
    def name(self) -> str:
        """Name of its entry."""
        return self._session.groups[int(self.group)]

    def __repr__(self) -> str:
        return f"<cairn body {self._uid} of {self.name!r}>"


class Contacts:
    """Contacts as arrays, copies in the order of their bodies: sim.contacts, or of one's own for cairn.forces.

    bodies (m, 2) as uids of A and B, point (m, 3) [m], normal (m, 3) from A to B, gap (m,) [m], negative is overlap,
    force (m, 3) on B in world axes [N], and force_compatible if the scene asks for it. Implicit methods tell force
    as impulse over step, of the last step.
    """

    def __init__(self, bodies: Any, point: Any, normal: Any, gap: Any = None, force: Any = None,
                 force_compatible: Optional[np.ndarray] = None, self_stressed: Optional[np.ndarray] = None):
        self.bodies = np.asarray(bodies)
        if self.bodies.ndim != 2 or self.bodies.shape[1] != 2 or self.bodies.dtype.kind not in "iu":
            raise InputError("bodies: expected whole numbers of shape (m, 2), got "
                             f"{self.bodies.dtype} of shape {self.bodies.shape}")
        self.point, self.normal = np.asarray(point), np.asarray(normal)
        self.gap: np.ndarray = np.zeros(len(self.bodies)) if gap is None else np.asarray(gap)
        self.force: np.ndarray = np.zeros((len(self.bodies), 3)) if force is None else np.asarray(force)
        self.force_compatible = force_compatible
        self.self_stressed = self_stressed

    def __len__(self) -> int:
        return len(self.gap)

    @property
    def normal_force(self) -> np.ndarray:
        """Normal parts of the forces (m,) [N], positive where bodies push each other."""
        return np.einsum("ij,ij->i", self.force, self.normal)

    def __repr__(self) -> str:
        return f"<cairn.Contacts: {len(self)}>"
