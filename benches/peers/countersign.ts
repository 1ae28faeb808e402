import { readFileSync } from 'node:fs';
import { createNodeEngine } from '@countersign/core/node';
import type { Peer } from './peer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../bindings/package.json', import.meta.url), 'utf8'));

/** The core of this repository, inline; the result is the file and its tail. */
export const countersign: Peer = {
  name: '@countersign/core',
  version,
  fill: async (bytes, values) => {
    const engine = await createNodeEngine();
    try {
      const document = await engine.open(bytes);
      const tail = await document.merge(values);
      return { parts: [bytes, tail.bytes] };
    } finally {
      await engine.close();
    }
  },
};
