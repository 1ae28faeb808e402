import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as core from '../../generated/countersign_wasm.js';
import { type AssetOptions, type FontSource, fontStoreOf } from '../assets.ts';
import { connectionFailed } from '../errors.ts';
import { FontStore } from '../fonts/font-store.ts';
import { LocalHost } from '../host/local-host.ts';
import type { Openers } from '../sources/source.ts';
import { openFile } from './file-source.ts';
import { hashPassword } from './password-hash.ts';

/** Where the files of the package are; addresses are `file:` URLs or paths. */
export interface NodeAssets {
  module?: AssetOptions['module'];
  fonts?: FontSource | undefined;
}

let initialised = false;

/** Font store of the package, shared by all hosts of this thread. */
const fonts = new FontStore((name) => readFile(new URL(`../../fonts/${name}`, import.meta.url)));

/** Returns a host of the core in this Node thread. `remote` opens what another thread reads. Throws `connection_failed`. */
export function nodeHost({ remote, ...assets }: NodeAssets & { remote?: Openers['remote'] } = {}): LocalHost {
  initialise(assets.module);
  const store = assets.fonts === undefined ? fonts : fontStoreOf(assets.fonts, readFontOf);
  return new LocalHost(core, store, { openers: { file: openFile, remote }, createHasher: createHash, hashPassword });
}

function initialise(module: AssetOptions['module']): void {
  if (initialised) return;
  try {
    const isPlace = module === undefined || typeof module === 'string' || module instanceof URL;
    core.initSync({ module: isPlace ? readFileSync(module ?? new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url)) : module });
    initialised = true;
  } catch (error) {
    throw connectionFailed(error);
  }
}

const readFontOf = (folder: string | URL, name: string): Promise<Uint8Array> =>
  readFile(folder instanceof URL ? new URL(name, folder.href.endsWith('/') ? folder : `${folder.href}/`) : join(folder, name));
