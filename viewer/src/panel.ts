// The settings beside the picture. Every control shows one value of the settings and changes only that.
import { category, css, kMapNames } from './colours';
import { by_id, h, number_text, quantity_text, readable_unit } from './dom';
import { energy_table } from './energy';
import { group_colours } from './picture';
import { is_solver_column, measure_of, time_column } from './plots';
import type { Run } from './run';
import type { Settings } from './state';
import { kValues, value_of } from './values';
import type { RunList } from './wire';

export interface Board {
  settings: Settings; list: RunList; runs: Run[];
  change(part: Partial<Settings>): void;
  // The range of colours that is in use now.
  range: [number, number];
}

type Choice = [value: string, label: string];

function select(label: string, choices: Choice[], value: string, changed: (value: string) => void): HTMLElement {
  const box = h('select', { onchange: (event: Event) => changed((event.target as HTMLSelectElement).value), 'aria-label': label },
                ...choices.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
  return h('label', { class: 'field' }, h('span', {}, label), box);
}
function check(label: string, value: boolean, changed: (value: boolean) => void): HTMLElement {
  return h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: value, onchange: (event: Event) => changed((event.target as HTMLInputElement).checked) }), label);
}
// In a unit that suits its size; `changed` gets SI.
function number(label: string, value: number, factor: number, changed: (value: number | null) => void): HTMLElement {
  return h('input', { type: 'number', step: 'any', 'aria-label': label, value: String(Number((value / factor).toPrecision(3))), onchange: (event: Event) => {
    const text = (event.target as HTMLInputElement).value;
    changed(text === '' ? null : Number(text) * factor);
  } });
}

function runs_section({ list, settings, change }: Board): HTMLElement[] {
  const choices = list.runs.map((run): Choice => [String(run.index), run.title ? `${run.name} – ${run.title}` : run.name]);
  return list.runs.length < 2 ? [] : [
    select('Run', choices, String(settings.runs[0]), (k) => change({ runs: [Number(k), ...settings.runs.slice(1)] })),
    select('Beside it', [['', 'nothing'], ...choices], String(settings.runs[1] ?? ''),
           (k) => change({ runs: k === '' ? settings.runs.slice(0, 1) : [settings.runs[0], Number(k)] })),
  ];
}

function colour_section({ settings, change, range, runs }: Board): HTMLElement[] {
  const has_force = runs.some((run) => run.info.frames.some((frame) => frame.contacts));
  const choices = kValues.filter((value) => !value.needs_contacts || has_force).map((value): Choice => [value.key, value.label]);
  const has_range = !['group', 'material'].includes(settings.by), scale = readable_unit(Math.max(...range.map(Math.abs)), value_of(settings.by).unit);
  return [
    select('Colour by', choices, settings.by, (by) => change({ by, low: null, high: null })),
    ...!has_range ? [] : [select('Colours', [['auto', 'as the value asks'], ...kMapNames.map((name): Choice => [name, name])], settings.map, (map) => change({ map })),
    h('div', { class: 'field', role: 'group', 'aria-label': 'Range of colours' }, h('span', {}, scale.unit ? `Range [${scale.unit}]` : 'Range'), h('div', { class: 'pair' },
      number('Lowest value of the colours', range[0], scale.factor, (low) => change({ low })), number('Highest value of the colours', range[1], scale.factor, (high) => change({ high })),
      h('button', { type: 'button', title: 'Range of all frames seen', onclick: () => change({ low: null, high: null }) }, 'Auto')))],
  ];
}

function body_section({ settings, change }: Board): HTMLElement[] {
  const choices: [Settings['bodies'], string][] = [['solid', 'solid'], ['faint', 'faint'], ['hidden', 'hidden']];
  return [
    h('div', { class: 'segments', role: 'group', 'aria-label': 'Bodies' }, ...choices.map(([value, label]) =>
      h('button', { type: 'button', 'aria-pressed': String(settings.bodies === value), onclick: () => change({ bodies: value }) }, label))),
    check('Walls and cells', settings.walls, (walls) => change({ walls })),
  ];
}

