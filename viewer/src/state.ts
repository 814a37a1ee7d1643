// What a view shows, as one object of plain values, and its text in the address. Only what differs from the default
// is written, so that addresses stay short.

export interface Settings {
  runs: number[];                 // one, or two side by side
  time: number;                   // s
  by: string;                     // the value that colour shows
  map: string; low: number | null; high: number | null;
  bodies: 'solid' | 'faint' | 'hidden';
  chains: 'off' | 'force' | 'compatible' | 'beside';
  chain_colour: 'force' | 'state';
  points: boolean;                // contact points by state
  walls: boolean;
  clip: 'off' | 'x' | 'y' | 'z'; clip_at: number; clip_flip: boolean;   // clip_at: 0 .. 1 of the bounds
  hidden: string[];               // names of groups
  picked: number | null;          // uid
  plots: string[] | null;         // names of columns; null: chosen by the page
  flat: boolean | null;           // orthographic; null: as the scene's dimension says
  camera: number[] | null;        // azimuth, elevation (deg), width of view and target over the length scale
  rate: number;                   // playing: times the default
}

export const kDefaults: Readonly<Settings> = {
  runs: [0], time: 0, by: 'speed', map: 'auto', low: null, high: null, bodies: 'solid', chains: 'off', chain_colour: 'force',
  points: false, walls: true, clip: 'off', clip_at: 0.5, clip_flip: false, hidden: [], picked: null, plots: null, flat: null,
  camera: null, rate: 1,
};

type Key = keyof Settings;
const kOneOf: Partial<Record<Key, readonly string[]>> = {
  bodies: ['solid', 'faint', 'hidden'], chains: ['off', 'force', 'compatible', 'beside'], chain_colour: ['force', 'state'],
  clip: ['off', 'x', 'y', 'z'],
};
const kNumberLists: Key[] = ['runs', 'camera'], kTextLists: Key[] = ['hidden', 'plots'];
const kFlags: Key[] = ['points', 'walls', 'clip_flip', 'flat'];
const kNumbers: Key[] = ['time', 'low', 'high', 'clip_at', 'picked', 'rate'];

export function encode(settings: Settings): string {
  const words = new URLSearchParams();
  for (const key of Object.keys(kDefaults) as Key[]) {
    const value = settings[key];
    if (value === null || JSON.stringify(value) === JSON.stringify(kDefaults[key])) continue;
    if (key === 'camera') words.set(key, (value as number[]).map((x) => String(Number(x.toPrecision(6)))).join(' '));
    else words.set(key, Array.isArray(value) ? value.map((part) => String(part).replaceAll(' ', '%20')).join(' ') : String(value));
  }
  return words.toString();
}

function parse(key: Key, text: string): unknown {
  const words = text.split(' ').filter(Boolean);
  const is_number = (word: string) => word !== '' && Number.isFinite(Number(word));
  if (kNumberLists.includes(key)) return words.length && words.every(is_number) ? words.map(Number) : undefined;
  if (kTextLists.includes(key)) return words.map((word) => word.replaceAll('%20', ' '));
  if (kFlags.includes(key)) return text === 'true' ? true : text === 'false' ? false : undefined;
  if (kNumbers.includes(key)) return is_number(text) ? Number(text) : undefined;
  const allowed = kOneOf[key];
  return !allowed || allowed.includes(text) ? text : undefined;
}

// Words that are not understood keep the default: an address may come from another version.
export function decode_settings(text: string): Settings {
  const settings: Settings = structuredClone(kDefaults);
  for (const [key, value] of new URLSearchParams(text)) {
    if (!(key in kDefaults)) continue;
    const parsed = parse(key as Key, value);
    if (parsed !== undefined) (settings as unknown as Record<string, unknown>)[key] = parsed;
  }
  settings.runs = settings.runs.slice(0, 2);
  if (settings.camera && settings.camera.length !== 6) settings.camera = null;
  return settings;
}
