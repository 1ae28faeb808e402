/** Fetches lists from their published locations, and those that a list of lists points to. Keeps the last valid version of each. */
import type { TrustService } from '../engine.ts';
import type { EngineErrorCode } from '../error-codes.ts';
import { EngineError } from '../errors.ts';
import { type ListPointer, readTrustedList, type TrustedList } from './trusted-list.ts';

/** Limit of followed pointers. Each country has one list, a few have more. */
const mostLists = 100;

/** Location of a list, and the certificates that may sign it (DER). */
export interface ListSource {
  location: string;
  certificates: readonly Uint8Array[];
}

/** Stores published lists by location. Stored lists are verified again when read. */
export interface ListStore {
  read(location: string): Promise<Uint8Array | undefined>;
  write(location: string, list: Uint8Array): Promise<void>;
}

/** Options of `gatherLists`. */
export interface GatherOptions {
  /** Fetches a list. */
  fetch(location: string): Promise<Uint8Array>;
  store?: ListStore;
  /** Current time in seconds since 1970. */
  now: number;
  /** Replaces the reader, for example to read in a thread. */
  parse?: (list: Uint8Array, certificates: readonly Uint8Array[], now: number) => TrustedList | Promise<TrustedList>;
}

/** State of one list. */
export interface ListState {
  location: string;
  territory: string;
  /** Data of the list in use; null if there is none. */
  sequence: number | null;
  issued: number | null;
  nextUpdate: number | null;
  /** Why no newer list is used; null if the published one is in use. */
  problem: { code: EngineErrorCode; message: string } | null;
}

/** The services of all lists, and the state of each list. */
export interface TrustedLists {
  services: TrustService[];
  lists: ListState[];
}

interface Gathered {
  list: TrustedList | undefined;
  state: ListState;
}

/** Gathers lists. A list that is unavailable or invalid does not affect the others; its state has the reason. */
export async function gatherLists(sources: readonly ListSource[], options: GatherOptions): Promise<TrustedLists> {
  const gathered: (Gathered & { until: number })[] = [];
  const seen = new Set<string>();
  const take = async (source: ListSource & { territory?: string }, until: number): Promise<TrustedList | undefined> => {
    if (seen.has(source.location) || seen.size >= mostLists) return undefined;
    seen.add(source.location);
    const one = await gatherOne(source, options);
    gathered.push({ ...one, until });
    return one.list;
  };
  for (const source of sources) {
    const list = await take(source, Number.POSITIVE_INFINITY);
    if (!list?.isListOfLists) continue;
    // The signers of national lists are only known while the list of lists is valid.
    for (const pointer of list.pointers.filter((each) => !each.isListOfLists)) await take(asSource(pointer), list.nextUpdate);
  }
  const services = gathered.flatMap(({ list, until }) => (list?.services ?? []).map((service) => ({ ...service, listUntil: Math.min(service.listUntil, until) })));
  return { services, lists: gathered.map(({ state }) => state) };
}

const asSource = ({ location, certificates, territory }: ListPointer): ListSource & { territory: string } => ({ location, certificates, territory });

async function gatherOne(source: ListSource & { territory?: string }, options: GatherOptions): Promise<Gathered> {
  const cached = await cachedList(source, options);
  let list = cached;
  let problem: ListState['problem'] = null;
  try {
    list = await freshList(source, cached, options);
  } catch (error) {
    problem = error instanceof EngineError ? { code: error.code, message: error.message } : { code: 'unable_to_access', message: error instanceof Error ? error.message : String(error) };
  }
  const { territory = source.territory ?? '', sequence = null, issued = null, nextUpdate = null } = list ?? {};
  return { list, state: { location: source.location, territory, sequence, issued, nextUpdate, problem } };
}

/** Returns the published list. Throws if it is older than the stored one or has expired. */
async function freshList({ location, certificates }: ListSource, cached: TrustedList | undefined, options: GatherOptions): Promise<TrustedList> {
  const { fetch, store, now, parse = readTrustedList } = options;
  const bytes = await fetch(location);
  const list = await parse(bytes, certificates, now);
  if (cached && (list.sequence < cached.sequence || list.issued < cached.issued)) throw new EngineError('trusted_list_rolled_back', `List ${list.sequence} is older than list ${cached.sequence}, which was read before`);
  if (list.nextUpdate < now) throw new EngineError('trusted_list_expired', 'Another list should have followed by now');
  await store?.write(location, bytes);
  return list;
}

/** Returns the stored list; undefined if its signature is no longer accepted. */
async function cachedList({ location, certificates }: ListSource, { store, now, parse = readTrustedList }: GatherOptions): Promise<TrustedList | undefined> {
  const bytes = await store?.read(location);
  if (!bytes) return undefined;
  try {
    return await parse(bytes, certificates, now);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
