// The body under a click: the nearest one that a ray meets, spheres exactly, other shapes by their triangles.
import { Vector3 } from 'three';
import type { OrbitCamera } from './camera';
import type { Picture } from './picture';
import { turned } from './picture';
import type { Plane } from './scene3d';

export interface Ray { from: number[]; along: number[] }

// x, y in -1 .. 1 of the picture.
export function ray_through(camera: OrbitCamera, aspect: number, x: number, y: number): Ray {
  const eye = camera.pose(aspect);
  const near = new Vector3(x, y, -1).unproject(eye), far = new Vector3(x, y, 1).unproject(eye);
  return { from: near.toArray(), along: far.sub(near).normalize().toArray() };
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: number[], b: number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

// Distances at which a ray is inside of a convex body become one number: where it is first seen behind the clip plane.
function first_seen(enter: number, leave: number, ray: Ray, clip: Plane | null): number {
  if (clip) {
    const normal = clip.normal.toArray(), speed = dot(normal, ray.along), beyond = dot(normal, ray.from) - clip.offset;
    const at = -beyond / speed;
    if (speed < 0) enter = Math.max(enter, at); else if (speed > 0) leave = Math.min(leave, at); else if (beyond > 0) return Infinity;
  }
  return enter <= leave && leave > 0 ? enter : Infinity;
}

function through_sphere(ray: Ray, centre: ArrayLike<number>, radius: number): [number, number] | null {
  const d = minus(centre, ray.from), along = dot(d, ray.along), square = radius * radius - (dot(d, d) - along * along);
  return square < 0 ? null : [along - Math.sqrt(square), along + Math.sqrt(square)];
}

function through_triangles(ray: Ray, corners: ArrayLike<number>, clip: (t: number) => boolean): number {
  let best = Infinity;
  const corner = (k: number) => [corners[k], corners[k + 1], corners[k + 2]];
  for (let k = 0; k < corners.length; k += 9) {
    const a = corner(k), u = minus(corner(k + 3), a), v = minus(corner(k + 6), a);
    const p = cross(ray.along, v), volume = dot(u, p);
    if (volume === 0) continue;
    const s = minus(ray.from, a), x = dot(s, p) / volume, q = cross(s, u), y = dot(ray.along, q) / volume;
    const t = dot(v, q) / volume;
    if (x >= 0 && y >= 0 && x + y <= 1 && t < best && clip(t)) best = t;
  }
  return best;
}

// How far a ray goes until it meets the body at this place of the frame.
function reach_of(picture: Picture, ray: Ray, k: number, clip: Plane | null): number {
  const { frame, rows } = picture.shot!, { shape, radius, scale, mobile } = picture.run.bodies, row = rows[k];
  const place = frame.position.subarray(3 * k, 3 * k + 3), is_ball = picture.run.info.shapes[shape[row]]?.kind === 'sphere';
  const ball = through_sphere(ray, place, is_ball || mobile[row] ? radius[row] : Infinity);
  if (!ball) return Infinity;
  if (is_ball) return first_seen(...ball, ray, clip);
  const mesh = picture.triangles(shape[row]);
  if (!mesh) return Infinity;
  const back = frame.orientation.slice(4 * k, 4 * k + 4).map((x, i) => (i ? -x : x));
  const local = { from: turned(minus(ray.from, place), back, 0).map((x) => x / scale[row]), along: turned(ray.along, back, 0).map((x) => x / scale[row]) };
  return through_triangles(local, mesh.corners, (s) => s > 0 && first_seen(s, s, ray, clip) < Infinity);
}

// The place of a body in the picture's frame, or -1. Walls are see-through for clicks unless nothing else is there.
export function pick(picture: Picture, ray: Ray, clip: Plane | null, shows_walls: boolean): number {
  const shot = picture.shot;
  if (!shot) return -1;
  const { mobile, group } = picture.run.bodies;
  let best = Infinity, found = -1, best_wall = Infinity, wall = -1;
  for (let k = 0; k < shot.count; ++k) {
    const row = shot.rows[k], is_wall = !mobile[row];
    if (picture.hidden.has(group[row]) || (is_wall ? !shows_walls : picture.hides_bodies)) continue;
    const t = reach_of(picture, ray, k, clip);
    if (is_wall && t < best_wall) [best_wall, wall] = [t, k];
    if (!is_wall && t < best) [best, found] = [t, k];
  }
  for (const { place, polygon } of picture.planes) {
    const fan = polygon.slice(2).flatMap((x, k) => [...polygon[0], ...polygon[k + 1], ...x]);
    const t = through_triangles(ray, fan, (s) => s > 0 && first_seen(s, s, ray, clip) < Infinity);
    if (t < best_wall) [best_wall, wall] = [t, place];
  }
  return found >= 0 ? found : wall;
}
