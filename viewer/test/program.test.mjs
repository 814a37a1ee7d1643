// The page on what the program really sends: cairn view, cairn run beside it, cairn export --html. CAIRN_PROGRAM names
// the program; without it these tests are skipped.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { blobs, canvas, differs_from, done, hue_distance, kStage, launch, near, open, place_of, press, settled, shot, without_webgl } from './browser.mjs';

const program = process.env.CAIRN_PROGRAM, page_file = new URL('../dist/index.html', import.meta.url).pathname;
const skip = program ? false : 'CAIRN_PROGRAM names no program';
const is_body = differs_from(kStage, 36);

// Balls that never touch, at rest in space: 4 x 1 x 3, and a size for each material.
const kLattice = `title: Lattice
gravity: [0, 0, 0]
materials:
  glass: {density: 2500 kg/m3, friction: 0.5, restitution: 0.5}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: 1e-4 s, end: 0.02 s}
bodies:
  - {name: balls, material: glass, shape: {sphere: {radius: 3 mm}}, lattice: {kind: cubic, spacing: 10 mm, counts: [4, 1, 3]}, position: [0, 0, 0]}
  - {name: runner, material: glass, shape: {sphere: {radius: 3 mm}}, position: [0, 0, 50 mm], velocity: [1, 0, 0]}
output: {frames: 5 ms}
`;
// Bricks and balls that come to rest on a floor, solved implicitly, with compatible forces.
const kPile = `title: Pile
materials:
  stone: {density: 2500 kg/m3, friction: 0.5, young: 1e9 Pa, poisson: 0.3}
method: {implicit: {law: coulomb, solver: nlgs, tolerance: 1e-8, compatible_forces: hertz}}
time: {step: 1 ms, end: 0.05 s}
bodies:
  - {name: floor, material: stone, shape: {plane: {normal: [0, 0, 1]}}, fixed: true}
  - {name: balls, material: stone, shape: {sphere: {radius: 10 mm}}, lattice: {kind: cubic, spacing: 20 mm, counts: [3, 3, 2]}, position: [10 mm, 10 mm, 10 mm]}
  - {name: plate, material: stone, shape: {box: {size: [70 mm, 70 mm, 8 mm]}}, position: [30 mm, 30 mm, 46 mm]}
measure:
  energy: {every: 5 ms}
  solver: {solver: {}, every: 5 ms}
output: {frames: 10 ms, contacts: true}
`;

// Every shape of the table, each in its place of a grid; walls in the lower rows. A disc needs a scene of its own.
const kSolids = {
  sphere: '{radius: 8 mm}', box: '{size: [14 mm, 14 mm, 14 mm]}', cylinder: '{radius: 6 mm, height: 14 mm}', cone: '{radius: 8 mm, height: 16 mm}', ellipsoid: '{radii: [9 mm, 6 mm, 5 mm]}',
  capsule: '{radius: 5 mm, length: 10 mm}', superellipsoid: '{radii: [8 mm, 7 mm, 6 mm], exponents: [6, 6]}',
  polyhedron: '{vertices: [[8 mm, 0, 0], [-8 mm, 0, 0], [0, 8 mm, 0], [0, -8 mm, 0], [0, 0, 8 mm], [0, 0, -8 mm]]}',
  compound: '{parts: [{shape: {box: {size: [12 mm, 6 mm, 6 mm]}}}, {shape: {box: {size: [6 mm, 6 mm, 6 mm]}}, position: [0, 0, 6 mm]}]}', mesh: '{file: wedge.obj}',
};
const kWalls = {
  container: '{size: [16 mm, 16 mm, 16 mm], open: top}', drum: '{radius: 9 mm, length: 12 mm, axis: y}', tube: '{radius: 8 mm, length: 16 mm}', cup: '{radius: 8 mm, height: 16 mm}',
  funnel: '{top_radius: 9 mm, bottom_radius: 3 mm, height: 16 mm}',
};
const kWedge = [[-8, -8, -8], [8, -8, -8], [8, 8, -8], [-8, 8, -8], [0, 0, 8]].map((x) => `v ${x.map((y) => y / 1000).join(' ')}\n`).join('') + 'f 1 3 2\nf 1 4 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n';
const place_in_grid = (k) => [30 * (k % 5), 0, -30 * Math.floor(k / 5)];  // mm
const every_shape = [...Object.keys(kSolids), ...Object.keys(kWalls)];
const kShapes = `title: Every shape
gravity: [0, 0, 0]
materials:
  stone: {density: 2500 kg/m3, friction: 0.5, restitution: 0.5}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: 1e-5 s, end: 1e-5 s}
bodies:
${every_shape.map((name, k) => `  - {name: the ${name}, material: stone, shape: {${name}: ${kSolids[name] ?? kWalls[name]}}, position: [${place_in_grid(k).map((x) => `${x} mm`)}]${kWalls[name] ? ', fixed: true' : ''}}\n`).join('')}  - {name: the plane, material: stone, shape: {plane: {}}, position: [0, 0, -80 mm], fixed: true}
output: {frames: 1e-5 s}
`;
const kDiscs = `title: Discs
dimension: 2
gravity: [0, 0, 0]
materials:
  stone: {density: 2500 kg/m3, friction: 0.5, restitution: 0.5}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: 1e-5 s, end: 1e-5 s}
bodies:
  - {name: small, material: stone, shape: {disc: {radius: 4 mm}}, position: [0, 0, 0]}
  - {name: large, material: stone, shape: {disc: {radius: 8 mm}}, position: [30 mm, 0, 0]}
output: {frames: 1e-5 s}
`;

