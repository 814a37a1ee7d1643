// A browser with WebGL in software, and the pixels that it shows.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

// Pictures to look at after a test.
const kShots = process.env.CAIRN_SHOTS ? new URL(`file://${process.env.CAIRN_SHOTS}/`) : new URL('../../build/viewer/shots/', import.meta.url);
export const program = process.env.CAIRN_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

// A busy machine is no reason to fail: nothing here judges speed.
const kPatience = 180_000;  // ms

export function launch(more = []) {
  return chromium.launch({ executablePath: program, timeout: kPatience, args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run', ...more] });
}

// A page that fails the test if the console says anything bad.
export async function open(browser, address, { width = 1280, height = 720, hash = '', ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'dark', acceptDownloads: true, ...more });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage(), faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/GPU stall|Automatic fallback to software/.test(message.text())) faults.push(message.text()); });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.faults = faults;
  await page.goto(address + (hash ? `#${hash}` : ''));
  return page;
}

// Waits until the page has drawn all that it was asked for.
export async function settled(page) {
  await page.waitForFunction(() => window.cairn?.app.is_settled, undefined, { polling: 30 });
}

export async function shot(page, name, options = {}) {
  const bytes = await page.screenshot(options);
  if (name) { await mkdir(kShots, { recursive: true }); await writeFile(new URL(`${name}.png`, kShots), bytes); }
  return decode_png(bytes);
}
// The canvas alone, without what lies over it.
export async function canvas(page, name) {
  const cover = (visibility) => page.evaluate((value) => { for (const element of document.querySelectorAll('#stage > :not(canvas)')) element.style.visibility = value; }, visibility);
  await page.evaluate(() => document.activeElement?.blur());  // its ring would be seen
  await cover('hidden');
  const found = await shot(page, name, { clip: await page.locator('#canvas').boundingBox() });
  await cover('');
  return found;
}

// PNG of 8 bits with three or four channels, without interlace: what browsers write.
export function decode_png(bytes) {
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), channels = bytes[25] === 6 ? 4 : 3, parts = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts)), row = width * channels, out = Buffer.alloc(row * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; ++x) {
      const left = x >= channels ? out[y * row + x - channels] : 0, up = y ? out[(y - 1) * row + x] : 0, corner = y && x >= channels ? out[(y - 1) * row + x - channels] : 0;
      const p = left + up - corner, [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
      const guess = [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][filter];
      out[y * row + x] = raw[y * (row + 1) + 1 + x] + guess;
    }
  }
  return { width, height, at: (x, y) => { const k = Math.round(y) * row + Math.round(x) * channels; return [out[k], out[k + 1], out[k + 2]]; } };
}

// Every n-th pixel: large pictures are judged faster.
export function thinned({ width, height, at }, n) {
  return { width: Math.floor(width / n), height: Math.floor(height / n), at: (x, y) => at(Math.round(x) * n, Math.round(y) * n) };
}

// Connected regions of pixels that a test accepts: [{size, x, y, colour}] with the middle and the colour there.
export function blobs(picture, accepts, smallest = 12) {
  const { width, height } = picture, seen = new Uint8Array(width * height), found = [];
  for (let start = 0; start < width * height; ++start) {
    if (seen[start] || !accepts(picture.at(start % width, Math.floor(start / width)))) continue;
    const stack = [start];
    let size = 0, sx = 0, sy = 0;
    seen[start] = 1;
    while (stack.length) {
      const k = stack.pop(), x = k % width, y = Math.floor(k / width);
      ++size; sx += x; sy += y;
      for (const [nx, ny] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
        const n = ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[n] || !accepts(picture.at(nx, ny))) continue;
        seen[n] = 1;
        stack.push(n);
      }
    }
    if (size >= smallest) found.push({ size, x: sx / size, y: sy / size, colour: picture.at(sx / size, sy / size) });
  }
  return found;
}
// An init script: a browser that has no WebGL.
export function without_webgl() {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...more); };
}

// Where a point of a run is on the page, and on its canvas.
export async function place_of(page, point, slot = 0) {
  return page.evaluate(([x, k]) => {
    const { stage } = window.cairn.app, { left, top, width, height } = stage.canvas.getBoundingClientRect(), part = width / stage.pictures.length;
    const eye = stage.camera.pose(part / height), p = stage.camera.target.clone().set(...x).project(eye);
    return { x: left + part * (k + (p.x + 1) / 2), y: top + height * (1 - p.y) / 2, on_canvas: [part * (k + (p.x + 1) / 2), height * (1 - p.y) / 2] };
  }, [point, slot]);
}
export async function set(page, label, value) {
  await page.getByLabel(label, { exact: true }).selectOption(value);
  await settled(page);
}
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
}
// Fails if the page complained about anything.
export async function done(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

export const kStage = [16, 22, 29];  // the colour behind the bodies, --stage of the dark style
export const near = (pixel, colour, by) => Math.max(...pixel.map((x, i) => Math.abs(x - colour[i]))) <= by;
// Colour without brightness: light changes that only.
const hue = (pixel) => { const size = Math.hypot(...pixel) || 1; return pixel.map((x) => x / size); };
export const hue_distance = (a, b) => Math.hypot(...hue(a).map((x, i) => x - hue(b)[i]));
export const differs_from = (colour, by = 40) => (pixel) => Math.abs(pixel[0] - colour[0]) + Math.abs(pixel[1] - colour[1]) + Math.abs(pixel[2] - colour[2]) > by;
