// The bodies, walls, chains and contacts of one run in one part of the canvas.
import { Scene, type Object3D } from 'three';
import { category, lightened, parse_hex, type Rgb } from './colours';
import { Batch } from './meshes';
import { ChainLook, Chains, ContactPoints, strengths } from './chains';
import { ColourTable, shared_uniforms } from './shading';
import { Spheres } from './spheres';
import { box_edges, plane_near_box, Sheets, type Sheet } from './walls';
import { tessellation, type Triangles } from './tessellation';
import type { Run } from './run';
import type { Snapshot } from './snapshot';

// How values become colours: the place of a value in the table is (value - low) / (high - low).
export interface Colouring { table: Uint8Array; low: number; high: number; values: Float32Array }
export interface PictureLook {
  bodies: 'solid' | 'faint' | 'hidden'; walls: boolean; hidden: Set<number>; picked: number | null;
  chains: ChainLook | null; chain_table: Uint8Array; points: boolean; pixel_ratio: number; ink: Rgb;
}

const kManyWalls = 64;  // so many walls of one shape are a bed, and are drawn solid

export function group_colours(run: Run): Rgb[] {
  return run.info.groups.map((group, k) => { const own = parse_hex(group.colour); return own ? lightened(own) : category(k); });
}

export class Picture {
  readonly scene = new Scene();
  readonly shared = shared_uniforms();
  shot: Snapshot | null = null;
  hidden = new Set<number>();      // groups
  hides_bodies = false;
  reach = 0;                       // of the free bodies that are shown, from the middle of the scene
  planes: { place: number; polygon: number[][] }[] = [];  // as they are drawn
  private readonly table = new ColourTable();
  private readonly chain_table = new ColourTable();
  private readonly chains = new Chains(this.shared, this.chain_table.texture);
  private readonly points = new ContactPoints(this.shared, this.chain_table.texture);
  private readonly sheets = new Sheets(this.shared, this.table.texture);
  private spheres: Spheres | null = null;
  private look = new Float32Array(0);
  private readonly shapes = new Map<number, Triangles | null>();  // a run that computes may get more
  private readonly batches = new Map<string, Batch>();

  constructor(readonly run: Run, private readonly smooth: 'smooth' | 'sharp') {
    this.add(this.sheets.object, this.chains.object, this.points.object);
  }
  private add(...objects: Object3D[]): void {
    this.scene.add(...objects);
    this.scene.matrixWorldAutoUpdate = false;
  }

  show(shot: Snapshot, colouring: Colouring, look: PictureLook): void {
    this.shot = shot;
    this.hidden = look.hidden;
    this.hides_bodies = look.bodies === 'hidden';
    this.table.set(colouring.table);
    this.chain_table.set(look.chain_table);
    this.shared.faint.value = look.bodies === 'faint' ? 1 : 0;
    this.place_bodies(shot, colouring, look);
    this.place_planes(shot, look);
    const is_hidden = (k: number) => look.hidden.has(shot.group(k));
    if (look.chains) this.chains.set(shot, strengths(shot, look.chains.which), is_hidden, look.chains);
    else this.chains.clear();
    this.chains.is_on_top = look.bodies !== 'solid';
    if (look.points) this.points.set(shot, is_hidden, 9 * look.pixel_ratio); else this.points.clear();
  }

  private is_sphere(shape: number): boolean { return this.run.info.shapes[shape]?.kind === 'sphere'; }

  private place_bodies(shot: Snapshot, { low, high, values }: Colouring, look: PictureLook): void {
    const { shape, group, radius, mobile } = this.run.bodies, { rows } = shot, { position } = shot.frame;
    const span = high > low ? high - low : 1;
    if (this.look.length < 2 * shot.count) this.look = new Float32Array(2 * shot.count);
    const others: number[] = [];
    const kinds = this.run.info.shapes.map((_, k) => this.is_sphere(k));
    const hides_groups = look.hidden.size > 0, hides_all = look.bodies === 'hidden';
    let picked_place = -1, has_spheres = false;
    this.reach = 0;
    for (let k = 0; k < shot.count; ++k) {
      const row = rows[k];
      const is_shown = !(hides_groups && look.hidden.has(group[row])) && !(hides_all && mobile[row]) && (look.walls || mobile[row] !== 0);
      const is_ball = kinds[shape[row]];
      has_spheres ||= is_ball;
      this.look[2 * k] = is_ball && is_shown ? radius[row] : 0;
      this.look[2 * k + 1] = (values[k] - low) / span;
      if (look.picked === shot.frame.uid[k]) picked_place = k;
      if (!is_ball && is_shown) others.push(k);
      if (!is_shown || !mobile[row]) continue;
      const far = Math.sqrt(position[3 * k] ** 2 + position[3 * k + 1] ** 2 + position[3 * k + 2] ** 2) + radius[row];
      if (far > this.reach && far < Infinity) this.reach = far;
    }
    if (has_spheres) this.place_spheres(shot, picked_place);
    else if (this.spheres) this.spheres.object.visible = false;
    this.place_meshes(shot, others, picked_place, look);
  }

