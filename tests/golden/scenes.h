// The scenes of the golden tests, and their hashes.
#pragma once

#include <cstdint>
#include <ostream>

namespace cairn::test {

struct Golden {
  const char* name;
  std::uint64_t steps;
  std::uint64_t hash;
  const char* yaml;
};

inline std::ostream& operator<<(std::ostream& out, const Golden& golden) { return out << golden.name; }

inline const Golden kScenes[] = {{"pile", 700, 0xd860e2ad3a84a488, R"yaml(
# Balls of several sizes fall into a container with a box on its floor.
gravity: [0, 0, -9.81]
materials:
  glass: {density: 2500, friction: 0.5, restitution: 0.6}
  wall: {friction: 0.3, restitution: 0.5}
pairs: {glass-wall: {friction: 0.4}}
method: {explicit: {law: hooke, stiffness: 5000}}
time: {step: 2e-5, end: 10}
bodies:
  - {name: bin, material: wall, shape: {container: {size: [60 mm, 60 mm, 200 mm]}}, position: [0, 0, 0.1], fixed: true}
  - {name: step, material: wall, shape: {box: {size: [20 mm, 60 mm, 10 mm]}}, position: [-20 mm, 0, 5 mm], fixed: true}
  - {name: balls, material: glass, shape: sphere, velocity: [0.2, 0, -3],
     fill: {box: {min: [-28 mm, -28 mm, 12 mm], max: [28 mm, 28 mm, 120 mm]}, count: 1200, seed: 7, sizes: {uniform: [3 mm, 6 mm]}}}
)yaml"},
                                 {"drum", 9000, 0x9f8cf8fc2c1face4, R"yaml(
# A turning drum, a time-dependent paddle, an event, an inlet and a domain that takes bodies out.
gravity: [0, 0, -9.81]
materials: {steel: {density: 7800, friction: 0.4, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 20000}}
time: {step: 1e-5, end: 10}
domain: {min: [-0.2, -0.2, -0.06], max: [0.2, 0.2, 0.2], outside: remove}
bodies:
  - {name: drum, material: steel, shape: {drum: {radius: 50 mm, length: 20 mm, axis: y}}, position: [0, 0, 0],
     motion: {rotation: {axis: [0, 1, 0], speed: 60 rpm}}}
  - {name: paddle, material: steel, shape: {sphere: {radius: 8 mm}}, position: [0, 0, 5 mm],
     motion: {translation: {velocity: ["0.3*cos(80*t)", 0, 0]}}}
  - {name: balls, material: steel, shape: {sphere: {diameter: 5 mm}},
     fill: {box: {min: [-30 mm, -9 mm, -30 mm], max: [30 mm, 9 mm, -6 mm]}, count: 120, seed: 2}}
  - {name: flyers, material: steel, shape: {sphere: {diameter: 4 mm}}, position: [0.1, 0.1, 0], lattice: {kind: cubic, spacing: 6 mm, counts: [3, 3, 3]}}
inlet: {material: steel, shape: {sphere: {diameter: 3 mm}}, region: {box: {min: [-20 mm, -8 mm, 15 mm], max: [20 mm, 8 mm, 30 mm]}}, rate: 2000, until: 20 ms}
events:
  - {at: 10 ms, gravity: [1, 0, -9.81]}
  - {at: 15 ms, remove: paddle}
)yaml"},
                                 {"plane", 2500, 0x8de31fc825a08f58, R"yaml(
# Two dimensions: discs on an incline, with a spring, an applied force and local damping.
dimension: 2
gravity: [0, 0, -9.81]
materials: {steel: {density: 2000, friction: 0.3, restitution: 0.4}}
method: {explicit: {law: hooke, stiffness: 1e5}}
time: {step: auto, end: 10}
damping: {local: 0.1}
bodies:
  - {name: floor, material: steel, shape: {plane: {normal: [0.2, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: stop, material: steel, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.5, 0, 0], fixed: true}
  - {name: discs, material: steel, shape: {disc: {radius: 20 mm}}, position: [-0.2, 0, 0.12], lattice: {kind: cubic, spacing: 42 mm, counts: [8, 1, 8]}}
  - {name: pushed, material: steel, shape: {disc: {radius: 25 mm}}, position: [0.1, 0, 0.6], force: [0, 0, -5],
     spring: {to: [0.1, 0, 0.9], stiffness: 200 N/m, damping: 1}}
)yaml"},
                                 {"sticky", 1500, 0xe468fce988fa91d1, R"yaml(
# Elastic, rolling-resistant, adhesive grains of two materials shot at each other and at a cup.
gravity: [0, 0, -9.81]
materials:
  soft: {density: 2500, friction: 0.5, restitution: 0.4, young: 5e6, poisson: 0.3, rolling_friction: 0.1, twisting_friction: 0.05, work_of_adhesion: 0.2}
  hard: {density: 4000, friction: 0.3, restitution: 0.8, young: 2e7, poisson: 0.25, rolling_friction: 0.02, work_of_adhesion: 0.1}
method: {explicit: {law: hertz_mindlin, adhesion: jkr, rolling: spring}}
time: {step: 1e-5, end: 10}
bodies:
  - {name: cup, material: hard, shape: {cup: {radius: 15 mm, height: 30 mm}}, position: [0, 0, 0], fixed: true}
  - {name: low, materials: [soft, hard], shape: sphere,
     fill: {cylinder: {center: [0, 0, 12 mm], radius: 14 mm, height: 20 mm}, count: 150, seed: 4, sizes: {uniform: [2 mm, 4 mm]}}}
  - {name: high, material: soft, shape: {sphere: {diameter: 3 mm}}, velocity: [0, 0, -1],
     fill: {box: {min: [-8 mm, -8 mm, 26 mm], max: [8 mm, 8 mm, 50 mm]}, count: 100, seed: 5}}
)yaml"},
                                 {"dented", 1200, 0x4209435d751d72de, R"yaml(
# Plastic grains that stick and resist rolling fall into a cup; two bricks lie among them.
gravity: [0, 0, -9.81]
materials:
  clay: {density: 2500, friction: 0.5, restitution: 0.6, rolling_friction: 0.1, twisting_friction: 0.05}
  wall: {friction: 0.3, restitution: 0.5}
method: {explicit: {law: luding, stiffness: 2000, plasticity: 0.7, adhesive_ratio: 0.8, plastic_depth: 0.02, rolling: spring}}
time: {step: 2e-5, end: 10}
bodies:
  - {name: cup, material: wall, shape: {cup: {radius: 15 mm, height: 40 mm}}, position: [0, 0, 0], fixed: true}
  - {name: low, material: clay, shape: sphere, velocity: [0, 0, -0.5],
     fill: {cylinder: {center: [0, 0, 12 mm], radius: 14 mm, height: 20 mm}, count: 150, seed: 4, sizes: {uniform: [2 mm, 4 mm]}}}
  - {name: bricks, material: clay, shape: {box: {size: [5 mm, 4 mm, 3 mm]}}, velocity: [0, 0, -1],
     fill: {box: {min: [-8 mm, -8 mm, 26 mm], max: [8 mm, 8 mm, 60 mm]}, count: 8, seed: 5}}
)yaml"},
                                 {"powder", 1500, 0xc076fbf7eae2b6e5, R"yaml(
# Grains of Edinburgh's law draw each other from a distance in a cell that shrinks, above a plane.
gravity: [0, 0, -9.81]
periodic: {min: [-1.5 mm, -1.5 mm, 0], max: [1.5 mm, 1.5 mm, 3 mm], axes: [x, y], strain_rate: [-5, 2, 0]}
materials:
  fine: {density: 2500, friction: 0.4, restitution: 0.5, young: 5e6, poisson: 0.3}
  coarse: {density: 4000, friction: 0.3, restitution: 0.7, young: 2e7, poisson: 0.25}
method: {explicit: {law: edinburgh, plasticity: 0.6, adhesive_ratio: 0.5, adhesion: van_der_waals, hamaker: 1e-15, separation: 1 um,
                    cutoff: 10 um}}
time: {step: 1e-6, end: 10}
bodies:
  - {name: floor, material: coarse, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: balls, materials: [fine, coarse], shape: sphere,
     fill: {box: {min: [-1.5 mm, -1.5 mm, 0], max: [1.5 mm, 1.5 mm, 3 mm]}, count: 250, seed: 9, sizes: {uniform: [0.2 mm, 0.3 mm]},
            spread: [0.2, 0.2, 0.2]}}
)yaml"},
                                 {"wet", 1200, 0x8be6dd336c1418a8, R"yaml(
# Wet grains, balls and pills, between which bridges of a viscous liquid form and break.
gravity: [0, 0, -9.81]
materials:
  sand: {density: 2500, friction: 0.5, restitution: 0.4, young: 5e6, poisson: 0.3}
  wall: {friction: 0.3, restitution: 0.5}
method: {explicit: {law: hertz_mindlin, adhesion: bridge, liquid_share: 0.01, contact_angle: 20 deg, liquid_viscosity: 5 mPa s,
                    roughness: 5 um}}
time: {step: 5e-6, end: 10}
bodies:
  - {name: bin, material: wall, shape: {container: {size: [12 mm, 12 mm, 60 mm]}}, position: [0, 0, 30 mm], fixed: true}
  - {name: floor, material: wall, shape: plane, position: [0, 0, 2 mm], fixed: true}
  - {name: balls, material: sand, shape: sphere, velocity: [0.1, 0.05, -1],
     fill: {box: {min: [-6 mm, -6 mm, 2 mm], max: [6 mm, 6 mm, 20 mm]}, count: 250, seed: 3, sizes: {uniform: [1 mm, 2 mm]}, spread: [1, 1, 1]}}
  - {name: pills, material: sand, shape: {capsule: {radius: 0.6 mm, length: 1 mm}}, velocity: [0, 0, -1],
     fill: {box: {min: [-6 mm, -6 mm, 21 mm], max: [6 mm, 6 mm, 28 mm]}, count: 30, seed: 4}}
)yaml"},
                                 {"tacky", 2000, 0xe076317d8b0026e5, R"yaml(
# Balls that pull while they touch (dmt) fly about in a cell that shrinks, between two planes, and part again.
gravity: [0, 0, -9.81]
periodic: {min: [-15 mm, -15 mm, 0], max: [15 mm, 15 mm, 30 mm], axes: [x, y], strain_rate: [-0.5, 0.2, 0]}
materials:
  soft: {density: 2500, friction: 0.3, restitution: 0.9, young: 5e6, poisson: 0.3, work_of_adhesion: 0.2}
  hard: {density: 4000, friction: 0.3, restitution: 0.9, young: 2e7, poisson: 0.25, work_of_adhesion: 0.1}
method: {explicit: {law: hertz_mindlin, adhesion: dmt}}
time: {step: 1e-5, end: 10}
bodies:
  - {name: floor, material: hard, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: lid, material: hard, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 30 mm], fixed: true}
  - {name: balls, materials: [soft, hard], shape: sphere,
     fill: {box: {min: [-15 mm, -15 mm, 0], max: [15 mm, 15 mm, 30 mm]}, count: 250, seed: 9, sizes: {uniform: [2 mm, 3 mm]}, spread: [2, 2, 2]}}
)yaml"},
                                 {"servo", 3000, 0x481b2d1474672b27, R"yaml(
# Servo walls close in on a sample: areas between walls, a sliding plate, a pressure that an event changes, bodies that
# come late.
gravity: [0, 0, -9.81]
materials:
  bead: {density: 2500, young: 1e7, poisson: 0.3, friction: 0.4, restitution: 0.5}
  wall: {friction: 0.2}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-5, end: 10}
bodies:
  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: front, material: wall, shape: {plane: {normal: [0, 1, 0]}}, position: [0, -12 mm, 0], fixed: true}
  - {name: back, material: wall, shape: {plane: {normal: [0, -1, 0]}}, position: [0, 12 mm, 0], fixed: true}
  - {name: left, material: wall, shape: {plane: {normal: [1, 0, 0]}}, position: [-12 mm, 0, 0], fixed: true}
  - {name: right, material: wall, shape: {plane: {normal: [-1, 0, 0]}}, position: [13 mm, 0, 0],
     motion: {servo: {pressure: "2 kPa + 1 kPa*sin(200*t)", axis: [-1, 0, 0], between: [[front, back], [floor, lid]]}}}
  - {name: lid, material: wall, shape: {box: {size: [60 mm, 40 mm, 2 mm]}}, position: [0, 0, 22 mm],
     motion: {servo: {pressure: 3 kPa, axis: [0, 0, -1], between: [[left, right], [front, back]]}, translation: {velocity: [0.05, 0, 0]}}}
  - {name: beads, material: bead, shape: sphere,
     fill: {box: {min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 20 mm]}, count: 150, seed: 6, sizes: {uniform: [3 mm, 4 mm]}}}
events:
  - {at: 12 ms, motion: {lid: {servo: {force: 4 N, axis: [0, 0, -1], max_speed: 0.3}}}}
  - {at: 20 ms, add: {name: late, material: bead, shape: {sphere: {diameter: 3 mm}}, position: [0, 0, 40 mm]}}
)yaml"},
                                 {"cell", 3000, 0xd92739e036a3c450, R"yaml(
# A periodic cell is compressed, then sheared, then let alone; a plate slides through it.
gravity: [0.5, 0, 0]
materials: {glass: {density: 2500, young: 1e7, poisson: 0.3, friction: 0.5, restitution: 0.6}}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-5, end: 10}
periodic: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm], strain_rate: [-18, -18, -18]}
bodies:
  - {name: plate, material: glass, shape: {box: {size: [4 mm, 4 mm, 1 mm]}}, position: [10 mm, 10 mm, 10 mm],
     motion: {translation: {velocity: [0, 0, -1.5]}}}
  - {name: beads, material: glass, shape: sphere,
     fill: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]}, count: 300, seed: 8, sizes: {uniform: [2 mm, 3 mm]}}}
