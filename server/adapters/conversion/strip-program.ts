/**
 * `node strip-program.ts SOURCE`: removes external references from an office file, in a separate process because
 * the file is untrusted.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { binaryWithoutReferences, packageWithoutReferences } from './external-references.ts';

const [source = ''] = process.argv.slice(2);
const file = await readFile(source);
await writeFile(source, /\.(docx|xlsx|pptx)$/.test(source) ? packageWithoutReferences(file) : binaryWithoutReferences(file));
