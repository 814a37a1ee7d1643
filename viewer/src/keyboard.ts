// Keys: one table that acts and that the help page shows.
import { by_id, h } from './dom';

export interface Key { keys: string[]; shown: string; does: string; act(event: KeyboardEvent): void }

export function listen_to_keys(keys: Key[]): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input[type="number"], select, textarea')) return;
    // A slider has the keys that move it.
    if (target.matches('input[type="range"]') && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    // Space and Enter keep their meaning on buttons, boxes and summaries.
    if ((event.key === ' ' || event.key === 'Enter') && target.matches('button, input, summary')) return;
    const found = keys.find((key) => key.keys.includes(event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key));
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
}

const kMouse: [string, string][] = [
  ['drag', 'turn (2-D scenes: move)'], ['right drag, shift + drag', 'move'], ['wheel', 'zoom'], ['click', 'values of a body'],
  ['one finger', 'turn'], ['two fingers', 'move and zoom'],
];

export function open_dialog(id: string, title: string, ...content: HTMLElement[]): void {
  const dialog = by_id<HTMLDialogElement>(id);
  dialog.replaceChildren(h('header', {}, h('h2', { id: `${id}-title` }, title), h('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '×')), ...content);
  if (!dialog.open) dialog.showModal();
}

export function show_help(keys: Key[]): void {
  const rows = [...keys.map(({ shown, does }): [string, string] => [shown, does]), ...kMouse];
  open_dialog('help', 'Keys and mouse', h('dl', { class: 'keys' }, ...rows.flatMap(([key, does]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)])));
}