  private place_spheres(shot: Snapshot, picked: number): void {
    if (!this.spheres?.has_room(shot.count)) {
      if (this.spheres) this.scene.remove(this.spheres.object);
      this.spheres?.dispose();
      // Room for bodies that are still to come.
      const capacity = shot.count < this.run.bodies.uid.length ? this.run.bodies.uid.length : Math.max(shot.count, 16);
      this.spheres = new Spheres(this.shared, this.table.texture, capacity, this.smooth);
      this.add(this.spheres.object);
    }
    this.spheres.object.visible = true;
    this.spheres.set(shot.frame.position, this.look, shot.count);
    this.spheres.pick(picked);
  }

  // The mesh of a shape; none for balls and planes.
  triangles(shape: number): Triangles | null {
    let found = this.shapes.get(shape);
    if (found === undefined) this.shapes.set(shape, found = tessellation(this.run.info.shapes[shape]));
    return found;
  }

  private batch(shape: number, look: 'solid' | 'clear' | 'edges'): Batch | null {
    const triangles = this.triangles(shape);
    if (!triangles) return null;
    const key = `${shape} ${look}`;
    let found = this.batches.get(key);
    if (!found) {
      found = new Batch(this.shared, this.table.texture, triangles, look);
      this.batches.set(key, found);
      this.add(found.object);
    }
    return found;
  }

  private place_meshes(shot: Snapshot, places: number[], picked: number, look: PictureLook): void {
    const { shape, group, mobile, scale } = this.run.bodies, { rows, frame } = shot, colours = group_colours(this.run);
    const shapes = this.run.info.shapes.length, bodies = new Uint32Array(shapes), walls = new Uint32Array(shapes);  // of each shape
    for (const k of places) ++(mobile[rows[k]] ? bodies : walls)[shape[rows[k]]];
    const looks_of = (k: number): ('solid' | 'clear' | 'edges')[] =>
      mobile[rows[k]] || walls[shape[rows[k]]] > kManyWalls ? ['solid'] : ['clear', 'edges'];
    const ready = new Set<Batch>(), picks = new Map<Batch, number>();
    for (const k of places) {
      for (const kind of looks_of(k)) {
        const batch = this.batch(shape[rows[k]], kind);
        if (!batch) continue;
        if (!ready.has(batch)) {
          ready.add(batch);
          batch.reserve(bodies[shape[rows[k]]] + walls[shape[rows[k]]]);
        }
        if (k === picked) picks.set(batch, batch.count);
        const tint = kind === 'solid' ? [this.look[2 * k + 1]] : this.wall_colour(colours[group[rows[k]]], look.ink);
        batch.add(frame.position, frame.orientation, k, scale[rows[k]], tint);
      }
    }
    for (const batch of this.batches.values()) {
      if (!ready.has(batch)) batch.reserve(0);
      batch.upload(picks.get(batch) ?? -1);
    }
  }

  private wall_colour(colour: Rgb | undefined, ink: Rgb): number[] {
    return (colour ?? ink).map((x, i) => 0.5 * x + 0.5 * ink[i]);
  }

  private place_planes(shot: Snapshot, look: PictureLook): void {
    const { info, bodies } = this.run, { rows, frame } = shot, colours = group_colours(this.run), sheets: Sheet[] = [];
    this.planes = [];
    const margin = 0.02 * Math.max(...[0, 1, 2].map((i) => info.bounds.max[i] - info.bounds.min[i]));
    const [low, high] = [info.bounds.min.map((x, i) => x - info.center[i] - margin), info.bounds.max.map((x, i) => x - info.center[i] + margin)];
    for (let k = 0; k < shot.count; ++k) {
      const row = rows[k], shape = info.shapes[bodies.shape[row]];
      if (!look.walls || shape?.kind !== 'plane' || !shape.normal || look.hidden.has(bodies.group[row])) continue;
      const point = [...frame.position.subarray(3 * k, 3 * k + 3)];
      const polygon = plane_near_box(turned(shape.normal, frame.orientation, k), point, low, high);
      if (!polygon.length) continue;
      this.planes.push({ place: k, polygon });
      sheets.push({ polygon, colour: this.wall_colour(colours[bodies.group[row]], look.ink) });
    }
    const cell = frame.cell ?? info.cell;  // a cell that deforms belongs to its frame
    const edges = cell && look.walls ? box_edges(cell.origin.map((x, i) => x - info.center[i]), cell.edges) : [];
    this.sheets.set(sheets, edges, look.ink);
  }

  // While the camera moves in a browser without a graphics card.
  hurry(is_hasty: boolean): void { this.chains.hurry(is_hasty); }

  dispose(): void {
    this.spheres?.dispose();
    for (const one of [...this.batches.values(), this.chains, this.points, this.sheets]) one.dispose();
  }
}

// A vector of body k turned by its orientation (w, x, y, z).
export function turned(v: number[], orientation: Float32Array, k: number): number[] {
  const [w, x, y, z] = orientation.subarray(4 * k, 4 * k + 4);
  const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [v[0] + 2 * (y * c[2] - z * c[1]), v[1] + 2 * (z * c[0] - x * c[2]), v[2] + 2 * (x * c[1] - y * c[0])];
}
