/** Pool of canvases from pages that were unmounted. */
const spare: HTMLCanvasElement[] = [];
const MOST_SPARE = 6;

export function takeCanvas(): HTMLCanvasElement {
  return spare.pop() ?? document.createElement('canvas');
}

export function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  canvas.removeAttribute('style');
  if (spare.length < MOST_SPARE) spare.push(canvas);
  else canvas.width = 0;
}

export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
