// Starts the page: reads the address, opens the runs, ties keys and buttons to what they do.
import { App } from './app';
import { by_id, file_stem, h, save, show_part } from './dom';
import { print, screenshot } from './image';
import { draw_triad } from './triad';
import { listen_to_keys, show_help, type Key } from './keyboard';
import { gently, listen_live } from './live';
import { is_software, Stage, webgl_renderer } from './scene3d';
import { open_source, type Source } from './source';
import { decode_settings, type Settings } from './state';
import { show_study } from './study';
import type { RunList } from './wire';

const kManyForSoftware = 20_000;  // bodies above which a browser without a graphics card draws sharp edges

function views(app: App): (azimuth: number, elevation: number) => void {
  return (azimuth, elevation) => {
    if (!app.stage) return;
    app.stage.camera.azimuth = azimuth;
    app.stage.camera.elevation = elevation;
    app.stage.request();
    app.remember();
  };
}

function next<T>(all: readonly T[], present: T): T { return all[(all.indexOf(present) + 1) % all.length]; }

async function keep(app: App, wide: 'screen' | 'print'): Promise<void> {
  if (!app.stage) return;
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--ink');
  const blob = await (wide === 'print' ? print(app.stage, app.image_text()) : screenshot(app.stage, app.image_text(), ink));
  save(blob, `${file_stem(app.stem)}${wide === 'print' ? '-print' : ''}.png`);
}

function camera_keys(app: App): Key[] {
  const turn = (right: number, up: number) => () => { app.stage?.camera.turn(right, up); app.stage?.request(); app.remember(); };
  const zoom = (factor: number) => () => { app.stage?.camera.zoom(factor); app.stage?.request(); app.remember(); };
  const look = views(app);
  return [
    { keys: ['f', 'F'], shown: 'F', does: 'show everything', act: () => app.fit() },
    { keys: ['1'], shown: '1', does: 'from the front', act: () => look(0, 0) },
    { keys: ['2'], shown: '2', does: 'from the side', act: () => look(90, 0) },
    { keys: ['3'], shown: '3', does: 'from above', act: () => look(0, 90) },
    { keys: ['4'], shown: '4', does: 'from a corner', act: () => look(-35, 20) },
    { keys: ['Shift+ArrowLeft'], shown: 'shift + ←', does: 'turn left', act: turn(-10, 0) },
    { keys: ['Shift+ArrowRight'], shown: 'shift + →', does: 'turn right', act: turn(10, 0) },
    { keys: ['Shift+ArrowUp'], shown: 'shift + ↑', does: 'turn up', act: turn(0, 10) },
    { keys: ['Shift+ArrowDown'], shown: 'shift + ↓', does: 'turn down', act: turn(0, -10) },
    { keys: ['+', '='], shown: '+', does: 'zoom in', act: zoom(0.8) },
    { keys: ['-'], shown: '−', does: 'zoom out', act: zoom(1.25) },
    { keys: ['o', 'O'], shown: 'O', does: 'flat view or perspective', act: () => app.change({ flat: !app.settings.flat }) },
  ];
}

function keys_of(app: App): Key[] {
  const time = (act: () => void) => () => { act(); app.follows = false; app.remember(); };
  const { clock } = app;
  return [
    { keys: [' '], shown: 'space', does: 'play or pause', act: time(() => clock.toggle()) },
    { keys: ['ArrowLeft'], shown: '←', does: 'one frame back', act: time(() => clock.step(-1)) },
    { keys: ['ArrowRight'], shown: '→', does: 'one frame on', act: time(() => clock.step(1)) },
    { keys: ['Home'], shown: 'home', does: 'first frame', act: time(() => clock.go(clock.first)) },
    { keys: ['End'], shown: 'end', does: 'last frame', act: time(() => clock.go(clock.last)) },
    ...camera_keys(app),
    { keys: ['b', 'B'], shown: 'B', does: 'bodies: solid, faint, hidden', act: () => app.change({ bodies: next(['solid', 'faint', 'hidden'], app.settings.bodies) }) },
    { keys: ['w', 'W'], shown: 'W', does: 'walls', act: () => app.change({ walls: !app.settings.walls }) },
    { keys: ['c', 'C'], shown: 'C', does: 'force chains', act: () => app.has_contacts && app.change(app.settings.chains === 'off'
      ? { chains: 'force', bodies: app.settings.bodies === 'solid' ? 'faint' : app.settings.bodies } : { chains: 'off', bodies: app.settings.bodies === 'faint' ? 'solid' : app.settings.bodies }) },
    { keys: ['p', 'P'], shown: 'P', does: 'contact points', act: () => app.change({ points: !app.settings.points }) },
    { keys: ['x', 'X'], shown: 'X', does: 'clip plane: across x, y, z, off', act: () => app.change({ clip: next(['off', 'x', 'y', 'z'], app.settings.clip) }) },
    { keys: ['s', 'S'], shown: 'S', does: 'screenshot', act: () => void keep(app, 'screen') },
    { keys: ['e', 'E'], shown: 'E', does: 'export for print', act: () => void keep(app, 'print') },
    { keys: ['Escape'], shown: 'esc', does: 'let go of the picked body', act: () => app.change({ picked: null }) },
    { keys: ['?'], shown: '?', does: 'this page', act: () => show_help(keys_of(app)) },
  ];
}

