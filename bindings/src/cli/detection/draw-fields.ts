import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field, Raster } from '../../engine.ts';

/** Colours by field type. */
const colours: Record<string, string> = { text: '#1f6feb', date: '#8250df', checkmark: '#1a7f37', radio: '#bf8700', signature: '#cf222e', initials: '#bc4c00', image: '#57606a' };
const combColour = '#0598bc';

/** Writes `FOLDER/page-N.png`: the page with a frame around each field and its type at the corner. */
export async function drawFields(folder: string, page: number, raster: Raster, fields: Field[]): Promise<void> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(raster.width, raster.height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(raster.width, raster.height);
  image.data.set(raster.data);
  context.putImageData(image, 0, 0);
  context.lineWidth = 2;
  context.font = '10px sans-serif';
  for (const { type, comb, rect } of fields) {
    const kind = String(type);
    const [x, y] = [(rect.x / 100) * raster.width, (rect.y / 100) * raster.height];
    context.strokeStyle = comb ? combColour : (colours[kind] ?? '#000');
    context.fillStyle = context.strokeStyle;
    context.strokeRect(x, y, (rect.width / 100) * raster.width, (rect.height / 100) * raster.height);
    context.fillText(comb ? `comb ${kind}` : kind, x + 2, y - 2);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `page-${page}.png`), await canvas.encode('png'));
}
