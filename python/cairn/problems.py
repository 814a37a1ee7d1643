"""Contact problems: find impulses r and velocities u with  u = W r + q,  each pair (u, r) obeying its contact law."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from .errors import InputError

Problem = _core.Problem
Solver = Union[str, Callable[[Problem], Any]]


@dataclass
class Solution:
    """The result of a solve. Components are (n, t1, t2) of each contact; in two dimensions (n, t)."""
    solver: str
    converged: bool
    iterations: int
    residual: float                          # natural map, relative
    residual_fclib: float
    seconds: float
    velocity: np.ndarray = field(repr=False)   # u = W r + q (n, 3) [m/s]
    impulse: np.ndarray = field(repr=False)    # r (n, 3) [N s]
    history: np.ndarray = field(repr=False)    # (iteration, residual) as far as it was looked at
    note: str = ""
    why: str = ""                            # it did not converge


def _matrix(problem: Problem) -> Any:
    """W as a scipy.sparse matrix (3 n, 3 n), compressed by rows; (2 n, 2 n) in two dimensions."""
    if not hasattr(problem, "_matrix"):
        from scipy import sparse
        blocks, columns, begins = problem.matrix()
        n = len(problem)
        matrix = sparse.bsr_matrix((blocks, columns, begins), shape=(3 * n, 3 * n)).tocsr()
        if problem.dimension == 2:
            kept = np.flatnonzero(np.arange(3 * n) % 3 < 2)
            matrix = matrix[kept][:, kept]
        problem._matrix = matrix
    return problem._matrix


def _with_limits(problem: Problem, tolerance: float, max_iterations: int, time_limit: float, guess: Any) -> Problem:
    copy = problem.copy()
    copy.limit(tolerance, max_iterations, time_limit)
    if guess is not None:
        copy.guess = guess
    return copy


def _flat(problem: Problem, rows: np.ndarray) -> np.ndarray:
    return rows[:, :2] if problem.dimension == 2 else rows


def _solve(problem: Problem, solver: Solver = "auto", *, tolerance: float = 1e-6, max_iterations: int = 100000,
           time_limit: float = 0.0, guess: Any = None, threads: int = 1, **options: Any) -> Solution:
    """Solves with a solver of cairn by name, or with a callable that returns the impulses of the problem."""
    posed = _with_limits(problem, tolerance, max_iterations, time_limit, guess)
    if callable(solver):
        import time
        begin = time.perf_counter()
        impulse = np.asarray(solver(posed), float)
        seconds = time.perf_counter() - begin
        if impulse.shape != (len(posed), 3):
            raise InputError(f"impulses of the solver: expected shape ({len(posed)}, 3), got {impulse.shape}")
        residual = posed.residual(impulse)
        return Solution(getattr(solver, "__name__", "callable"), residual <= tolerance, 1, residual, float("nan"),
                        seconds, _flat(posed, posed.velocity(impulse)), _flat(posed, impulse), np.array([[1, residual]]))
    from .scene import to_text
    found = _posed_solve(posed, solver, [f"{k}={to_text(v)}" for k, v in options.items()], threads)
    found["velocity"], found["impulse"] = _flat(posed, found["velocity"]), _flat(posed, found["impulse"])
    return Solution(**found)


_posed_solve: Any = Problem.solve
Problem.__doc__ = """A contact problem: u = W r + q with a law for each contact.

    problem = sim.problem                       # of the last step; or from arrays or a file:
    problem = cairn.problem(W, q, mu)           # numpy or scipy matrices
    problem = cairn.problem("rocks.hdf5")       # FCLIB, local or global form
    problem.W, problem.q, problem.mu            # scipy matrix (3 n, 3 n), (n, 3) [m/s], (n,)
    problem.solve("nlgs", tolerance=1e-10)      # a cairn.Solution
    problem.residual(r), problem.velocity(r), problem.project(r)
    problem.write("step.hdf5")                  # FCLIB