function tie_buttons(app: App): void {
  for (const part of ['panel', 'plots']) by_id(`toggle-${part}`).onclick = () => show_part(part, by_id(part).hidden);
  by_id('fit').onclick = () => app.fit();
  by_id('screenshot').onclick = () => void keep(app, 'screen');
  by_id('export').onclick = () => void keep(app, 'print');
  by_id('help-button').onclick = () => show_help(keys_of(app));
  const study = by_id('open-study');
  study.hidden = !app.list.study;
  study.onclick = () => show_study(app.list, app.settings.runs, (runs) => app.change({ runs }));
  const live = by_id('live');
  live.onclick = () => { app.follows = !app.follows; if (app.follows) app.clock.go(app.clock.last); show_live(app); app.remember(); };
  listen_to_keys(keys_of(app));
  // Time goes on with the user's clock, but never past a picture that is not drawn yet.
  let before = performance.now();
  const beat = (now: number) => {
    if (app.clock.is_playing && app.is_idle) app.clock.advance(Math.min((now - before) / 1000, 0.2));
    before = now;
    show_live(app);
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
}

function show_live(app: App): void {
  const text = String(app.follows), live = by_id('live');
  if (live.getAttribute('aria-pressed') !== text) live.setAttribute('aria-pressed', text);
}

function follow_live(app: App, source: Source): void {
  const refreshes = new Map<number, { state: () => void; series: () => void }>();
  const of = (index: number) => {
    if (!refreshes.has(index)) refreshes.set(index, {
      state: gently(200, async () => {
        const run = app.runs.find((one) => one.index === index);
        if (!run) return;
        if (!await run.reload_info()) location.reload();
        if (run.info.state !== 'running') await run.load_summary();
        app.describe();
        app.refresh();
        app.show_panel();
      }),
      series: gently(1000, async () => {
        const run = app.runs.find((one) => one.index === index);
        await run?.load_series();
        if (run) app.show_plots();
      }),
    });
    return refreshes.get(index)!;
  };
  if (source.is_live) listen_live({ state: (run) => of(run).state(), series: (run) => of(run).series() });
}

// Without WebGL the pictures come from cairn's own renderer.
function without_webgl(app: App): void {
  by_id('canvas').hidden = true;
  const note = h('p', { class: 'message' }, 'This browser has no WebGL 2, so the picture cannot turn. You see what cairn draws itself.');
  const image = h('img', { alt: 'The run at the present time', id: 'picture' });
  by_id('stage').classList.add('plain');
  by_id('stage').prepend(note, image);
  let shown = '';
  const show = () => {
    const run = app.runs[0], address = run && app.source.picture(run.index, run.frame_at(app.clock.time));
    if (address && address !== shown) image.src = shown = address;
    image.hidden = !address;
  };
  setInterval(show, 200);
}

async function first_time(app: App, settings: Settings, is_named: boolean): Promise<void> {
  const run = await app.run(app.settings.runs[0]);
  const times = run.info.frames.map((frame) => frame.time);
  app.follows = run.info.state === 'running' && !is_named;
  app.clock.set_times([times]);
  app.clock.rate = settings.rate;
  app.clock.time = app.clock.first;
  if (app.follows) app.clock.go(app.clock.last); else app.clock.go_nearest(settings.time);
}

async function start(): Promise<void> {
  const source = open_source(), list = await source.json<RunList>('api/runs');
  if (!list.runs.length) throw new Error('there is no run to show');
  const hash = location.hash.slice(1), settings = decode_settings(hash);
  if (!list.runs.some((run) => run.index === settings.runs[0])) settings.runs = [list.runs[0].index];
  const renderer = webgl_renderer(), app = new App(source, list, settings);
  const run = await app.run(settings.runs[0]);
  if (renderer && is_software(renderer) && run.bodies.uid.length > kManyForSoftware) app.smooth = 'sharp';
  const is_planar = run.info.dimension === 2;
  if (settings.flat === null) settings.flat = is_planar;
  await first_time(app, settings, /(^|&)time=/.test(hash));
  if (renderer) {
    const stage = new Stage(by_id<HTMLCanvasElement>('canvas'), app.smooth, () => app.remember(), (slot, x, y) => app.clicked(slot, x, y), () => draw_triad(stage.camera));
    app.stage = stage;
    stage.is_slow = is_software(renderer);
    stage.camera.is_flat = settings.flat;
    stage.camera.is_locked_to_plane = is_planar;
    if (is_planar) [stage.camera.azimuth, stage.camera.elevation] = [0, 0];
  } else without_webgl(app);
  tie_buttons(app);
  await app.open();
  app.fit();
  if (settings.camera) app.stage?.camera.load(settings.camera, app.scale);
  app.show_panel();
  follow_live(app, source);
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => { app.show_plots(); app.change({}); });
  window.addEventListener('hashchange', () => location.reload());
  Object.assign(window, { cairn: { app } });
}

start().catch((error: unknown) => {
  const message = by_id('message');
  message.hidden = false;
  message.textContent = error instanceof Error ? error.message : String(error);
});
