// The mesh of a shape as separate triangles with normals, and its edges. Faces that meet at less than 35 degrees share
// their normals, so that round shapes look round and faces of polyhedra flat.
import { decode_base64, type Shape } from './wire';

export interface Triangles { corners: Float32Array; normals: Float32Array; edges: Float32Array }

const kCrease = Math.cos(35 * Math.PI / 180);

export function tessellation(shape: Shape | undefined): Triangles | null {
  if (!shape?.mesh) return null;
  const floats = decode_base64(shape.mesh.vertices), integers = decode_base64(shape.mesh.triangles);
  return triangles_of(new Float32Array(floats.buffer), new Uint32Array(integers.buffer));
}

// Corners at the same place, up to round-off, are one, whether or not the mesh shares them.
function merged(vertices: Float32Array): Uint32Array {
  const seen = new Map<string, number>(), same = new Uint32Array(vertices.length / 3);
  const grain = 1e-5 * (vertices.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1), cell = (k: number) => Math.round(vertices[k] / grain);
  for (let v = 0; v < same.length; ++v) {
    const key = `${cell(3 * v)} ${cell(3 * v + 1)} ${cell(3 * v + 2)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, v);
    same[v] = first ?? v;
  }
  return same;
}

function face_normals(vertices: Float32Array, triangles: Uint32Array): { unit: Float32Array; area: Float32Array } {
  const count = triangles.length / 3, unit = new Float32Array(3 * count), area = new Float32Array(count);
  for (let t = 0; t < count; ++t) {
    const [a, b, c] = [0, 1, 2].map((i) => 3 * triangles[3 * t + i]);
    const u = [0, 1, 2].map((i) => vertices[b + i] - vertices[a + i]), v = [0, 1, 2].map((i) => vertices[c + i] - vertices[a + i]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...n) || 1;
    unit.set(n.map((x) => x / size), 3 * t);
    area[t] = size;
  }
  return { unit, area };
}

function append<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value); else lists.set(key, [value]);
}

// Triangles that are no line.
function proper(triangles: Uint32Array, same: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    if (same[a] !== same[b] && same[b] !== same[c] && same[c] !== same[a]) found.push(a, b, c);
  }
  return new Uint32Array(found);
}

export function triangles_of(vertices: Float32Array, given: Uint32Array): Triangles {
  const same = merged(vertices), triangles = proper(given, same), { unit, area } = face_normals(vertices, triangles);
  const cosine = (s: number, t: number) => unit[3 * s] * unit[3 * t] + unit[3 * s + 1] * unit[3 * t + 1] + unit[3 * s + 2] * unit[3 * t + 2];
  const around = new Map<number, number[]>(), beside = new Map<string, number[]>();
  triangles.forEach((v, k) => {
    const t = Math.floor(k / 3), next = triangles[3 * t + (k + 1) % 3], ends = [same[v], same[next]].sort((a, b) => a - b);
    append(around, same[v], t);
    append(beside, ends.join(' '), t);
  });
  const corners = new Float32Array(3 * triangles.length), normals = new Float32Array(3 * triangles.length);
  triangles.forEach((v, k) => {
    const t = Math.floor(k / 3), sum = [0, 0, 0];
    for (const s of around.get(same[v])!) {
      if (cosine(s, t) < kCrease) continue;
      for (let i = 0; i < 3; ++i) sum[i] += unit[3 * s + i] * area[s];
    }
    const size = Math.hypot(...sum) || 1;
    corners.set(vertices.subarray(3 * v, 3 * v + 3), 3 * k);
    normals.set(sum.map((x) => x / size), 3 * k);
  });
  const edges: number[] = [];
  for (const [ends, faces] of beside) {
    if (faces.length === 2 && cosine(faces[0], faces[1]) > kCrease) continue;
    for (const v of ends.split(' ').map(Number)) edges.push(...vertices.subarray(3 * v, 3 * v + 3));
  }
  return { corners, normals, edges: new Float32Array(edges) };
}
