// The page as a whole: settings and time go in, pictures and panels come out.
import { Vector3 } from 'three';
import { category, category_table, kStates, map_table, parse_hex, type Rgb } from './colours';
import { strengths } from './chains';
import { Clock } from './clock';
import { by_id, h, number_text, quantity_text, show_part } from './dom';
import { show_body } from './inspector';
import { legend_element, type Legend } from './legend';
import { Panel, show_remarks } from './panel';
import { group_colours, Picture, type Colouring } from './picture';
import { charts_of, Plots } from './plots';
import { Ranges } from './ranges';
import { Run } from './run';
import { pick, ray_through } from './pick';
import type { Plane, Stage } from './scene3d';
import { take_snapshot, type Snapshot } from './snapshot';
import type { Source } from './source';
import { encode, type Settings } from './state';
import { Transport } from './transport';
import { value_of, type Value } from './values';
import type { RunList } from './wire';

// What one part of the canvas shows.
interface Slot { run: Run; force: 'force' | 'compatible'; picture: Picture | null }

const kCaption = 34, kLegend = 64;  // px

export class App {
  readonly clock = new Clock(() => this.refresh());
  stage: Stage | null = null;
  follows = false;
  smooth: 'smooth' | 'sharp' = 'smooth';
  private slots: Slot[] = [];
  private readonly opened = new Map<number, Run>();
  private readonly ranges = new Ranges();
  private readonly panel = new Panel(by_id('panel'));
  private readonly plots: Plots;
  private readonly transport: Transport;
  private is_busy = false;
  private is_due = false;
  private shots: Snapshot[] = [];
  private legends: Legend[] = [];
  private shown_frames = '';
  private has_plots = true;

  constructor(readonly source: Source, readonly list: RunList, public settings: Settings) {
    const moved = () => { this.follows = false; this.remember(); };
    this.plots = new Plots(by_id('plots'), (time) => { this.clock.pause(); this.clock.go_nearest(time); moved(); });
    this.transport = new Transport(this.clock, moved, (rate) => { this.clock.rate = rate; this.change({ rate }); });
  }

  get runs(): Run[] { return [...new Set(this.slots.map(({ run }) => run))]; }
  get has_contacts(): boolean { return this.runs.some((run) => run.info.frames.some((frame) => frame.contacts)); }
  get snapshots(): readonly Snapshot[] { return this.shots; }
  private get value(): Value { return value_of(this.settings.by); }

  async run(index: number): Promise<Run> {
    let found = this.opened.get(index);
    if (!found) {
      found = new Run(this.source, index);
      await found.open();
      this.opened.set(index, found);
    }
    return found;
  }

  // Opens the runs that the settings name; a first picture does not wait for series and summary.
  async open(): Promise<void> {
    const known = this.settings.runs.filter((k) => this.list.runs.some((run) => run.index === k));
    if (!known.length) known.push(this.list.runs[0].index);
    const runs = await Promise.all(known.map((k) => this.run(k)));
    const beside = this.settings.chains === 'beside' && runs.length === 1 && runs[0].info.has_compatible;
    const wanted: Omit<Slot, 'picture'>[] = runs.map((run) => ({ run, force: this.settings.chains === 'compatible' ? 'compatible' as const : 'force' as const }));
    if (beside) wanted.push({ run: runs[0], force: 'compatible' });
    const were = this.slots;
    this.slots = wanted.map((slot, k) => {
      const kept = were[k]?.run === slot.run ? were[k].picture : null;
      if (!kept) were[k]?.picture?.dispose();
      return { ...slot, picture: kept ?? (this.stage ? new Picture(slot.run, this.smooth) : null) };
    });
    were.slice(wanted.length).forEach((slot) => slot.picture?.dispose());
    if (this.stage) this.stage.pictures = this.slots.map(({ picture }) => picture!);
    this.shown_frames = '';
    this.describe();
    this.refresh();
    void Promise.all(runs.flatMap((run) => [run.series ? null : run.load_series(), run.summary ? null : run.load_summary()]))
      .then(() => { this.show_plots(); this.show_panel(); }, (error: unknown) => this.say(error));
  }

