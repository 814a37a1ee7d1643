// The page as a user meets it: mouse and keys go in, pixels and elements are judged. Runs are made by hand.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { blobs, canvas, decode_png, differs_from, done, hue_distance, kStage, launch, near, open, place_of, press, set, settled, shot, thinned, without_webgl } from './browser.mjs';
import { serve } from './server.mjs';
import { lattice, run_list, shapes, tower, make_run } from './synthetic.mjs';

const is_body = differs_from(kStage, 36);
const kNames = ['lattice.run', 'twin.run', 'tower.run'];

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve({ ...run_list(kNames, { columns: ['run', 'let.gap'], rows: kNames.map((name, k) => [name, 0.1 * k]) }), ...lattice(), ...lattice({ index: 1, name: 'twin.run' }), ...tower({ index: 2 }) });
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function view(hash = '', options = {}) {
  const page = await open(browser, options.address ?? server.address, { hash, ...options });
  await settled(page);
  return page;
}
test('every sphere is seen, in the colour that the legend gives its speed', async () => {
  const page = await view('camera=0 0 6 0 0 0'), seen = blobs(await canvas(page, 'lattice'), is_body);
  assert.equal(seen.length, 20);
  const legend = await page.evaluate(() => { const bar = document.querySelector('.legend canvas'); return [...bar.getContext('2d').getImageData(0, 0, bar.width, 1).data]; });
  assert.match(await page.locator('.legend').innerText(), /speed \[m\/s\][\s\S]*0[\s\S]*19/);
  for (let k = 0; k < 20; ++k) {
    const { on_canvas: [x, y] } = await place_of(page, [(k % 5) - 2, 0, Math.floor(k / 5) - 1.5]);
    const blob = seen.find((one) => Math.hypot(one.x - x, one.y - y) < 0.35 * Math.sqrt(one.size / Math.PI)), at = Math.round(k / 19 * 219);
    assert.ok(blob, `sphere ${k} is where it should be`);
    assert.ok(hue_distance(blob.colour, legend.slice(4 * at, 4 * at + 3)) < 0.12, `sphere ${k} has ${blob.colour}, legend ${legend.slice(4 * at, 4 * at + 3)}`);
  }
  await done(page);
});

test('colour by group and by uid, with the range in the hands of the user', async () => {
  const page = await view('camera=0 0 6 0 0 0');
  await set(page, 'Colour by', 'group');
  const colours = blobs(await canvas(page), is_body).map(({ colour }) => (colour[0] > colour[1] ? 'red' : 'green'));
  assert.deepEqual([colours.filter((one) => one === 'red').length, colours.length], [8, 20]);
  assert.match(await page.locator('.legend').innerText(), /left[\s\S]*right/);
  await set(page, 'Colour by', 'uid');
  await page.getByLabel('Highest value of the colours').fill('1');
  await page.keyboard.press('Enter');
  await settled(page);
  const top = await page.evaluate(() => document.querySelector('.legend .ticks').lastChild.textContent);
  assert.equal(top, '1');
  const yellow = blobs(await canvas(page), is_body).filter(({ colour }) => colour[0] > 150 && colour[2] < 110);
  assert.equal(yellow.length, 19);
  await done(page);
});

test('hidden groups and walls vanish and come back', async () => {
  const page = await view('camera=0 0 6 0 0 0');
  await page.getByLabel('left8').click();
  await settled(page);
  assert.equal(blobs(await canvas(page), is_body).length, 12);
  await page.getByLabel('left8').click();
  await settled(page);
  assert.equal(blobs(await canvas(page), is_body).length, 20);
  await done(page);
});