events:
  - {at: 12 ms, deform: {shear_rate: {xz: 60, yz: 20}}}
  - {at: 26 ms, deform: {}}
)yaml"},
                                 {"impulses", 120, 0xe053d9d713a34692, R"yaml(
# Balls of many sizes, solved for: coloured sweeps, warm starts, a turning drum, a servo lid, an event.
gravity: [0, 0, -9.81]
materials: {steel: {density: 7800, friction: 0.4, restitution: 0.3}}
method: {implicit: {law: coulomb, solver: pgs, tolerance: 1e-4, max_iterations: 60}}
time: {step: 1e-3, end: 10}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: drum, material: steel, shape: {tube: {radius: 60 mm, length: 0.3 m}}, position: [0, 0, 0.15],
     motion: {rotation: {axis: [0, 0, 1], speed: 60 rpm}}}
  - {name: lid, material: steel, shape: {box: {size: [0.1, 0.1, 0.01]}}, position: [0, 0, 0.16],
     motion: {servo: {force: 40 N, axis: [0, 0, -1]}}}
  - {name: balls, material: steel, shape: sphere, velocity: [0, 0, -1],
     fill: {cylinder: {center: [0, 0, 75 mm], radius: 55 mm, height: 0.14}, count: 500, seed: 3, sizes: {uniform: [6 mm, 14 mm]}}}
