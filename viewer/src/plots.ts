// Series of measures beside the picture. A chart holds the columns of one measure that have the same unit; a line marks
// the present time; a click moves it. Of two runs, the second one is dashed.
import uPlot from 'uplot';
import { h, number_text } from './dom';
import type { Column, Series } from './wire';
import { category, css } from './colours';

export interface Plotted { name: string; series: Series }
interface Chart { title: string; unit: string; columns: Column[]; is_logarithmic: boolean }

const kMostLines = 10, kMostDecades = 5;

// "energy.kinetic" belongs to the measure "energy".
export const measure_of = (name: string) => name.split(/[.:]/)[0];
const unit_text = (unit: string) => (unit === '1' || !unit ? '' : ` [${unit}]`);

export function is_solver_column(name: string): boolean { return /(^|[._])(iterations|residual)$/.test(name); }
export function time_column(series: Series): number { return Math.max(series.columns.findIndex(({ name }) => name === 'time'), 0); }

// False for columns that are zero or empty all the time: terms of energy that a scene does not have.
function has_life(runs: Plotted[], name: string): boolean {
  return !name.endsWith('stored_at_start') && runs.some(({ series }) => series.values[series.columns.findIndex((column) => column.name === name)]?.some((y) => y));
}

// Charts for the chosen columns; without a choice the first few that are not zero all the time.
export function charts_of(runs: Plotted[], names: string[] | null): Chart[] {
  const columns = new Map<string, Column>();
  for (const { series } of runs) series.columns.forEach((column, k) => { if (k !== time_column(series)) columns.set(column.name, column); });
  const charts = new Map<string, Chart>();
  for (const column of columns.values()) {
    if (names ? !names.includes(column.name) : !has_life(runs, column.name)) continue;
    const solver = is_solver_column(column.name), key = `${measure_of(column.name)} ${column.unit} ${solver ? column.name : ''}`;
    if (!charts.has(key)) charts.set(key, { title: measure_of(column.name), unit: column.unit, columns: [], is_logarithmic: /residual$/.test(column.name) });
    charts.get(key)!.columns.push(column);
  }
  const found = [...charts.values()];
  for (const chart of found) if (chart.columns.length === 1) chart.title = chart.columns[0].name;
  return names ? found : found.slice(0, 6);
}

// Powers of ten between two values, so many that they can be read.
export function decades(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9), step = Math.max(1, Math.ceil((last - first) / kMostDecades));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, k) => 10 ** (first + k * step));
}

export class Plots {
  private drawn: { plot: uPlot; now: HTMLElement }[] = [];
  private time = 0;

  constructor(private readonly holder: HTMLElement, private readonly go: (time: number) => void) {
    new ResizeObserver(() => this.resize()).observe(holder);
  }
  private get width(): number { return Math.max(this.holder.clientWidth - 14, 120); }
  private resize(): void {
    for (const { plot } of this.drawn) if (plot.width !== this.width) plot.setSize({ width: this.width, height: plot.height });
    this.mark(this.time);
  }

  show(runs: Plotted[], names: string[] | null): void {
    for (const { plot } of this.drawn) plot.destroy();
    this.drawn = [];
    this.holder.replaceChildren();
    for (const chart of charts_of(runs, names)) this.draw(chart, runs);
    this.mark(this.time);
  }

  private draw(chart: Chart, runs: Plotted[]): void {
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue('--hushed'), line = style.getPropertyValue('--line');
    const is_light = matchMedia('(prefers-color-scheme: light)').matches;
    const tables: uPlot.AlignedData[] = [], lines: uPlot.Series[] = [];
    runs.forEach(({ name, series }, r) => {
      const table: (number | null)[][] = [series.values[time_column(series)]];
      chart.columns.slice(0, kMostLines).forEach((column, c) => {
        const k = series.columns.findIndex((other) => other.name === column.name);
        if (k < 0) return;
        table.push(chart.is_logarithmic ? series.values[k].map((y) => (y !== null && y > 0 ? y : null)) : series.values[k]);
        const tint = category(c).map((x) => (is_light ? x * 0.72 : x)) as [number, number, number];
        const short = column.name.slice(measure_of(column.name).length + 1) || column.name;
        lines.push({ label: runs.length > 1 ? `${short} (${name})` : short, stroke: css(tint), width: 1.5, spanGaps: true, dash: r ? [5, 4] : undefined,
                     points: { show: table[0].length < 12 }, value: (_, y) => (y === null || y === undefined ? '–' : number_text(y)) });
      });
      tables.push(table as uPlot.AlignedData);
    });
    const axis = { stroke: ink, grid: { stroke: line, width: 0.5 }, ticks: { stroke: line, width: 0.5 }, font: '11px system-ui, sans-serif' };
    const figure = h('figure', { class: 'chart' }, h('h2', {}, `${chart.title}${unit_text(chart.unit)}`));
    figure.style.margin = '0';
    this.holder.append(figure);
    const plot = new uPlot({
      width: this.width, height: 168, cursor: { drag: { x: true, y: false }, focus: { prox: 20 } }, legend: { show: lines.length <= kMostLines },
      scales: { x: { time: false }, y: chart.is_logarithmic ? { distr: 3 } : {} },
      axes: [{ ...axis, size: 26, values: (_, ticks) => ticks.map((t) => number_text(t)) },
             { ...axis, size: 58, values: (_, ticks) => ticks.map((t) => (t === null ? '' : number_text(t, 3))),
               ...(chart.is_logarithmic ? { splits: (_: uPlot, __: number, low: number, high: number) => decades(low, high), filter: (_: uPlot, ticks: number[]) => ticks } : {}) }],
      series: [{ label: 'time [s]', value: (_, t) => (t === null || t === undefined ? '–' : number_text(t)) }, ...lines],
      hooks: { ready: [() => this.mark(this.time)], setScale: [() => this.mark(this.time)] },
    }, tables.length > 1 ? uPlot.join(tables) : tables[0], figure);
    const now = h('div', { class: 'now' });
    plot.over.append(now);
    let pressed_at = 0;
    plot.over.addEventListener('mousedown', (event) => { pressed_at = event.clientX; });
    plot.over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - pressed_at) < 4) this.go(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x'));
    });
    plot.over.addEventListener('mouseleave', () => this.mark(this.time));
    this.drawn.push({ plot, now });
  }

  mark(time: number): void {
    this.time = time;
    for (const { plot, now } of this.drawn) {
      const left = plot.valToPos(time, 'x');
      now.hidden = !(left >= -1 && left <= plot.over.clientWidth + 1);
      now.style.left = `${left}px`;
      // The legend tells the values of the present time, unless the mouse asks for others.
      if (!plot.over.matches(':hover')) plot.setLegend({ idx: plot.valToIdx(time) }, false);
    }
  }
}
