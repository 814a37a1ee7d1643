"""cairn: granular matter and rigid bodies in contact, every theory of contact on the same scene.

    import cairn
    scene = cairn.load("hopper.yaml"); scene["let.gap"] = "25 mm"
    sim = cairn.Simulation(scene, threads=2)
    sim.run(until=0.3)
    sim.bodies["beads"].position, sim.contacts.force, sim.energy

A scene gives the same bits here and in the program `cairn run`. SI units, radians, world axes; quaternions are
(w, x, y, z); normals point from A to B; a negative gap is overlap.
"""
from ._core import licence, version as __version__
from .bodies import Bodies, Contacts
from .calibration import Calibration, calibrate
from .errors import InputError, NotConverged, RunError
from .joints import Joint, Joints
from .problems import Agreement, Problem, Solution, agree, problem, solve
from .runs import Forces, Frame, Run, forces
from .scene import Scene, example, load
from .series import Series
from .simulation import Recording, Simulation
from .studies import Packing, Result, Study, batch, pack, sweep
from .tables import cite, options, schema

__all__ = [
    "Agreement", "Bodies", "Calibration", "Contacts", "Forces", "Frame", "InputError", "Joint", "Joints", "NotConverged",
    "Packing", "Problem", "Recording", "Result", "Run", "RunError", "Scene", "Series", "Simulation", "Solution", "Study",
    "agree", "batch", "calibrate", "cite", "example", "forces", "licence", "load", "options", "pack", "problem", "schema",
    "solve", "sweep",
]
