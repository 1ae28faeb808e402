import { create } from 'qrcode';

/** A code for a telephone to read from a screen, drawn in units of its modules. */
export interface QrCode {
  /** Modules along each side, without the quiet zone. */
  size: number;
  /** The dark modules, as the path of an SVG. */
  path: string;
}

/** @throws Error where the text is too long for any code. */
export function qrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data.keys()).filter((at) => data[at] === 1);
  return { size, path: dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') };
}
