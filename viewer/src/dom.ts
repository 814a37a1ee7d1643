// Small words for building the page: elements, and numbers as people read them.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

// An element with attributes, properties (checked, value, disabled ...) and listeners (onclick ...).
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name in element && name !== 'list' && name !== 'form') (element as unknown as Attributes)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

export function by_id<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found as T;
}

// Three or four significant digits, with a power of ten only where it is needed.
export function number_text(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e5) return String(Number(x.toPrecision(digits))).replace('-', '−');
  const [mantissa, power] = x.toExponential(digits - 1).split('e');
  const raised = [...String(Number(power))].map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻').join('');
  return `${Number(mantissa)}·10${raised}`.replace('-', '−');
}

const kPrefixes: [number, string][] = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];
const kPrefixable = new Set(['m', 'm/s', 'N', 'J', 's', 'Pa', 'W']);

// The power of a thousand in which a quantity of this size reads best: factor and unit.
export function readable_unit(size: number, unit: string): { factor: number; unit: string } {
  if (unit === 'kg' && size > 0 && size < 0.1) {
    const found = readable_unit(size * 1000, 'g');
    return { factor: found.factor / 1000, unit: found.unit };
  }
  if (!(size > 0) || !(kPrefixable.has(unit) || unit === 'g')) return { factor: 1, unit: unit === '1' ? '' : unit };
  const [factor, prefix] = kPrefixes.find(([value]) => size >= value * 0.9999) ?? kPrefixes[kPrefixes.length - 1];
  return { factor, unit: prefix + unit };
}

export function quantity_text(x: number, unit: string, digits = 4): string {
  const scale = readable_unit(Math.abs(x), unit);
  return `${number_text(x / scale.factor, digits)} ${scale.unit}`.trim();
}

// Shows or hides a side of the page; the button that does so tells it.
export function show_part(id: string, shown: boolean): void {
  by_id(id).hidden = !shown;
  by_id(`toggle-${id}`).setAttribute('aria-expanded', String(shown));
}

export function file_stem(text: string): string {
  return text.replace(/\.run$/, '').replace(/[^\w.-]+/g, '_');
}

export function save(blob: Blob, name: string): void {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