events:
  - {at: 60 ms, gravity: [2, 0, -9.81]}
)yaml"},
                                 {"cones", 80, 0x393cc5b95b909344, R"yaml(
# Boxes and balls in a periodic cell that is sheared, by cone complementarity at mid-step.
gravity: [0, 0, -9.81]
materials: {wood: {density: 700, friction: 0.5, restitution: 0.2}}
method: {implicit: {law: cone, solver: apgd, theta: 0.5, level: position, tolerance: 1e-4, max_iterations: 80}}
time: {step: 1e-3, end: 10}
periodic: {min: [0, 0, 0], max: [0.2, 0.2, 1], axes: [x, y], shear_rate: {xy: 3}}
bodies:
  - {name: floor, material: wood, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: boxes, material: wood, shape: {box: {size: [20 mm, 25 mm, 30 mm]}}, velocity: [0, 0, -1],
     fill: {box: {min: [0, 0, 0], max: [0.2, 0.2, 0.12]}, count: 40, seed: 5}}
  - {name: balls, material: wood, shape: {sphere: {diameter: 20 mm}}, velocity: [0, 0, -1],
     fill: {box: {min: [0, 0, 0.12], max: [0.2, 0.2, 0.24]}, count: 100, seed: 6}}
)yaml"},
                                 {"visits", 300, 0xb54fb8a4356301b4, R"yaml(
# Non-linear Gauss-Seidel at mid-step, positions projected, with a solver that helps out.
gravity: [0, 0, -9.81]
materials: {grain: {density: 2600, friction: 0.3, restitution: 0.8, restitution_tangential: 0.2}}
method: {implicit: {law: coulomb, solver: nlgs, local: epdas, theta: 0.5, tolerance: 1e-5, max_iterations: 20, fallback: pgs, project_positions: true}}
time: {step: 2e-4, end: 10}
bodies:
  - {name: box, material: grain, shape: {container: {size: [12 mm, 12 mm, 20 mm]}}, position: [0, 0, 10 mm], fixed: true}
  - {name: grains, material: grain, shape: sphere,
     fill: {box: {min: [-6 mm, -6 mm, 0], max: [6 mm, 6 mm, 20 mm]}, count: 400, seed: 1, sizes: {uniform: [0.8 mm, 1.2 mm]}, spread: [0.1, 0.1, 0.1]}}
)yaml"},
                                 {"joints", 400, 0x53eaa523f4dad893, R"yaml(
# A motor pushes a piston into balls; a rope, a flap with limits and a chain hang about.
gravity: [0, 0, -9.81]
materials: {steel: {density: 2000, friction: 0.3, restitution: 0.2}}
method: {implicit: {law: coulomb, solver: pgs, tolerance: 1e-6, max_iterations: 100}}
time: {step: 1e-3, end: 10}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, -25 mm], fixed: true}
  - {name: stop, material: steel, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.5, 0, 0], fixed: true}
  - {name: crank, material: steel, shape: {box: {size: [0.1, 0.02, 0.02]}}, position: [-0.05, 0, 0.1]}
  - {name: rod, material: steel, shape: {box: {size: [0.3, 0.02, 0.02]}}, position: [0.05, 0, 0.1]}
  - {name: piston, material: steel, shape: {box: {size: [0.05, 0.1, 0.2]}}, position: [0.2, 0, 0.1]}
  - {name: flap, material: steel, shape: {box: {size: [0.1, 0.08, 0.01]}}, position: [0.35, 0, 0.15]}
  - {name: bob, material: steel, shape: {sphere: {radius: 0.03}}, position: [0.1, 0.2, 0.3]}
  - {name: link, material: steel, shape: {capsule: {radius: 0.01, length: 0.05}}, position: [0.1, 0.2, 0.2]}
  - {name: balls, material: steel, shape: {sphere: {radius: 8 mm}}, position: [0.38, 0, 0.04], lattice: {kind: cubic, spacing: 18 mm, counts: [6, 6, 4]}}