  // Title, state, remarks and times: all that a run says about itself.
  describe(): void {
    const runs = this.runs, title = runs.map((run) => run.info.title || run.info.name).join('  |  ');
    by_id('title').textContent = title;
    document.title = `${title} – cairn`;
    const states = [...new Set(runs.map((run) => run.info.state))], state = by_id('state');
    state.textContent = states.join(', ');
    state.dataset.state = states.find((one) => one === 'damaged') ?? states.find((one) => one === 'running') ?? states[0];
    by_id('live').hidden = !runs.some((run) => run.info.state === 'running');
    show_remarks(runs);
    this.clock.set_times(runs.map((run) => run.info.frames.filter((frame) => frame.readable).map((frame) => frame.time)));
    this.transport.set_times(runs.flatMap((run) => run.info.events), (time) => { this.clock.pause(); this.clock.go_nearest(time); });
    if (this.follows) this.clock.go(this.clock.last);
  }

  change(part: Partial<Settings>): void {
    const opens = part.runs !== undefined || (part.chains !== undefined && (part.chains === 'beside') !== (this.settings.chains === 'beside'))
                  || (part.chains !== undefined && this.slots.length > 0);
    this.settings = { ...this.settings, ...part };
    if (part.flat !== undefined && this.stage) this.stage.camera.is_flat = part.flat ?? false;
    this.shown_frames = '';
    this.remember();
    if (opens) void this.open().catch((error: unknown) => this.say(error));
    else this.refresh();
    this.show_panel();
    if (part.plots !== undefined) this.show_plots();
  }

