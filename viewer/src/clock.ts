// The present time of all runs that are shown. It steps through the times of their frames.

export class Clock {
  times: number[] = [0];
  time = 0;
  is_playing = false;
  rate = 1;
  // A whole run plays in this many seconds at rate 1, and in more if it has many frames.
  static readonly kSeconds = 8;
  static readonly kFramesPerSecond = 30;

  constructor(private readonly changed: () => void) {}

  // All times at which something is to be seen, sorted; times that differ by round-off are one.
  set_times(lists: number[][]): void {
    const sorted = lists.flat().sort((a, b) => a - b);
    const span = sorted.length ? sorted[sorted.length - 1] - sorted[0] : 0;
    this.times = sorted.filter((t, k) => k === 0 || t - sorted[k - 1] > 1e-9 * span);
    if (!this.times.length) this.times = [0];
  }
  get first(): number { return this.times[0]; }
  get last(): number { return this.times[this.times.length - 1]; }
  get span(): number { return this.last - this.first; }

  // The number of the last time at or before the present one.
  get place(): number {
    let k = this.times.findIndex((t) => t > this.time + 1e-9 * this.span);
    if (k < 0) k = this.times.length;
    return Math.max(k - 1, 0);
  }
  go(time: number): void {
    const bounded = Math.min(Math.max(time, this.first), this.last);
    if (bounded === this.time) return;
    this.time = bounded;
    this.changed();
  }
  go_nearest(time: number): void {
    this.go(this.times.reduce((best, t) => (Math.abs(t - time) < Math.abs(best - time) ? t : best), this.first));
  }
  step(count: number): void {
    this.pause();
    this.go(this.times[Math.min(Math.max(this.place + count, 0), this.times.length - 1)]);
  }
  play(): void {
    if (this.time >= this.last) this.go(this.first);
    this.is_playing = true;
    this.changed();
  }
  pause(): void {
    if (!this.is_playing) return;
    this.is_playing = false;
    this.changed();
  }
  toggle(): void { if (this.is_playing) this.pause(); else this.play(); }

  // Goes on by so many seconds of the user's time; stops at the end.
  advance(seconds: number): void {
    const whole = Math.max(Clock.kSeconds, this.times.length / Clock.kFramesPerSecond) / this.rate;
    this.go(this.time + this.span * seconds / whole);
    if (this.time >= this.last) this.pause();
  }
}
