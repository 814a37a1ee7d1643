"""Compatible forces of contacts that are given as arrays."""
import numpy as np
import pytest
from conftest import scene

import cairn

ROUND = 1e-8  # relative, of solves to a tolerance of 1e-10


def beam(**more):
    """A beam of 10 N on three equal supports, pressed at its ends and its middle by the ground."""
    contacts = cairn.Contacts([[-1, 0]] * 3, [[-1, 0, 0], [0, 0, 0], [1, 0, 0]], [[0, 0, 1]] * 3)
    return cairn.forces(contacts, position=[[0, 0, 0.1]], mass=[1.0], gravity=[0, 0, -10], **more)


def normal(found):
    return np.einsum("ij,ij->i", found.contacts.force_compatible, found.contacts.normal)


def test_a_beam_on_three_supports():
    even = beam()
    assert np.allclose(normal(even), 10 / 3, rtol=ROUND) and even.report["self_stresses"] == 1 and even.report["unique"] == 0
    assert np.allclose(even.contacts.force.sum(axis=0), [0, 0, 10], atol=10 * ROUND) and np.abs(even.acceleration).max() < 10 * ROUND
    # A middle that is twice as stiff takes twice the force of an end, since the beam stays straight and level.
    assert np.allclose(normal(beam(stiffness=[1, 2, 1])), [2.5, 5, 2.5], rtol=ROUND)
    # A load at one end turns the beam: forces on a straight line, f = 10 + 6 x with 4 N at x = 1.
    tilted = beam(force=[[0, 0, -4.0]], torque=[[0, 4.0, 0]])
    assert np.allclose(normal(tilted), [14 / 3 - 2, 14 / 3, 14 / 3 + 2], rtol=ROUND)
    assert set(even.contacts.self_stressed) == {1} and len(even.problem) == 3


def test_two_contacts_are_determined():
    contacts = cairn.Contacts([[-1, 0], [-1, 0]], [[-1, 0, 0], [2, 0, 0]], [[0, 0, 1]] * 2)
    found = cairn.forces(contacts, position=[[0, 0, 0]], mass=[3.0], gravity=[0, 0, -1])
    assert np.allclose(normal(found), [2, 1], rtol=ROUND) and found.report["unique"] == 1 and found.report["self_stresses"] == 0


def test_hertz_shares_by_another_power():
    """Compressions are equal, so that forces share by stiffness whatever the power, and by arms only under Hooke."""
    load = {"torque": [[0, 2.0, 0]]}
    hooke, hertz = normal(beam(**load)), normal(beam(power=2.5, **load))
    assert abs(hooke[2] - 2 * hooke[1] + hooke[0]) < 10 * ROUND  # on a line
    d = hertz ** (1 / 1.5)
    assert abs(d[2] - 2 * d[1] + d[0]) < 10 * ROUND and abs(hertz.sum() - 10) < 10 * ROUND


def test_a_block_wedged_with_friction_in_two_dimensions():
    """A disc between two walls that press it by 5 N holds its weight of 2 N by friction, one half at each wall."""
    contacts = cairn.Contacts([[1, 0], [2, 0]], [[-1, 0, 0], [1, 0, 0]], [[1, 0, 0], [-1, 0, 0]])
    given = {"position": [[0, 0, 0], [-2, 0, 0], [2, 0, 0]], "mass": [0.2, 0.0, 5.0], "gravity": [0, 0, 0], "dimension": 2,
             "force": [[0, 0, -2.0], [0, 0, 0], [-5.0, 0, 1.0]], "torque": [[0, 0, 0], [0, 0, 0], [0, 1.0, 0]], "friction": 0.5}
    found = cairn.forces(contacts, **given)
    assert np.allclose(found.contacts.force_compatible[:, 2], [1, 1], rtol=1e-6) and np.allclose(normal(found), 5, rtol=1e-6)


def test_what_contacts_cannot_hold_falls():
    contacts = cairn.Contacts([[-1, 0]], [[0, 0, 0]], [[0, 0, 1]])
    found = cairn.forces(contacts, position=[[0, 0, 1], [3, 0, 3]], mass=[1.0, 2.0])
    assert np.allclose(found.acceleration, [[0, 0, 0], [0, 0, -9.81]], atol=1e-7)


def test_contacts_of_a_simulation():
    ball = {"material": "stone", "shape": {"sphere": {"radius": 0.01}}}
    sim = cairn.Simulation(scene({"implicit": {"law": "coulomb", "tolerance": 1e-10}}, joints=[], measure={}, bodies=[
        {"name": "floor", "material": "stone", "shape": "plane", "fixed": True}, {"name": "gone", **ball, "position": [1, 0, 0.01]},
        {"name": "balls", **ball, "lattice": {"kind": "cubic", "spacing": 0.02, "counts": [4, 3, 2]}, "position": [0, 0, 0.01]}]))
    sim.step(20)
    sim.remove("gone")
    sim.step(20)
    bodies = sim.bodies.by_uid
    found = cairn.forces(sim.contacts, position=bodies.position, mass=bodies.mass, uid=bodies.uid, friction=0.4)
    assert 1 not in bodies.uid and found.report["converged"] and found.report["solved"]
    on_floor = found.contacts.bodies[:, 0] == 0
    assert abs(found.contacts.force_compatible[on_floor, 2].sum() / (9.81 * bodies.mass.sum()) - 1) < 1e-6
    assert np.abs(found.acceleration).max() < 1e-6 * 9.81 and len(found.contacts) > 24


def test_bad_arrays_say_what_was_expected():
    with pytest.raises(cairn.InputError, match="need position"):
        cairn.forces(cairn.Contacts([[0, 1]], [[0, 0, 0]], [[0, 0, 1]]))
    for more, word in (({"friction": -1}, r"friction\[0\]"), ({"friction": [1, 2]}, "friction: expected 3"), ({"stiffness": 0}, "above 0"),
                       ({"power": 1}, "power"), ({"dimension": 4}, "dimension"), ({"force": [[1, 2]]}, "force"), ({"mass": [-1]}, ""),
                       ({"uid": [5]}, "no body"), ({"tangential": -1}, "tangential")):
        with pytest.raises((cairn.InputError, TypeError), match=word):
            beam(**more)
    good = {"position": [[0, 0, 0]], "mass": [1.0]}
    for bodies, point, direction, word in (([[0, 1]], [[0, 0, 0]], [[0, 0, 1]], r"bodies\[0\]"), ([[0, -1]], [[0, 0]], [[0, 0, 1]], "point"),
                                           ([[0, -1]], [[0, 0, 0]], [[0, 0, 2]], "length 1"), ([[0, 0]], [[0, 0, 0]], [[0, 0, 1]], "two bodies"),
                                           ([[0, -1]], [[0, 0, float("nan")]], [[0, 0, 1]], "finite")):
        with pytest.raises(cairn.InputError, match=word):
            cairn.forces(cairn.Contacts(bodies, point, direction), **good)
    for bodies in ([0, 1], [[0.5, 1]], [["a", "b"]]):
        with pytest.raises(cairn.InputError, match="whole numbers"):
            cairn.Contacts(bodies, [[0, 0, 0]], [[0, 0, 1]])
    empty = cairn.forces(cairn.Contacts(np.zeros((0, 2), int), np.zeros((0, 3)), np.zeros((0, 3))), **good)
    assert len(empty.contacts) == 0 and empty.report["contacts"] == 0
