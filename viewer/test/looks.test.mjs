// All that can be chosen about a picture: each choice is made by mouse or key and judged by pixels.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { blobs, canvas, decode_png, differs_from, done, hue_distance, kStage, launch, near, open, place_of, press, set, settled, shot } from './browser.mjs';
import { serve } from './server.mjs';
import { lattice, make_run, run_list, shapes, tower } from './synthetic.mjs';

const is_body = differs_from(kStage, 36), is_drawn = differs_from(kStage, 14);
const kFront = 'camera=0 0 6 0 0 0', kTower = 'runs=1&camera=0 0 6 1 0 2';
const kTowerBalls = [0.5, 1.5, 2.5, 3.5].map((z) => [0, 0, z]);

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve({ ...run_list(['lattice.run', 'tower.run']), ...lattice(), ...tower({ index: 1 }) });
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function view(hash, options = {}) {
  const page = await open(browser, options.address ?? server.address, { hash, ...options });
  await settled(page);
  return page;
}
async function look(page, name) {
  await shot(page, name);
  return canvas(page);
}
// The pixel at a point of the run.
async function pixel_at(page, picture, point) {
  const { on_canvas } = await place_of(page, point);
  return picture.at(...on_canvas);
}
// The colours that the legend has for numbers.
async function legend_colours(page, numbers) {
  return page.evaluate((values) => {
    const copy = document.createElement('canvas'), bar = document.querySelector('.legend canvas'), [low, high] = window.cairn.app.range;
    const context = copy.getContext('2d', { willReadFrequently: true });
    copy.width = bar.width;
    context.drawImage(bar, 0, 0);
    return values.map((x) => [...context.getImageData(Math.round((x - low) / (high - low) * (bar.width - 1)), 0, 1, 1).data].slice(0, 3));
  }, numbers);
}
async function swatch(page, name) {
  return page.evaluate((text) => {
    const row = [...document.querySelectorAll('.legend li')].find((one) => one.innerText === text);
    return row.querySelector('.swatch').style.background.match(/\d+/g).map(Number);
  }, name);
}

const kBalls = Array.from({ length: 20 }, (_, k) => ({ k, x: (k % 5) - 2, z: Math.floor(k / 5) - 1.5 }));
const kValues = [
  ['speed', ({ k }) => k, /speed \[m\/s\]/], ['spin', ({ k }) => k, /spin \[rad\/s\]/], ['net_force', ({ k }) => k, /net force \[N\]/],
  ['size', () => 0.25, /size \[mm\][\s\S]*250/], ['mass', ({ k }) => 1 + k, /mass \[kg\]/], ['energy', ({ k }) => 0.5 * (1 + k) * k * k, /kinetic energy \[kJ\]/],
  ['uid', ({ k }) => k, /uid/], ['position.x', ({ x }) => x, /position x \[m\]/], ['position.y', () => 0, /position y/], ['position.z', ({ z }) => z, /position z \[m\]/],
  ['velocity.x', ({ k }) => k, /velocity x \[m\/s\][\s\S]*−19[\s\S]*19/], ['velocity.y', () => 0, /velocity y/], ['velocity.z', () => 0, /velocity z/],
  ['spin.x', () => 0, /spin x/], ['spin.y', ({ k }) => k, /spin y \[rad\/s\]/], ['spin.z', () => 0, /spin z/],
];
const kWithContacts = [['force', [40, 30, Math.hypot(20, 2), 10], /force \[N\]/], ['contacts', [2, 2, 2, 1], /contacts/]];

test('colour by each value gives each ball the colour that the legend has for it', async () => {
  const page = await view(kFront);
  for (const [by, value, legend] of kValues) {
    await set(page, 'Colour by', by);
    const picture = await look(page, `by-${by}`);
    assert.match(await page.locator('.legend').innerText(), legend);
    const wanted = await legend_colours(page, kBalls.map(value));
    for (const ball of kBalls) {
      const found = await pixel_at(page, picture, [ball.x, 0, ball.z]);
      assert.ok(hue_distance(found, wanted[ball.k]) < 0.13, `${by}: ball ${ball.k} has ${found}, legend ${wanted[ball.k]}`);
    }
  }
  for (const [by, name] of [['group', ({ k }) => (k % 5 < 2 ? 'left' : 'right')], ['material', ({ k }) => ['glass', 'steel'][k % 2]]]) {
    await set(page, 'Colour by', by);
    const picture = await look(page, `by-${by}`);
    for (const ball of kBalls) assert.ok(hue_distance(await pixel_at(page, picture, [ball.x, 0, ball.z]), await swatch(page, name(ball))) < 0.13, `${by}: ball ${ball.k}`);
  }
  const offered = await page.getByLabel('Colour by', { exact: true }).locator('option').evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual([...kValues.map(([by]) => by), 'group', 'material'].sort(), offered.sort(), 'every value is tested');
  await done(page);
});

