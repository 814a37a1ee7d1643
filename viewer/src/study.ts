// The table of a study; each row opens its run, alone or beside the present one.
import { h, number_text } from './dom';
import { open_dialog } from './keyboard';
import type { RunList } from './wire';

// The number of the run of a row: by its name if a column has one, else rows and runs stand in the same order.
export function run_of_row(list: RunList, row: (string | number | null)[], place: number): number {
  const stem = (text: string) => text.replace(/\/+$/, '').split('/').pop()!;
  const named = list.runs.find((run) => row.some((cell) => typeof cell === 'string' && cell !== '' && (cell === run.name || stem(cell) === stem(run.name))));
  return named?.index ?? (list.study?.rows.length === list.runs.length ? list.runs[place].index : -1);
}

export function show_study(list: RunList, present: number[], open: (runs: number[]) => void): void {
  if (!list.study) return;
  const close_and = (runs: number[]) => () => { (document.getElementById('study') as HTMLDialogElement).close(); open(runs); };
  const rows = list.study.rows.map((row, place) => {
    const index = run_of_row(list, row, place);
    const opens = index < 0 ? h('span', { class: 'hushed' }, 'no frames') : h('span', {},
      h('button', { type: 'button', 'aria-label': `Open run ${place + 1}`, onclick: close_and([index]) }, 'open'), ' ',
      h('button', { type: 'button', 'aria-label': `Show run ${place + 1} beside`, onclick: close_and([present[0], index]) }, 'beside'));
    return h('tr', { 'aria-current': present.includes(index) ? 'true' : undefined }, h('td', {}, opens),
             ...row.map((cell) => h('td', { class: typeof cell === 'number' ? 'number' : '' }, typeof cell === 'number' ? number_text(cell) : cell ?? '–')));
  });
  open_dialog('study', 'Runs of the study', h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'show'), ...list.study.columns.map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)));
}
