/**
 * What somebody wrote and the server does not have yet, kept in this browser from the first change on: by person and resource.
 * It goes when the server has it, and with everything else at sign-out.
 */
import { timing } from '#contract/limits/timing.ts';
import { DRAFTS, readCached, removeCached, writeCached } from './database.ts';

/** A draft and the server state that it is based on. */
export interface StoredDraft<Value> {
  readonly base: Value;
  readonly mine: Value;
  /** Somebody else has changed the same: the person is asked when it is opened. */
  readonly isClash?: true;
}

export interface DraftStore<Value> {
  read(): Promise<StoredDraft<Value> | null>;
  /** Stores a draft. While a write is running, only the latest waiting draft is kept. Fails without storage. */
  keep(draft: StoredDraft<Value>): Promise<void>;
  forget(): Promise<void>;
}

type DraftKind = 'file' | 'transaction' | 'template';

/** Serialises writes, and skips all waiting ones but the last. */
function latestOnly<Value>(write: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let running: Promise<void> | null = null;
  let next: { value: Value; done: Promise<void> } | null = null;
  return (value) => {
    if (!running) return (running = write(value).finally(() => (running = null)));
    if (next) {
      next.value = value;
      return next.done;
    }
    const after = (): Promise<void> => {
      const { value: last } = next as { value: Value };
      next = null;
      return (running = write(last).finally(() => (running = null)));
    };
    next = { value, done: running.then(after, after) };
    return next.done;
  };
}

export function draftStore<Value>(userId: string, kind: DraftKind, id: string): DraftStore<Value> {
  const name = `${DRAFTS}${kind}/${id}`;
  const write = latestOnly<StoredDraft<Value> | null>((draft) => (draft ? writeCached(userId, name, draft) : removeCached(userId, name)));
  return {
    async read() {
      const found = await readCached(userId, name);
      return found && Date.now() - found.writtenAt < timing.offlineTaskExpiry ? (found.value as StoredDraft<Value>) : null;
    },
    keep: write,
    forget: () => write(null),
  };
}
