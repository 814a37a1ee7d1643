// Per-body values that colour may show: one row each, with unit and meaning.
import type { Snapshot } from './snapshot';

export interface Value {
  key: string; label: string; unit: string;
  kind: 'number' | 'signed' | 'group' | 'material';
  needs_contacts?: boolean;
  // Below a thousandth of the mean radius per second a body counts as at rest: round-off has no colour.
  rests?: boolean;
  meaning: string;
  fill(shot: Snapshot, out: Float32Array): void;
}

type Vector = 'velocity' | 'spin' | 'position' | 'force';

function size_of(vector: Vector) {
  return (shot: Snapshot, out: Float32Array) => {
    const v = shot.frame[vector];
    if (!v) { out.fill(0); return; }
    for (let k = 0; k < out.length; ++k) out[k] = Math.sqrt(v[3 * k] ** 2 + v[3 * k + 1] ** 2 + v[3 * k + 2] ** 2);
  };
}
function part_of(vector: Vector, axis: number) {
  return (shot: Snapshot, out: Float32Array) => {
    const v = shot.frame[vector];
    const origin = vector === 'position' ? shot.run.info.center[axis] : 0;
    for (let k = 0; k < out.length; ++k) out[k] = v ? v[3 * k + axis] + origin : 0;
  };
}
function constant(name: 'radius' | 'mass' | 'group' | 'material') {
  return (shot: Snapshot, out: Float32Array) => {
    const values = shot.run.bodies[name];
    for (let k = 0; k < out.length; ++k) out[k] = values[shot.rows[k]];
  };
}
function kinetic_energy(shot: Snapshot, out: Float32Array): void {
  size_of('velocity')(shot, out);
  const mass = shot.run.bodies.mass;
  for (let k = 0; k < out.length; ++k) out[k] = 0.5 * mass[shot.rows[k]] * out[k] ** 2;
}
function parts(vector: Vector, label: string, unit: string): Value[] {
  return ['x', 'y', 'z'].map((axis, k) => ({ key: `${vector}.${axis}`, label: `${label} ${axis}`, unit,
    kind: vector === 'position' ? 'number' as const : 'signed' as const, rests: vector === 'velocity', meaning: `${label} along ${axis}`, fill: part_of(vector, k) }));
}

export const kValues: Value[] = [
  { key: 'speed', label: 'speed', unit: 'm/s', kind: 'number', rests: true, meaning: 'speed of the centre', fill: size_of('velocity') },
  { key: 'spin', label: 'spin', unit: 'rad/s', kind: 'number', meaning: 'size of the angular velocity', fill: size_of('spin') },
  { key: 'force', label: 'force', unit: 'N', kind: 'number', needs_contacts: true, meaning: 'largest contact force on the body',
    fill: (shot, out) => out.set(shot.largest_force()) },
  { key: 'net_force', label: 'net force', unit: 'N', kind: 'number', meaning: 'size of the sum of forces on the body', fill: size_of('force') },
  { key: 'contacts', label: 'contacts', unit: '1', kind: 'number', needs_contacts: true, meaning: 'contacts that carry force',
    fill: (shot, out) => out.set(shot.coordination()) },
  { key: 'size', label: 'size', unit: 'm', kind: 'number', meaning: 'radius of the body or of its smallest ball', fill: constant('radius') },
  { key: 'mass', label: 'mass', unit: 'kg', kind: 'number', meaning: 'mass of the body', fill: constant('mass') },
  { key: 'energy', label: 'kinetic energy', unit: 'J', kind: 'number', meaning: 'kinetic energy of the translation', fill: kinetic_energy },
  { key: 'material', label: 'material', unit: '', kind: 'material', meaning: 'material of the body', fill: constant('material') },
  { key: 'group', label: 'group', unit: '', kind: 'group', meaning: 'entry of the scene', fill: constant('group') },
  { key: 'uid', label: 'uid', unit: '1', kind: 'number', meaning: 'number of the body in the order of the scene',
    fill: (shot, out) => out.set(shot.frame.uid) },
  ...parts('position', 'position', 'm'),
  ...parts('velocity', 'velocity', 'm/s'),
  ...parts('spin', 'spin', 'rad/s'),
];

export function value_of(key: string): Value {
  return kValues.find((value) => value.key === key) ?? kValues[0];
}

// The speed at which a run's bodies count as at rest.
export function speed_of_rest(shot: Snapshot): number {
  const { radius, mobile } = shot.run.bodies;
  let sum = 0, count = 0;
  for (let row = 0; row < radius.length; ++row) if (mobile[row]) { sum += radius[row]; ++count; }
  return count ? 1e-3 * sum / count : 0;
}

// Smallest and largest value of the bodies that can move.
export function extent(shot: Snapshot, values: Float32Array): [number, number] {
  let low = Infinity, high = -Infinity;
  const mobile = shot.run.bodies.mobile, rows = shot.rows;
  for (let k = 0; k < values.length; ++k) {
    if (!mobile[rows[k]]) continue;
    const x = values[k];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return [low, high];
}
