// What `cairn view` sends: the types of its JSON answers, and the decoder of its binary ones.
//
// A binary answer is: u32 magic, u32 h = bytes of the header, the header as JSON, then the arrays. Everything is
// little endian. The arrays of an answer are views into its buffer: nothing is copied.

export interface Group { name: string; colour: string; count: number; mobile: boolean }
export interface Shape {
  kind: string;
  mesh?: { vertices: string; triangles: string };
  normal?: number[];
}
// Edges and one corner, in the axes of the scene.
export interface Cell { edges: number[][]; origin: number[] }
export interface FrameEntry { time: number; contacts: boolean; readable: boolean }
export interface RunInfo {
  name: string; title: string; dimension: 2 | 3;
  state: 'running' | 'finished' | 'interrupted' | 'damaged';
  remarks: string[]; length_scale: number; center: number[];
  bounds: { min: number[]; max: number[] };
  gravity: number[]; groups: Group[]; materials: string[]; shapes: Shape[];
  frames: FrameEntry[]; events: { time: number; label: string }[];
  series: boolean; has_compatible: boolean;
  cell: null | Cell;
  references: string[];
}
export interface Study { columns: string[]; rows: (string | number | null)[][] }
export interface RunList { version: string; runs: { index: number; name: string; title: string }[]; study: Study | null }
export interface Column { name: string; unit: string; meaning: string }
export interface Series { columns: Column[]; values: (number | null)[][] }

export interface Bodies {
  uid: Uint32Array; group: Uint16Array; material: Uint16Array; shape: Uint16Array;
  radius: Float32Array; scale: Float32Array; mass: Float32Array; mobile: Uint8Array;
}
export interface Frame {
  time: number; bytes: number; cell?: Cell; uid: Uint32Array;
  position: Float32Array; orientation: Float32Array; velocity: Float32Array; spin: Float32Array; force?: Float32Array;
}
export interface Contacts {
  time: number; bytes: number; a: Uint32Array; b: Uint32Array; point: Float32Array; normal: Float32Array;
  gap: Float32Array; force: Float32Array; force_compatible?: Float32Array; state: Uint8Array;
}

const kMagic = 0x4e524143;
const kTypes = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
interface Header { time?: number; cell?: Cell; arrays: Record<string, { type: keyof typeof kTypes; shape: number[]; offset: number }> }

export function decode(buffer: ArrayBuffer): Record<string, unknown> & { time: number; bytes: number } {
  const words = new DataView(buffer);
  if (buffer.byteLength < 8 || words.getUint32(0, true) !== kMagic) throw new Error('the answer is not one of cairn');
  const length = words.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as Header;
  const found: Record<string, unknown> & { time: number; bytes: number } =
    { time: header.time ?? 0, cell: header.cell, bytes: buffer.byteLength };
  for (const [name, { type, shape, offset }] of Object.entries(header.arrays)) {
    const count = shape.reduce((product, extent) => product * extent, 1);
    found[name] = new kTypes[type](buffer, 8 + length + offset, count);
  }
  return found;
}

export function decode_base64(text: string): Uint8Array {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; ++k) bytes[k] = raw.charCodeAt(k);
  return bytes;
}