joints:
  - {revolute: {bodies: [crank, ground], point: [0, 0, 0.1], axis: [0, 1, 0], motor: {speed: 6*cos(t), max: 40}}}
  - {revolute: {bodies: [rod, crank], point: [-0.1, 0, 0.1], axis: [0, 1, 0]}}
  - {revolute: {bodies: [piston, rod], point: [0.2, 0, 0.1], axis: [0, 1, 0]}}
  - {slider: {bodies: [piston, ground], point: [0.2, 0, 0.1], axis: [1, 0, 0]}}
  - {revolute: {bodies: [flap, ground], point: [0.3, 0, 0.15], axis: [0, 1, 0], limit: {min: -20 deg, max: 50 deg}}}
  - {distance: {bodies: [bob, ground], point: [0.1, 0.2, 0.3], to: [0.1, 0.25, 0.35], limit: {max: 0.1}}}
  - {cylindrical: {bodies: [link, bob], point: [0.1, 0.2, 0.24], axis: [0, 0, 1], limit: {min: -0.02}, turn_motor: {torque: 1e-4}}}
collide: {except: [[crank, piston], [crank, flap], [rod, flap]]}
)yaml"},
                                 {"flap", 1500, 0x6a1c4303297f6502, R"yaml(
# A hinged flap falls on balls; a motor winds up a rope; a driven body carries a pendulum.
gravity: [0, 0, -9.81]
materials: {steel: {density: 2000, friction: 0.3, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 5000}}
time: {step: 5e-5, end: 10}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: flap, material: steel, shape: {box: {size: [0.1, 0.04, 5 mm]}}, position: [0, 0, 0.05]}
  - {name: balls, material: steel, shape: {sphere: {radius: 4 mm}}, position: [-0.03, -0.01, 5 mm], lattice: {kind: cubic, spacing: 9 mm, counts: [8, 3, 4]}}
  - {name: load, material: steel, shape: {sphere: {radius: 0.02}}, position: [0.2, 0, 0.1]}
  - {name: arm, material: steel, shape: {box: {size: [0.1, 0.02, 0.02]}}, position: [0.25, 0.3, 0.3], motion: {rotation: {axis: [0, 0, 1], speed: 10, center: [0.2, 0.3, 0.3]}}}
  - {name: bob, material: steel, shape: {sphere: {radius: 0.02}}, position: [0.3, 0.3, 0.2]}
