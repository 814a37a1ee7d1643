"""Five theories of contact on one scene: a ball falls and bounces, a block slides, a ball hits two that touch."""
import sys

import cairn

methods = {
    "penalty forces": {"explicit": {"law": "hertz_mindlin"}},
    "cone complementarity": {"implicit": {"law": "cone", "solver": "apgd", "theta": 0.5}},
    "Coulomb contact dynamics": {"implicit": {"law": "coulomb", "solver": "nlgs", "theta": 0.5}},
    "compliant contact": {"implicit": {"law": "compliant", "stiffness": "1e6 N/m", "damping_time": "1e-4 s"}},
    "impacts one by one": {"impact": {}},
}
scenes = []
for method in methods.values():
    scene = cairn.load(cairn.example("guide/bench.yaml"))
    scene["method"] = method
    if "explicit" not in method:
        scene["time.step"] = "0.5 ms"
    if "--quick" in sys.argv:
        scene["time.end"] = "0.16 s"
    scenes.append(scene)
results = cairn.batch(scenes, jobs=2, collect=lambda sim: (
    sim.bodies["drop"].velocity[0, 2], sim.bodies["block"].position[0, 0], sim.bodies["third"].velocity[0, 0]))
print(f"{'':26} {'drop vz':>9} {'block x':>9} {'third vx':>9} {'seconds':>8}")
for name, result in zip(methods, results):
    if result.error:
        print(f"{name:26} {result.error.splitlines()[0]}")
        continue
    print(f"{name:26} {result.value[0]:9.4f} {result.value[1]:9.4f} {result.value[2]:9.4f} {result.seconds:8.2f}")
assert not any(result.error for result in results)
