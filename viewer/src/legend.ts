// The legend of a colour map or of categories: one description, drawn as elements on the page and on exported pictures.
import { css, mapped, type Rgb } from './colours';
import { h, number_text, readable_unit } from './dom';

export type Legend =
  | { kind: 'map'; title: string; unit: string; map: string; low: number; high: number }
  | { kind: 'names'; title: string; names: { name: string; colour: Rgb }[] };

const kTicks = 5;

function ticks_of(legend: Legend & { kind: 'map' }): { title: string; ticks: string[] } {
  const size = Math.max(Math.abs(legend.low), Math.abs(legend.high));
  const { factor, unit } = readable_unit(size, legend.unit);
  const ticks = Array.from({ length: kTicks }, (_, k) => {
    const x = legend.low + (legend.high - legend.low) * k / (kTicks - 1);
    return number_text((Math.abs(x) < 1e-9 * size ? 0 : x) / factor, 3);
  });
  return { title: unit ? `${legend.title} [${unit}]` : legend.title, ticks };
}

export function legend_element(legend: Legend): HTMLElement {
  if (legend.kind === 'names') {
    return h('section', { class: 'legend', 'aria-label': `Legend: ${legend.title}` }, h('h2', {}, legend.title),
      h('ul', {}, ...legend.names.map(({ name, colour }) => {
        const swatch = h('span', { class: 'swatch' });
        swatch.style.background = css(colour);
        return h('li', {}, swatch, name);
      })));
  }
  const { title, ticks } = ticks_of(legend), bar = h('canvas', { width: 220, height: 1 }), context = bar.getContext('2d')!;
  for (let x = 0; x < 220; ++x) {
    context.fillStyle = css(mapped(legend.map, x / 219));
    context.fillRect(x, 0, 1, 1);
  }
  return h('section', { class: 'legend', 'aria-label': `Legend: ${title}` }, h('h2', {}, title), bar,
           h('div', { class: 'ticks' }, ...ticks.map((text) => h('span', {}, text))));
}

// Draws the legend with its lower left corner there; em is the size of text. Returns its width.
export function draw_legend(context: CanvasRenderingContext2D, legend: Legend, x: number, y: number, em: number, ink: string): number {
  context.fillStyle = ink;
  context.font = `${em}px system-ui, sans-serif`;
  context.textAlign = 'left';
  if (legend.kind === 'names') {
    context.fillText(legend.title, x, y - 1.5 * em);
    let at = x;
    for (const { name, colour } of legend.names) {
      context.fillStyle = css(colour);
      context.fillRect(at, y - 0.85 * em, 0.8 * em, 0.8 * em);
      context.fillStyle = ink;
      context.fillText(name, at + em, y - 0.1 * em);
      at += 2 * em + context.measureText(name).width;
    }
    return at - x;
  }
  const { title, ticks } = ticks_of(legend), width = 18 * em, steps = 256;
  context.fillText(title, x, y - 2.3 * em);
  for (let k = 0; k < steps; ++k) {
    context.fillStyle = css(mapped(legend.map, k / (steps - 1)));
    context.fillRect(x + width * k / steps, y - 1.9 * em, width / steps + 1, 0.7 * em);
  }
  context.fillStyle = ink;
  ticks.forEach((text, k) => {
    context.textAlign = k === 0 ? 'left' : k === kTicks - 1 ? 'right' : 'center';
    context.fillText(text, x + width * k / (kTicks - 1), y - 0.1 * em);
  });
  return width;
}