test('a clip plane removes what lies before it and cuts balls open', async () => {
  const page = await view('camera=0 0 6 0 0 0');
  await set(page, 'Clip plane', 'x');
  const seen = blobs(await canvas(page, 'clip'), is_body);
  assert.equal(seen.length, 12);  // two columns whole, the middle one half
  const sizes = seen.map(({ size }) => size).sort((a, b) => a - b);
  assert.ok(sizes[3] < 0.65 * sizes[11], 'the middle column is cut');
  await page.getByLabel('Keep the other side').click();
  await settled(page);
  assert.ok(blobs(await canvas(page), is_body).every(({ x, y }, _, all) => x > all.reduce((least, one) => Math.min(least, one.x), 1e9) - 1 && y > 0));
  await done(page);
});

test('force chains lie where the contacts are, as wide as their force; compatible forces beside them', async () => {
  const page = await view('runs=2&camera=0 0 6 1 0 2');
  const width_at = async (z, slot = 0) => {
    const picture = await canvas(page), { on_canvas: [x, y] } = await place_of(page, [0, 0, z], slot);
    let wide = 0;
    for (let dx = -15; dx <= 15; ++dx) if (picture.at(x + dx, y)[0] > 110 && picture.at(x + dx, y)[0] > 1.3 * picture.at(x + dx, y)[2]) ++wide;
    return wide;
  };
  assert.equal(await width_at(0.25), 0);
  await set(page, 'Chains', 'force');
  await canvas(page, 'chains');
  const [low, high] = [await width_at(0.25), await width_at(3.25)];
  assert.ok(low >= 9 && low <= 14, `${low} pixels for the largest force`);
  assert.ok(high >= 2 && high <= 5, `${high} pixels for a quarter of it`);
  assert.match(await page.locator('.legend').innerText(), /contact force \[N\]/);
  await set(page, 'Chains', 'beside');
  await canvas(page, 'beside');
  assert.deepEqual(await page.locator('.captions p').count(), 2);
  assert.ok(await width_at(2.25, 0) > await width_at(2.25, 1) + 2, 'the compatible force is a tenth here');
  await done(page);
});

test('contacts are coloured by stick, slip and open', async () => {
  const page = await view('runs=2&camera=0 0 6 1 0 2');
  await page.getByLabel('Contact points by stick, slip, open').click();
  await settled(page);
  const picture = await canvas(page, 'contacts'), colours = [[77, 158, 250], [77, 158, 250], [255, 148, 41], [158, 166, 179]];
  for (let k = 0; k < 4; ++k) {
    const { on_canvas: [x, y] } = await place_of(page, [0, 0, k]);
    assert.ok(near(picture.at(x, y), colours[k], 12), `contact ${k} has ${picture.at(x, y)}`);
  }
  assert.match(await page.locator('.legend').last().innerText(), /open[\s\S]*stick[\s\S]*slip/);
  await done(page);
});

test('a click shows name, uid, values and contacts of a body', async () => {
  const page = await view('runs=2&camera=0 0 6 1 0 2'), { x, y } = await place_of(page, [0, 0, 1.5]);
  await page.mouse.click(x, y);
  await settled(page);
  const text = await page.locator('#inspector').innerText();
  assert.match(text, /balls[\s\S]*uid\s+2\s[\s\S]*material\s+glass[\s\S]*radius\s+500 mm[\s\S]*2 contacts[\s\S]*1\s+30 N[\s\S]*3\s+20 N/);
  await page.getByRole('button', { name: 'Body 3' }).click();
  await page.waitForFunction(() => /uid\s+3/.test(document.getElementById('inspector').innerText));
  const cube = await place_of(page, [2, 0, 0.5]);
  await page.mouse.click(cube.x, cube.y);
  await page.waitForFunction(() => /cube[\s\S]*uid\s+5/.test(document.getElementById('inspector').innerText));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.getElementById('inspector').hidden);
  await done(page);
});

