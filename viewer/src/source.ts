// Where the answers come from: the server, or the page itself if it is an exported one.
import { decode_base64 } from './wire';

export interface Source {
  json<T>(path: string): Promise<T>;
  binary(path: string): Promise<ArrayBuffer>;
  // The address of a picture, or null if there are none.
  picture(path: string): string | null;
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
  picture(path: string): string { return path; }
}

class Embedded implements Source {
  readonly is_live = false;
  constructor(private readonly parts: Record<string, { gzip: string }>) {}

  async binary(path: string): Promise<ArrayBuffer> {
    const part = this.parts[path];
    if (!part) throw new Error(`this page was exported without ${path}`);
    const packed = new Blob([decode_base64(part.gzip) as BlobPart]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }
  async json<T>(path: string): Promise<T> { return JSON.parse(new TextDecoder().decode(await this.binary(path))) as T; }
  picture(): null { return null; }
}

export function open_source(): Source {
  const data = document.getElementById('cairn-data');
  return data?.textContent ? new Embedded(JSON.parse(data.textContent) as Record<string, { gzip: string }>) : new Served();
}
