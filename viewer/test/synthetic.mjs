// Runs made by hand, of which a test knows every number. Lengths are in metres.
import { base64, encode } from './wire.mjs';

const kCube = {
  vertices: new Float32Array([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, k >> 1 & 1, k >> 2 & 1].map((bit) => bit - 0.5))),
  triangles: new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]),
};
export const shapes = {
  sphere: { kind: 'sphere' },
  floor: { kind: 'plane', normal: [0, 0, 1] },
  cube: { kind: 'box', mesh: { vertices: base64(kCube.vertices), triangles: base64(kCube.triangles) } },
};

// bodies: [{group, material, shape, radius, scale, mass, mobile, at: (t) => [x, y, z], velocity, spin, force}]
export function make_run({ index = 0, name, title, bodies, times, contacts = null, shape_list, groups, series = null, bounds, cell = () => undefined, more = {} }) {
  const each = (type, pick, components = 1) => [new type(bodies.flatMap(pick)), components];
  const answers = {}, path = `api/run/${index}`;
  answers[path] = {
    name, title, dimension: 3, state: 'finished', remarks: [], length_scale: 1, center: [0, 0, 0], bounds, gravity: [0, 0, -9.81],
    groups: groups.map((group, g) => ({ ...group, count: bodies.filter((body) => body.group === g).length })), materials: ['glass', 'steel'],
    shapes: shape_list, frames: times.map((time) => ({ time, contacts: contacts !== null, readable: true })), events: [], series: series !== null,
    has_compatible: false, cell: null, references: [], ...more,
  };
  answers[`${path}/bodies`] = encode({
    uid: each(Uint32Array, (_, k) => k), group: each(Uint16Array, (b) => b.group), material: each(Uint16Array, (b) => b.material ?? 0),
    shape: each(Uint16Array, (b) => b.shape), radius: each(Float32Array, (b) => b.radius), scale: each(Float32Array, (b) => b.scale ?? 1),
    mass: each(Float32Array, (b) => b.mass ?? 1), mobile: each(Uint8Array, (b) => (b.mobile ?? true) ? 1 : 0),
  });
  times.forEach((time, n) => {
    answers[`${path}/frame/${n}`] = encode({
      uid: each(Uint32Array, (_, k) => k), position: each(Float32Array, (b) => b.at(time), 3), orientation: each(Float32Array, (b) => b.turn ?? [1, 0, 0, 0], 4),
      velocity: each(Float32Array, (b) => b.velocity ?? [0, 0, 0], 3), spin: each(Float32Array, (b) => b.spin ?? [0, 0, 0], 3), force: each(Float32Array, (b) => b.force ?? [0, 0, 0], 3),
    }, time, { cell: cell(time) });
    if (contacts) answers[`${path}/contacts/${n}`] = encode(contacts(time), time);
  });
  if (series) answers[`${path}/series`] = series;
  answers[`${path}/summary`] = null;
  return answers;
}

export function run_list(names, study = null) {
  return { 'api/runs': { version: '1.0', runs: names.map((name, index) => ({ index, name, title: `Run ${index}` })), study } };
}

// Spheres that never touch: nx x nz of them in the plane y = 0, speed k m/s of the k-th, which falls with time.
export function lattice({ index = 0, name = 'lattice.run', nx = 5, nz = 4, times = [0, 0.5, 1, 1.5, 2], more = {} } = {}) {
  const bodies = [];
  for (let k = 0; k < nx * nz; ++k) {
    const x = (k % nx) - (nx - 1) / 2, z = Math.floor(k / nx) - (nz - 1) / 2;
    bodies.push({ group: k % nx < 2 ? 0 : 1, material: k % 2, shape: 0, radius: 0.25, mass: 1 + k, at: (t) => [x, 0, z - 0.1 * t], velocity: [k, 0, 0], spin: [0, k, 0], force: [0, 0, k] });
  }
  const series = { columns: [{ name: 'time', unit: 's', meaning: 'time' }, { name: 'energy.kinetic', unit: 'J', meaning: 'kinetic energy' }, { name: 'energy.gravity', unit: 'J', meaning: 'gravity' }, { name: 'energy.friction', unit: 'J', meaning: 'lost' },
                              { name: 'solver.iterations', unit: '1', meaning: 'iterations' }, { name: 'solver.residual', unit: '1', meaning: 'residual' }],
                   values: [[0, 0.5, 1, 1.5, 2], [0, 1, 2, 3, 4], [8, 6, 4, 2, 0], [0, 1, 2, 3, 4], [10, 12, 8, 9, 11], [1e-6, 2e-7, 1e-6, 5e-8, 1e-7]] };
  return make_run({ index, name, title: `Lattice ${index}`, bodies, times, series, shape_list: [shapes.sphere],
    groups: [{ name: 'left', colour: '#ff0000', mobile: true }, { name: 'right', colour: '#00c040', mobile: true }],
    bounds: { min: [-nx / 2, -0.5, -nz / 2 - 0.3], max: [nx / 2, 0.5, nz / 2] }, more: { events: [{ time: 1, label: 'gate removed' }], ...more } });
}

// A tower of four balls on a floor, with one contact of each state, and a cube beside it.
export function tower({ index = 0 } = {}) {
  const bodies = [{ group: 0, shape: 1, radius: 0, mobile: false, at: () => [0, 0, 0] },
                  ...[0, 1, 2, 3].map((k) => ({ group: 1, shape: 0, radius: 0.5, at: () => [0, 0, 0.5 + k] })),
                  { group: 2, shape: 2, radius: 0.87, at: () => [2, 0, 0.5] }];
  const contacts = () => ({
    a: [new Uint32Array([0, 1, 2, 3])], b: [new Uint32Array([1, 2, 3, 4])], point: [new Float32Array([0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3]), 3],
    normal: [new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]), 3], gap: [new Float32Array(4)], force: [new Float32Array([0, 0, 40, 0, 0, 30, 2, 0, 20, 0, 0, 10]), 3],
    force_compatible: [new Float32Array([0, 0, 40, 0, 0, 4, 0, 0, 4, 0, 0, 4]), 3], state: [new Uint8Array([1, 1, 2, 0])],
  });
  return make_run({ index, name: 'tower.run', title: 'Tower', bodies, times: [0, 1], contacts, shape_list: [shapes.sphere, shapes.floor, shapes.cube],
    groups: [{ name: 'floor', colour: '#888888', mobile: false }, { name: 'balls', colour: '#4488ff', mobile: true }, { name: 'cube', colour: '#ffaa00', mobile: true }],
    bounds: { min: [-1, -1, 0], max: [3, 1, 4] }, more: { has_compatible: true } });
}
