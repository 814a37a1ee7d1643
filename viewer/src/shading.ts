// What all shaders share: light, the clip plane, and data that vertices fetch from textures by their own number.
// Instances are slow in software rendering; a vertex that fetches its data is fast everywhere.
import { DataTexture, FloatType, GLSL3, Matrix3, NearestFilter, RawShaderMaterial, RGBAFormat, UnsignedByteType, Vector3, Vector4,
         type IUniform, type Matrix4, type ShaderMaterialParameters } from 'three';
import { kTableSize } from './colours';

const kWidth = 2048;

// Texels of four floats for texelFetch, in rows of 2048; grows as needed. One that fits into a row is no wider than it
// must be: a run may have thousands of shapes with a body each.
export class FloatTexture {
  texture: DataTexture;
  data: Float32Array<ArrayBuffer>;
  private texels: number;

  constructor(texels = 1) {
    this.texels = texels;
    this.data = new Float32Array(0);
    this.texture = this.made();
  }
  private made(): DataTexture {
    const rows = Math.ceil(this.texels / kWidth), width = rows > 1 ? kWidth : this.texels;
    this.data = new Float32Array(4 * width * rows);
    const texture = new DataTexture(this.data, width, rows, RGBAFormat, FloatType);
    texture.needsUpdate = true;
    return texture;
  }
  // Room for so many texels; what was there is lost. A texture that is far too large is given back.
  reserve(texels: number): void {
    const needed = Math.max(1, texels);
    if (needed <= this.texels && needed >= this.texels / 4) return;
    this.texture.dispose();
    this.texels = Math.ceil(needed * 1.1);
    this.texture = this.made();
  }
  upload(): void { this.texture.needsUpdate = true; }
  dispose(): void { this.texture.dispose(); }
}

export class ColourTable {
  readonly texture = new DataTexture(new Uint8Array(4 * kTableSize), kTableSize, 1, RGBAFormat, UnsignedByteType);
  constructor() { this.texture.magFilter = this.texture.minFilter = NearestFilter; }
  set(bytes: Uint8Array): void {
    (this.texture.image.data as Uint8Array).set(bytes);
    this.texture.needsUpdate = true;
  }
}

// Uniforms of a whole picture, shared by all materials.
export interface Shared extends Record<string, IUniform> {
  cut: IUniform<Vector4>;          // clip plane in camera axes: normal, offset; what lies beyond is not drawn
  sky: IUniform<Vector3>;          // up, in camera axes
  background: IUniform<Vector3>;
  faint: IUniform<number>;         // 0 as it is, 1 like the background
  height: IUniform<number>;        // of the picture [px]
  breadth: IUniform<number>;       // of the picture [px]
}
export function shared_uniforms(): Shared {
  return { cut: { value: new Vector4(0, 0, 0, 1) }, sky: { value: new Vector3(0, 1, 0) }, background: { value: new Vector3() },
           faint: { value: 0 }, height: { value: 1 }, breadth: { value: 1 } };
}
// The plane n.p <= offset, as the camera sees it.
export function set_cut(shared: Shared, plane: { normal: Vector3; offset: number } | null, view: Matrix4): void {
  if (!plane) { shared.cut.value.set(0, 0, 0, 1); return; }
  const normal = plane.normal.clone().applyMatrix3(new Matrix3().setFromMatrix4(view));
  const point = plane.normal.clone().multiplyScalar(plane.offset).applyMatrix4(view);
  shared.cut.value.set(normal.x, normal.y, normal.z, normal.dot(point));
}

export const kVertexHead = `precision highp float;
precision highp int;
precision highp sampler2D;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float height, breadth;
uniform sampler2D table;
vec4 fetch(sampler2D data, int k) { return texelFetch(data, ivec2(k & ${kWidth - 1}, k >> ${Math.log2(kWidth)}), 0); }
vec3 colour_of(float t) { return texelFetch(table, ivec2(clamp(int(t * ${kTableSize - 1}.0 + 0.5), 0, ${kTableSize - 1}), 0), 0).rgb; }
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
bool is_perspective() { return projectionMatrix[2][3] != 0.0; }
`;
// A soft light from the upper left, sky above, and an edge that falls into shadow, so that bodies stand out from
// their neighbours.
export const kFragmentHead = `precision highp float;
precision highp int;
uniform vec4 cut;
uniform vec3 sky, background;
uniform float faint;
vec3 lit(vec3 base, vec3 n) {
  float key = max(dot(n, vec3(-0.37, 0.56, 0.74)), 0.0);
  float ambient = 0.5 + 0.5 * dot(n, sky);
  float edge = smoothstep(-0.15, 0.75, n.z);
  float gleam = pow(max(dot(n, vec3(-0.2, 0.3, 0.93)), 0.0), 24.0);
  vec3 colour = base * (0.30 + 0.24 * ambient + 0.56 * key) * (0.52 + 0.48 * edge) + 0.07 * gleam;
  return mix(colour, background, 0.76 * faint);
}
`;

export function material(shared: Shared, own: Record<string, IUniform>, vertex: string, fragment: string,
                         more: ShaderMaterialParameters = {}): RawShaderMaterial {
  const made = new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: kVertexHead + vertex,
                                       fragmentShader: kFragmentHead + fragment, ...more });
  made.uniforms = { ...shared, ...own };  // the same objects: a change of a shared one reaches all materials
  return made;
}
