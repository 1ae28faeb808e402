import { sizes } from '#contract/limits/sizes.ts';
import { type Crop, drawCrop } from './picture-crop.ts';
import { pictureBlob } from './pictures.ts';

export type PictureProblem = 'wrong_mime_type' | 'max_size_exceeded' | 'unreadable';

export class PictureError extends Error {
  readonly code: PictureProblem;
  constructor(code: PictureProblem) {
    super(code);
    this.name = 'PictureError';
    this.code = code;
  }
}

export const imageTypes = ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'] as const;
const LARGEST_SIDE = 1200;
/** Maximum size in pixels: more than twice the largest avatar, for high-resolution screens. */
const AVATAR_SIDE = 256;

export function checkPicture(file: Pick<File, 'size' | 'type'>, largest: number = sizes.mediaImage): PictureProblem | null {
  if (!imageTypes.some((type) => type === file.type)) return 'wrong_mime_type';
  return file.size > largest ? 'max_size_exceeded' : null;
}

/** Converts an uploaded picture to a PNG of limited size. Fails for other files. */
export async function readPicture(file: File): Promise<string> {
  const problem = checkPicture(file);
  if (problem) throw new PictureError(problem);
  return drawn(file, LARGEST_SIDE);
}

/** Scales a logo to its largest displayed size. */
export async function readLogo(file: File): Promise<Blob> {
  const problem = checkPicture(file, sizes.avatar);
  if (problem) throw new PictureError(problem);
  return pictureBlob(await drawn(file, AVATAR_SIDE));
}

/** Opens a picture that an avatar is made of. */
export async function openAvatar(file: File): Promise<ImageBitmap> {
  const problem = checkPicture(file, sizes.avatar);
  if (problem) throw new PictureError(problem);
  return bitmapOf(file);
}

/** Draws the avatar that shows the square of a picture. */
export function cropAvatar(picture: ImageBitmap, crop: Crop): Blob {
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIDE;
  canvas.height = AVATAR_SIDE;
  drawCrop(canvas, picture, crop);
  return pictureBlob(canvas.toDataURL('image/png'));
}

const bitmapOf = (file: File): Promise<ImageBitmap> =>
  createImageBitmap(file).catch(() => {
    throw new PictureError('unreadable');
  });

async function drawn(file: File, largestSide: number): Promise<string> {
  const bitmap = await bitmapOf(file);
  const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/png');
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Bounding box of the opaque pixels; null if there are none. */
export function inkBox(alphaOf: (x: number, y: number) => number, width: number, height: number): Box | null {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (alphaOf(x, y) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Crops a drawing to its ink, so that it fills its field. */
export function trimmed(source: HTMLCanvasElement): string | null {
  const context = source.getContext('2d');
  if (!context || source.width === 0) return null;
  const { data } = context.getImageData(0, 0, source.width, source.height);
  const box = inkBox((x, y) => data[(y * source.width + x) * 4 + 3] ?? 0, source.width, source.height);
  if (!box) return null;
  const margin = 8;
  const canvas = document.createElement('canvas');
  canvas.width = box.width + 2 * margin;
  canvas.height = box.height + 2 * margin;
  canvas
    .getContext('2d')
    ?.drawImage(source, box.x, box.y, box.width, box.height, margin, margin, box.width, box.height);
  return canvas.toDataURL('image/png');
}
