import { createCanvas, loadImage } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';

/** Pictures are placed at 96 pixels per inch, at most A4 in size, portrait or landscape. */
const pointsPerPixel = 72 / 96;
const page = { short: 595.28, long: 841.89 };
const largest = 40_000_000;

/** Returns a PDF of one page with the picture, cropped to its size. Throws for invalid pictures. */
export async function pictureToPdf(bytes: Buffer): Promise<Buffer> {
  const picture = await loadImage(bytes);
  const { width, height } = picture;
  if (width * height === 0 || width * height > largest) throw new RangeError(`A picture of ${width} × ${height} pixels can't be converted`);
  const [widest, highest] = width > height ? [page.long, page.short] : [page.short, page.long];
  const scale = Math.min(pointsPerPixel, widest / width, highest / height);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0);
  return write(isJpeg(bytes) ? await canvas.encode('jpeg', 92) : await canvas.encode('png'), [width * scale, height * scale]);
}

const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));

async function write(image: Buffer, size: [number, number]): Promise<Buffer> {
  const pdf = new PDFDocument({ size, margin: 0, pdfVersion: '1.7', info: { Producer: 'Countersign' } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.image(image, 0, 0, { width: size[0], height: size[1] });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
