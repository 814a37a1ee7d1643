#!/usr/bin/python3
"""Solves a local problem of FCLIB with Siconos (nonsmooth Gauss-Seidel) and compares the velocities with the solution
that the file holds: siconos_agrees.py SOLVED.hdf5. Exit 77 if Siconos is not installed, 1 if the two differ."""
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"

try:
    import siconos.numerics as numerics
except ImportError:
    sys.exit(77)
import h5py
import numpy as np


def dense(group):
    rows, p, i, x = group["m"][0], group["p"][:], group["i"][:], group["x"][:]
    assert group["nz"][0] == -2, "compressed rows expected"
    matrix = np.zeros((rows, rows))
    for row in range(rows):
        matrix[row, i[p[row]:p[row + 1]]] = x[p[row]:p[row + 1]]
    return matrix


with h5py.File(sys.argv[1]) as file:
    local = file["fclib_local"]
    w, q, mu = dense(local["W"]), local["vectors/q"][:], local["vectors/mu"][:]
    ours = file["solution/u"][:]
options = numerics.SolverOptions(numerics.SICONOS_FRICTION_3D_NSGS)
options.dparam[numerics.SICONOS_DPARAM_TOL] = 1e-12
options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = 200000
reaction, theirs = np.zeros_like(q), np.zeros_like(q)
failed = numerics.fc3d_driver(numerics.FrictionContactProblem(3, w, q, mu), reaction, theirs, options)
difference = np.abs(w @ reaction + q - ours).max() / np.abs(q).max()
print(f"Siconos: {'not converged' if failed else 'converged'}; velocities differ by {difference:.3g} of the largest q")
sys.exit(1 if failed or not difference < 1e-7 else 0)
