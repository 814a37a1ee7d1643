// Pictures to keep: the view as it is on the screen, or wide, on white, with title, time and legend, for print.
import type { Legend } from './legend';
import { draw_legend } from './legend';
import type { Rgb } from './colours';
import { css } from './colours';
import type { Stage } from './scene3d';

const kPrintWidth = 3543;  // px: 300 mm at 300 dpi

export interface ImageText { title: string; captions: string[]; legends: Legend[] }

function written(copy: HTMLCanvasElement, text: ImageText, ink: string, background: Rgb): HTMLCanvasElement {
  const em = Math.round(copy.width / 80), band = Math.round(3.2 * em), foot = Math.round(3.8 * em);
  const sheet = document.createElement('canvas');
  sheet.width = copy.width;
  sheet.height = copy.height + band + foot;
  const context = sheet.getContext('2d')!;
  context.fillStyle = css(background);
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(copy, 0, band);
  context.fillStyle = ink;
  context.font = `600 ${Math.round(1.15 * em)}px system-ui, sans-serif`;
  context.fillText(text.title, em, 1.5 * em);
  context.font = `${em}px system-ui, sans-serif`;
  text.captions.forEach((caption, k) => context.fillText(caption, em + k * sheet.width / text.captions.length, 2.9 * em));
  let x = em;
  for (const legend of text.legends) x += draw_legend(context, legend, x, sheet.height - 0.7 * em, em, ink) + 2 * em;
  return sheet;
}

function png(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the browser made no picture'))), 'image/png'));
}

export function screenshot(stage: Stage, text: ImageText, ink: string): Promise<Blob> {
  return png(written(stage.copy(Math.round(stage.canvas.clientWidth * stage.pixel_ratio), stage.background), text, ink, stage.background));
}
export function print(stage: Stage, text: ImageText): Promise<Blob> {
  const white: Rgb = [1, 1, 1];
  return png(written(stage.copy(kPrintWidth, white), text, '#111', white));
}
