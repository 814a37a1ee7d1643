// The values and contacts of the body that was clicked.
import { h, number_text, quantity_text } from './dom';
import { kStates } from './colours';
import type { Snapshot } from './snapshot';

function vector(values: Float32Array | undefined, k: number, unit: string, origin = [0, 0, 0]): string {
  if (!values) return '–';
  return `${[0, 1, 2].map((i) => number_text(values[3 * k + i] + origin[i], 4)).join(', ')} ${unit}`;
}

interface Touch { uid: number; normal: number; tangential: number; gap: number; state: string }

export function touches_of(shot: Snapshot, uid: number): Touch[] {
  const contacts = shot.contacts, found: Touch[] = [];
  if (!contacts) return found;
  const { a, b, force, normal, gap, state } = contacts;
  for (let c = 0; c < a.length; ++c) {
    if (a[c] !== uid && b[c] !== uid) continue;
    const f = [0, 1, 2].map((i) => force[3 * c + i]), push = f[0] * normal[3 * c] + f[1] * normal[3 * c + 1] + f[2] * normal[3 * c + 2];
    found.push({ uid: a[c] === uid ? b[c] : a[c], normal: push, gap: gap[c], state: kStates[state[c]]?.name ?? '–',
                 tangential: Math.sqrt(Math.max(f[0] ** 2 + f[1] ** 2 + f[2] ** 2 - push ** 2, 0)) });
  }
  return found.sort((one, other) => Math.abs(other.normal) - Math.abs(one.normal));
}

export function show_body(holder: HTMLElement, shot: Snapshot | null, uid: number | null, pick: (uid: number | null) => void): void {
  const k = shot && uid !== null ? shot.find(uid) : -1;
  holder.hidden = uid === null || !shot;
  if (uid === null || !shot) return;
  const close = h('button', { type: 'button', 'aria-label': 'Close', onclick: () => pick(null) }, '×');
  if (k < 0) {
    holder.replaceChildren(h('header', {}, h('h2', {}, `uid ${uid}`), close), h('p', { class: 'hushed' }, 'not in this frame'));
    return;
  }
  const { info, bodies } = shot.run, { frame } = shot, row = shot.row(k);
  const pairs: [string, string][] = [
    ['uid', String(uid)], ['shape', shot.shape_kind(k)], ['material', info.materials[bodies.material[row]] ?? '–'],
    ...(bodies.mobile[row] ? [['radius', quantity_text(bodies.radius[row], 'm')], ['mass', quantity_text(bodies.mass[row], 'kg')]] as [string, string][]
                           : [['motion', 'fixed or driven']] as [string, string][]),
    ['position', vector(frame.position, k, 'm', info.center)], ['velocity', vector(frame.velocity, k, 'm/s')], ['spin', vector(frame.spin, k, 'rad/s')],
    ...(frame.force ? [['net force', vector(frame.force, k, 'N')]] as [string, string][] : []),
  ];
  const touches = touches_of(shot, uid), shown = touches.slice(0, 24);
  holder.replaceChildren(
    h('header', {}, h('h2', {}, info.groups[bodies.group[row]]?.name ?? 'body'), close),
    h('dl', {}, ...pairs.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)])),
    shot.contacts ? h('table', {},
      h('caption', {}, `${touches.length} contact${touches.length === 1 ? '' : 's'}${touches.length > shown.length ? `, the strongest ${shown.length}` : ''}`),
      h('thead', {}, h('tr', {}, ...['with', 'normal', 'tangential', 'state'].map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, ...shown.map((touch) => h('tr', {},
        h('td', {}, h('button', { type: 'button', 'aria-label': `Body ${touch.uid}`, onclick: () => pick(touch.uid) }, String(touch.uid))),
        h('td', { class: 'number' }, quantity_text(touch.normal, 'N', 3)), h('td', { class: 'number' }, quantity_text(touch.tangential, 'N', 3)), h('td', {}, touch.state))))) : '');
}
