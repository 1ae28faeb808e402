import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as core from '../../generated/countersign_wasm.js';
import { FontStore } from '../fonts/font-store.ts';
import { LocalHost } from '../host/local-host.ts';
import type { Openers } from '../sources/source.ts';
import { openFile } from './file-source.ts';
import { hashPassword } from './password-hash.ts';

let initialised = false;

/** Font store shared by all hosts of this thread. */
const fonts = new FontStore((name) => readFile(new URL(`../../fonts/${name}`, import.meta.url)));

/** Returns a host of the core in this Node thread. `remote` opens what another thread reads. */
export function nodeHost(remote?: Openers['remote']): LocalHost {
  if (!initialised) core.initSync({ module: readFileSync(new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url)) });
  initialised = true;
  return new LocalHost(core, fonts, { openers: { file: openFile, remote }, createHasher: createHash, hashPassword });
}
