#!/usr/bin/python3
"""Reads run.h5 with h5py as a user would and checks names, shapes and types: read_run.py RUN.h5.

Prints one line per body and frame for the caller to compare. Exit 1 with a message if anything is not as promised.
"""
import json
import sys

import h5py
import numpy as np

FRAME = {"uid": (np.int64, ()), "position": (np.float64, (3,)), "orientation": (np.float64, (4,)),
         "velocity": (np.float64, (3,)), "angular_velocity": (np.float64, (3,)), "radius": (np.float64, ()),
         "name_index": (np.int32, ())}
CONTACTS = {"bodies": (np.int64, (2,)), "point": (np.float64, (3,)), "normal": (np.float64, (3,)),
            "gap": (np.float64, ()), "force": (np.float64, (3,)), "normal_force": (np.float64, ())}
BODIES = {"uid": (np.int64, ()), "name_index": (np.int32, ()), "shape_index": (np.int32, ()),
          "mass": (np.float64, ()), "radius": (np.float64, ())}


def check_table(group, columns):
    """All columns are there, with their type, the width of a row, and one common number of rows."""
    rows = set()
    for name, (kind, width) in columns.items():
        data = group[name]
        assert data.dtype == kind, f"{data.name} is {data.dtype}, not {kind}"
        assert data.shape[1:] == width, f"{data.name} has rows of {data.shape[1:]}, not {width}"
        rows.add(data.shape[0])
    assert len(rows) == 1, f"{group.name} has columns of different lengths: {rows}"
    return rows.pop()


def check_bodies(run):
    count = check_table(run["bodies"], BODIES)
    names = [name.decode() for name in run["names"][:]]
    kinds = [kind.decode() for kind in run["shapes/kind"][:]]
    parameters = [json.loads(text) for text in run["shapes/parameters"][:]]
    assert len(kinds) == len(parameters)
    bodies = {name: run["bodies"][name][:] for name in BODIES}
    assert (np.diff(bodies["uid"]) > 0).all()
    for k in range(count):
        name, shape = names[bodies["name_index"][k]], bodies["shape_index"][k]
        print("body", bodies["uid"][k], name, kinds[shape], repr(float(bodies["mass"][k])),
              repr(float(bodies["radius"][k])), json.dumps(parameters[shape]))


def check_frame(frame, known):
    count = check_table(frame, FRAME)
    uid = frame["uid"][:]
    assert (np.diff(uid) > 0).all() and np.isin(uid, known).all()
    contacts = "-"
    if "contacts" in frame:
        contacts = check_table(frame["contacts"], CONTACTS)
        assert frame["contacts/ends"].shape == (2 * contacts, 3)
    place = ",".join(repr(float(x)) for x in frame["position"][-1]) if count else "-"
    force = ",".join(repr(float(x)) for x in frame["contacts/force"][-1]) if contacts not in ("-", 0) else "-"
    print("frame", frame.name[-6:], repr(float(frame.attrs["time"])), frame.attrs["step"], count, contacts, place, force)


def main():
    with h5py.File(sys.argv[1], "r") as run:
        check_bodies(run)
        for name in sorted(run["frames"]):
            check_frame(run["frames"][name], run["bodies/uid"][:])


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, KeyError, OSError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