test('time: keys, slider, play, events', async () => {
  const page = await view(), clock = () => page.locator('#clock').innerText();
  assert.match(await clock(), /^0 s\s+1 \/ 5/);
  await press(page, 'ArrowRight');
  assert.match(await clock(), /^0.5 s\s+2 \/ 5/);
  await press(page, 'End');
  assert.match(await clock(), /^2 s\s+5 \/ 5/);
  await page.getByRole('button', { name: 'gate removed at 1 s' }).click();
  await settled(page);
  assert.match(await clock(), /^1 s\s+3 \/ 5/);
  const box = await page.locator('#slider').boundingBox();
  await page.mouse.click(box.x + 8 + 0.27 * (box.width - 16), box.y + box.height / 2);
  await settled(page);
  assert.match(await clock(), /^0.5 s/);
  await page.getByRole('button', { name: 'One frame on' }).click();
  await page.getByRole('button', { name: 'One frame on' }).click();
  await page.getByRole('button', { name: 'One frame back' }).click();
  await settled(page);
  assert.match(await clock(), /^1 s/);
  await done(page);
});

test('time runs by key and by button, at the pace that was chosen', async () => {
  const times = Array.from({ length: 101 }, (_, k) => 0.02 * k), many = await serve({ ...run_list(['many.run']), ...lattice({ name: 'many.run', times }) });
  const page = await view('', { address: many.address }), seconds = () => page.evaluate(() => window.cairn.app.clock.time);
  await set(page, 'Pace of playing', '0.25');  // the whole run takes 32 s: time enough to stop it
  await page.keyboard.press(' ');
  await page.waitForFunction(() => parseFloat(document.getElementById('clock').innerText) > 0);
  await shot(page, 'playing');
  await page.keyboard.press(' ');
  const stopped = await seconds();
  assert.ok(stopped > 0 && stopped < 2, `${stopped}`);
  assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 1);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((before) => window.cairn.app.clock.time > before, stopped);
  await set(page, 'Pace of playing', '4');
  await page.waitForFunction(() => /^2 s\s+101/.test(document.getElementById('clock').innerText) && document.getElementById('play').getAttribute('aria-label') === 'Play');
  await done(page);
  many.close();
});

test('plots have a cursor at the present time, and a click on them moves it', async () => {
  const page = await view(), titles = await page.locator('.chart h2').allInnerTexts();
  assert.deepEqual(titles, ['energy [J]', 'solver.iterations', 'solver.residual']);
  const cursor = () => page.evaluate(() => { const now = document.querySelector('.now'); return parseFloat(now.style.left) / now.parentElement.clientWidth; });
  const at_begin = await cursor();
  const over = await page.locator('.u-over').first().boundingBox();
  const right = await page.evaluate(() => document.querySelector('.u-over').clientWidth);
  await page.mouse.click(over.x + 0.5 * right, over.y + 40);
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^1 s/);
  assert.ok(await cursor() - at_begin > 0.3);
  assert.match(await page.locator('.budget').evaluate((table) => table.textContent), /kinetic2 Jgravity4 Jfriction2 J/);
  await page.locator('summary', { hasText: 'Series' }).click();
  await page.getByLabel('energy.gravityJ').click();
  await settled(page);
  assert.ok(!(await page.locator('.chart .u-legend').first().innerText()).includes('gravity'));
  await done(page);
});

test('mouse: drag turns, wheel zooms, right drag moves', async () => {
  const page = await view('camera=0 0 6 0 0 0'), { x, y } = await place_of(page, [0, 0, 0]);
  const before = blobs(await canvas(page), is_body);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await settled(page);
  const zoomed = blobs(await canvas(page), is_body);
  assert.ok(Math.max(...zoomed.map(({ size }) => size)) > 1.6 * Math.max(...before.map(({ size }) => size)));
  await page.mouse.wheel(0, 300);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x + 60, y - 30, { steps: 3 });
  await page.mouse.up({ button: 'right' });
  await settled(page);
  const moved = await place_of(page, [0, 0, 0]);
  assert.ok(Math.abs(moved.x - x - 60) < 3 && Math.abs(moved.y - y + 30) < 3, `${moved.x - x} ${moved.y - y}`);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 30, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  const camera = await page.evaluate(() => { const { azimuth, elevation } = window.cairn.app.stage.camera; return [azimuth, elevation]; });
  assert.ok(camera[0] < -20 && camera[1] > 10, String(camera));
  assert.equal(await page.evaluate(() => document.getElementById('inspector').hidden), true);
  await page.keyboard.press('f');
  await settled(page);
  assert.equal(blobs(await canvas(page), is_body).length, 20);
  await done(page);
});

