// Colour maps with even steps of lightness, the same as those of cairn's pictures, in OKLab [OT20]; tables for the
// graphics card; colours of categories.

type Lch = [lightness: number, chroma: number, hue: number];
export type Rgb = [number, number, number];

const kMaps: Record<string, Lch[]> = {
  lagoon: [[0.42, 0.145, 272], [0.53, 0.135, 252], [0.63, 0.11, 215], [0.73, 0.13, 168], [0.83, 0.165, 128], [0.92, 0.165, 101]],
  ember: [[0.4, 0.115, 320], [0.49, 0.155, 352], [0.59, 0.19, 20], [0.69, 0.17, 47], [0.81, 0.15, 76], [0.93, 0.11, 98]],
  grey: [[0.35, 0, 0], [0.97, 0, 0]],
  // For values of both signs: zero is the light middle.
  tide: [[0.46, 0.16, 258], [0.63, 0.13, 250], [0.8, 0.07, 245], [0.94, 0, 140], [0.8, 0.085, 45], [0.64, 0.16, 35], [0.48, 0.17, 25]],
};
export const kMapNames = Object.keys(kMaps);

function rgb_of([lightness, chroma, hue]: Lch): Rgb {
  const a = chroma * Math.cos(hue * Math.PI / 180), b = chroma * Math.sin(hue * Math.PI / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (x: number) => {
    const bounded = Math.min(Math.max(x, 0), 1);
    return bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
  };
  return [channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)];
}

export function mapped(name: string, t: number): Rgb {
  const stops = kMaps[name] ?? kMaps.lagoon;
  const place = Math.min(Math.max(t || 0, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(place), stops.length - 2), s = place - i;
  const [from, to] = [stops[i], stops[i + 1]];
  // The short way around the hue circle; a grey stop has no hue of its own.
  let turn = ((to[2] - from[2] + 540) % 360) - 180;
  if (from[1] === 0 || to[1] === 0) turn = 0;
  const hue = from[1] === 0 ? to[2] : from[2];
  return rgb_of([from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]), hue + s * turn]);
}

// Distinct colours of the same lightness, for groups and materials without one of their own.
export function category(index: number): Rgb {
  return rgb_of([0.72 - 0.1 * (Math.floor(index / 8) % 3), 0.125, (250 + 137.5 * index) % 360]);
}

export function parse_hex(text: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return found ? [1, 2, 3].map((k) => parseInt(found[k], 16) / 255) as Rgb : null;
}

// Colours chosen for paper, made light enough for a dark screen.
export function lightened(colour: Rgb): Rgb {
  const light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2], share = Math.max(0, 0.4 - light) * 2;
  return colour.map((x) => x + share * (1 - x)) as Rgb;
}

export function css(colour: Rgb): string {
  return `rgb(${colour.map((x) => Math.round(x * 255)).join(' ')})`;
}

export const kTableSize = 256;

function table_of(colour: (k: number) => Rgb): Uint8Array {
  const bytes = new Uint8Array(kTableSize * 4);
  for (let k = 0; k < kTableSize; ++k) bytes.set([...colour(k).map((x) => Math.round(x * 255)), 255], 4 * k);
  return bytes;
}
export const map_table = (name: string): Uint8Array => table_of((k) => mapped(name, k / (kTableSize - 1)));
export const category_table = (colours: Rgb[]): Uint8Array => table_of((k) => colours[k % Math.max(colours.length, 1)] ?? [0.6, 0.6, 0.6]);

// Stick, slip, open, unknown: blue and orange stay distinct for all common kinds of colour blindness.
export const kStates: { name: string; colour: Rgb }[] = [
  { name: 'open', colour: [0.62, 0.65, 0.7] },
  { name: 'stick', colour: [0.3, 0.62, 0.98] },
  { name: 'slip', colour: [1.0, 0.58, 0.16] },
  { name: 'unknown', colour: [0.72, 0.5, 0.85] },
];
