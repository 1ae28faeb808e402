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
  /** A clash becomes the draft when it is read, unless there is one. */
  read(): Promise<StoredDraft<Value> | null>;
  /** Stores a draft. While a write is running, only the latest waiting draft is kept. Fails without storage. */
  keep(draft: StoredDraft<Value>): Promise<void>;
  forget(): Promise<void>;
  /** Stores what the person is to decide about when they open it next. An editor that is open does not touch it. */
  keepClash(draft: StoredDraft<Value>): Promise<void>;
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
  const current = async (stored: string): Promise<StoredDraft<Value> | null> => {
    const found = await readCached(userId, stored);
    return found && Date.now() - found.writtenAt < timing.offlineTaskExpiry ? (found.value as StoredDraft<Value>) : null;
  };
  const clash = `${name}/clash`;
  return {
    async read() {
      const draft = await current(name);
      if (draft) return draft;
      const waiting = await current(clash);
      if (!waiting) return null;
      await write(waiting);
      await removeCached(userId, clash);
      return waiting;
    },
    keep: write,
    forget: () => write(null),
    keepClash: (draft) => writeCached(userId, clash, { ...draft, isClash: true }),
  };
}
