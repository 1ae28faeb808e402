/**
 * A draft of a transaction or a template. Edits show at once, are stored in this browser at once, and are saved to the
 * server after a pause. A save names the version it is based on. If somebody else has saved in between, both are merged;
 * parts that both changed become a conflict for the person to resolve.
 */
import { timing } from '#contract/limits/timing.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import type { DraftStore } from '#web/services/storage/draft-store.ts';
import type { DraftContent, DraftPart } from '../merging/merge-draft.ts';
import { changedParts, isSamePart, mergeDraft } from '../merging/merge-draft.ts';
import type { Side } from '../merging/three-way.ts';

export interface Versioned<Values> {
  readonly values: Values;
  readonly version: number;
}

export type DraftSave = 'saved' | 'waiting' | 'saving' | 'failed';

export interface DraftConflict<Values> {
  readonly base: Values;
  readonly theirs: Versioned<Values>;
  readonly parts: readonly DraftPart[];
}

interface DraftState<Values> {
  readonly values: Values;
  readonly error: ErrorInfo | null;
  readonly save: DraftSave;
  /** Parts that both sides changed, until the person resolves them. */
  readonly conflict: DraftConflict<Values> | null;
}

export interface DraftBackend<Values> {
  readonly kind: 'transaction' | 'template';
  save(change: Partial<Values>, version: number): Promise<Versioned<Values>>;
  fetch(): Promise<Versioned<Values>>;
  readonly store: DraftStore<Values>;
  /** Called after edits from before a reload or crash were restored. */
  onRestored(): void;
  /** Called if the browser can't store drafts: unsaved edits are lost with the page. */
  onStorageFailed(error: unknown): void;
}

export type SavedDraft<Values extends DraftContent> = ReturnType<typeof createSavedDraft<Values>>;

/** Upper bound of save attempts, so that somebody else's frequent saves can't block this one for ever. */
const TRIES = 5;
const LONGEST_WAIT = 81_000;

/** Temporary failures, which are retried. */
const passing: ReadonlySet<ErrorInfo['code']> = new Set(['unknown_network_error', 'service_unavailable', 'request_timeout_error', 'rate_limit_exceeded']);

export function createSavedDraft<Values extends DraftContent>(start: Versioned<Values>, backend: DraftBackend<Values>) {
  let base = start;
  let state: DraftState<Values> = { values: start.values, error: null, save: 'saved', conflict: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  let missed: Versioned<Values> | null = null;
  /** Saves without an answer. The server may hold any of them. */
  let unanswered: readonly { readonly parts: readonly DraftPart[]; readonly values: Values }[] = [];
  let failures = 0;
  const listeners = new Set<() => void>();

  const set = (change: Partial<DraftState<Values>>): void => {
    state = { ...state, ...change };
    for (const each of listeners) each();
  };
  const pending = (): DraftPart[] => changedParts(base.values, state.values);

  const keep = (): void => {
    const writing = pending().length > 0 ? backend.store.keep({ base: base.values, mine: state.values }) : backend.store.forget();
    writing.catch(backend.onStorageFailed);
  };

  const schedule = (delay: number = timing.draftSaveDelay): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  /** Retries with exponential backoff after a temporary failure. */
  const scheduleAgain = ({ code }: ErrorInfo): void => {
    if (!passing.has(code)) return;
    schedule(Math.min(timing.retryBackoffStart * timing.retryBackoffFactor ** failures, LONGEST_WAIT));
    failures += 1;
  };

  /** Treats parts that equal an unanswered save as saved by this client, not as another person's change. */
  const basedOn = (theirs: Values): Values => {
    const arrived = unanswered.flatMap(({ parts, values }) => parts.filter((part) => isSamePart(part, values, theirs)));
    return arrived.length > 0 ? { ...base.values, ...Object.fromEntries(arrived.map((part) => [part, theirs[part]])) } : base.values;
  };

  /** Merges a newer server version; false if both changed the same part and the person has to choose. */
  const rebase = (theirs: Versioned<Values>, prefer?: Side): boolean => {
    const from = prefer ? base.values : basedOn(theirs.values);
    const { value, clashes } = mergeDraft(from, state.values, theirs.values, prefer ?? 'mine', backend.kind);
    if (clashes.length > 0 && !prefer) {
      set({ conflict: { base: from, theirs, parts: clashes } });
      return false;
    }
    base = theirs;
    unanswered = [];
    set({ values: value, conflict: null });
    set({ save: pending().length > 0 ? 'waiting' : 'saved' });
    keep();
    return true;
  };

  const write = async (tries = 1): Promise<boolean> => {
    const parts = pending();
    if (parts.length === 0) return true;
    const sent = state.values;
    if (sent.name.trim() === '' || state.conflict) return false;
    set({ save: 'saving' });
    const earlier = unanswered;
    unanswered = [...earlier, { parts, values: sent }];
    try {
      const answer = await backend.save(Object.fromEntries(parts.map((part) => [part, sent[part]])) as Partial<Values>, base.version);
      base = answer;
      unanswered = [];
      failures = 0;
      // The server completes new people. Edits made during the save are kept.
      const values = { ...state.values };
      for (const part of Object.keys(values) as DraftPart[]) if (isSamePart(part, values, sent)) Object.assign(values, { [part]: answer.values[part] });
      set({ values, error: null });
      set({ save: pending().length > 0 ? 'waiting' : 'saved' });
      keep();
      return true;
    } catch (failure) {
      const error = failure as ErrorInfo;
      if (error.code === 'conflict') unanswered = earlier;
      if (error.code === 'conflict' && tries < TRIES) {
        const theirs = await backend.fetch().catch(() => null);
        if (theirs && theirs.version !== base.version) return rebase(theirs) ? write(tries + 1) : false;
      }
      set({ error, save: 'failed' });
      scheduleAgain(error);
      return false;
    }
  };

  /** Saves pending changes; false if the server rejected them. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer);
    if (saving) {
      await saving;
      return flush();
    }
    saving = write();
    const done = await saving;
    saving = null;
    if (missed) {
      const theirs = missed;
      missed = null;
      receive(theirs);
    }
    return done;
  };

  const change = (next: Partial<Values>): void => {
    set({ values: { ...state.values, ...next }, save: 'waiting' });
    keep();
    schedule();
  };

  /** Takes in the current server version, whoever saved it. */
  const receive = (theirs: Versioned<Values>): void => {
    if (theirs.version <= base.version) return;
    if (saving) missed = theirs;
    else if (rebase(theirs) && pending().length > 0) schedule();
  };

  const resolve = async (side: Side): Promise<boolean> => {
    if (!state.conflict) return true;
    rebase(state.conflict.theirs, side);
    return flush();
  };

  /** Restores edits that this browser stored before the server had them. */
  const restore = async (): Promise<void> => {
    const stored = await backend.store.read().catch(() => null);
    if (!stored) return;
    const before = state.values;
    const typed = mergeDraft(stored.base, stored.mine, before, 'theirs', backend.kind);
    if (typed.clashes.length === 0) {
      set({ values: typed.value });
    } else {
      const theirs = base;
      base = { values: stored.base, version: theirs.version };
      set({ values: stored.mine });
      rebase(theirs);
    }
    if (pending().length === 0 && !state.conflict) return keep();
    backend.onRestored();
    set({ save: 'waiting' });
    schedule();
  };

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change, flush, receive, resolve, restore,
    /** Whether there are edits that the server does not have. */
    isPending: () => pending().length > 0,
  };
}
