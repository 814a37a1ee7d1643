"""Contact problems: from arrays, files and steps; solvers of one's own."""
import numpy as np
import pytest
from conftest import scene
from scipy import sparse

import cairn


def ball_on_floor(speed, mu):
    """One contact of a point mass of 1 kg: W = 1, q = its free velocity."""
    return np.eye(3), np.array(speed, float), np.array([mu])


@pytest.mark.parametrize("solver", ["auto", "nlgs", "newton", "interior_point"])
def test_one_contact_by_hand(solver):
    stick = cairn.solve(*ball_on_floor([-1, 0.3, 0], 0.5), solver=solver, tolerance=1e-10)
    assert stick.converged and np.allclose(stick.impulse, [[1, -0.3, 0]], atol=1e-8) and np.allclose(stick.velocity, 0, atol=1e-8)
    slip = cairn.solve(*ball_on_floor([-1, 3, 4], 0.5), solver=solver, tolerance=1e-10)
    assert np.allclose(slip.impulse, [[1, -0.3, -0.4]], atol=1e-7) and np.allclose(slip.velocity, [[0, 2.7, 3.6]], atol=1e-7)
    apart = cairn.solve(*ball_on_floor([1, 3, 4], 0.5), solver=solver)
    assert np.allclose(apart.impulse, 0)
    assert slip.history.shape[1] == 2 and slip.residual <= 1e-10 and slip.why == ""


def test_two_dimensions_and_sparse():
    w = sparse.csc_matrix(np.diag([1.0, 2.0, 1.0, 2.0]))
    found = cairn.solve(w, [-1, 0.1, -2, 9], [0.5, 0.1], tolerance=1e-10)
    assert found.impulse.shape == (2, 2) and np.allclose(found.impulse, [[1, -0.05], [2, -0.2]], atol=1e-7)
    posed = cairn.problem(w, [-1, 0.1, -2, 9], [0.5, 0.1])
    assert np.allclose(posed.W.toarray(), w.toarray()) and np.allclose(posed.mu, [0.5, 0.1])


def test_bad_problems_say_what_is_wrong(tmp_path):
    w, q, mu = ball_on_floor([-1, 0, 0], 0.5)
    for arguments, word in (((w, q, [0.5, 0.5]), "W"), ((w[:2], q, mu), "square"), ((w, q[:2], mu), "q"), ((w, q, [-1.0]), ""),
                            ((w * np.nan, q, mu), ""), (("no file.hdf5",), ""), ((w,), "q and mu"), (("abc", q, mu), "")):
        with pytest.raises(cairn.InputError, match=word):
            cairn.solve(*arguments)
    with pytest.raises(cairn.InputError, match="did you mean 'nlgs'"):
        cairn.solve(w, q, mu, solver="nlg")
    with pytest.raises(cairn.InputError, match="law"):
        cairn.solve(w, q, mu, law="newton")
    with pytest.raises(cairn.InputError):
        cairn.solve(w, q, mu, solver="nlgs", swing=3)
    (tmp_path / "bad.hdf5").write_bytes(b"not a file of HDF5")
    with pytest.raises(cairn.InputError):
        cairn.problem(tmp_path / "bad.hdf5")


@pytest.fixture
def pile():
    sim = cairn.Simulation(scene({"implicit": {"law": "coulomb", "tolerance": 1e-9, "max_iterations": 20000}}, joints=[], measure={}))
    sim.run(until=0.2, progress=False)
    return sim


def test_problem_of_a_step(pile, tmp_path):
    posed = pile.problem
    n = len(posed)
    assert n > 10 and posed.W.shape == (3 * n, 3 * n) and posed.q.shape == (n, 3) and set(posed.kinds) == {"cone"}
    assert abs(posed.W - posed.W.T).max() < 1e-12 * abs(posed.W).max()
    solution = posed.solve("nlgs", tolerance=1e-10)
    assert np.allclose(posed.W @ solution.impulse.ravel() + posed.q.ravel(), solution.velocity.ravel(), atol=1e-12)
    assert abs(posed.residual(solution.impulse) - solution.residual) < 1e-12
    assert np.allclose(posed.project(solution.impulse), solution.impulse, atol=1e-12)
    posed.write(tmp_path / "step.hdf5")
    again = cairn.problem(tmp_path / "step.hdf5")
    assert np.allclose(again.W.toarray(), posed.W.toarray()) and np.allclose(again.q, posed.q) and np.allclose(again.mu, posed.mu)
    assert np.allclose(cairn.solve(tmp_path / "step.hdf5", solver="nlgs", tolerance=1e-10).velocity, solution.velocity, atol=1e-7)


def test_own_solver_agrees_and_runs(pile):
    import importlib.util
    from conftest import ROOT
    spec = importlib.util.spec_from_file_location("own", ROOT / "python/examples/solver.py")
    own = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)
    table = cairn.agree({"pile": pile.problem}, ["nlgs", "newton", own.gauss_seidel], tolerance=1e-6, within=1e-3)
    assert table.ok, str(table)

    def wrong(problem):
        return 2 * own.gauss_seidel(problem)

    assert not cairn.agree(pile.problem, ["nlgs", wrong], tolerance=1e-7).ok
    data = own.SCENE
    sim, built_in = cairn.Simulation(data, solver=own.gauss_seidel), cairn.Simulation(data)
    sim.step(3), built_in.step(3)
    assert sim.last_step.solver == "gauss_seidel" and sim.last_step.converged
    assert np.abs(sim.bodies.by_uid.position - built_in.bodies.by_uid.position).max() < 1e-6


def test_solver_answers_of_the_wrong_shape():
    data = scene({"implicit": {"law": "coulomb"}}, joints=[], measure={})
    for answer in (None, np.zeros(3), np.zeros((1, 2)), "x", [[float("nan")] * 3]):
        sim = cairn.Simulation(data, solver=lambda problem, a=answer: a if len(problem) else np.zeros((0, 3)))
        with pytest.raises((cairn.InputError, cairn.RunError)):
            sim.step(2000)
