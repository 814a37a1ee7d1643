// The directions of x, y and z in the corner of the picture.
import { Vector3 } from 'three';
import type { OrbitCamera } from './camera';
import { by_id } from './dom';

const kAxes: [string, Vector3, string][] = [['x', new Vector3(1, 0, 0), '#e5705b'], ['y', new Vector3(0, 1, 0), '#5fb977'], ['z', new Vector3(0, 0, 1), '#5a9be8']];
const kLength = 24;

function svg(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

export function draw_triad(camera: OrbitCamera): void {
  const right = camera.right(), up = camera.up(), back = camera.backward();
  const drawn = kAxes.map(([name, axis, colour]) => ({ name, colour, x: axis.dot(right), y: -axis.dot(up), depth: axis.dot(back) }));
  by_id('triad').replaceChildren(...drawn.sort((a, b) => a.depth - b.depth).flatMap(({ name, colour, x, y }) => [
    svg('line', { x1: 0, y1: 0, x2: kLength * x, y2: kLength * y, stroke: colour }), svg('text', { x: (kLength + 8) * x, y: (kLength + 8) * y }, name)]));
}
