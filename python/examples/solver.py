"""A solver of one's own: projected Gauss-Seidel with a De Saxce correction, twenty lines of numpy. It runs a scene, and
its velocities are compared with those of the built-in solvers on a problem of that scene."""
import numpy as np

import cairn


def gauss_seidel(problem: cairn.Problem) -> np.ndarray:
    """r_i <- P(r_i - rho_i (u_i + mu_i |u_t,i| n)), contact after contact, u = W r + q."""
    n, w, q, mu, rho = len(problem), problem.W.toarray(), problem.q.ravel(), problem.mu, problem.rho
    r = problem.guess.ravel()
    rows = [w[3 * i:3 * i + 3] for i in range(n)]
    for sweep in range(1000):
        for i in range(n):
            u = rows[i] @ r + q[3 * i:3 * i + 3]
            x = r[3 * i:3 * i + 3] - rho[i] * (u + [mu[i] * np.hypot(u[1], u[2]), 0, 0])
            r[3 * i:3 * i + 3] = project(mu[i], x)
        if sweep % 10 == 9 and problem.residual(r.reshape(n, 3)) <= problem.tolerance:
            break
    return r.reshape(n, 3)


def project(mu: float, x: np.ndarray) -> np.ndarray:
    """The nearest point of the cone |x_t| <= mu x_n."""
    t = np.hypot(x[1], x[2])
    if t <= mu * x[0]:
        return x
    if mu * t <= -x[0]:
        return np.zeros(3)
    normal = (x[0] + mu * t) / (1 + mu**2)
    return np.array([normal, mu * normal * x[1] / t, mu * normal * x[2] / t])


SCENE = {
    "materials": {"stone": {"density": 2500, "friction": 0.4}},
    "method": {"implicit": {"law": "coulomb", "solver": "nlgs", "tolerance": 1e-6}},
    "time": {"step": "1 ms", "end": "0.1 s"},
    "bodies": [{"name": "floor", "material": "stone", "shape": "plane", "fixed": True},
               {"name": "balls", "material": "stone", "shape": {"sphere": {"radius": 0.01}},
                "lattice": {"kind": "cubic", "spacing": 0.02, "counts": [4, 3, 1]}, "position": [0, 0, 0.01], "velocity": [0.3, 0.1, 0]}],
}


def main() -> cairn.Agreement:
    sim = cairn.Simulation(SCENE, solver=gauss_seidel)
    sim.step(20)
    print(sim.last_step)
    table = cairn.agree(sim.problem, ["nlgs", "apgd", "newton", gauss_seidel], tolerance=1e-6, within=1e-3)
    print(table)
    return table


if __name__ == "__main__":
    main()
