import { create } from 'qrcode';

/** A QR code in units of its modules. */
export interface QrCode {
  /** Modules per side, without the quiet zone. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** @throws Error if the text is too long for a QR code. */
export function qrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data.keys()).filter((at) => data[at] === 1);
  return { size, path: dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') };
}