function contact_section({ settings, change, runs }: Board): HTMLElement[] {
  if (!runs.some((run) => run.info.frames.some((frame) => frame.contacts)))
    return [h('p', { class: 'hushed' }, 'The frames hold no contacts. Say output: {contacts: true} in the scene.')];
  const chains: Choice[] = [['off', 'off'], ['force', 'force']];
  if (runs.some((run) => run.info.has_compatible)) chains.push(['compatible', 'compatible force'], ['beside', 'both beside each other']);
  return [
    select('Chains', chains, settings.chains, (value) => {
      const on = value !== 'off';
      const bodies = on && settings.bodies === 'solid' ? 'faint' : !on && settings.bodies === 'faint' ? 'solid' : settings.bodies;
      change({ chains: value as Settings['chains'], bodies });
    }),
    select('Chains by', [['force', 'force'], ['state', 'stick, slip, open']], settings.chain_colour, (value) => change({ chain_colour: value as Settings['chain_colour'] })),
    check('Contact points by stick, slip, open', settings.points, (points) => change({ points })),
  ];
}

function clip_section({ settings, change }: Board): HTMLElement[] {
  return [
    select('Clip plane', [['off', 'off'], ['x', 'across x'], ['y', 'across y'], ['z', 'across z']], settings.clip, (clip) => change({ clip: clip as Settings['clip'] })),
    h('label', { class: 'field' }, h('span', {}, 'Place'), h('input', { type: 'range', min: 0, max: 1, step: 0.005, value: settings.clip_at, disabled: settings.clip === 'off',
      'aria-label': 'Place of the clip plane', oninput: (event: Event) => change({ clip_at: Number((event.target as HTMLInputElement).value) }) })),
    check('Keep the other side', settings.clip_flip, (clip_flip) => change({ clip_flip })),
    check('Flat view (no perspective)', settings.flat ?? false, (flat) => change({ flat })),
  ];
}

function group_section({ settings, change, runs }: Board): HTMLElement[] {
  const seen = new Set<string>(), rows: HTMLElement[] = [];
  for (const run of runs) {
    const colours = group_colours(run);
    run.info.groups.forEach((group, k) => {
      if (seen.has(group.name)) return;
      seen.add(group.name);
      const swatch = h('span', { class: 'swatch' });
      swatch.style.background = css(colours[k] ?? category(k));
      const row = check('', !settings.hidden.includes(group.name), (shown) =>
        change({ hidden: shown ? settings.hidden.filter((name) => name !== group.name) : [...settings.hidden, group.name] }));
      row.append(swatch, h('span', {}, group.name), h('span', { class: 'count' }, String(group.count)));
      rows.push(row);
    });
  }
  return [h('div', { class: 'groups', role: 'group', 'aria-label': 'Groups shown' }, ...rows)];
}

// The numbers of the summary that tell whether to trust the run.
function about_section({ runs }: Board): HTMLElement[] {
  return runs.flatMap((run) => {
    const summary = run.summary ?? {}, pairs: [string, string][] = [['frames', String(run.info.frames.length)], ['bodies', String(run.bodies.uid.length)]];
    const range = (value: unknown) => { const { mean, max } = (value ?? {}) as Record<string, number>; return `${number_text(mean)} mean, ${number_text(max)} most`; };
    if (summary.method) pairs.push(['method', typeof summary.method === 'string' ? summary.method : JSON.stringify(summary.method)]);
    if (typeof summary.steps === 'number') pairs.push(['steps', String(summary.steps)]);
    if ((summary.iterations as Record<string, number> | undefined)?.max) pairs.push(['iterations', range(summary.iterations)], ['residual', range(summary.residual)], ['not converged', `${summary.unconverged_steps} steps`]);
    if (typeof summary.max_overlap_over_radius === 'number') pairs.push(['overlap / radius', number_text(summary.max_overlap_over_radius)]);
    if (typeof summary.wall_seconds === 'number') pairs.push(['computed in', quantity_text(summary.wall_seconds, 's', 3)]);
    if (summary.state_hash) pairs.push(['hash', String(summary.state_hash)]);
    if (run.info.references?.length) pairs.push(['built on', run.info.references.join(', ')]);
    return [h('h2', {}, run.info.name), h('dl', {}, ...pairs.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)]))];
  });
}

