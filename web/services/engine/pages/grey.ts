/** Luminance of every pixel (Rec. 601, integer weights), on white paper. */
export function greyOf(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const grey = new Uint8Array(rgba.length / 4);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 4) {
    const red = rgba[at] ?? 255;
    const green = rgba[at + 1] ?? 255;
    const blue = rgba[at + 2] ?? 255;
    grey[pixel] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return grey;
}
