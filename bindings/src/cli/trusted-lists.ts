import type { ParseArgsOptionsConfig } from 'node:util';
import { EngineError } from '../errors.ts';
import { AuthorityClient } from '../signing.ts';
import type { TrustedLists } from '../trusted-lists.ts';
import { flag, type Invocation, text, texts, UsageProblem } from './command.ts';
import { certificatesIn } from './pem.ts';
import { readAll } from './streams.ts';

/** Options of commands that use trusted lists. */
export const listOptions: ParseArgsOptionsConfig = {
  'trusted-list': { type: 'string', multiple: true },
  'lotl-certificates': { type: 'string', multiple: true },
  'list-cache': { type: 'string' },
};

/** Loads the trusted lists of the options; undefined if there are none. Throws if none of the lists can be loaded. */
export async function listsOf(invocation: Invocation, at: number): Promise<TrustedLists | undefined> {
  const locations = texts(invocation, 'trusted-list');
  if (locations.length === 0) return undefined;
  const certificates = (await Promise.all(texts(invocation, 'lotl-certificates').map(readAll))).flatMap(certificatesIn);
  if (certificates.length === 0) throw new UsageProblem('--trusted-list needs --lotl-certificates PEM: whoever may sign the list');
  const { gatherLists, listFolder } = await import('../trusted-lists.ts');
  const folder = text(invocation, 'list-cache');
  const authorities = new AuthorityClient({ attempts: 2 });
  const fetch = async (location: string): Promise<Uint8Array> => {
    // References from a list may only be HTTP(S) URLs, never local files.
    if (!/^https?:/i.test(location)) {
      if (!locations.includes(location)) throw new EngineError('unable_to_access', `${location} is no address of the network`);
      return readAll(location);
    }
    if (flag(invocation, 'offline')) throw new EngineError('unable_to_access', `${location} is not asked with --offline`);
    return authorities.download(location);
  };
  const found = await gatherLists(locations.map((location) => ({ location, certificates })), { fetch, now: at, ...(folder ? { store: listFolder(folder) } : {}) });
  for (const { location, sequence, problem } of found.lists) {
    if (locations.includes(location) && sequence === null && problem) throw new EngineError(problem.code, `${location}: ${problem.message}`);
  }
  return found;
}

/** Describes the state of each list. */
export function listsInWords({ lists }: TrustedLists): string {
  const day = (seconds: number | null): string => (seconds ? new Date(seconds * 1000).toISOString().slice(0, 10) : 'never');
  return lists
    .map(({ location, territory, sequence, issued, nextUpdate, problem }) => {
      const which = sequence === null ? 'not read' : `number ${sequence} of ${day(issued)}, to be followed by ${day(nextUpdate)}`;
      return `Trusted list ${territory || location}: ${which}${problem ? ` (${problem.message} [${problem.code}])` : ''}.`;
    })
    .join('\n');
}
