import { spawnSync } from 'node:child_process';

/** Part of a page as percentages of what is displayed, origin top left. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page as poppler draws it: one byte a pixel, 0 is black. */
export interface Drawing {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Draws one page of a file, counted from 1. */
export function draw(pdf: string, page: number): Drawing {
  const { stdout, stderr } = spawnSync('pdftoppm', ['-gray', '-r', '100', '-f', String(page), '-l', String(page), pdf], { maxBuffer: 1 << 28 });
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 64).toString('latin1'));
  if (!header) throw new Error(`The page was not drawn: ${stderr.toString()}`);
  return { width: Number(header[1]), height: Number(header[2]), pixels: stdout.subarray(header[0].length) };
}

/** How many dark pixels an area has. */
export function inkIn({ width, height, pixels }: Drawing, area: Area): number {
  const at = (share: number, whole: number) => Math.round((share / 100) * whole);
  let dark = 0;
  for (let y = at(area.y, height); y < at(area.y + area.height, height); y++) {
    for (let x = at(area.x, width); x < at(area.x + area.width, width); x++) if ((pixels[y * width + x] ?? 255) < 128) dark++;
  }
  return dark;
}