function plot_section({ runs, settings, change }: Board, shown: string[]): HTMLElement[] {
  const names = new Set<string>(), rows: HTMLElement[] = [];
  for (const { series } of runs) {
    if (!series) continue;
    series.columns.forEach((column, k) => {
      if (k === time_column(series) || names.has(column.name)) return;
      names.add(column.name);
      const row = check(`${column.name}`, shown.includes(column.name), (on) =>
        change({ plots: on ? [...(settings.plots ?? shown), column.name] : (settings.plots ?? shown).filter((name) => name !== column.name) }));
      row.title = `${measure_of(column.name)}: ${column.meaning}`;
      row.append(h('span', { class: 'count' }, column.unit === '1' ? '' : column.unit));
      rows.push(row);
    });
  }
  const solves = runs.some(({ summary }) => (summary?.iterations as Record<string, number> | undefined)?.max), is_measured = [...names].some(is_solver_column);
  return [...(rows.length ? [h('div', { class: 'columns', role: 'group', 'aria-label': 'Series shown as plots' }, ...rows)] : []),
    ...(solves && !is_measured ? [h('p', { class: 'hushed' }, 'Iterations and residual per step: say measure: {solver: {every: 10 ms}} in the scene.')] : [])];
}

export class Panel {
  private readonly closed = new Set(['Energy', 'Run', 'Series']);
  constructor(private readonly holder: HTMLElement) {}

  // Built again at each change; the focus stays on the control that has it.
  show(board: Board, shown_columns: string[], time: number): void {
    const active = document.activeElement, label = this.holder.contains(active) ? label_of(active as HTMLElement) : null;
    const scroll = this.holder.scrollTop;
    const energy = board.runs.map((run) => energy_table(run.series, run.summary, time)).filter((table) => table !== null);
    const sections: [string, HTMLElement[]][] = [
      ['Runs', runs_section(board)], ['Colour', colour_section(board)], ['Bodies', body_section(board)], ['Groups', group_section(board)],
      ['Contacts', contact_section(board)], ['View', clip_section(board)], ['Energy', energy], ['Series', plot_section(board, shown_columns)], ['Run', about_section(board)],
    ];
    this.holder.replaceChildren(...sections.filter(([, fields]) => fields.length).map(([name, fields]) => {
      const section = h('details', { open: !this.closed.has(name) }, h('summary', {}, name), h('div', { class: 'fields' }, ...fields));
      section.addEventListener('toggle', () => { if (section.open) this.closed.delete(name); else this.closed.add(name); });
      return section;
    }));
    this.holder.scrollTop = scroll;
    if (label) [...this.holder.querySelectorAll<HTMLElement>('summary, button, input, select')].find((element) => label_of(element) === label)?.focus();
  }
  // While time runs only this part changes.
  show_energy(runs: Run[], time: number): void {
    const old = this.holder.querySelectorAll('.budget');
    runs.map((run) => energy_table(run.series, run.summary, time)).filter((table) => table !== null).forEach((table, k) => old[k]?.replaceWith(table));
  }
}

function label_of(element: HTMLElement): string {
  return element.tagName + (element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '');
}

const kMostNamed = 8;

// Frames that cannot be read and that no remark names yet.
function left_out(run: Run): string[] {
  const bad = run.info.frames.map((frame, k) => (frame.readable ? -1 : k)).filter((k) => k >= 0 && !run.info.remarks.some((text) => new RegExp(`\\bframe ${k}\\b`, 'i').test(text)));
  if (!bad.length) return [];
  const named = bad.slice(0, kMostNamed).join(', ') + (bad.length > kMostNamed ? ' …' : '');
  return [`${bad.length === 1 ? `Frame ${named} cannot be read and is` : `${bad.length} frames cannot be read and are`} left out${bad.length === 1 ? '' : `: ${named}`}.`];
}

export function show_remarks(runs: Run[]): void {
  const texts = runs.flatMap((run) => [...run.info.remarks, ...left_out(run)].map((text) => (runs.length > 1 ? `${run.info.name}: ${text}` : text)));
  const holder = by_id('remarks');
  holder.hidden = !texts.length;
  holder.replaceChildren(h('ul', {}, ...texts.map((text) => h('li', {}, text))));
}
