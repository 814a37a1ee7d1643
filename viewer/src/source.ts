// Where the answers come from: the server, or the page itself if it is an exported one.
import { decode_base64 } from './wire';

export interface Source {
  json<T>(path: string): Promise<T>;
  binary(path: string): Promise<ArrayBuffer>;
  // The address of the picture of a frame, or of the nearest earlier frame that has one; null if there is none.
  picture(run: number, frame: number): string | null;
  // True while a server may send news.
  readonly is_live: boolean;
}

class Served implements Source {
  readonly is_live = true;

  private async ask(path: string): Promise<Response> {
    const answer = await fetch(path, { credentials: 'same-origin' });
    if (!answer.ok) {
      const text = (await answer.text()).slice(0, 300);
      throw new Error(/^\s*</.test(text) || !text ? `${answer.status} ${answer.statusText}` : text);
    }
    return answer;
  }
  async json<T>(path: string): Promise<T> { return (await this.ask(path)).json() as Promise<T>; }
  async binary(path: string): Promise<ArrayBuffer> { return (await this.ask(path)).arrayBuffer(); }
  picture(run: number, frame: number): string { return `api/run/${run}/picture/${frame}.png`; }
}

interface Parts { [path: string]: { gzip?: string; png?: string } }  // base64

class Embedded implements Source {
  readonly is_live = false;
  constructor(private readonly parts: Parts) {}

  async binary(path: string): Promise<ArrayBuffer> {
    const packed_text = this.parts[path]?.gzip;
    if (!packed_text) throw new Error(`this page was exported without ${path}`);
    const packed = new Blob([decode_base64(packed_text) as BlobPart]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }
  async json<T>(path: string): Promise<T> { return JSON.parse(new TextDecoder().decode(await this.binary(path))) as T; }
  picture(run: number, frame: number): string | null {
    const held = Object.keys(this.parts).map((path) => new RegExp(`^api/run/${run}/picture/(\\d+)\\.png$`).exec(path))
      .filter((found) => found !== null).map(([path, number]) => ({ path, number: Number(number) })).sort((a, b) => a.number - b.number);
    const best = held.filter(({ number }) => number <= frame).pop() ?? held[0];
    return best ? `data:image/png;base64,${this.parts[best.path].png}` : null;
  }
}

export function open_source(): Source {
  const data = document.getElementById('cairn-data');
  return data?.textContent ? new Embedded(JSON.parse(data.textContent) as Parts) : new Served();
}
