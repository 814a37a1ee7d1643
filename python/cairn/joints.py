"""Joints: where they stand, and what their motors do."""
from __future__ import annotations

from typing import Any, Iterator, List

import numpy as np

from .errors import InputError


def _motor(turns: bool, asks: str, index: int, doc: str) -> property:
    def get(self: "Joint") -> float:
        return self._read(turns)[index]

    def put(self: "Joint", value: float) -> None:
        self._session.hold_motor(self._index, turns, asks, value)

    return property(get, put, doc=doc)


class Joint:
    """One joint. Reading tells the state; assigning gives its motor an order, which holds until the next one:

        joint.angle   [rad]    joint.speed [rad/s]   joint.torque [N m]     of a joint that turns
        joint.position [m]     joint.speed [m/s]     joint.force  [N]       of a joint that slides

    A joint that does both has angle, turning and torque beside position, speed and force. Orders are to the motor's
    limits of the scene (`max`, `time`). force and torque read what motor and limits did in the last step.
    """

    __slots__ = ("_session", "_index", "name", "kind", "slides", "turns")  # a wrong name is an error

    def __init__(self, session: Any, index: int, row: tuple):
        self._session, self._index = session, index
        self.name, self.kind, self.slides, self.turns = row

    def _read(self, turns: bool) -> tuple:
        if not (self.turns if turns else self.slides):
            raise InputError(f"joint {self.name!r} is a {self.kind} joint, which does not {'turn' if turns else 'slide'}")
        return self._session.read_coordinate(self._index, turns)

    angle = _motor(True, "position", 0, "Angle [rad]; assigning makes the motor go there.")
    turning = _motor(True, "speed", 1, "Rate of the angle [rad/s]; assigning makes the motor keep it.")
    torque = _motor(True, "torque", 2, "Torque of motor and limit [N m]; assigning applies one.")
    position = _motor(False, "position", 0, "Shift along the axis [m]; assigning makes the motor go there.")
    force = _motor(False, "force", 2, "Force of motor and limit [N]; assigning applies one.")

    @property
    def speed(self) -> float:
        """Rate of position [m/s], or of angle [rad/s] if the joint only turns; assigning makes the motor keep it."""
        return self._read(not self.slides)[1]

    @speed.setter
    def speed(self, value: float) -> None:
        self._session.hold_motor(self._index, not self.slides, "speed", value)

    @property
    def reaction(self) -> tuple:
        """Force [N] and torque [N m] of the joint on its first body, at its point, in world axes."""
        return self._session.joint_reaction(self._index)

    def __repr__(self) -> str:
        return f"<cairn.Joint {self.name!r}: {self.kind}>"


class Joints:
    """The joints of a simulation, by name or index."""

    def __init__(self, session: Any):
        self._session = session

    @property
    def names(self) -> List[str]:
        return [row[0] for row in self._session.joints]

    def __len__(self) -> int:
        return len(self._session.joints)

    def __iter__(self) -> Iterator[Joint]:
        return (Joint(self._session, k, row) for k, row in enumerate(self._session.joints))

    def __getitem__(self, key: Any) -> Joint:
        rows = self._session.joints
        names = [row[0] for row in rows]
        if isinstance(key, str) and key in names:
            key = names.index(key)
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool) and 0 <= key < len(rows):
            return Joint(self._session, int(key), rows[key])
        raise InputError(f"unknown joint {key!r}; " + ("known: " + ", ".join(names) if names else "the scene has none"))

    def __repr__(self) -> str:
        return f"<cairn.Joints: {', '.join(self.names) or 'none'}>"