test('colour by what contacts tell', async () => {
  const page = await view(kTower);
  for (const [by, values, legend] of kWithContacts) {
    await set(page, 'Colour by', by);
    const picture = await look(page, `by-${by}`);
    assert.match(await page.locator('.legend').innerText(), legend);
    const wanted = await legend_colours(page, values);
    for (const [k, point] of kTowerBalls.entries()) assert.ok(hue_distance(await pixel_at(page, picture, point), wanted[k]) < 0.13, `${by}: ball ${k}`);
  }
  await done(page);
});

test('a range is typed in the unit of the legend, and Auto takes it back', async () => {
  const page = await view(`${kFront}&by=size`);
  assert.match(await page.getByRole('group', { name: 'Range of colours' }).innerText(), /Range \[mm\]/);
  await page.getByLabel('Highest value of the colours').fill('500');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.cairn.app.range), [0, 0.5]);
  await page.getByRole('button', { name: 'Auto' }).click();
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.cairn.app.range), [0, 0.25]);
  await set(page, 'Colours', 'grey');
  const [r, g, b] = await pixel_at(page, await look(page, 'map-grey'), [0, 0, 0.5]);
  assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 12, `${[r, g, b]}`);
  await done(page);
});

test('bodies are solid, faint or hidden; walls are see-through with edges, or hidden', async () => {
  const page = await view(kTower), brightness = async (name) => Math.max(...await pixel_at(page, await look(page, name), kTowerBalls[0]));
  const solid = await brightness('bodies-solid');
  await page.getByRole('button', { name: 'faint' }).click();
  await settled(page);
  const faint = await brightness('bodies-faint');
  await press(page, 'b');
  const hidden = await canvas(page, 'bodies-hidden');
  assert.ok(faint < 0.8 * solid, `${faint} ${solid}`);
  assert.ok(!is_body(await pixel_at(page, hidden, kTowerBalls[0])));
  const middle = await pixel_at(page, hidden, [-0.5, 0.3, 0]);
  assert.ok(near(middle, kStage, 40) && !near(middle, kStage, 1), `the floor shines through: ${middle}`);
  assert.ok(blobs(hidden, is_drawn, 30).length > 0, 'the floor has edges');
  await press(page, 'w');
  assert.equal(blobs(await canvas(page, 'walls-hidden'), is_drawn, 4).length, 0);
  await press(page, 'w', 'b');
  assert.ok(Math.max(...await pixel_at(page, await canvas(page), kTowerBalls[0])) > 0.9 * solid);
  await done(page);
});

test('keys look from the front, the side, above and a corner, flat and in perspective, and zoom', async () => {
  const page = await view(`${kFront}&by=material`), count = async (name) => blobs(await canvas(page, name), is_body).length;
  await press(page, 'o', '2');
  assert.equal(await count('from-side'), 4);  // one of each row hides the others
  await press(page, '3');
  assert.equal(await count('from-above'), 5);
  await press(page, '4');
  assert.equal(await count('from-corner'), 20);
  await press(page, '1');
  const sizes = blobs(await canvas(page, 'flat-view'), is_body).map(({ size }) => size);
  assert.ok(sizes.length === 20 && Math.max(...sizes) < 1.08 * Math.min(...sizes), 'a flat view has one size for all');
  await press(page, '+', '+');
  const larger = blobs(await canvas(page, 'zoomed'), is_body).map(({ size }) => size);
  assert.ok(Math.max(...larger) > 1.5 * Math.max(...sizes));
  await press(page, '-', '-', 'Shift+ArrowLeft', 'Shift+ArrowDown');
  const { azimuth, elevation } = await page.evaluate(() => { const { camera } = window.cairn.app.stage; return { azimuth: camera.azimuth, elevation: camera.elevation }; });
  assert.deepEqual([azimuth, elevation], [10, -10]);
  await page.getByRole('button', { name: 'Fit' }).click();
  await settled(page);
  const picture = await canvas(page, 'fitted'), seen = blobs(picture, is_body);
  assert.equal(seen.length, 20);
  const tall = Math.max(...seen.map(({ y }) => y)) - Math.min(...seen.map(({ y }) => y)), wide = Math.max(...seen.map(({ x }) => x)) - Math.min(...seen.map(({ x }) => x));
  assert.ok(Math.max(tall / picture.height, wide / picture.width) > 0.5, 'what is fitted fills the picture');
  await done(page);
});

