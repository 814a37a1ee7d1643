"""A two-link arm under gravity: a PD controller with the torques of the weights fed forward brings its tip from goal to
goal, and so pushes a ball off a shelf into a bin. Records arm.run."""
import sys

import numpy as np

import cairn

UPPER, FORE = 0.4, 0.3  # lengths [m]
SCENE = {
    "title": "Two-link arm",
    "materials": {"aluminium": {"density": 2700, "friction": 0.3}, "rubber": {"density": 1100, "friction": 0.6}},
    "method": {"implicit": {"law": "coulomb"}},
    "time": {"step": "1 ms", "end": "10 s"},
    "output": {"contacts": True},
    "bodies": [
        {"name": "floor", "material": "rubber", "shape": "plane", "fixed": True},
        {"name": "post", "material": "aluminium", "shape": {"box": {"size": [0.06, 0.06, 0.5]}}, "position": [0, 0.06, 0.25], "fixed": True},
        {"name": "shelf", "material": "rubber", "shape": {"box": {"size": [0.1, 0.2, 0.02]}}, "position": [0.5, 0, 0.19], "fixed": True},
        {"name": "bin", "material": "rubber", "shape": {"box": {"size": [0.02, 0.2, 0.1]}}, "position": [0.7, 0, 0.05], "fixed": True},
        {"name": "ball", "material": "rubber", "shape": {"sphere": {"radius": 0.03}}, "position": [0.5, 0, 0.23]},
        {"name": "upper", "material": "aluminium", "shape": {"box": {"size": [UPPER, 0.03, 0.03]}}, "position": [UPPER / 2, 0, 0.5]},
        {"name": "fore", "material": "aluminium", "shape": {"box": {"size": [FORE, 0.025, 0.025]}}, "position": [UPPER + FORE / 2, 0, 0.5]},
    ],
    "joints": [
        {"revolute": {"name": "shoulder", "bodies": ["upper", "ground"], "point": [0, 0, 0.5], "axis": [0, 1, 0]}},
        {"revolute": {"name": "elbow", "bodies": ["fore", "upper"], "point": [UPPER, 0, 0.5], "axis": [0, 1, 0]}},
    ],
}


def tip(shoulder: float, elbow: float) -> np.ndarray:
    """Where the tip is, (x, z) from the shoulder. Angles turn about y, so that a positive one points down."""
    both = shoulder + elbow
    return np.array([UPPER * np.cos(shoulder) + FORE * np.cos(both), -UPPER * np.sin(shoulder) - FORE * np.sin(both)])


def angles(x: float, z: float) -> np.ndarray:
    """The angles that bring the tip there, with the elbow up."""
    elbow = np.arccos((x**2 + z**2 - UPPER**2 - FORE**2) / (2 * UPPER * FORE))
    return np.array([np.arctan2(-z, x) - np.arctan2(FORE * np.sin(elbow), UPPER + FORE * np.cos(elbow)), elbow])


class Controller:
    """Torques of both joints: a spring and a damper to a goal that moves, and what holds the weights."""

    def __init__(self, sim: cairn.Simulation):
        self.sim, self.joints = sim, (sim.joints["shoulder"], sim.joints["elbow"])
        self.mass = np.array([sim.bodies[name].mass[0] for name in ("upper", "fore")])
        self.kp, self.kd = np.array([60.0, 15.0]), np.array([9.0, 1.5])  # N m/rad, N m s/rad
        self.goal = self.angles()

    def angles(self) -> np.ndarray:
        return np.array([joint.angle for joint in self.joints])

    def __call__(self, goal: np.ndarray) -> None:
        q, rates = self.angles(), np.array([joint.turning for joint in self.joints])
        wanted, self.goal = (goal - self.goal) / self.sim.time_step, goal
        elbow = UPPER * np.cos(q[0])
        centres = np.array([elbow / 2, elbow + FORE / 2 * np.cos(q.sum())])  # of the links, from the shoulder
        pull = -9.81 * self.mass
        weights = np.array([centres @ pull, (centres[1] - elbow) * pull[1]])
        for joint, torque in zip(self.joints, self.kp * (goal - q) - self.kd * (rates - wanted) + weights):
            joint.torque = torque


def main(folder: str = "arm.run") -> float:
    sim = cairn.Simulation(SCENE)
    control = Controller(sim)
    last = tip(*control.angles())
    with sim.record(folder, frames=0.02, force=True):
        for name, goal in (("above the shelf", (0.35, 0.1)), ("beside the ball", (0.38, -0.26)), ("where it was", (0.58, -0.26))):
            for k in range(1200):  # along a straight line in 0.8 s, then hold
                control(angles(*last + min(1.0, k / 800) * (goal - last)))
                sim.step()
            last = tip(*control.angles())
            away = np.linalg.norm(last - goal)
            print(f"{name}: tip off by {1e3 * away:.2f} mm after {sim.time:.1f} s")
    print(f"ball at height {sim.bodies['ball'].position[0, 2]:.3f} m")
    return away


if __name__ == "__main__":
    main(*sys.argv[1:2])