  // The address says what is shown. Written at leisure: browsers refuse too many changes.
  private timer = 0;
  remember(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const camera = this.stage?.camera.save(this.scale) ?? null;
      const hash = encode({ ...this.settings, time: this.follows ? 0 : this.clock.time, camera });
      history.replaceState(null, '', `${location.pathname}${location.search}${hash ? `#${hash}` : ''}`);
    }, 250);
  }
  get scale(): number { return this.slots[0]?.run.info.length_scale || 1; }

  say(error: unknown): void {
    const message = by_id('message');
    message.hidden = error === null;
    message.textContent = error === null ? '' : error instanceof Error ? error.message : String(error);
  }

  // Draws the present time; while one drawing waits for its data, only the last wish is kept.
  refresh(): void {
    if (this.is_busy) { this.is_due = true; return; }
    if (!this.slots.length) return;
    this.is_busy = true;
    this.show_present().catch((error: unknown) => this.say(error)).finally(() => {
      this.is_busy = false;
      if (this.is_due) { this.is_due = false; this.refresh(); }
    });
  }
  get is_idle(): boolean { return !this.is_busy; }
  // True when all that was asked for is drawn.
  get is_settled(): boolean { return this.slots.length > 0 && !this.is_busy && !this.is_due && this.shown_frames !== '' && (!this.stage || this.stage.is_still); }

  private async show_present(): Promise<void> {
    const { time } = this.clock;
    const wants = this.settings.chains !== 'off' || this.settings.points || !!this.value.needs_contacts || this.settings.picked !== null;
    const places = this.slots.map(({ run }) => run.frame_at(time)), frames = `${places.join()} ${wants}`;
    if (this.slots.some(({ run }) => !run.info.frames.length)) throw new Error('this run has no frames yet');
    const shown_time = Math.max(...this.slots.map(({ run }, k) => run.info.frames[places[k]].time));
    this.transport.show(shown_time, places[0], this.slots[0].run.info.frames.length);
    this.plots.mark(shown_time);
    if (frames === this.shown_frames) return;
    this.shots = await Promise.all(this.slots.map(({ run }, k) => take_snapshot(run, places[k], wants)));
    this.shown_frames = frames;
    this.draw();
    this.say(null);
    this.panel.show_energy(this.runs, time);
    if (this.clock.is_playing) this.slots.forEach(({ run }, k) => this.prefetch(run, places[k] + 1, wants));
  }

  private prefetch(run: Run, k: number, contacts: boolean): void {
    if (k >= run.info.frames.length || !run.info.frames[k].readable) return;
    const nobody = () => undefined;  // an error shows when the frame is due
    run.frames.get(k).catch(nobody);
    if (contacts && run.info.frames[k].contacts) run.contacts.get(k).catch(nobody);
  }

  private table(run: Run): Uint8Array {
    if (this.value.kind === 'group') return category_table(group_colours(run));
    if (this.value.kind === 'material') return category_table(run.info.materials.map((_, k) => category(k)));
    return map_table(this.map);
  }
  private get map(): string {
    return this.settings.map !== 'auto' ? this.settings.map : this.value.kind === 'signed' ? 'tide' : this.settings.by === 'force' || this.settings.by === 'net_force' ? 'ember' : 'lagoon';
  }
  get range(): [number, number] {
    const [low, high] = this.ranges.of(this.value);
    return [this.settings.low ?? low, this.settings.high ?? high];
  }
  private get force_map(): string { return this.map === 'ember' && this.settings.bodies === 'solid' ? 'lagoon' : 'ember'; }

  private draw(): void {
    const { settings, value } = this, values = this.shots.map((shot) => {
      const out = new Float32Array(shot.count);
      value.fill(shot, out);
      return out;
    });
    const grown = this.shots.map((shot, k) => this.ranges.look_at(value, shot, values[k]));
    const chains = settings.chains !== 'off';
    if (chains) this.slots.forEach(({ force }, k) => this.ranges.include('chains', 0, strengths(this.shots[k], force).reduce((a, b) => Math.max(a, b), 0)));
    const is_category = value.kind === 'group' || value.kind === 'material', [low, high] = is_category ? [0, 255] : this.range;
    const pixel_ratio = this.stage?.pixel_ratio ?? 1;
    this.slots.forEach(({ run, force, picture }, k) => {
      const colouring: Colouring = { table: this.table(run), low, high, values: values[k] };
      const hidden = new Set(run.info.groups.map((group, g) => (settings.hidden.includes(group.name) ? g : -1)).filter((g) => g >= 0));
      picture?.show(this.shots[k], colouring, {
        bodies: settings.bodies, walls: settings.walls, hidden, picked: settings.picked, points: settings.points, pixel_ratio,
        chains: chains ? { which: force, largest: this.ranges.largest('chains'), widest: 12 * pixel_ratio, by_state: settings.chain_colour === 'state' } : null,
        chain_table: map_table(this.force_map), ink: this.ink });
    });
    if (this.stage) {
      this.stage.clip = this.clip();
      this.stage.background = this.background;
      this.stage.camera.flown = Math.max(...this.slots.map(({ picture }) => picture?.reach ?? 0));
      this.stage.request();
    }
    this.show_legends();
    this.show_captions();
    show_body(by_id('inspector'), this.shots[0] ?? null, settings.picked, (picked) => this.change({ picked }));
    if (grown.some(Boolean)) this.show_panel();
  }

  private clip(): Plane | null {
    const { clip, clip_at, clip_flip } = this.settings, axis = ['x', 'y', 'z'].indexOf(clip);
    if (axis < 0) return null;
    const low = Math.min(...this.runs.map((run) => run.info.bounds.min[axis] - run.info.center[axis]));
    const high = Math.max(...this.runs.map((run) => run.info.bounds.max[axis] - run.info.center[axis]));
    // The camera stands at negative y: there the nearer half goes, so that the inside shows.
    const sign = (axis === 1 ? -1 : 1) * (clip_flip ? -1 : 1), normal = new Vector3().setComponent(axis, sign);
    return { normal, offset: sign * (low + (high - low) * clip_at) };
  }

  private colour_variable(name: string): Rgb {
    return parse_hex(getComputedStyle(document.documentElement).getPropertyValue(name).trim()) ?? [0.5, 0.5, 0.5];
  }
  get background(): Rgb { return this.colour_variable('--stage'); }
  get ink(): Rgb { return this.colour_variable('--hushed'); }

  private show_legends(): void {
    const { settings, value } = this, run = this.slots[0].run, legends: Legend[] = [];
    const [low, high] = this.range;
    if (value.kind === 'group') legends.push({ kind: 'names', title: 'group', names: run.info.groups.map(({ name, mobile }, k) => ({ name, mobile, colour: group_colours(run)[k] })).filter(({ name, mobile }) => mobile && !settings.hidden.includes(name)) });
    else if (value.kind === 'material') legends.push({ kind: 'names', title: 'material', names: run.info.materials.map((name, k) => ({ name, colour: category(k) })) });
    else legends.push({ kind: 'map', title: value.label, unit: value.unit, map: this.map, low, high });
    if (settings.bodies !== 'solid' && settings.chains !== 'off') legends.length = 0;
    const by_state = settings.points || (settings.chains !== 'off' && settings.chain_colour === 'state');
    if (settings.chains !== 'off' && settings.chain_colour === 'force')
      legends.push({ kind: 'map', title: settings.chains === 'compatible' ? 'compatible force' : 'contact force', unit: 'N', map: this.force_map, low: 0, high: this.ranges.largest('chains') });
    if (by_state) legends.push({ kind: 'names', title: 'contacts', names: kStates.filter(({ name }) => name !== 'unknown') });
    const same = JSON.stringify(legends) === JSON.stringify(this.legends);
    this.legends = legends;
    if (!same || !by_id('legends').firstChild) by_id('legends').replaceChildren(...legends.map(legend_element));
  }

  private captions(): string[] {
    return this.slots.map(({ run, force }, k) => {
      const shot = this.shots[k], name = this.slots.length > 1 ? `${run.info.name}${this.settings.chains === 'beside' ? `, ${force === 'force' ? 'force of the solver' : 'compatible force'}` : ''}, ` : '';
      return `${name}t = ${number_text(shot.time)} s, ${shot.count} bodies`;
    });
  }
  private show_captions(): void { by_id('captions').replaceChildren(...this.captions().map((text) => h('p', {}, text))); }

  show_panel(): void {
    if (!this.slots.length) return;
    const columns = charts_of(this.plotted(), this.settings.plots).flatMap((chart) => chart.columns.map(({ name }) => name));
    this.panel.show({ settings: this.settings, list: this.list, runs: this.runs, change: (part) => this.change(part), range: this.range }, columns, this.clock.time);
  }
  private plotted() { return this.runs.flatMap((run) => (run.series && run.series.columns.length > 1 ? [{ name: run.info.name, series: run.series }] : [])); }
  show_plots(): void {
    const runs = this.plotted();
    this.plots.show(runs, this.settings.plots);
    if (!runs.length) by_id('plots').append(h('h2', {}, 'Plots'), h('p', { class: 'hint' }, 'This run measures nothing. Add a section “measure” to the scene.'));
    if (runs.length > 0 !== this.has_plots) show_part('plots', runs.length > 0);
    this.has_plots = runs.length > 0;
  }

  fit(): void {
    if (!this.stage) return;
    const low = [0, 1, 2].map((i) => Math.min(...this.runs.map((run) => run.info.bounds.min[i] - run.info.center[i])));
    const high = [0, 1, 2].map((i) => Math.max(...this.runs.map((run) => run.info.bounds.max[i] - run.info.center[i])));
    for (const { picture } of this.slots)
      for (const x of picture?.planes.flatMap(({ polygon }) => polygon) ?? [])
        x.forEach((y, i) => { low[i] = Math.min(low[i], y); high[i] = Math.max(high[i], y); });
    this.stage.camera.reach = 1.1 * Math.hypot(...high.map((x, i) => Math.max(Math.abs(x), Math.abs(low[i])))) || 1;
    // Captions and legends lie over the picture.
    const { clientHeight } = this.stage.canvas;
    this.stage.camera.fit(low, high, this.stage.aspect, Math.min(kCaption / clientHeight, 0.2), Math.min(kLegend / clientHeight, 0.2));
    this.stage.request();
    this.remember();
  }

  clicked(slot: number, x: number, y: number): void {
    const picture = this.slots[slot]?.picture;
    if (!this.stage || !picture?.shot) return;
    const k = pick(picture, ray_through(this.stage.camera, this.stage.aspect, x, y), this.stage.clip, this.settings.walls);
    this.change({ picked: k < 0 ? null : picture.shot.frame.uid[k] });
  }

  image_text() {
    return { title: by_id('title').textContent ?? '', captions: this.captions(), legends: this.legends };
  }
  // For the title of files: time with its unit, no spaces.
  get stem(): string { return `${this.slots[0].run.info.name.replace(/\.run$/, '')}-${quantity_text(this.shots[0].time, 's').replace(/[^\w.]+/g, '')}`; }
}
