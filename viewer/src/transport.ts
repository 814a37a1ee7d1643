// Play, step, the slider of time with the events on it.
import type { Clock } from './clock';
import { by_id, h, number_text } from './dom';

const kRates: [number, string][] = [[0.1, '× 0.1'], [0.25, '× 0.25'], [0.5, '× 0.5'], [1, '× 1'], [2, '× 2'], [4, '× 4']];

export class Transport {
  private readonly slider = by_id<HTMLInputElement>('slider');
  private readonly play = by_id<HTMLButtonElement>('play');
  private readonly rate = by_id<HTMLSelectElement>('rate');

  constructor(private readonly clock: Clock, moved: () => void, rated: (rate: number) => void) {
    this.play.onclick = () => { clock.toggle(); moved(); };
    by_id('back').onclick = () => { clock.step(-1); moved(); };
    by_id('forward').onclick = () => { clock.step(1); moved(); };
    this.slider.addEventListener('input', () => { clock.pause(); clock.go_nearest(Number(this.slider.value)); moved(); });
    this.slider.addEventListener('keydown', (event) => {
      const count = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (count === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      clock.step(count);
      moved();
    });
    this.rate.append(...kRates.map(([value, text]) => h('option', { value }, text)));
    this.rate.onchange = () => rated(Number(this.rate.value));
  }

  set_times(events: { time: number; label: string }[], go: (time: number) => void): void {
    this.slider.min = String(this.clock.first);
    this.slider.max = String(this.clock.last);
    by_id('events').replaceChildren(...events.filter(({ time }) => time >= this.clock.first && time <= this.clock.last).map(({ time, label }) => {
      const text = `${label} at ${number_text(time)} s`, mark = h('button', { type: 'button', title: text, 'aria-label': text, onclick: () => go(time) });
      mark.style.left = `${100 * (time - this.clock.first) / (this.clock.span || 1)}%`;
      return mark;
    }));
  }

  show(time: number, frame: number, frames: number): void {
    const { clock } = this, text = `${number_text(time)} s`;
    this.slider.value = String(clock.time);
    this.slider.setAttribute('aria-valuetext', text);
    this.play.textContent = clock.is_playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', clock.is_playing ? 'Pause' : 'Play');
    this.rate.value = String(clock.rate);
    by_id('clock').replaceChildren(h('strong', {}, text), h('span', { class: 'hushed' }, `  ${frame + 1} / ${frames}`));
  }
}
