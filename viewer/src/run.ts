// One run: its description, its bodies, and a window of frames that never holds more than so many bytes.
import { decode, type Bodies, type Contacts, type Frame, type RunInfo, type Series } from './wire';
import type { Source } from './source';

// Keeps what was used last; forgets the oldest when the bytes are too many.
export class Window<T extends { bytes: number }> {
  private readonly held = new Map<number, T>();
  private readonly asked = new Map<number, Promise<T>>();
  bytes = 0;

  constructor(private readonly cap: number, private readonly load: (key: number) => Promise<T>) {}

  get size(): number { return this.held.size; }
  has(key: number): boolean { return this.held.has(key); }

  get(key: number): Promise<T> {
    const found = this.held.get(key);
    if (found) {
      this.held.delete(key);
      this.held.set(key, found);
      return Promise.resolve(found);
    }
    let promise = this.asked.get(key);
    if (!promise) {
      promise = this.load(key).then((value) => this.keep(key, value)).finally(() => this.asked.delete(key));
      this.asked.set(key, promise);
    }
    return promise;
  }

  private keep(key: number, value: T): T {
    this.held.set(key, value);
    this.bytes += value.bytes;
    for (const [old, entry] of this.held) {
      if (this.bytes <= this.cap || old === key) break;
      this.held.delete(old);
      this.bytes -= entry.bytes;
    }
    return value;
  }
}

const kFrameBytes = 256 * 2 ** 20, kContactBytes = 192 * 2 ** 20;

export class Run {
  info!: RunInfo;
  bodies!: Bodies;
  series: Series | null = null;
  summary: Record<string, unknown> | null = null;
  readonly frames: Window<Frame>;
  readonly contacts: Window<Contacts>;

  constructor(readonly source: Source, readonly index: number) {
    this.frames = new Window(kFrameBytes, async (k) => decode(await source.binary(`${this.path}/frame/${k}`)) as unknown as Frame);
    this.contacts = new Window(kContactBytes, async (k) => decode(await source.binary(`${this.path}/contacts/${k}`)) as unknown as Contacts);
  }
  get path(): string { return `api/run/${this.index}`; }

  async open(): Promise<void> {
    const bodies = this.source.binary(`${this.path}/bodies`);
    this.info = await this.source.json<RunInfo>(this.path);
    this.bodies = decode(await bodies) as unknown as Bodies;
  }
  // False if the folder holds another run now, or frames were taken back: what was read before is worth nothing.
  async reload_info(): Promise<boolean> {
    const old = this.info;
    this.info = await this.source.json<RunInfo>(this.path);
    const same = old.shapes.every((shape, k) => JSON.stringify(shape) === JSON.stringify(this.info.shapes[k]));
    return same && old.frames.every((frame, k) => frame.time === this.info.frames[k]?.time);
  }
  async reload_bodies(): Promise<void> { this.bodies = decode(await this.source.binary(`${this.path}/bodies`)) as unknown as Bodies; }
  async load_series(): Promise<void> { if (this.info.series) this.series = await this.source.json<Series>(`${this.path}/series`); }
  async load_summary(): Promise<void> { this.summary = await this.source.json<Record<string, unknown> | null>(`${this.path}/summary`); }

  // The last readable frame at or before a time; the first one before all.
  frame_at(time: number): number {
    const frames = this.info.frames;
    let low = 0, high = frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].time <= time * (1 + 1e-12) + 1e-300) low = middle; else high = middle - 1;
    }
    let k = low;
    while (k > 0 && !frames[k].readable) --k;
    while (k < frames.length - 1 && !frames[k].readable) ++k;
    return k;
  }

  // The rows of /bodies of a frame's bodies. Both are sorted by uid.
  rows_of(frame: Frame): Uint32Array {
    const rows = new Uint32Array(frame.uid.length), all = this.bodies.uid;
    let row = 0;
    for (let k = 0; k < rows.length; ++k) {
      while (row < all.length && all[row] < frame.uid[k]) ++row;
      rows[k] = row < all.length && all[row] === frame.uid[k] ? row : kNoRow;
    }
    return rows;
  }
}
export const kNoRow = 0xffffffff;

// Where a uid stands in a sorted list, or -1.
export function find_uid(sorted: Uint32Array, uid: number): number {
  let low = 0, high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === uid) return middle;
    if (sorted[middle] < uid) low = middle + 1; else high = middle - 1;
  }
  return -1;
}
