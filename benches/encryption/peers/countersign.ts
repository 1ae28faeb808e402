import { readFileSync } from 'node:fs';
import { createNodeEngine } from '@countersign/core/node';
import type { Peer } from './peer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../bindings/package.json', import.meta.url), 'utf8'));

/** The core of this repository, inline; what it keeps of the input is a part of the result. */
export const countersign: Peer = {
  name: '@countersign/core',
  version,
  prepare: async () => {
    const engine = await createNodeEngine();
    return async (bytes, operation, { before, user, owner }) => {
      const document = await engine.open(bytes, operation === 'password' ? { password: before } : {});
      const { parts } = await (operation === 'password' ? document.changePassword({ user, owner }) : document.encrypt({ user, owner }));
      const result: Uint8Array[] = [];
      for await (const part of parts) result.push(part instanceof Uint8Array ? part : bytes.subarray(part.start, part.end));
      return result;
    };
  },
};
