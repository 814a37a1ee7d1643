"""A gripper as an environment for learning: reset, step, seed, without depending on gymnasium. A controller squeezes the
block with just the force that carries it."""
from __future__ import annotations

import numpy as np

import cairn

SCENE = {
    "title": "Gripper",
    "materials": {"block": {"density": 1000, "friction": 0.4}, "rubber": {"density": 1200, "friction": 0.8}},
    "method": {"implicit": {"law": "coulomb"}},
    "time": {"step": "2 ms", "end": "10 s"},
    "bodies": [
        {"name": "floor", "material": "rubber", "shape": "plane", "position": [0, 0, 0], "fixed": True},
        {"name": "block", "material": "block", "shape": {"box": {"size": [0.06, 0.1, 0.1]}}, "position": [0, 0, 0.05]},
        {"name": "hand", "material": "rubber", "shape": {"box": {"size": [0.24, 0.06, 0.03]}}, "position": [0, 0, 0.165]},
        {"name": "left", "material": "rubber", "shape": {"box": {"size": [0.02, 0.06, 0.1]}}, "position": [-0.06, 0, 0.095]},
        {"name": "right", "material": "rubber", "shape": {"box": {"size": [0.02, 0.06, 0.1]}}, "position": [0.06, 0, 0.095]},
    ],
    "joints": [
        {"slider": {"name": "lift", "bodies": ["hand", "ground"], "point": [0, 0, 0.165], "axis": [0, 0, 1],
                    "motor": {"position": 0, "time": "20 ms"}}},
        {"slider": {"name": "left", "bodies": ["left", "hand"], "point": [-0.06, 0, 0.145], "axis": [1, 0, 0],
                    "limit": {"min": -0.01, "max": 0.05}, "motor": {"force": 0}}},
        {"slider": {"name": "right", "bodies": ["right", "hand"], "point": [0.06, 0, 0.145], "axis": [-1, 0, 0],
                    "limit": {"min": -0.01, "max": 0.05}, "motor": {"force": 0}}},
    ],
}


class Gripper:
    """Observation: height of the block [m], its speed [m/s], height of the hand [m]. Action: force of the fingers [N] and
    speed of the hand [m/s]. Reward: how much the block rises in a step, minus a little for squeezing."""

    action_low, action_high = np.array([0.0, -0.2]), np.array([30.0, 0.2])

    def __init__(self, steps_per_action: int = 10, limit: int = 150):
        self.steps_per_action, self.limit = steps_per_action, limit
        self.sim = None

    def reset(self, *, seed: int | None = None):
        """A block of a density between 800 and 1200 kg/m3, which the seed decides. Returns observation and info."""
        self.random = np.random.default_rng(seed)
        scene = cairn.Scene(SCENE)
        scene["materials.block.density"] = float(self.random.uniform(800, 1200))
        self.sim, self.count = cairn.Simulation(scene), 0
        return self._observe(), {"mass": float(self.sim.bodies["block"].mass[0])}

    def step(self, action):
        """Returns observation, reward, terminated, truncated, info."""
        grip, speed = np.clip(np.asarray(action, float), self.action_low, self.action_high)
        before = self._observe()[0]
        self.sim.joints["left"].force = self.sim.joints["right"].force = grip
        self.sim.joints["lift"].speed = speed
        self.sim.step(self.steps_per_action)
        self.count += 1
        now = self._observe()
        reward = (now[0] - before) - 1e-5 * grip
        return now, float(reward), bool(now[0] > 0.2), self.count >= self.limit, {}

    def _observe(self) -> np.ndarray:
        block, hand = self.sim.bodies["block"], self.sim.bodies["hand"]
        return np.array([block.position[0, 2], block.velocity[0, 2], hand.position[0, 2]])


def policy(observation, mass: float):
    """Squeezes with 1.6 times the force that friction needs, waits until the fingers hold, then lifts."""
    grip = 1.6 * mass * 9.81 / (2 * 0.4)
    return [grip, 0.1 if policy.count > 15 else 0.0]


def main() -> float:
    env = Gripper()
    observation, info = env.reset(seed=1)
    total, terminated, truncated = 0.0, False, False
    policy.count = 0
    while not (terminated or truncated):
        observation, reward, terminated, truncated, _ = env.step(policy(observation, info["mass"]))
        total += reward
        policy.count += 1
    print(f"block of {info['mass']:.3f} kg at {observation[0]:.3f} m after {env.sim.time:.2f} s, reward {total:.4f}")
    return observation[0]


if __name__ == "__main__":
    main()
