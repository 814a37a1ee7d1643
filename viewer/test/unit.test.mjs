// Parts of the page that need no browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { build } from 'esbuild';
import { encode } from './wire.mjs';

let page;
before(async () => {
  const names = ['wire', 'run', 'state', 'clock', 'colours', 'tessellation', 'walls', 'dom', 'ranges', 'plots', 'energy', 'study', 'legend'];
  const contents = names.map((name) => `export * as ${name} from './src/${name}';`).join('\n');
  const made = await build({ stdin: { contents, resolveDir: new URL('..', import.meta.url).pathname, loader: 'ts' }, bundle: true, format: 'esm', write: false, loader: { '.css': 'empty' },
                             banner: { js: 'globalThis.matchMedia ??= () => ({}); globalThis.devicePixelRatio ??= 1;' } });
  page = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString('base64')}`);
});

test('an answer is decoded without a copy, and a strange one refused', () => {
  const bytes = encode({ uid: [new Uint32Array([3, 7])], position: [new Float32Array([1, 2, 3, 4, 5, 6]), 3], state: [new Uint8Array([1, 2, 0])] }, 0.25);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), found = page.wire.decode(buffer);
  assert.deepEqual([found.time, [...found.uid], [...found.position], [...found.state]], [0.25, [3, 7], [1, 2, 3, 4, 5, 6], [1, 2, 0]]);
  assert.equal(found.position.buffer, buffer);
  assert.throws(() => page.wire.decode(new ArrayBuffer(16)), /not one of cairn/);
  assert.throws(() => page.wire.decode(buffer.slice(0, buffer.byteLength - 8)), RangeError);
});

test('a window holds no more bytes than it may, and asks once for what is asked twice', async () => {
  let loads = 0;
  const window = new page.run.Window(250, async (key) => { ++loads; return { bytes: 100, key }; });
  await Promise.all([window.get(1), window.get(1)]);
  assert.equal(loads, 1);
  await window.get(2);
  await window.get(1);  // used last
  await window.get(3);
  assert.deepEqual([window.has(1), window.has(2), window.has(3), window.bytes], [true, false, true, 200]);
  const failing = new page.run.Window(10, () => Promise.reject(new Error('gone')));
  await assert.rejects(failing.get(0), /gone/);
  await assert.rejects(failing.get(0), /gone/);
});

test('settings go through the address and back; unknown words keep the default', () => {
  const { kDefaults, encode: write, decode_settings } = page.state;
  const settings = { ...kDefaults, runs: [2, 0], time: 0.125, by: 'velocity.z', low: -1, high: 2.5, chains: 'beside', points: true, hidden: ['upper wall', 'a&b'], picked: 7, plots: ['energy.kinetic'], flat: false, camera: [10, 20, 3, 0, 0, 1] };
  assert.deepEqual(decode_settings(write(settings)), settings);
  assert.equal(write({ ...kDefaults }), '');
  assert.deepEqual(decode_settings('chains=spaghetti&camera=1+2&time=never&colour=7'), kDefaults);
});

test('the frame of a time is the last readable one before it', () => {
  const run = new page.run.Run({}, 0), frame = (time, readable = true) => ({ time, contacts: false, readable });
  run.info = { frames: [frame(0), frame(1), frame(2, false), frame(3)] };
  assert.deepEqual([-1, 0, 0.5, 1, 2.5, 3, 9].map((time) => run.frame_at(time)), [0, 0, 0, 1, 1, 3, 3]);
  run.info = { frames: [frame(0, false), frame(1)] };
  assert.equal(run.frame_at(0), 1);
});

test('rows of bodies are found when uids have holes', () => {
  const run = new page.run.Run({}, 0);
  run.bodies = { uid: new Uint32Array([0, 2, 5, 9]) };
  assert.deepEqual([...run.rows_of({ uid: new Uint32Array([2, 3, 9]) })], [1, page.run.kNoRow, 3]);
});

test('the clock steps through the times of all runs and stops at the end', () => {
  const clock = new page.clock.Clock(() => undefined);
  clock.set_times([[0, 1, 2], [0, 0.5, 2 + 1e-13]]);
  assert.deepEqual(clock.times, [0, 0.5, 1, 2]);
  clock.step(1);
  clock.step(1);
  assert.equal(clock.time, 1);
  clock.go_nearest(0.7);
  assert.equal(clock.time, 0.5);
  clock.play();
  clock.advance(page.clock.Clock.kSeconds / 2);
  assert.equal(clock.time, 1.5);
  clock.advance(page.clock.Clock.kSeconds);
  assert.deepEqual([clock.time, clock.is_playing], [2, false]);
});

test('maps grow lighter evenly, except that of both signs', () => {
  // CIE L* of sRGB.
  const lightness = (rgb) => {
    const [r, g, b] = rgb.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)), y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return 116 * Math.cbrt(y) - 16;
  };
  for (const name of page.colours.kMapNames.filter((one) => one !== 'tide')) {
    const found = Array.from({ length: 33 }, (_, k) => lightness(page.colours.mapped(name, k / 32))), steps = found.slice(1).map((y, k) => y - found[k]);
    assert.ok(Math.min(...steps) > 0 && Math.max(...steps) < 3 * (found[32] - found[0]) / 32, `${name}: ${steps}`);
  }
  const tide = [0, 0.5, 1].map((t) => lightness(page.colours.mapped('tide', t)));
  assert.ok(tide[1] > tide[0] + 30 && tide[1] > tide[2] + 30);
});

test('a cube keeps flat faces and twelve edges, a fine ball is smooth and has none', () => {
  const corners = new Float32Array([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, k >> 1 & 1, k >> 2 & 1]));
  const cube = page.tessellation.triangles_of(corners, new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]));
  assert.equal(cube.edges.length / 6, 12);
  for (let k = 0; k < cube.normals.length; k += 3) assert.ok(Math.max(...cube.normals.slice(k, k + 3).map(Math.abs)) > 1 - 1e-6);
  const around = 24, vertices = [], triangles = [];
  for (let i = 0; i <= around / 2; ++i) for (let j = 0; j < around; ++j) {
    const a = Math.PI * i * 2 / around, b = 2 * Math.PI * j / around;
    vertices.push(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
    const next = (j + 1) % around;
    if (i > 0 && i < around / 2) triangles.push(i * around + j, (i + 1) * around + j, i * around + next);
    if (i > 0) triangles.push(i * around + j, i * around + next, (i - 1) * around + next);
  }
  const ball = page.tessellation.triangles_of(new Float32Array(vertices), new Uint32Array(triangles));
  assert.equal(ball.edges.length, 0);
  for (let k = 0; k < ball.normals.length; k += 3) {
    const cosine = [0, 1, 2].reduce((sum, i) => sum + ball.normals[k + i] * ball.corners[k + i], 0);
    assert.ok(Math.abs(cosine) > 0.99, `${cosine}`);
  }
});

test('a plane cuts a box in a polygon that lies in both', () => {
  const low = [-1, -2, -3], high = [1, 2, 3];
  assert.equal(page.walls.plane_in_box([0, 0, 1], [0, 0, 0.5], low, high).length, 4);
  const slanted = page.walls.plane_in_box([0.6, 0, 0.8], [0, 0, 0], low, high);
  assert.equal(slanted.length, 4);
  for (const x of slanted) assert.ok(Math.abs(0.6 * x[0] + 0.8 * x[2]) < 1e-6 && x.every((y, i) => y >= low[i] - 1e-5 && y <= high[i] + 1e-5));
  assert.equal(page.walls.plane_in_box([0, 0, 1], [0, 0, 9], low, high).length, 0);
  assert.equal(page.walls.box_edges([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).length, 24);
});

test('numbers and units read well', () => {
  const { quantity_text, number_text } = page.dom;
  assert.deepEqual([quantity_text(0.0021, 'm'), quantity_text(1.5e-5, 'kg'), quantity_text(-2500, 'N'), quantity_text(12, '1'), number_text(1.25e-9), number_text(NaN)],
                   ['2.1 mm', '15 mg', '−2.5 kN', '12', '1.25·10⁻⁹', '–']);
});

test('a logarithmic axis has few powers of ten', () => {
  const { decades } = page.plots;
  assert.deepEqual(decades(3e-7, 2e-5), [1e-6, 1e-5].map((x) => 10 ** Math.log10(x)));
  assert.ok(decades(1e-20, 1e-6).length <= 6 && decades(1e-20, 1e-6).length >= 4);
  assert.deepEqual(decades(2, 3), []);
});

test('a range grows with what is seen and begins at zero where that is near', () => {
  const ranges = new page.ranges.Ranges(), value = { key: 'v', kind: 'number' };
  ranges.include('v', 2, 10);
  assert.deepEqual(ranges.of(value), [0, 10]);
  ranges.include('v', 9, 12);
  ranges.include('v', NaN, NaN);
  assert.deepEqual(ranges.of(value), [0, 12]);
  assert.deepEqual(ranges.of({ ...value, kind: 'signed' }), [-12, 12]);
  ranges.include('w', 9, 9);
  assert.deepEqual(ranges.of({ key: 'w', kind: 'number' }), [0, 9]);
  ranges.include('u', -2, -2);
  assert.deepEqual(ranges.of({ key: 'u', kind: 'number' }), [-2, 0]);
});

test('a row of a study finds its run by name, else by its place', () => {
  const list = { runs: [{ index: 0, name: 'a.run' }, { index: 1, name: 'b.run' }], study: { columns: ['x'], rows: [[1], [2]] } };
  assert.equal(page.study.run_of_row(list, ['runs/b.run', 3], 0), 1);
  assert.equal(page.study.run_of_row(list, [2], 1), 1);
  list.study.rows.push([3]);
  assert.equal(page.study.run_of_row(list, [3], 2), -1);
});
