// The one camera of all pictures: it turns around a target, z up. Mouse, touch and keys move it.
// Azimuth 0 looks along +y, so that x points to the right and z up: the plane of 2-D scenes.
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';

const kFieldOfView = 30 * Math.PI / 180;
const kMargin = 1.06;  // around what is fitted

export class OrbitCamera {
  azimuth = -35; elevation = 20;
  width = 1;                       // height of what is seen at the target [m]
  readonly target = new Vector3();
  is_flat = false;
  is_locked_to_plane = false;      // 2-D scenes: dragging moves instead of turning
  reach = 1;                       // of the scene, from the origin
  flown = 0;                       // of the bodies at the present time, which may have left the scene
  private readonly perspective = new PerspectiveCamera();
  private readonly orthographic = new OrthographicCamera();

  get distance(): number { return this.width / 2 / Math.tan(kFieldOfView / 2); }

  backward(): Vector3 {
    const a = this.azimuth * Math.PI / 180, e = this.elevation * Math.PI / 180;
    return new Vector3(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e));
  }
  right(): Vector3 {
    const a = this.azimuth * Math.PI / 180;
    return new Vector3(Math.cos(a), Math.sin(a), 0);
  }
  up(): Vector3 { return this.backward().cross(this.right()); }

  // The camera for a picture of this shape. A narrow picture shows the same width as a square one.
  pose(aspect: number): PerspectiveCamera | OrthographicCamera {
    const back = this.backward(), right = this.right(), up = this.up();
    const height = this.width * Math.max(1, 1 / aspect);
    const distance = height / 2 / Math.tan(kFieldOfView / 2);
    const camera = this.is_flat ? this.orthographic : this.perspective;
    // Depth spans what is drawn, seen from wherever the camera stands.
    const span = Math.max(this.reach, this.flown) + this.target.length();
    camera.near = this.is_flat ? -2 * span : Math.max(distance - span, distance * 1e-3);
    camera.far = this.is_flat ? 2 * span + distance : distance + 2 * span;
    if (camera instanceof PerspectiveCamera) {
      camera.fov = kFieldOfView * 180 / Math.PI;
      camera.aspect = aspect;
    } else {
      camera.top = height / 2; camera.bottom = -height / 2; camera.right = height * aspect / 2; camera.left = -camera.right;
    }
    camera.position.copy(this.target).addScaledVector(back, distance);
    camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, up, back));
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    return camera;
  }

  turn(right_degrees: number, up_degrees: number): void {
    this.azimuth = ((this.azimuth - right_degrees + 540) % 360) - 180;
    this.elevation = Math.min(Math.max(this.elevation + up_degrees, -90), 90);
  }
  // By fractions of the picture's height.
  pan(right: number, up: number): void {
    this.target.addScaledVector(this.right(), -right * this.width).addScaledVector(this.up(), -up * this.width);
  }
  // Towards a place of the picture, given in heights from its middle.
  zoom(factor: number, x = 0, y = 0): void {
    const before = this.width;
    this.width = Math.min(Math.max(this.width * factor, this.reach * 1e-4), this.reach * 40);
    const moved = before - this.width;
    this.target.addScaledVector(this.right(), x * moved).addScaledVector(this.up(), y * moved);
  }

  // Moves back until a box fills the picture but for these shares of its height at the top and at the bottom.
  fit(low: number[], high: number[], aspect: number, top = 0, bottom = 0): void {
    this.target.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
    const steep = Math.tan(kFieldOfView / 2), [right, up, back] = [this.right(), this.up(), this.backward()];
    let distance = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const x = new Vector3(...low.map((y, i) => (corner >> i & 1 ? high[i] : y))).sub(this.target);
      const side = Math.max(Math.abs(x.dot(up)) / (1 - top - bottom), Math.abs(x.dot(right)) / aspect) / steep;
      distance = Math.max(distance, side + (this.is_flat ? 0 : x.dot(back)));
    }
    const height = kMargin * 2 * distance * steep;
    this.width = height / Math.max(1, 1 / aspect) || 1;
    this.target.addScaledVector(up, (top - bottom) / 2 * height);
  }

  save(scale: number): number[] {
    return [this.azimuth, this.elevation, this.width / scale, ...this.target.toArray().map((x) => x / scale)];
  }
  load(values: number[], scale: number): void {
    [this.azimuth, this.elevation] = values;
    this.width = values[2] * scale;
    this.target.set(values[3] * scale, values[4] * scale, values[5] * scale);
  }
}

// Pointer and wheel on an element. A press that does not move is a click.
export function listen(element: HTMLElement, camera: OrbitCamera, height: () => number, changed: () => void,
                       clicked: (x: number, y: number) => void): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const middle = () => {
    const all = [...pointers.values()];
    const x = all.reduce((sum, p) => sum + p.x, 0) / all.length, y = all.reduce((sum, p) => sum + p.y, 0) / all.length;
    return { x, y, spread: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
  };
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) travelled = 0;
  });
  element.addEventListener('pointermove', (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = middle();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle(), dx = after.x - before.x, dy = after.y - before.y;
    travelled += Math.abs(dx) + Math.abs(dy);
    const pans = pointers.size > 1 || event.shiftKey || (event.buttons & 6) !== 0 || camera.is_locked_to_plane;
    if (pans) camera.pan(dx / height(), -dy / height()); else camera.turn(dx * 0.4, dy * 0.4);
    if (before.spread > 0 && after.spread > 0) camera.zoom(before.spread / after.spread);
    changed();
  });
  const release = (event: PointerEvent) => {
    const was_single = pointers.size === 1;
    pointers.delete(event.pointerId);
    if (event.type === 'pointerup' && was_single && travelled < 5 && event.button === 0) clicked(event.clientX, event.clientY);
  };
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    camera.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * lines * 0.0015))));
    changed();
  }, { passive: false });
}