test('the clip plane goes across each axis, moves with its slider and with the key X', async () => {
  const page = await view(kFront), rows = async (name) => new Set(blobs(await canvas(page, name), is_body).map(({ y }) => Math.round(y / 40))).size;
  await press(page, 'x');
  assert.equal(await page.getByLabel('Clip plane', { exact: true }).inputValue(), 'x');
  await press(page, 'x');
  const dark = await pixel_at(page, await canvas(page, 'clip-y'), [1, 0, 0.5]);
  assert.ok(is_body(dark), 'across y, balls are cut in halves');
  await press(page, 'x');
  assert.equal(await rows('clip-z'), 2);
  const slider = page.getByLabel('Place of the clip plane');
  await slider.focus();
  for (let k = 0; k < 2; ++k) await page.keyboard.press('PageUp');
  await settled(page);
  assert.equal(await rows('clip-z-higher'), 3);
  await slider.focus();
  await press(page, 'End');
  assert.equal(await rows(), 4);
  await page.locator('#canvas').focus();
  await press(page, 'x');
  assert.equal(await page.getByLabel('Clip plane', { exact: true }).inputValue(), 'off');
  await done(page);
});

test('the keys C and P show chains and contact points; chains may show stick and slip', async () => {
  const page = await view(kTower), at = async (z, name) => pixel_at(page, await canvas(page, name), [0, 0, z]);
  await press(page, 'c');
  assert.equal(await page.getByLabel('Chains', { exact: true }).inputValue(), 'force');
  await set(page, 'Chains by', 'state');
  const sticks = await at(0.75, 'chains-by-state'), slips = await at(2.25);
  assert.ok(sticks[2] > 1.5 * sticks[0] && slips[0] > 1.5 * slips[2], `${sticks} ${slips}`);
  assert.match(await page.locator('.legends').innerText(), /open[\s\S]*stick[\s\S]*slip/);
  await press(page, 'c', 'p');
  assert.ok(near(await at(0, 'points'), [77, 158, 250], 12));
  await press(page, 'p');
  assert.ok(!near(await at(0), [77, 158, 250], 40));
  await done(page);
});

test('a picked body has a ring; floors can be picked, hidden bodies cannot', async () => {
  const page = await view(kTower), { x, y } = await place_of(page, kTowerBalls[2]), floor = await place_of(page, [-0.6, 0, 0]);
  const whites = (picture) => blobs(picture, (pixel) => Math.min(...pixel) > 170, 4).length;
  const before = whites(await canvas(page));
  await page.mouse.click(x, y);
  await page.waitForFunction(() => /uid\s+3/.test(document.getElementById('inspector').innerText));
  await settled(page);
  assert.ok(whites(await look(page, 'picked')) > before);
  await press(page, 'Escape', 'b', 'b', '3');
  const above = await place_of(page, [-0.6, 0.5, 0]);
  await page.mouse.click(above.x, above.y);
  await page.waitForFunction(() => /floor[\s\S]*plane[\s\S]*fixed/.test(document.getElementById('inspector').innerText));
  await press(page, '1');
  await page.mouse.click(x, floor.y - 60);
  await settled(page);
  assert.ok(!/balls/.test(await page.locator('#inspector').innerText()), 'a hidden ball was picked');
  await done(page);
});