joints:
  - {revolute: {bodies: [flap, ground], point: [-0.05, 0, 0.05], axis: [0, 1, 0], limit: {min: -1, max: 0.2}}}
  - {distance: {bodies: [load, ground], point: [0.2, 0, 0.12], to: [0.2, 0, 0.4], motor: {speed: -0.5, max: 2}}}
  - {universal: {bodies: [bob, arm], point: [0.3, 0.3, 0.3], axis: [1, 0, 0], other_axis: [0, 1, 0]}}
)yaml"},
                                 {"meetings", 300, 0xc25137c85a851942, R"yaml(
# Impacts: balls, boxes and crosses fall into a bin with a turning paddle; a gate is taken away, more balls come in.
gravity: [0, 0, -9.81]
materials:
  stone: {density: 2500, friction: 0.4, restitution: 0.5}
  wall: {friction: 0.2, restitution: 0.3}
method: {impact: {solver: etm, lambda: 20}}
time: {step: 2e-3, end: 10}
bodies:
  - {name: bin, material: wall, shape: {container: {size: [0.4, 0.3, 1]}}, position: [0, 0, 0.5], fixed: true}
  - {name: gate, material: wall, shape: {box: {size: [0.02, 0.3, 0.3]}}, position: [0, 0, 0.15], fixed: true}
  - {name: paddle, material: wall, shape: {capsule: {radius: 1 cm, length: 0.1}}, position: [0.1, 0, 0.08], motion: {rotation: {axis: [0, 1, 0], speed: 5}}}
  - {name: balls, material: stone, shape: sphere, velocity: [0, 0, -2],
     fill: {box: {min: [-0.2, -0.15, 0.3], max: [0.2, 0.15, 0.6]}, count: 40, seed: 4, sizes: {uniform: [4 cm, 6 cm]}}}
  - {name: boxes, material: stone, shape: {box: {size: [5 cm, 4 cm, 3 cm]}}, orientation: random, position: [-0.1, -0.08, 0.65], lattice: {kind: cubic, spacing: 8 cm, counts: [3, 3, 1]}}
  - {name: crosses, material: stone, orientation: random, angular_velocity: [3, 0, 1], position: [-0.1, -0.08, 0.75], lattice: {kind: cubic, spacing: 8 cm, counts: [3, 3, 1]},
     shape: {compound: {parts: [{shape: {box: {size: [1 cm, 1 cm, 4 cm]}}}, {shape: {box: {size: [1 cm, 1 cm, 1 cm]}}, position: [1 cm, 0, 0]},
       {shape: {box: {size: [1 cm, 1 cm, 1 cm]}}, position: [-1 cm, 0, 0]}]}}}
inlet: {material: stone, shape: {sphere: {diameter: 3 cm}}, region: {box: {min: [-0.15, -0.1, 0.85], max: [0.15, 0.1, 0.95]}}, rate: 60, until: 0.3}
events:
  - {at: 0.4, remove: gate}
)yaml"}};

}  // namespace cairn::test
