// Prints how fast the page is: npm run bench [-- SPHERES ...]. Spheres lie in a dense cube, up to
// 200 000 with three contacts each.
// Software rendering on the processor; times hold for a machine that does nothing else. On a busy one, processor time
// tells more: that of all processes of the browser together, so that two cores may need half of it.
import { readdirSync, readFileSync } from 'node:fs';
import { launch, open } from '../test/browser.mjs';
import { serve } from '../test/server.mjs';
import { encode } from '../test/wire.mjs';

const kContactsPerSphere = 3, kFrames = 3, kMostWithContacts = 200_000;

function answers_of(count) {
  const side = Math.ceil(Math.cbrt(count)), contacts = count <= kMostWithContacts, spread = (seed) => { let s = seed; return () => (s = (s * 1664525 + 1013904223) >>> 0) / 2 ** 32 - 0.5; };
  const uid = Uint32Array.from({ length: count }, (_, k) => k), fill = (size, value) => new Float32Array(size).map(value);
  const at = (k, axis) => Math.floor(k / side ** axis) % side - side / 2;
  const answers = {
    'api/runs': { version: '1.0', runs: [{ index: 0, name: 'bench.run', title: `${count} spheres` }], study: null },
    'api/run/0': { name: 'bench.run', title: `${count} spheres`, dimension: 3, state: 'finished', remarks: [], length_scale: 1, center: [0, 0, 0],
      bounds: { min: [-side / 2, -side / 2, -side / 2], max: [side / 2, side / 2, side / 2] }, gravity: [0, 0, -9.81], groups: [{ name: 'spheres', colour: '#4488ff', count, mobile: true }],
      materials: ['glass'], shapes: [{ kind: 'sphere' }], frames: Array.from({ length: kFrames }, (_, n) => ({ time: n, contacts, readable: true })), events: [], series: false,
      has_compatible: false, cell: null, references: [] },
    'api/run/0/bodies': encode({ uid: [uid], group: [new Uint16Array(count)], material: [new Uint16Array(count)], shape: [new Uint16Array(count)],
      radius: [fill(count, () => 0.5)], scale: [fill(count, () => 1)], mass: [fill(count, () => 1)], mobile: [new Uint8Array(count).fill(1)] }),
    'api/run/0/summary': null,
  };
  for (let n = 0; n < kFrames; ++n) {
    const random = spread(n + 1), m = kContactsPerSphere * count;
    const position = fill(3 * count, (_, i) => at(Math.floor(i / 3), i % 3) + 0.3 * random());
    answers[`api/run/0/frame/${n}`] = encode({ uid: [uid], position: [position, 3], orientation: [fill(4 * count, (_, i) => Number(i % 4 === 0)), 4],
      velocity: [fill(3 * count, random), 3], spin: [fill(3 * count, random), 3], force: [fill(3 * count, random), 3] }, n);
    if (!contacts) continue;
    const a = Uint32Array.from({ length: m }, (_, c) => Math.floor(c / 3)), b = Uint32Array.from({ length: m }, (_, c) => Math.min(Math.floor(c / 3) + side ** (c % 3), count - 1));
    answers[`api/run/0/contacts/${n}`] = encode({ a: [a], b: [b], point: [fill(3 * m, (_, i) => (position[3 * a[Math.floor(i / 3)] + i % 3] + position[3 * b[Math.floor(i / 3)] + i % 3]) / 2), 3],
      normal: [fill(3 * m, (_, i) => Number(i % 3 === Math.floor(i / 3) % 3)), 3], gap: [new Float32Array(m)], force: [fill(3 * m, (_, i) => Number(i % 3 === Math.floor(i / 3) % 3) * -Math.log(random() + 0.5 + 1e-9)), 3], state: [new Uint8Array(m).fill(1)] }, n);
  }
  return answers;
}

// Seconds of processor time that the processes of the browser have taken so far.
function processor_seconds() {
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      found.set(Number(pid), { parent: Number(words[1]), seconds: (Number(words[11]) + Number(words[12])) / 100 });
    } catch { /* it has ended */ }
  }
  const is_ours = (pid) => { for (let k = found.get(pid)?.parent; k; k = found.get(k)?.parent) if (k === process.pid) return true; return false; };
  return [...found].reduce((sum, [pid, { seconds }]) => sum + (is_ours(pid) ? seconds : 0), 0);
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// Seconds from one picture to the next while the camera turns, milliseconds of them that the page itself takes, and
// processor seconds of a picture.
async function turning(page, frames) {
  const before = processor_seconds();
  const found = await page.evaluate(async (count) => {
    const { stage } = window.cairn.app, gl = stage.canvas.getContext('webgl2'), seconds = [], own = [];
    for (let k = 0; k < count; ++k) {
      const begin = performance.now();
      stage.camera.turn(1, 0);
      stage.move();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));  // waits for the picture
      seconds.push((performance.now() - begin) / 1000);
      own.push(stage.last_milliseconds);
    }
    return { seconds, own };
  }, frames);
  return { ...found, processor: (processor_seconds() - before) / frames };
}

async function measure(browser, count) {
  const server = await serve(answers_of(count)), begin = performance.now(), before = processor_seconds();
  const page = await open(browser, server.address);
  await page.waitForFunction(() => window.cairn?.app.is_settled, undefined, { polling: 20, timeout: 120_000 });
  await page.evaluate(() => { const gl = window.cairn.app.stage.canvas.getContext('webgl2'); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); });
  const opened = (performance.now() - begin) / 1000, opened_processor = processor_seconds() - before;
  const solid = await turning(page, 9);
  const held = await page.evaluate(async () => {
    const { app } = window.cairn, [run] = app.runs;
    for (let k = 0; k < run.info.frames.length; ++k) await run.frames.get(k);
    return run.frames.bytes / run.frames.size / run.bodies.uid.length;
  });
  const row = { spheres: count, 'first picture s': opened, 'of processors': opened_processor, 'frame s': middle(solid.seconds), 'processors for it': solid.processor, 'page ms': middle(solid.own), 'B per sphere and frame': held };
  if (count <= kMostWithContacts) {
    await page.evaluate(() => window.cairn.app.change({ chains: 'force', bodies: 'faint' }));
    await page.waitForFunction(() => window.cairn.app.is_settled, undefined, { polling: 20, timeout: 120_000 });
    const chains = await turning(page, 9);
    row['frame with chains s'] = middle(chains.seconds);
    row['processors with chains'] = chains.processor;
    row['page with chains ms'] = middle(chains.own);
  }
  await page.context().close();
  server.close();
  return row;
}

const counts = process.argv.slice(2).map(Number);
const browser = await launch();
for (const count of counts.length ? counts : [10_000, 100_000, 1_000_000])
  console.log(Object.entries(await measure(browser, count)).map(([name, value]) => `${name}: ${Number.isInteger(value) ? value : value.toPrecision(3)}`).join('   '));
await browser.close();
