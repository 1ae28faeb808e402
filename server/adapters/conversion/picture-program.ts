/** `node picture-program.ts SOURCE TARGET`: a separate process, because malformed pictures can crash the decoder. */
import { readFile, writeFile } from 'node:fs/promises';
import { pictureToPdf } from './picture-to-pdf.ts';

const [source = '', target = ''] = process.argv.slice(2);
await writeFile(target, await pictureToPdf(await readFile(source)));