test('the keys S and E keep pictures; E is 3543 pixels wide, on white, with title, time and legend', async () => {
  const page = await view(kTower);
  for (const [key, pattern] of [['s', /^tower-0s\.png$/], ['e', /^tower-0s-print\.png$/]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)]);
    assert.match(download.suggestedFilename(), pattern);
    const bytes = await readFile(await download.path()), picture = decode_png(bytes);
    if (key === 'e') assert.deepEqual([picture.width, picture.at(4, 4)], [3543, [255, 255, 255]]);
  }
  await done(page);
});

test('plots zoom by a drag and show all after a double click', async () => {
  const page = await view(), over = await page.locator('.u-over').first().boundingBox();
  await press(page, 'ArrowRight', 'ArrowRight');
  const cursor = () => page.evaluate(() => { const now = document.querySelector('.now'); return now.hidden ? -1 : parseFloat(now.style.left) / now.parentElement.clientWidth; });
  const whole = await cursor();
  await page.mouse.move(over.x + 0.4 * over.width, over.y + 60);
  await page.mouse.down();
  await page.mouse.move(over.x + 0.9 * over.width, over.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((old) => parseFloat(document.querySelector('.now').style.left) / document.querySelector('.now').parentElement.clientWidth < old - 0.15, whole);
  await shot(page, 'plots-zoomed');
  assert.match(await page.locator('#clock').innerText(), /^1 s/);  // a drag is no click
  await page.mouse.dblclick(over.x + 0.5 * over.width, over.y + 60);
  await page.waitForFunction(() => { const now = document.querySelector('.now'); return Math.abs(parseFloat(now.style.left) / now.parentElement.clientWidth - window.cairn.app.clock.time / 2) < 0.02; });
  await done(page);
});

test('a periodic cell that deforms is drawn as each frame has it', async () => {
  const cell = (t) => ({ origin: [-1 - t / 2, -1, -1], edges: [[2 + t, 0, 0], [0, 2, 0], [0, 0, 2]] });
  const some = await serve({ ...run_list(['cell.run']), ...make_run({ name: 'cell.run', title: 'Cell', bodies: [{ group: 0, shape: 0, radius: 0.2, at: () => [0, 0, 0] }], times: [0, 1], cell,
    shape_list: [shapes.sphere], groups: [{ name: 'ball', colour: '#ffaa00', mobile: true }], bounds: { min: [-2, -1, -1], max: [2, 1, 1] }, more: { cell: cell(1) } }) });
  const page = await view('camera=0 0 6 0 0 0&flat=true', { address: some.address });
  const edge = async (x) => { const picture = await canvas(page), { on_canvas } = await place_of(page, [x, 0, 0.5]); return [-1, 0, 1].some((d) => is_drawn(picture.at(on_canvas[0] + d, on_canvas[1]))); };
  assert.deepEqual([await edge(1), await edge(1.5)], [true, false]);
  await press(page, 'End');
  await shot(page, 'cell');
  assert.deepEqual([await edge(1), await edge(1.5)], [false, true]);
  await press(page, 'w');
  assert.equal(await edge(1.5), false);
  await done(page);
  some.close();
});

test('a frame takes less than 200 bytes of a body, and only a window of frames is held', async () => {
  const bodies = Array.from({ length: 4000 }, (_, k) => ({ group: 0, shape: 0, radius: 0.4, at: (t) => [k % 16, Math.floor(k / 16) % 16, Math.floor(k / 256) + t] }));
  const many = await serve({ ...run_list(['many.run']), ...make_run({ name: 'many.run', title: 'Many', bodies, times: [0, 1, 2], shape_list: [shapes.sphere],
    groups: [{ name: 'balls', colour: '#ffaa00', mobile: true }], bounds: { min: [0, 0, 0], max: [16, 16, 18] } }) });
  const page = await view('', { address: many.address });
  await press(page, 'End');
  const { bytes, size } = await page.evaluate(() => { const [{ frames }] = window.cairn.app.runs; return { bytes: frames.bytes, size: frames.size }; });
  assert.equal(size, 2);
  assert.ok(bytes / size / bodies.length < 200, `${bytes / size / bodies.length}`);
  await done(page);
  many.close();
});

test('the page follows the light scheme of the browser', async () => {
  const page = await view(kTower, { colorScheme: 'light' }), picture = await look(page, 'light');
  assert.ok(near(picture.at(4, 4), [247, 249, 251], 3));
  await done(page);
});
