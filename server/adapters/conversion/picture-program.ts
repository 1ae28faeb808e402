/** `node picture-program.ts SOURCE TARGET`: a process of its own, because broken pictures can end the one that decodes them. */
import { readFile, writeFile } from 'node:fs/promises';
import { pictureToPdf } from './picture-to-pdf.ts';

const [source = '', target = ''] = process.argv.slice(2);
await writeFile(target, await pictureToPdf(await readFile(source)));