let folder, browser;
const running = [];
const cairn = (...words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

before(async () => {
  if (skip) return;
  folder = await mkdtemp('/tmp/cairn-viewer-');
  await writeFile(`${folder}/lattice.yaml`, kLattice);
  await writeFile(`${folder}/pile.yaml`, kPile);
  await writeFile(`${folder}/wedge.obj`, kWedge);
  await writeFile(`${folder}/shapes.yaml`, kShapes);
  await writeFile(`${folder}/discs.yaml`, kDiscs);
  // Small steps: a few frames per second, and nothing that could end it.
  await writeFile(`${folder}/endless.yaml`, kLattice.replace('step: 1e-4 s, end: 0.02 s', 'step: 1e-6 s, end: 1000 s').replace('frames: 5 ms', 'frames: 20 ms'));
  for (const name of ['lattice', 'pile', 'shapes', 'discs']) cairn('run', `${name}.yaml`, '-q', '-j', '1');
  browser = await launch();
});
after(async () => {
  for (const child of running) child.kill('SIGINT');
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

function start(...words) {
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  return child;
}
// Serves runs and returns the address with its token.
async function serve(...runs) {
  const child = start('view', ...runs, '--no-browser', '--page', page_file);
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/.exec(text);
    if (found) return found[0];
  }
  throw new Error(`cairn view ended: ${text}`);
}
async function view(address, hash = '') {
  const page = await open(browser, address, { hash });
  await settled(page);
  return page;
}
test('a lattice as the program sends it: every ball, its name and its numbers', { skip }, async () => {
  const page = await view(await serve('lattice.run'), 'camera=0 0 0.1 0 0 0');
  await page.keyboard.press('f');
  await page.keyboard.press('1');
  await settled(page);
  assert.equal(blobs(await canvas(page, 'program-lattice'), is_body).length, 13);
  await page.keyboard.press('End');
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^0.02 s\s+5 \/ 5/);
  const at = await page.evaluate(() => {
    const { stage, snapshots: [shot] } = window.cairn.app, k = shot.find(12), { left, top, width, height } = stage.canvas.getBoundingClientRect();
    const p = stage.camera.target.clone().set(...shot.frame.position.subarray(3 * k, 3 * k + 3)).project(stage.camera.pose(width / height));
    return [left + width * (p.x + 1) / 2, top + height * (1 - p.y) / 2];
  });
  await page.mouse.click(...at);
  await page.waitForFunction(() => /runner[\s\S]*uid\s+12[\s\S]*radius\s+3 mm[\s\S]*position\s+0.02, 0, 0.05 m[\s\S]*velocity\s+1, 0, 0 m\/s/.test(document.getElementById('inspector').innerText));
  await done(page);
});

test('a pile: shapes, chains, compatible forces beside them, energies and solver', { skip }, async () => {
  const page = await view(await serve('pile.run'), 'time=0.05');
  const titles = (await page.locator('.chart h2').allInnerTexts()).join();
  assert.match(titles, /energy/);
  assert.match(titles, /solver\.iterations/);
  assert.match(titles, /solver\.residual/);
  assert.match(await page.locator('#panel').evaluate((panel) => panel.textContent), /kinetic.*J/);
  await shot(page, 'program-pile');
  await page.getByLabel('Chains', { exact: true }).selectOption('beside');
  await settled(page);
  const picture = await canvas(page, 'program-beside'), is_chain = ([r, g, b]) => r > 110 && r > 1.4 * b && r > g;
  const seen = blobs(picture, is_chain, 4);
  assert.ok(seen.some(({ x }) => x < picture.width / 2) && seen.some(({ x }) => x > picture.width / 2), 'chains on both sides');
  await done(page);
});

test('every shape of the program is drawn: bodies solid in their colour, walls see-through with edges', { skip }, async () => {
  const known = [...cairn('list', 'shapes').matchAll(/^  (\w+) /gm)].map(([, name]) => name);
  assert.deepEqual([...every_shape, 'plane', 'disc'].sort(), known.sort(), 'the scene has every shape');
  const page = await view(await serve('shapes.run'), 'by=group&flat=true');
  await press(page, 'f');
  await shot(page, 'program-shapes-corner');
  await press(page, '1', 'f');
  await shot(page, 'program-shapes');
  const picture = await canvas(page), center = await page.evaluate(() => window.cairn.app.runs[0].info.center);
  const at = async (k, dx, dz) => { const [x, y, z] = place_in_grid(k); const { on_canvas } = await place_of(page, [(x + dx) / 1000 - center[0], y / 1000 - center[1], (z + dz) / 1000 - center[2]]); return on_canvas; };
  for (const [k, name] of every_shape.entries()) {
    const middle = await at(k, 0, 1), pixel = picture.at(...middle), [left, top] = await at(k, -14, 14), [right, bottom] = await at(k, 14, -14);
    if (kSolids[name]) {
      const colour = await page.evaluate((group) => [...document.querySelectorAll('.legend li')].find((row) => row.innerText === group).querySelector('.swatch').style.background.match(/\d+/g).map(Number), `the ${name}`);
      assert.ok(is_body(pixel) && hue_distance(pixel, colour) < 0.15, `${name}: ${pixel}, legend ${colour}`);
      continue;
    }
    let inside = 0, edges = 0;
    for (let y = Math.round(top); y < bottom; ++y) for (let x = Math.round(left); x < right; ++x) {
      const lightness = picture.at(x, y)[1] - kStage[1];
      inside += lightness > 4 && lightness < 60;
      edges += lightness > 60;
    }
    assert.ok(inside > 0.2 * (right - left) * (bottom - top), `${name} is seen: ${inside}`);
    assert.ok(edges > 0.6 * (right - left), `${name} has edges: ${edges}`);
    assert.ok(!near(pixel, kStage, 3) && near(pixel, kStage, 60), `${name} is see-through: ${pixel}`);
  }
  const { on_canvas: floor } = await place_of(page, [0.06 - center[0], -center[1], -0.08 - center[2]]);
  assert.ok([-2, -1, 0, 1, 2].some((dy) => !near(picture.at(floor[0], floor[1] + dy), kStage, 20)), 'the plane has an edge');
  await done(page);
});

test('discs of a 2-D scene have their sizes', { skip }, async () => {
  const page = await view(await serve('discs.run'), 'by=material'), seen = blobs(await canvas(page, 'program-discs'), is_body).map(({ size }) => size).sort((a, b) => a - b);
  assert.equal(seen.length, 2);
  assert.ok(Math.abs(seen[1] / seen[0] - 4) < 0.3, `${seen}`);
  await done(page);
});

test('cairn run --view shows the run while it computes and after its end', { skip }, async () => {
  const child = start('run', 'endless.yaml', '-q', '-j', '1', '-o', 'viewed.run', '--view', '--until', '0.3');
  let address = '', text = '';
  child.stdout.on('data', (piece) => { text += piece; address ||= /http:\S+/.exec(text)?.[0] ?? ''; });
  while (!address) await new Promise((later) => setTimeout(later, 50));
  const page = await open(browser, address);
  await settled(page);
  await shot(page, 'program-run-view');
  await page.waitForFunction(() => document.getElementById('state').innerText === 'finished' && / 16$/.test(document.getElementById('clock').innerText));
  await done(page);
});

test('two runs side by side', { skip }, async () => {
  const page = await view(await serve('lattice.run', 'pile.run'), 'runs=0 1');
  assert.match(await page.locator('.captions').innerText(), /lattice\.run[\s\S]*pile\.run/);
  await shot(page, 'program-two');
  await done(page);
});

test('a study: its table opens its runs, and a failed one says so', { skip }, async () => {
  await mkdir(`${folder}/study/runs`, { recursive: true });
  for (const [name, run] of [['001', 'lattice'], ['002', 'pile']]) await cp(`${folder}/${run}.run`, `${folder}/study/runs/${name}.run`, { recursive: true });
  await writeFile(`${folder}/study/table.csv`, '# units: 1,1\nrun,let.mu\n001.run,0.5\n002.run,0.6\n003.run,failed\n');
  const page = await view(await serve('study'));
  await page.getByRole('button', { name: 'Study' }).click();
  assert.match(await page.locator('#study').innerText(), /let\.mu[\s\S]*0\.5[\s\S]*0\.6[\s\S]*no frames[\s\S]*003\.run/);
  await shot(page, 'program-study');
  await page.getByRole('button', { name: 'Show run 2 beside' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.captions p').length === 2);
  assert.match(await page.locator('#title').innerText(), /Lattice\s+\|\s+Pile/);
  await done(page);
});

test('a run is followed while it computes, and its end is told', { skip }, async () => {
  const child = start('run', 'endless.yaml', '-q', '-j', '1');
  const exists = async () => { try { return cairn('check', 'endless.run').includes('frames'); } catch { return false; } };
  for (let k = 0; k < 1800 && !(await exists()); ++k) await new Promise((later) => setTimeout(later, 100));
  const page = await view(await serve('endless.run'));
  assert.equal(await page.locator('#state').innerText(), 'running');
  const frames = () => page.evaluate(() => Number(document.getElementById('clock').innerText.split('/')[1]));
  const first = await frames();
  await page.waitForFunction((least) => { const [at, all] = document.getElementById('clock').innerText.match(/(\d+) \/ (\d+)/).slice(1).map(Number); return all >= least + 3 && at === all; }, first);
  await shot(page, 'program-live');
  child.kill('SIGINT');
  await page.waitForFunction(() => ['finished', 'interrupted'].includes(document.getElementById('state').innerText));
  await done(page);
});

test('a folder with a damaged frame opens and says so', { skip }, async () => {
  cairn('run', 'pile.yaml', '-q', '-j', '1', '-o', 'hurt.run');
  await writeFile(`${folder}/hurt.run/frames/000002.h5`, 'nothing');
  const page = await view(await serve('hurt.run'));
  assert.match(await page.locator('#remarks').innerText(), /Frame 2 cannot be read and is left out/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^0.03 s/);
  await done(page);
});

test('an exported page opens from the disk without asking anybody', { skip }, async () => {
  cairn('export', 'pile.run', '--html', 'pile.html');
  const page = await open(browser, `file://${folder}/pile.html`), asked = [];
  page.on('request', (request) => { if (!request.url().startsWith('file:') && !request.url().startsWith('blob:') && !request.url().startsWith('data:')) asked.push(request.url()); });
  await settled(page);
  await page.keyboard.press('End');
  await page.keyboard.press('c');
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^0.05 s/);
  assert.ok(blobs(await canvas(page, 'program-exported'), is_body).length > 0);
  assert.deepEqual(asked, []);
  await done(page);
});

test('an exported page without WebGL shows the pictures that it carries', { skip }, async () => {
  cairn('export', 'pile.run', '--html', 'plain.html');
  const context = await browser.newContext(), page = await context.newPage();
  await page.addInitScript(without_webgl);
  await page.goto(`file://${folder}/plain.html`);
  await page.getByText('This browser has no WebGL 2').waitFor();
  const drawn = () => page.waitForFunction(() => { const { naturalWidth, src } = document.getElementById('picture'); return naturalWidth === 900 && src.startsWith('data:image/png') && src; });
  const first = await (await drawn()).jsonValue();
  await page.keyboard.press('End');
  await page.waitForFunction((old) => document.getElementById('picture').src !== old, first);
  await drawn();
  await shot(page, 'program-no-webgl');
  await context.close();
});
