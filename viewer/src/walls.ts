// Planes have no end: they are drawn as the part inside the bounds of the run, see-through, with edges. The edges of a
// periodic cell are drawn in the same way.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineSegments, Mesh, type DataTexture, type RawShaderMaterial } from 'three';
import { material, type Shared } from './shading';

const kVertex = `
in vec3 position, tint;
out vec3 at;
flat out vec3 colour;
void main() {
  vec4 c = modelViewMatrix * vec4(position, 1.0);
  at = c.xyz;
  colour = tint;
  gl_Position = projectionMatrix * c;
}`;
const kFragment = `
in vec3 at;
flat in vec3 colour;
uniform float alpha;
out vec4 pixel;
void main() {
  if (dot(cut.xyz, at) > cut.w) discard;
  pixel = vec4(colour, alpha);
}`;

const kNear = 1;  // times the diagonal of the box

type Point = [number, number, number];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The convex polygon in which a plane cuts a box, in order around it.
export function plane_in_box(normal: number[], point: number[], low: number[], high: number[]): Point[] {
  const found: Point[] = [], offset = dot(normal, point);
  for (let axis = 0; axis < 3; ++axis) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (let corner = 0; corner < 4; ++corner) {
      const x: Point = [0, 0, 0];
      x[u] = corner & 1 ? high[u] : low[u];
      x[v] = corner & 2 ? high[v] : low[v];
      if (Math.abs(normal[axis]) < 1e-9) continue;
      x[axis] = (offset - normal[u] * x[u] - normal[v] * x[v]) / normal[axis];
      const slack = 1e-6 * (high[axis] - low[axis]);
      if (x[axis] >= low[axis] - slack && x[axis] <= high[axis] + slack) found.push(x);
    }
  }
  if (found.length < 3) return [];
  const middle = [0, 1, 2].map((i) => found.reduce((sum, x) => sum + x[i], 0) / found.length);
  const from = found[0].map((x, i) => x - middle[i]);
  const across = [normal[1] * from[2] - normal[2] * from[1], normal[2] * from[0] - normal[0] * from[2], normal[0] * from[1] - normal[1] * from[0]];
  const angle = (x: Point) => { const d = x.map((y, i) => y - middle[i]); return Math.atan2(dot(d, across), dot(d, from)); };
  return found.sort((a, b) => angle(a) - angle(b));
}

// A plane that lies a little beside the box is cut by a box that reaches as far, so that a floor below falling bodies is
// seen.
export function plane_near_box(normal: number[], point: number[], low: number[], high: number[]): Point[] {
  const reach = low.map((x, i) => Math.max(normal[i] * x, normal[i] * high[i])), least = low.map((x, i) => Math.min(normal[i] * x, normal[i] * high[i]));
  const sum = (x: number[]) => x[0] + x[1] + x[2], offset = dot(normal, point), size = Math.hypot(...high.map((x, i) => x - low[i]));
  const beyond = offset > sum(reach) ? offset - sum(reach) : offset < sum(least) ? offset - sum(least) : 0;
  if (Math.abs(beyond) > kNear * size) return [];
  const wider = low.map((x, i) => Math.min(x, x + beyond * normal[i])), taller = high.map((x, i) => Math.max(x, x + beyond * normal[i]));
  return plane_in_box(normal, point, wider, taller);
}

export function box_edges(origin: number[], edges: number[][]): Point[] {
  const corner = (bits: number): Point => [0, 1, 2].map((i) => origin[i] + edges.reduce((sum, e, k) => sum + (bits >> k & 1) * e[i], 0)) as Point;
  const found: Point[] = [];
  for (let bits = 0; bits < 8; ++bits)
    for (let k = 0; k < 3; ++k) if (!(bits >> k & 1)) found.push(corner(bits), corner(bits | 1 << k));
  return found;
}

export interface Sheet { polygon: Point[]; colour: number[] }

export class Sheets {
  readonly object = new Group();
  private readonly faces = new BufferGeometry();
  private readonly lines = new BufferGeometry();
  private readonly materials: RawShaderMaterial[];

  constructor(shared: Shared, table: DataTexture) {
    const made = (alpha: number) => material(shared, { table: { value: table }, alpha: { value: alpha } }, kVertex, kFragment,
                                             { side: DoubleSide, transparent: true, depthWrite: false });
    this.materials = [made(0.07), made(0.5)];
    const mesh = new Mesh(this.faces, this.materials[0]), edges = new LineSegments(this.lines, this.materials[1]);
    mesh.renderOrder = 2;
    edges.renderOrder = 3;
    mesh.frustumCulled = edges.frustumCulled = false;
    this.object.add(mesh, edges);
  }

  set(sheets: Sheet[], segments: Point[], segment_colour: number[]): void {
    const faces: number[] = [], face_tints: number[] = [], lines: number[] = segments.flat(), line_tints: number[] = segments.flatMap(() => segment_colour);
    for (const { polygon, colour } of sheets) {
      polygon.forEach((x, k) => {
        lines.push(...x, ...polygon[(k + 1) % polygon.length]);
        line_tints.push(...colour, ...colour);
        if (k >= 2) {
          faces.push(...polygon[0], ...polygon[k - 1], ...x);
          face_tints.push(...colour, ...colour, ...colour);
        }
      });
    }
    const fill = (geometry: BufferGeometry, points: number[], tints: number[]) => {
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
      geometry.setAttribute('tint', new BufferAttribute(new Float32Array(tints), 3));
    };
    fill(this.faces, faces, face_tints);
    fill(this.lines, lines, line_tints);
    this.object.visible = lines.length > 0;
  }
  dispose(): void {
    this.faces.dispose();
    this.lines.dispose();
    for (const one of this.materials) one.dispose();
  }
}
