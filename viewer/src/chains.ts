// Force chains as lines on the screen, as wide as their force; and contact points. Each line is two triangles whose
// corners fetch their contact by their own number. Weak lines come first, so that strong ones lie on top.
import { BufferGeometry, DoubleSide, Mesh, type DataTexture, type Object3D, type RawShaderMaterial, type WebGLRenderer } from 'three';
import { FloatTexture, material, type Shared } from './shading';
import { kStates } from './colours';
import type { Snapshot } from './snapshot';

const kStateColours = `vec3 state_colour(int s) {
  ${kStates.map(({ colour }, s) => `if (s == ${s}) return vec3(${colour.map((x) => x.toFixed(3)).join(', ')});`).join('\n  ')}
  return vec3(1.0);
}`;

const kLineVertex = `
uniform sampler2D contacts;
uniform float widest, largest;  // px, N
uniform bool by_state;
out vec3 at;
out float across;
flat out vec3 colour;
${kStateColours}
void main() {
  int contact = gl_VertexID / 6, corner = gl_VertexID - 6 * contact;
  vec4 from = fetch(contacts, 2 * contact), to = fetch(contacts, 2 * contact + 1);
  bool is_end = (corner & 1) == 1;  // triangles (-from, -to, +from), (-to, +from, +to)
  float side = corner == 2 || corner >= 4 ? 1.0 : -1.0;
  vec4 a = modelViewMatrix * vec4(from.xyz, 1.0), b = modelViewMatrix * vec4(to.xyz, 1.0);
  vec4 pa = projectionMatrix * a, pb = projectionMatrix * b;
  vec2 size = vec2(breadth, height) * 0.5;
  vec2 along = (pb.xy / pb.w - pa.xy / pa.w) * size;
  along /= max(length(along), 1e-6);
  float strength = from.w / largest;
  float wide = max(0.5 * widest * min(strength, 1.0), 0.45);
  vec4 p = is_end ? pb : pa;
  p.xy += vec2(-along.y, along.x) * side * wide / size * p.w;
  at = is_end ? b.xyz : a.xyz;
  across = side;
  colour = by_state ? state_colour(int(to.w)) : colour_of(strength);
  bool behind = is_perspective() && (a.z > 0.0 || b.z > 0.0);
  gl_Position = from.w > 0.0 && !behind ? p : vec4(2.0, 2.0, 2.0, 1.0);
}`;
const kLineFragment = `
in vec3 at;
in float across;
flat in vec3 colour;
out vec4 pixel;
void main() {
  if (dot(cut.xyz, at) > cut.w) discard;
  pixel = vec4(colour * (0.62 + 0.38 * sqrt(max(1.0 - across * across, 0.0))), 1.0);
}`;

const kPointVertex = `
uniform sampler2D contacts;
uniform float size;  // px
out vec3 at;
out vec2 corner;
flat out vec3 colour;
${kStateColours}
void main() {
  int contact = gl_VertexID / 6, k = gl_VertexID - 6 * contact;
  vec4 place = fetch(contacts, contact);
  corner = vec2(k == 1 || k == 4 || k == 5 ? 1.0 : -1.0, k == 2 || k == 3 || k == 5 ? 1.0 : -1.0);
  vec4 c = modelViewMatrix * vec4(place.xyz, 1.0);
  at = c.xyz;
  colour = state_colour(int(place.w));
  gl_Position = projectionMatrix * c;
  gl_Position.xy += corner * size / vec2(breadth, height) * gl_Position.w;
}`;
const kPointFragment = `
in vec3 at;
in vec2 corner;
flat in vec3 colour;
out vec4 pixel;
void main() {
  float r2 = dot(corner, corner);
  if (r2 > 1.0 || dot(cut.xyz, at) > cut.w) discard;
  pixel = vec4(r2 > 0.62 ? colour * 0.35 : colour, 1.0);
}`;

// Places of contacts in the order of their strength, in 64 classes: enough for the order of drawing.
function by_strength(strength: Float32Array, largest: number): Uint32Array {
  const kClasses = 64, class_of = (k: number) => Math.min(Math.floor(strength[k] / largest * kClasses), kClasses - 1) || 0;
  const begin = new Uint32Array(kClasses + 1);
  for (let k = 0; k < strength.length; ++k) ++begin[class_of(k) + 1];
  for (let c = 0; c < kClasses; ++c) begin[c + 1] += begin[c];
  const order = new Uint32Array(strength.length);
  for (let k = 0; k < strength.length; ++k) order[begin[class_of(k)]++] = k;
  return order;
}

const kUnseen = 0.01;  // of the largest force: about a tenth of a pixel
const kHasty = 40_000;  // lines: with 100 000 spheres below half a second a picture

export interface ChainLook { which: 'force' | 'compatible'; largest: number; widest: number; by_state: boolean }

