/** The square of a picture that is shown: its centre in pixels of the picture, and how much closer than its whole shorter side it is. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How close a picture can be brought. */
export const CLOSEST = 5;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The side of the square in pixels of the picture. */
export const cropSide = ({ width, height }: PictureSize, { zoom }: Pick<Crop, 'zoom'>): number => Math.min(width, height) / zoom;

/** The square in the middle, as large as the picture allows. */
export const middleOf = ({ width, height }: PictureSize): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The square that is nearest to the wanted one and does not reach beyond the picture. */
export function cropWithin(picture: PictureSize, wanted: Crop): Crop {
  const zoom = within(wanted.zoom, 1, CLOSEST);
  const half = cropSide(picture, { zoom }) / 2;
  return { zoom, x: within(wanted.x, half, picture.width - half), y: within(wanted.y, half, picture.height - half) };
}

/** Moves the square by shares of its side. */
export function cropMoved(picture: PictureSize, crop: Crop, by: { readonly x: number; readonly y: number }): Crop {
  const side = cropSide(picture, crop);
  return cropWithin(picture, { ...crop, x: crop.x + by.x * side, y: crop.y + by.y * side });
}

/** Draws the square into all of a canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const side = cropSide(picture, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}
