#!/usr/bin/python3
"""Opens run.h5 again and again while a run writes to it: read_while_written.py RUN.h5 OPENS.

Every time it lists the frames and reads the last one, as a plotting script would. Prints the number of frames of the first
and of the last look. Exit 1 with the reasons if any look failed.
"""
import sys

import h5py


def look(path):
    with h5py.File(path, "r") as run:
        names = sorted(run["frames"])
        frame = run["frames"][names[-1]]
        assert frame["position"][:].shape == (frame["uid"].shape[0], 3)
        assert len(run["index/time"]) == len(names) and run["index/time"][-1] == frame.attrs["time"]
        return len(names)


def main():
    path, opens = sys.argv[1], int(sys.argv[2])
    seen, failures = [], []
    for k in range(opens):
        try:
            seen.append(look(path))
        except (OSError, KeyError, AssertionError, RuntimeError, ValueError) as error:
            failures.append(f"look {k}: {error}")
    print(seen[0] if seen else 0, seen[-1] if seen else 0)
    if failures or sorted(seen) != seen:
        sys.exit(f"{len(failures)} of {opens} looks failed: " + "; ".join(failures[:5]))


if __name__ == "__main__":
    main()
