import { readFileSync } from 'node:fs';
import * as core from '../../generated/countersign_wasm.js';
import { LocalHost } from '../host/local-host.ts';
import { openFile } from './file-source.ts';

let initialised = false;

/** The core in this Node thread. */
export function nodeHost(): LocalHost {
  if (!initialised) core.initSync({ module: readFileSync(new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url)) });
  initialised = true;
  return new LocalHost(core, openFile);
}
