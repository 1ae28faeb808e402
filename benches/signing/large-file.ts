import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';

const pages = 100;
const pictureBytes = 1_000_000;
const firstPage = 3;

/** Makes, once, a file of 100 MB: a hundred pages with a stream of a megabyte each, and a cross-reference table. */
export function largeFile(path: string): string {
  if (existsSync(path)) return path;
  const file = openSync(`${path}.part`, 'w');
  const offsets: number[] = [];
  let position = 0;
  const write = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string, 'latin1');
    writeSync(file, bytes);
    position += bytes.length;
  };
  const object = (number: number, ...parts: (string | Buffer)[]) => {
    offsets[number] = position;
    for (const part of [`${number} 0 obj\n`, ...parts, '\nendobj\n']) write(part);
  };
  const kids = Array.from({ length: pages }, (_none, index) => `${firstPage + index * 2} 0 R`).join(' ');
  write('%PDF-1.3\n%\xe2\xe3\xcf\xd3\n');
  object(1, '<<\n/Type /Catalog\n/Pages 2 0 R\n>>');
  object(2, `<<\n/Type /Pages\n/Count ${pages}\n/Kids [${kids}]\n/MediaBox [0 0 612 792]\n>>`);
  const picture = randomBytes(pictureBytes);
  for (let index = 0; index < pages; index++) {
    const number = firstPage + index * 2;
    object(number, `<<\n/Type /Page\n/Parent 2 0 R\n/Resources <<>>\n/Picture ${number + 1} 0 R\n>>`);
    picture.writeUInt32LE(index, 0);
    object(number + 1, `<<\n/Length ${picture.length}\n>>\nstream\n`, picture, '\nendstream');
  }
  const start = position;
  write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (const offset of offsets.slice(1)) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<<\n/Size ${offsets.length}\n/Root 1 0 R\n>>\nstartxref\n${start}\n%%EOF\n`);
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}
