// Bodies that are no spheres: one draw call per shape. Each vertex fetches its place in body axes from one texture and
// its body's position, orientation, size and value from another.
import { BufferGeometry, DoubleSide, LineSegments, Mesh, type DataTexture, type Object3D, type RawShaderMaterial } from 'three';
import { FloatTexture, material, type Shared } from './shading';
import type { Triangles } from './tessellation';

const kBodyTexels = 3;  // position and scale; orientation (x, y, z, w); colour or value

const kVertex = `
uniform sampler2D corners, bodies;
uniform int corners_of_body, picked;
uniform bool has_own_colour;
out vec3 at, normal;
flat out vec3 colour;
flat out float ring;
void main() {
  int body = gl_VertexID / corners_of_body, corner = gl_VertexID - body * corners_of_body;
  vec4 place = fetch(bodies, ${kBodyTexels} * body), q = fetch(bodies, ${kBodyTexels} * body + 1);
  vec4 look = fetch(bodies, ${kBodyTexels} * body + 2);
  vec3 x = place.xyz + turn(q, fetch(corners, 2 * corner).xyz * place.w);
  vec4 c = modelViewMatrix * vec4(x, 1.0);
  at = c.xyz;
  normal = mat3(modelViewMatrix) * turn(q, fetch(corners, 2 * corner + 1).xyz);
  colour = has_own_colour ? look.rgb : colour_of(look.r);
  ring = body == picked ? 1.0 : 0.0;
  gl_Position = look.a > 0.0 ? projectionMatrix * c : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const kFragment = `
in vec3 at, normal;
flat in vec3 colour;
flat in float ring;
uniform mat4 projectionMatrix;
uniform float alpha;
uniform bool is_line;
out vec4 pixel;
void main() {
  if (dot(cut.xyz, at) > cut.w) discard;
  vec3 n = is_line ? vec3(0.0, 0.0, 1.0) : normalize(normal);
  vec3 shade = colour;
  float cover = alpha;
  if (alpha == 1.0) {
    shade = lit(gl_FrontFacing ? colour : colour * 0.6, n.z < 0.0 ? -n : n);
  } else if (!is_line) {  // like glass: a wall seen from its side covers more, so that round walls have an outline
    vec3 eye = projectionMatrix[2][3] != 0.0 ? normalize(-at) : vec3(0.0, 0.0, 1.0);
    float aslant = 1.0 - abs(dot(n, eye));
    cover = alpha + 0.32 * aslant * aslant * aslant;
  }
  pixel = vec4(mix(shade, vec3(1.0) - background * 0.2, ring * 0.5), cover);
}`;

export type Look = 'solid' | 'clear' | 'edges';

// All bodies of one shape.
export class Batch {
  readonly object: Object3D;
  private readonly geometry = new BufferGeometry();
  private readonly corners: FloatTexture;
  private readonly bodies = new FloatTexture(kBodyTexels);
  private readonly material: RawShaderMaterial;
  private readonly corners_of_body: number;
  count = 0;

  constructor(shared: Shared, table: DataTexture, shape: Triangles, look: Look) {
    const is_line = look === 'edges';
    const points = is_line ? shape.edges : shape.corners;
    this.corners_of_body = points.length / 3;
    this.corners = new FloatTexture(2 * this.corners_of_body);
    for (let k = 0; k < this.corners_of_body; ++k) {
      this.corners.data.set(points.subarray(3 * k, 3 * k + 3), 8 * k);
      if (!is_line) this.corners.data.set(shape.normals.subarray(3 * k, 3 * k + 3), 8 * k + 4);
    }
    this.material = material(shared, {
      table: { value: table }, corners: { value: this.corners.texture }, bodies: { value: this.bodies.texture },
      corners_of_body: { value: this.corners_of_body }, picked: { value: -1 }, is_line: { value: is_line },
      has_own_colour: { value: look !== 'solid' }, alpha: { value: look === 'solid' ? 1 : is_line ? 0.55 : 0.09 },
    }, kVertex, kFragment, { side: DoubleSide, transparent: look !== 'solid', depthWrite: look === 'solid' });
    this.object = is_line ? new LineSegments(this.geometry, this.material) : new Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = look === 'solid' ? 0 : is_line ? 3 : 2;
  }

  reserve(count: number): void {
    this.bodies.reserve(kBodyTexels * count);
    this.material.uniforms.bodies.value = this.bodies.texture;
    this.count = 0;
  }
  // orientation is (w, x, y, z) as on the wire. look: a value, or red, green, blue.
  add(position: Float32Array, orientation: Float32Array, body: number, scale: number, look: ArrayLike<number>): void {
    const at = 4 * kBodyTexels * this.count++, data = this.bodies.data;
    for (let i = 0; i < 3; ++i) {
      data[at + i] = position[3 * body + i];
      data[at + 4 + i] = orientation[4 * body + 1 + i];
      data[at + 8 + i] = look[i] ?? 0;
    }
    data[at + 3] = scale;
    data[at + 7] = orientation[4 * body];
    data[at + 11] = 1;
  }
  upload(picked: number): void {
    this.bodies.upload();
    this.material.uniforms.picked.value = picked;
    this.geometry.setDrawRange(0, this.count * this.corners_of_body);
    this.object.visible = this.count > 0;
  }
  dispose(): void {
    this.corners.dispose();
    this.bodies.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
