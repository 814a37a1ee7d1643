// One frame of a run together with what belongs to its bodies: the input of everything that draws or names values.
import type { Contacts, Frame } from './wire';
import { find_uid, kNoRow, type Run } from './run';

export class Snapshot {
  readonly count: number;
  private loads: Float32Array | null = null;
  private numbers: Float32Array | null = null;

  constructor(readonly run: Run, readonly index: number, readonly frame: Frame, readonly contacts: Contacts | null,
              readonly rows: Uint32Array) {
    this.count = frame.uid.length;
  }

  get time(): number { return this.frame.time; }
  row(k: number): number { return this.rows[k]; }
  find(uid: number): number { return find_uid(this.frame.uid, uid); }
  group(k: number): number { return this.run.bodies.group[this.rows[k]]; }
  radius(k: number): number { return this.run.bodies.radius[this.rows[k]]; }
  shape_kind(k: number): string { return this.run.info.shapes[this.run.bodies.shape[this.rows[k]]]?.kind ?? ''; }
  is_mobile(k: number): boolean { return this.run.bodies.mobile[this.rows[k]] !== 0; }

  // The largest contact force on each body, and the number of its contacts that carry force.
  private look_at_contacts(): void {
    this.loads = new Float32Array(this.count);
    this.numbers = new Float32Array(this.count);
    if (!this.contacts) return;
    const { a, b, force } = this.contacts;
    const places = this.places();
    for (let c = 0; c < a.length; ++c) {
      const size = Math.hypot(force[3 * c], force[3 * c + 1], force[3 * c + 2]);
      if (size === 0) continue;
      for (const uid of [a[c], b[c]]) {
        const k = places(uid);
        if (k < 0) continue;
        this.numbers[k] += 1;
        if (size > this.loads[k]) this.loads[k] = size;
      }
    }
  }
  largest_force(): Float32Array { if (!this.loads) this.look_at_contacts(); return this.loads!; }
  coordination(): Float32Array { if (!this.numbers) this.look_at_contacts(); return this.numbers!; }

  // From uid to place in the frame; a table if the uids are dense, which they are but in odd runs.
  places(): (uid: number) => number {
    const uids = this.frame.uid, last = uids.length ? uids[uids.length - 1] : 0;
    if (last > 4 * uids.length + 1024) return (uid) => find_uid(uids, uid);
    const table = new Int32Array(last + 1).fill(-1);
    for (let k = 0; k < uids.length; ++k) table[uids[k]] = k;
    return (uid) => (uid <= last ? table[uid] : -1);
  }
}

// The frame and its contacts; bodies that came into the run since are asked for.
export async function take_snapshot(run: Run, index: number, wants_contacts: boolean): Promise<Snapshot> {
  const has_contacts = wants_contacts && run.info.frames[index].contacts;
  const [frame, contacts] = await Promise.all([run.frames.get(index), has_contacts ? run.contacts.get(index) : null]);
  let rows = run.rows_of(frame);
  if (rows.includes(kNoRow)) {
    await run.reload_bodies();
    rows = run.rows_of(frame);
    if (rows.includes(kNoRow)) throw new Error(`frame ${index} has bodies that the run does not know`);
  }
  return new Snapshot(run, index, frame, contacts, rows);
}
