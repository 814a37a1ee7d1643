// The canvas: one WebGL context, one camera, one picture or two beside each other. It draws only when something changed.
import { Color, SRGBColorSpace, Vector3, WebGLRenderer } from 'three';
import { OrbitCamera, listen } from './camera';
import { set_cut } from './shading';
import type { Picture } from './picture';
import type { Rgb } from './colours';

export interface Plane { normal: Vector3; offset: number }

// The name of the renderer, or null if the browser has no WebGL 2.
export function webgl_renderer(): string | null {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return null;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
export const is_software = (renderer: string) => /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);

const kRest = 250;  // ms without a move

export class Stage {
  readonly camera = new OrbitCamera();
  pictures: Picture[] = [];
  clip: Plane | null = null;
  background: Rgb = [0, 0, 0];
  last_milliseconds = 0;          // of the page's side of the last drawing
  drawn = 0;
  is_slow = false;                // no graphics card
  private readonly renderer: WebGLRenderer;
  private is_due = false;
  private is_moving = false;
  private rest = 0;

  constructor(readonly canvas: HTMLCanvasElement, smooth: 'smooth' | 'sharp', private readonly moved: () => void,
              clicked: (picture: number, x: number, y: number) => void, readonly after: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: smooth === 'smooth', alpha: false, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.autoClear = false;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    listen(canvas, this.camera, () => Math.min(canvas.clientHeight, canvas.clientWidth / Math.max(this.pictures.length, 1)),
           () => { this.moved(); this.move(); },
           (x, y) => {
             const { left, top, width, height } = canvas.getBoundingClientRect(), part = width / this.pictures.length;
             const k = Math.min(Math.floor((x - left) / part), this.pictures.length - 1);
             clicked(k, ((x - left) / part - k) * 2 - 1, 1 - (y - top) / height * 2);
           });
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener('webglcontextrestored', () => this.request());
  }

  get is_still(): boolean { return !this.is_due && !this.is_moving && this.drawn > 0; }
  get pixel_ratio(): number { return this.renderer.getPixelRatio(); }
  get aspect(): number { return this.canvas.clientWidth / Math.max(this.pictures.length, 1) / Math.max(this.canvas.clientHeight, 1); }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.draw();  // at once: a canvas of a new size is empty
  }

  // A drawing of a camera that moves; in software it may be coarser, until the camera rests.
  move(): void {
    clearTimeout(this.rest);
    this.is_moving = this.is_slow;
    if (this.is_moving) this.rest = window.setTimeout(() => { this.is_moving = false; this.request(); }, kRest);
    this.request();
  }

  request(): void {
    if (this.is_due) return;
    this.is_due = true;
    requestAnimationFrame(() => { this.is_due = false; this.draw(); });
  }

  private draw(): void {
    const begin = performance.now();
    this.render(this.canvas.clientWidth, this.canvas.clientHeight, this.background);
    this.last_milliseconds = performance.now() - begin;
    ++this.drawn;
    this.after();
  }

  // All pictures side by side. `width` and `height` are CSS pixels; the shaders get device pixels and the world's up in
  // the axes of the camera.
  private render(width: number, height: number, background: Rgb): void {
    const renderer = this.renderer, count = Math.max(this.pictures.length, 1), part = width / count;
    const ratio = renderer.getPixelRatio();
    renderer.setScissorTest(true);
    renderer.setClearColor(new Color().setRGB(...background, SRGBColorSpace));
    renderer.setScissor(0, 0, width, height);
    renderer.setViewport(0, 0, width, height);
    renderer.clear();
    this.pictures.forEach((picture, k) => {
      const camera = this.camera.pose(part / height), { shared } = picture;
      picture.hurry(this.is_moving);
      shared.height.value = height * ratio;
      shared.breadth.value = part * ratio;
      shared.background.value.set(...background);
      shared.sky.value.set(0, 0, 1).transformDirection(camera.matrixWorldInverse);
      set_cut(shared, this.clip, camera.matrixWorldInverse);
      renderer.setViewport(k * part, 0, part, height);
      renderer.setScissor(k * part, 0, part, height);
      renderer.render(picture.scene, camera);
    });
  }

  // The same view with so many pixels, as a canvas of its own.
  copy(width: number, background: Rgb): HTMLCanvasElement {
    const { clientWidth, clientHeight } = this.canvas, ratio = this.renderer.getPixelRatio();
    const height = Math.round(width * clientHeight / clientWidth);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    this.render(width, height, background);
    const copied = document.createElement('canvas');
    copied.width = width;
    copied.height = height;
    copied.getContext('2d')!.drawImage(this.canvas, 0, 0);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.draw();
    return copied;
  }
}