// Push along the normal; adhesion counts by its size.
export function strengths(shot: Snapshot, which: 'force' | 'compatible'): Float32Array {
  const contacts = shot.contacts;
  const force = which === 'compatible' ? contacts?.force_compatible : contacts?.force;
  if (!contacts || !force) return new Float32Array(0);
  const { normal } = contacts, found = new Float32Array(contacts.a.length);
  for (let c = 0; c < found.length; ++c)
    found[c] = Math.abs(force[3 * c] * normal[3 * c] + force[3 * c + 1] * normal[3 * c + 1] + force[3 * c + 2] * normal[3 * c + 2]);
  return found;
}

// Common to lines and points: a draw call without attributes.
class Pulled {
  readonly object: Object3D;
  protected readonly geometry = new BufferGeometry();
  protected readonly data = new FloatTexture();
  constructor(protected readonly material: RawShaderMaterial, order: number) {
    material.side = DoubleSide;  // on the screen either winding occurs
    this.object = new Mesh(this.geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
    this.object.visible = false;
  }
  protected draw(count: number): void {
    this.data.upload();
    this.material.uniforms.contacts.value = this.data.texture;
    this.geometry.setDrawRange(0, 6 * count);
    this.object.visible = count > 0;
  }
  clear(): void { this.object.visible = false; }
  dispose(): void {
    this.geometry.dispose();
    this.data.dispose();
    this.material.dispose();
  }
}

export class Chains extends Pulled {
  // Lines shine through faint bodies, but hide each other.
  is_on_top = false;
  private count = 0;

  constructor(shared: Shared, table: DataTexture) {
    super(material(shared, { table: { value: table }, contacts: { value: null }, widest: { value: 1 }, largest: { value: 1 },
                             by_state: { value: false } }, kLineVertex, kLineFragment), 5);
    this.material.transparent = true;  // after the bodies
    this.object.onBeforeRender = (renderer: WebGLRenderer) => { if (this.is_on_top) renderer.clearDepth(); };
  }

  set(shot: Snapshot, strength: Float32Array, is_hidden: (k: number) => boolean, look: ChainLook): void {
    const contacts = shot.contacts;
    if (!contacts || !strength.length) { this.clear(); return; }
    const { a, b, point, normal, state } = contacts, places = shot.places(), { position } = shot.frame;
    this.data.reserve(2 * a.length);
    const data = this.data.data;
    let count = 0;
    for (const c of by_strength(strength, look.largest)) {
      if (strength[c] < kUnseen * look.largest) continue;
      const ends = [places(a[c]), places(b[c])];
      if (ends.every((k) => k < 0 || is_hidden(k))) continue;
      const at = 8 * count++;
      for (let e = 0; e < 2; ++e) {
        const k = ends[e], radius = k < 0 || !shot.is_mobile(k) ? 0 : shot.radius(k);
        // From the centre of a free body; across a periodic boundary as far as the body reaches from the point.
        let far = 0;
        for (let i = 0; i < 3; ++i) far += k < 0 ? 0 : (position[3 * k + i] - point[3 * c + i]) ** 2;
        const is_near = k >= 0 && far <= (1.6 * radius) ** 2, sign = e === 0 ? -radius : radius;
        for (let i = 0; i < 3; ++i)
          data[at + 4 * e + i] = radius > 0 && is_near ? position[3 * k + i] : point[3 * c + i] + sign * normal[3 * c + i];
      }
      data[at + 3] = strength[c];
      data[at + 7] = state[c];
    }
    const uniforms = this.material.uniforms;
    uniforms.widest.value = look.widest;
    uniforms.largest.value = look.largest;
    uniforms.by_state.value = look.by_state;
    this.draw(count);
    this.count = count;
  }
  // In haste only the strongest lines are drawn; they come last.
  hurry(is_hasty: boolean): void {
    const skipped = is_hasty ? Math.max(this.count - kHasty, 0) : 0;
    this.geometry.setDrawRange(6 * skipped, 6 * (this.count - skipped));
  }
}

export class ContactPoints extends Pulled {
  constructor(shared: Shared, table: DataTexture) {
    super(material(shared, { table: { value: table }, contacts: { value: null }, size: { value: 9 } }, kPointVertex, kPointFragment), 6);
    this.material.transparent = true;
    this.material.depthTest = false;
  }
  set(shot: Snapshot, is_hidden: (k: number) => boolean, pixels: number): void {
    const contacts = shot.contacts;
    if (!contacts) { this.clear(); return; }
    const places = shot.places(), data_of = (this.data.reserve(contacts.a.length), this.data.data);
    let count = 0;
    for (let c = 0; c < contacts.a.length; ++c) {
      if ([contacts.a[c], contacts.b[c]].every((uid) => { const k = places(uid); return k < 0 || is_hidden(k); })) continue;
      for (let i = 0; i < 3; ++i) data_of[4 * count + i] = contacts.point[3 * c + i];
      data_of[4 * count++ + 3] = contacts.state[c];
    }
    this.material.uniforms.size.value = pixels;
    this.draw(count);
  }
}
