// The body under a click: the nearest one that a ray meets, spheres exactly, other shapes by their triangles.
import { Vector3 } from 'three';
import type { OrbitCamera } from './camera';
import type { Picture } from './picture';
import { turned } from './picture';
import { tessellation, type Triangles } from './tessellation';
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

function through_triangles(ray: Ray, { corners }: Triangles, clip: (t: number) => boolean): number {
  let best = Infinity;
  for (let k = 0; k < corners.length; k += 9) {
    const a = [...corners.subarray(k, k + 3)], u = minus(corners.subarray(k + 3, k + 6), a), v = minus(corners.subarray(k + 6, k + 9), a);
    const p = cross(ray.along, v), volume = dot(u, p);
    if (volume === 0) continue;
    const s = minus(ray.from, a), x = dot(s, p) / volume, q = cross(s, u), y = dot(ray.along, q) / volume;
    const t = dot(v, q) / volume;
    if (x >= 0 && y >= 0 && x + y <= 1 && t < best && clip(t)) best = t;
  }
  return best;
}

// The place of a body in the picture's frame, or -1. Walls are see-through for clicks unless nothing else is there.
export function pick(picture: Picture, ray: Ray, clip: Plane | null, shows_walls: boolean): number {
  const shot = picture.shot;
  if (!shot) return -1;
  const { frame, rows } = shot, { shape, radius, scale, mobile, group } = picture.run.bodies, shapes = picture.run.info.shapes;
  const triangles = new Map<number, Triangles | null>();
  let best = Infinity, found = -1, best_wall = Infinity, wall = -1;
  for (let k = 0; k < shot.count; ++k) {
    const row = rows[k];
    if (picture.hidden.has(group[row]) || (!mobile[row] && !shows_walls)) continue;
    const place = frame.position.subarray(3 * k, 3 * k + 3), is_ball = shapes[shape[row]]?.kind === 'sphere';
    const reach = through_sphere(ray, place, is_ball || mobile[row] ? radius[row] : Infinity);
    if (!reach) continue;
    let t = is_ball ? first_seen(...reach, ray, clip) : Infinity;
    if (!is_ball) {
      if (!triangles.has(shape[row])) triangles.set(shape[row], tessellation(shapes[shape[row]]));
      const mesh = triangles.get(shape[row]);
      if (!mesh) continue;
      const back = frame.orientation.slice(4 * k, 4 * k + 4).map((x, i) => (i ? -x : x));
      const local = { from: turned(minus(ray.from, place), back, 0).map((x) => x / scale[row]), along: turned(ray.along, back, 0).map((x) => x / scale[row]) };
      t = through_triangles(local, mesh, (s) => s > 0 && first_seen(s, s, ray, clip) < Infinity);
    }
    if (mobile[row] ? t < best : t < best_wall) {
      if (mobile[row]) [best, found] = [t, k]; else [best_wall, wall] = [t, k];
    }
  }
  return found >= 0 ? found : wall;
}
