// The range of a value or of the forces: that of all frames seen so far, so that colours keep their meaning while
// time runs. All runs that are shown share it.
import { extent, speed_of_rest, type Value } from './values';
import type { Snapshot } from './snapshot';

export class Ranges {
  private readonly seen = new Map<string, [number, number]>();

  include(key: string, low: number, high: number): boolean {
    if (!(low <= high)) return false;
    const [old_low, old_high] = this.seen.get(key) ?? [Infinity, -Infinity];
    if (low >= old_low && high <= old_high) return false;
    this.seen.set(key, [Math.min(low, old_low), Math.max(high, old_high)]);
    return true;
  }
  look_at(value: Value, shot: Snapshot, values: Float32Array): boolean {
    const [low, high] = extent(shot, values);
    return this.include(value.key, low, value.rests && high >= low ? Math.max(high, speed_of_rest(shot)) : high);
  }

  of(value: Value): [number, number] {
    const [low, high] = this.seen.get(value.key) ?? [0, 1];
    if (value.kind === 'signed') { const size = Math.max(Math.abs(low), Math.abs(high)) || 1; return [-size, size]; }
    // Sizes of vectors begin at zero, and so does what is almost as small as it is large.
    const begin = low > 0 && low < 0.25 * high ? 0 : low;
    if (high > begin) return [begin, high];
    return high > 0 ? [0, high] : high < 0 ? [low, 0] : [0, 1];  // all bodies have one value
  }
  largest(key: string): number { return this.seen.get(key)?.[1] || 1; }
  forget(): void { this.seen.clear(); }
}