test('two runs side by side share camera and clock', async () => {
  const page = await view('runs=0&camera=0 0 6 0 0 0');
  await set(page, 'Beside it', '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  const picture = await canvas(page, 'side-by-side'), seen = blobs(picture, is_body), middle = picture.width / 2;
  assert.equal(seen.length, 40);
  const [left, right] = [seen.filter(({ x }) => x < middle), seen.filter(({ x }) => x > middle)];
  assert.equal(left.length, 20);
  for (const one of left) assert.ok(right.some((other) => Math.hypot(other.x - one.x - middle, other.y - one.y) < 1.5), 'each ball has its twin');
  assert.match(await page.locator('.captions').innerText(), /lattice.run, t = 0.5 s[\s\S]*twin.run, t = 0.5 s/);
  assert.match(await page.locator('.u-legend').first().innerText(), /kinetic \(twin.run\)/);
  await done(page);
});

test('the table of a study opens its runs', async () => {
  const page = await view();
  await page.getByRole('button', { name: 'Study' }).click();
  await shot(page, 'study');
  await page.getByRole('button', { name: 'Open run 3' }).click();
  await page.waitForFunction(() => document.getElementById('title').textContent === 'Tower');
  await done(page);
});

test('the address holds camera and settings', async () => {
  const page = await view('runs=0');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await set(page, 'Colour by', 'spin');
  await page.getByLabel('right12').click();
  await page.waitForFunction(() => ['by=spin', 'hidden=right', 'time=0.5', 'camera='].every((word) => location.hash.includes(word)));
  await settled(page);
  const first = await canvas(page), hash = await page.evaluate(() => location.hash.slice(1));
  const other = await view(hash), second = await canvas(other);
  const seen = [first, second].map((picture) => blobs(picture, is_body).map(({ x, y, colour }) => [Math.round(x), Math.round(y), ...colour]));
  assert.equal(seen[0].length, 8);
  assert.deepEqual(seen[1], seen[0]);
  await done(page);
  await done(other);
});

test('pictures to keep: as on the screen, and on white in print resolution', async () => {
  const page = await view();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: download.suggestedFilename(), picture: decode_png(await readFile(await download.path())) };
  };
  const screen = await saved('Screenshot'), print = await saved('Export for print');
  assert.match(screen.name, /^lattice-0s\.png$/);
  assert.ok(near(screen.picture.at(3, 200), kStage, 2));
  assert.equal(print.picture.width, 3543);
  assert.deepEqual(print.picture.at(5, 5), [255, 255, 255]);
  assert.equal(blobs(thinned(print.picture, 6), (pixel) => Math.max(...pixel) - Math.min(...pixel) > 60, 100).length, 21);  // and the legend
  await done(page);
});

test('a page that was exported opens from the disk and asks nobody', async () => {
  const { gzipSync } = await import('node:zlib'), { mkdtemp, writeFile } = await import('node:fs/promises');
  const answers = { ...run_list(['lattice.run']), ...lattice() }, data = {};
  for (const [path, answer] of Object.entries(answers)) data[path] = { gzip: gzipSync(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer)).toString('base64') };
  const html = await readFile(new URL('../dist/index.html', import.meta.url), 'utf8'), at = html.lastIndexOf('<script>');
  const file = `${await mkdtemp('/tmp/cairn-page-')}/run.html`;
  await writeFile(file, `${html.slice(0, at)}<script id="cairn-data" type="application/json">${JSON.stringify(data)}</script>\n${html.slice(at)}`);
  const page = await view('camera=0 0 6 0 0 0', { address: `file://${file}` });
  assert.equal(blobs(await canvas(page), is_body).length, 20);
  await page.keyboard.press('End');
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^2 s/);
  await done(page);
});

