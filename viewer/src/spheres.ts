// Spheres as flat sprites whose fragments know their own depth and normal. Many are points, one vertex each; a few are
// squares of two triangles, because the size of a point has a limit.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, Points, type DataTexture, type Object3D, type RawShaderMaterial } from 'three';
import { material, type Shared } from './shading';

const kFew = 4000;

const kVertex = `
in vec3 position;
in vec2 look;        // radius, value
uniform int picked;
flat out vec4 ball;  // centre and radius in camera axes
flat out vec3 colour;
flat out float half_size, ring;
#ifdef SQUARE
out vec2 corner;
#endif
void main() {
  float radius = look.x;
  vec4 c = modelViewMatrix * vec4(position, 1.0);
  ball = vec4(c.xyz, radius);
  colour = colour_of(look.y);
  half_size = radius * projectionMatrix[1][1] * height * 0.5 / (is_perspective() ? max(-c.z, 1e-30) : 1.0);
#ifdef SQUARE
  ring = gl_VertexID / 4 == picked ? 1.0 : 0.0;
  corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0;
  float grown = 1.0 + 1.0 / max(half_size, 1.0);
  corner *= grown;
  c.xy += corner * radius;
#else
  ring = gl_VertexID == picked ? 1.0 : 0.0;
  gl_PointSize = max(2.0 * half_size, 1.0);
#endif
  gl_Position = radius > 0.0 ? projectionMatrix * c : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const kFragment = `
uniform mat4 projectionMatrix;
flat in vec4 ball;
flat in vec3 colour;
flat in float half_size, ring;
#ifdef SQUARE
in vec2 corner;
#endif
out vec4 pixel;
void main() {
#ifdef SQUARE
  vec2 q = corner;
#else
  vec2 q = vec2(2.0 * gl_PointCoord.x - 1.0, 1.0 - 2.0 * gl_PointCoord.y);
#endif
  float r2 = dot(q, q);
#ifdef SMOOTH
  float cover = clamp((1.0 - sqrt(r2)) * half_size + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
#else
  float cover = 1.0;
  if (r2 > 1.0) discard;
#endif
  vec3 n = vec3(q, sqrt(max(1.0 - r2, 0.0)));
  vec3 p = ball.xyz + ball.w * n;
  vec3 base = colour;
  if (dot(cut.xyz, p) > cut.w) {  // in front of the clip plane: is the plane inside of the ball here?
    float z = (cut.w - dot(cut.xy, p.xy)) / cut.z;
    if (cut.z <= 0.0 || abs(z - ball.z) >= ball.w * n.z) discard;
    p.z = z;
    n = cut.xyz;
    base = colour * 0.62;
  }
  float w = projectionMatrix[2][3] != 0.0 ? -p.z : 1.0;
  gl_FragDepth = (projectionMatrix[2][2] * p.z + projectionMatrix[3][2]) / w * 0.5 + 0.5;
  vec3 shade = lit(base, n);
  if (ring > 0.0) shade = mix(shade, vec3(1.0, 1.0, 1.0) - background * 0.2, smoothstep(0.55, 0.68, r2) * 0.95);
  pixel = vec4(shade, cover);
}`;

export class Spheres {
  object: Object3D;
  readonly look: { value: Float32Array };
  private readonly geometry = new BufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly corners: number;

  constructor(shared: Shared, table: DataTexture, private readonly capacity: number, smooth: 'smooth' | 'sharp') {
    const is_few = capacity <= kFew;
    this.corners = is_few ? 4 : 1;
    const defines: Record<string, string> = {};
    if (is_few) defines.SQUARE = '';
    if (smooth === 'smooth') defines.SMOOTH = '';
    this.material = material(shared, { table: { value: table }, picked: { value: -1 } }, kVertex, kFragment,
                             { defines, alphaToCoverage: smooth === 'smooth' });
    const positions = new BufferAttribute(new Float32Array(3 * capacity * this.corners), 3).setUsage(DynamicDrawUsage);
    const looks = new BufferAttribute(new Float32Array(2 * capacity * this.corners), 2).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', positions);
    this.geometry.setAttribute('look', looks);
    if (is_few) {
      const index = new Uint32Array(6 * capacity);
      for (let k = 0; k < capacity; ++k) index.set([0, 1, 2, 2, 1, 3].map((i) => 4 * k + i), 6 * k);
      this.geometry.setIndex(new BufferAttribute(index, 1));
    }
    this.look = { value: new Float32Array(2 * capacity) };
    this.object = is_few ? new Mesh(this.geometry, this.material) : new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  has_room(count: number): boolean { return count <= this.capacity; }

  // Radius 0 hides a body. look: radius and value in 0 .. 1 of each.
  set(position: Float32Array, look: Float32Array, count: number): void {
    const positions = this.geometry.getAttribute('position') as BufferAttribute;
    const looks = this.geometry.getAttribute('look') as BufferAttribute;
    if (this.corners === 1) {
      positions.array.set(position.length > 3 * count ? position.subarray(0, 3 * count) : position);
      looks.array.set(look.subarray(0, 2 * count));
    } else {
      for (let k = 0; k < 4 * count; ++k) {
        const body = k >> 2;
        for (let i = 0; i < 3; ++i) positions.array[3 * k + i] = position[3 * body + i];
        looks.array[2 * k] = look[2 * body];
        looks.array[2 * k + 1] = look[2 * body + 1];
      }
    }
    positions.clearUpdateRanges();
    positions.addUpdateRange(0, 3 * count * this.corners);
    looks.clearUpdateRanges();
    looks.addUpdateRange(0, 2 * count * this.corners);
    positions.needsUpdate = looks.needsUpdate = true;
    this.geometry.setDrawRange(0, this.corners === 1 ? count : 6 * count);
  }
  pick(place: number): void { this.material.uniforms.picked.value = place; }
  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
