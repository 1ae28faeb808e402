/** `node strip-program.ts SOURCE`: takes out of an office file what it fetches from elsewhere. A process of its own, because strangers wrote the file. */
import { readFile, writeFile } from 'node:fs/promises';
import { binaryWithoutReferences, packageWithoutReferences } from './external-references.ts';

const [source = ''] = process.argv.slice(2);
const file = await readFile(source);
await writeFile(source, /\.(docx|xlsx|pptx)$/.test(source) ? packageWithoutReferences(file) : binaryWithoutReferences(file));