test('a 2-D scene is flat and dragging moves it', async () => {
  const plate = await serve({ ...run_list(['flat.run']), ...lattice({ name: 'flat.run', more: { dimension: 2 } }) });
  const page = await view('by=material', { address: plate.address }), before = await place_of(page, [0, 0, 0]);
  assert.equal(await page.evaluate(() => window.cairn.app.stage.camera.is_flat), true);
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x + 50, before.y, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  assert.ok(Math.abs((await place_of(page, [0, 0, 0])).x - before.x - 50) < 2);
  const sizes = blobs(await canvas(page, 'flat'), is_body).map(({ size }) => size);
  assert.equal(sizes.length, 20);
  assert.ok(Math.max(...sizes) < 1.08 * Math.min(...sizes), 'all balls have one size');
  await done(page);
  plate.close();
});

test('a run that computes is followed; a damaged one says so and its bad frames are left out', async () => {
  const times = [0, 0.5, 1], answers = { ...run_list(['live.run']), ...lattice({ name: 'live.run', times: [...times, 1.5], more: { state: 'running' } }) };
  const info = answers['api/run/0'], all = info.frames;
  info.frames = all.slice(0, 3);
  const live = await serve(answers), page = await view('', { address: live.address });
  assert.equal(await page.locator('#state').innerText(), 'running');
  assert.match(await page.locator('#clock').innerText(), /^1 s\s+3 \/ 3/);
  await live.listened(1);
  info.frames = all;
  live.send('state', { run: 0, state: 'running', frames: 4 });
  await page.waitForFunction(() => /^1.5 s\s+4 \/ 4/.test(document.getElementById('clock').innerText));
  // Another run in the same folder, with fewer frames: the page begins again.
  info.frames = all.slice(0, 2);
  live.send('state', { run: 0, state: 'running', frames: 2 });
  await page.waitForFunction(() => /^0.5 s\s+2 \/ 2/.test(document.getElementById('clock').innerText));
  info.frames = all;
  await live.listened(2);
  await settled(page);
  live.send('state', { run: 0, state: 'running', frames: 4 });
  await page.waitForFunction(() => /4 \/ 4|2 \/ 4/.test(document.getElementById('clock').innerText));
  await page.keyboard.press('Home');
  await settled(page);
  Object.assign(info, { state: 'damaged', remarks: ['frame 1 cannot be read: its checksum differs'] });
  info.frames[1].readable = false;
  live.send('state', { run: 0, state: 'damaged', frames: 4 });
  await page.getByText('frame 1 cannot be read').waitFor();
  assert.equal(await page.locator('#state').innerText(), 'damaged');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.match(await page.locator('#clock').innerText(), /^1 s\s+3 \/ 4/);
  await shot(page, 'damaged');
  await done(page);
  live.close();
});

test('a frame that cannot be had is an error on the page, not a silent one', async () => {
  const answers = { ...run_list(['lattice.run']), ...lattice() };
  delete answers['api/run/0/frame/2'];
  const poor = await serve(answers), page = await view('', { address: poor.address });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('nothing at api/run/0/frame/2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.getElementById('message').hidden);
  await page.context().close();
  poor.close();
});

test('without WebGL the page says so and shows the pictures that cairn draws', async () => {
  const answers = { ...run_list(['lattice.run']), ...lattice() };
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  for (let k = 0; k < 5; ++k) answers[`api/run/0/picture/${k}.png`] = pixel;
  const plain = await serve(answers), context = await browser.newContext(), page = await context.newPage();
  await page.addInitScript(without_webgl);
  await page.goto(plain.address);
  await page.getByText('This browser has no WebGL 2').waitFor();
  await page.waitForFunction(() => document.getElementById('picture')?.src.endsWith('api/run/0/picture/0.png'));
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.getElementById('picture').src.endsWith('api/run/0/picture/4.png'));
  await context.close();
  plain.close();
});