A solver of one's own is a callable that gets a Problem and returns impulses (n, 3): problem.guess, problem.tolerance
and problem.max_iterations tell what is asked for; problem.kinds names the set that each block's impulse lies in.
"""
setattr(Problem, "W", property(_matrix, doc=_matrix.__doc__))
setattr(Problem, "solve", _solve)


def _told(self: Problem) -> str:
    return f"<cairn.Problem: {len(self)} contacts in {self.dimension} dimensions>"


def _write(self: Problem, path: Any) -> None:
    """Writes an FCLIB file, in local form."""
    _posed_write(self, os.fspath(path))


_posed_write = Problem.write
setattr(Problem, "__repr__", _told)
setattr(Problem, "write", _write)


def problem(W: Any, q: Any = None, mu: Any = None, *, law: str = "coulomb") -> Problem:
    """A Problem from arrays (W may be any scipy matrix) or from an FCLIB file."""
    if isinstance(W, Problem):
        return W
    if isinstance(W, (str, os.PathLike)):
        return Problem.read(os.fspath(W), law)
    if q is None or mu is None:
        raise InputError("W is a matrix: q and mu are needed too")
    from scipy import sparse
    try:
        if np.iscomplexobj(W):
            raise ValueError("complex numbers")
        rows = sparse.csr_matrix(W, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(f"W: expected a square matrix of numbers, got {type(W).__name__}: {error}") from None
    if rows.shape[0] != rows.shape[1]:
        raise InputError(f"W: expected a square matrix, got shape {rows.shape}")
    rows.sum_duplicates()
    return Problem.from_arrays(rows.indptr.tolist(), rows.indices.tolist(), rows.data.tolist(), q, mu, law)


def solve(W: Any, q: Any = None, mu: Any = None, *, law: str = "coulomb", solver: Solver = "auto", **more: Any) -> Solution:
    """Solves a contact problem from numpy or scipy arrays, from an FCLIB file, or a Problem.

        solution = cairn.solve(W, q, mu, law="coulomb", solver="nlgs", tolerance=1e-8)
        solution.impulse, solution.velocity, solution.residual, solution.history

    law: coulomb, or cone (the associated law). Further keywords: tolerance, max_iterations, time_limit [s], guess,
    threads, and the options of the solver, as cairn.options("solvers") tells them.
    """
    return problem(W, q, mu, law=law).solve(solver, **more)


class Agreement:
    """Solvers side by side. `rows` has a dict per problem and solver: problem, solver, converged, iterations, seconds,
    residual, difference (of velocities to those of the best, over the largest |q|), agrees. `ok`: all of them do."""

    def __init__(self, rows: List[Dict[str, Any]]):
        self.rows = rows

    @property
    def ok(self) -> bool:
        return all(row["agrees"] for row in self.rows)

    def to_pandas(self) -> Any:
        import pandas
        return pandas.DataFrame(self.rows)

    def __repr__(self) -> str:
        lines = [f"{'problem':<24} {'solver':<16} {'iterations':>10} {'residual':>10} {'difference':>10}"]
        for row in self.rows:
            lines.append(f"{row['problem']:<24} {row['solver']:<16} {row['iterations']:>10} {row['residual']:>10.2e} "
                         f"{row['difference']:>10.2e}{'' if row['agrees'] else '  differs'}")
        return "\n".join(lines)


def agree(problems: Union[Any, Sequence[Any], Mapping[str, Any]], solvers: Sequence[Solver] = ("nlgs", "apgd", "newton"),
          *, tolerance: float = 1e-8, within: float = 1e-5, **more: Any) -> Agreement:
    """Solves problems (Problems or FCLIB files) with several solvers, built-in ones by name and callables, and compares
    their velocities, which friction and redundant contacts leave unique where forces are not."""
    if isinstance(problems, (Problem, str, os.PathLike)):
        problems = [problems]
    if not isinstance(problems, Mapping):
        problems = {(os.path.basename(os.fspath(p)) if isinstance(p, (str, os.PathLike)) else f"problem {k}"): p
                    for k, p in enumerate(problems)}
    rows: List[Dict[str, Any]] = []
    for name, given in problems.items():
        posed = problem(given)
        found = [posed.solve(solver, tolerance=tolerance, **more) for solver in solvers]
        best = min(found, key=lambda solution: solution.residual)
        scale = max(float(np.abs(posed.q).max(initial=0)), 1e-300)
        for solution in found:
            apart = float(np.abs(solution.velocity - best.velocity).max(initial=0)) / scale
            rows.append({"problem": name, "solver": solution.solver, "converged": solution.converged,
                         "iterations": solution.iterations, "seconds": solution.seconds, "residual": solution.residual,
                         "difference": apart, "agrees": solution.converged and apart <= within})
    return Agreement(rows)
