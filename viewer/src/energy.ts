// The energy budget at the present time as a table with bars: where the energy is, and where it went.
import { h, quantity_text } from './dom';
import type { Series } from './wire';
import { time_column } from './plots';

const kStored = ['kinetic', 'gravity', 'elastic_normal', 'elastic_tangential', 'adhesion', 'springs'];
const kLost = ['friction', 'damping', 'rolling', 'impact', 'plastic'];
const kOther = ['work_of_drives', 'exchanged', 'imbalance'];

// The row of a series at or before a time.
export function row_at(series: Series, time: number): number {
  const times = series.values[time_column(series)];
  let found = 0;
  for (let k = 0; k < times.length; ++k) if ((times[k] ?? Infinity) <= time * (1 + 1e-9)) found = k;
  return found;
}

// Terms by their last name, "energy.dissipated.friction" is friction.
function terms_at(series: Series, time: number): Map<string, number> {
  const row = row_at(series, time), found = new Map<string, number>();
  series.columns.forEach((column, k) => {
    const last = column.name.split(/[.:]/).pop()!.replace(/^dissipated_/, '');
    const value = series.values[k][row];
    if (column.unit === 'J' && value !== null && !found.has(last)) found.set(last, value);
  });
  return found;
}

function terms_at_end(summary: Record<string, unknown> | null): Map<string, number> {
  const found = new Map<string, number>();
  const energy = summary?.energy as Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries({ ...energy, ...(energy?.dissipated as object | undefined) }))
    if (typeof value === 'number') found.set(name, value);
  return found;
}

export function energy_table(series: Series | null, summary: Record<string, unknown> | null, time: number): HTMLElement | null {
  const has_series = series?.columns.some(({ name, unit }) => unit === 'J' && /kinetic$/.test(name));
  const terms = has_series ? terms_at(series!, time) : terms_at_end(summary);
  const rows = [...kStored.map((name) => ({ name, kind: 'kept' })), ...kLost.map((name) => ({ name, kind: 'lost' })),
                ...kOther.map((name) => ({ name, kind: name === 'imbalance' ? 'wrong' : 'kept' }))]
    .filter(({ name }) => terms.has(name) && (terms.get(name) !== 0 || name === 'imbalance' || name === 'kinetic'));
  if (!rows.length) return null;
  const largest = Math.max(...rows.map(({ name }) => Math.abs(terms.get(name)!)), 1e-300);
  return h('table', { class: 'budget' },
    h('caption', { class: 'hushed' }, has_series ? 'at the present time' : 'at the end of the run'),
    h('tbody', {}, ...rows.map(({ name, kind }) => {
      const value = terms.get(name)!, bar = h('i', {});
      bar.style.width = `${100 * Math.abs(value) / largest}%`;
      return h('tr', { class: kind }, h('th', { scope: 'row' }, name.replaceAll('_', ' ')), h('td', { class: 'bar' }, bar),
               h('td', { class: 'number' }, quantity_text(value, 'J')));
    })));
}