test('a phone: touch turns and pinches, nothing is wider than the screen', async () => {
  const page = await view('camera=0 0 6 0 0 0', { width: 390, height: 844, hasTouch: true, isMobile: true });
  await shot(page, 'phone');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const { x, y } = await page.locator('#canvas').boundingBox(), session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
  const camera = () => page.evaluate(() => { const { azimuth, width } = window.cairn.app.stage.camera; return { azimuth, width }; });
  await touch('touchStart', [150, 200]);
  await touch('touchMove', [200, 200]);
  await touch('touchEnd');
  const turned = await camera();
  assert.ok(turned.azimuth < -10, String(turned.azimuth));
  await touch('touchStart', [150, 200], [200, 200]);
  await touch('touchMove', [100, 200], [250, 200]);
  await touch('touchEnd');
  assert.ok((await camera()).width < 0.6 * turned.width);
  await done(page);
});

test('bodies of other shapes stand and turn as they should', async () => {
  const r = Math.SQRT1_2, cube = (x, turn) => ({ group: 0, shape: 0, radius: 0.87, scale: 1, at: () => [x, 0, 0], turn });
  const some = await serve({ ...run_list(['cubes.run']), ...make_run({ name: 'cubes.run', title: 'Cubes', bodies: [cube(-1.5, [1, 0, 0, 0]), cube(1.5, [Math.cos(Math.PI / 8), 0, Math.sin(Math.PI / 8), 0])],
    times: [0], shape_list: [shapes.cube], groups: [{ name: 'cubes', colour: '#ffaa00', mobile: true }], bounds: { min: [-3, -1, -1], max: [3, 1, 1] } }) });
  const page = await view('camera=0 0 6 0 0 0&flat=true', { address: some.address }), picture = await canvas(page, 'cubes');
  const inside = async (x, z) => { const { on_canvas } = await place_of(page, [x, 0, z]); return is_body(picture.at(...on_canvas)); };
  assert.deepEqual([await inside(-1.5 + 0.46, 0.46), await inside(-1.5 + 0.55, 0), await inside(1.5 + 0.46, 0.46), await inside(1.5 + 0.9 * r, 0), await inside(1.5, 0.9 * r)], [true, false, false, true, true]);
  await done(page);
  some.close();
});

test('axe finds nothing serious, dark and light, on a phone, with a picked body and with help', async () => {
  const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const study = (page) => page.getByRole('button', { name: 'Study' }).click();
  const all_open = async (page) => { for (const closed = page.locator('details:not([open]) > summary'); await closed.count();) await closed.first().click(); };
  const help = async (page) => { await page.keyboard.press('?'); await shot(page, 'help'); };
  const nothing = async () => undefined;
  for (const [hash, options, act] of [['runs=2&picked=2&chains=force&bodies=faint', {}, nothing], ['runs=0 1', { colorScheme: 'light' }, nothing], ['', { width: 390, height: 844 }, nothing], ['', {}, help],
                                      ['runs=0 1', {}, study], ['runs=0 1&points=true&clip=x', {}, all_open]]) {
    const page = await view(hash, options);
    await act(page);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run()).violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`));
    assert.deepEqual(found, [], JSON.stringify(options));
    await done(page);
  }
});

test('the focus goes through the page in the order of reading', async () => {
  const page = await view(), seen = [];
  for (let k = 0; k < 9; ++k) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  assert.deepEqual(seen, ['toggle-panel', 'toggle-plots', 'open-study', 'fit', 'screenshot', 'export', 'help-button', 'Runs', seen[8]]);
  await done(page);
});
