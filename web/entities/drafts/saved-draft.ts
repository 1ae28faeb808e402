/**
 * What somebody writes of a request or a template: shown at once, kept in this browser at once, saved to the server when it has
 * rested a moment. A save names the version it is based on; where somebody else has saved meanwhile, both are merged, and what
 * both changed is put to the person as a conflict.
 */
import { timing } from '#contract/limits.ts';
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

export interface DraftState<Values> {
  readonly values: Values;
  readonly error: ErrorInfo | null;
  readonly save: DraftSave;
  /** What both changed, until the person has chosen. */
  readonly conflict: DraftConflict<Values> | null;
}

export interface DraftBackend<Values> {
  readonly kind: 'transaction' | 'template';
  save(change: Partial<Values>, version: number): Promise<Versioned<Values>>;
  fetch(): Promise<Versioned<Values>>;
  readonly store: DraftStore<Values>;
  /** What was written before a reload or a crash is there again. */
  onRestored(): void;
  /** The browser keeps nothing: what is not saved lasts as long as the page. */
  onStorageFailed(error: unknown): void;
}

export type SavedDraft<Values extends DraftContent> = ReturnType<typeof createSavedDraft<Values>>;

/** Others who save all the time don't keep this one from saving for ever. */
const TRIES = 5;
const LONGEST_WAIT = 81_000;

/** Failures that pass by themselves. */
const passing: ReadonlySet<ErrorInfo['code']> = new Set(['unknown_network_error', 'service_unavailable', 'request_timeout_error', 'rate_limit_exceeded']);

export function createSavedDraft<Values extends DraftContent>(start: Versioned<Values>, backend: DraftBackend<Values>) {
  let base = start;
  let state: DraftState<Values> = { values: start.values, error: null, save: 'saved', conflict: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  let missed: Versioned<Values> | null = null;
  /** What was sent and not answered: the server may have one of them. */
  let unanswered: readonly { readonly parts: readonly DraftPart[]; readonly values: Values }[] = [];
  let failures = 0;
  const listeners = new Set<() => void>();

  const set = (change: Partial<DraftState<Values>>): void => {
    state = { ...state, ...change };
    for (const each of listeners) each();
  };
  const pending = (): DraftPart[] => changedParts(base.values, state.values);

  const keep = (): void => {
    const kept = pending().length > 0 ? backend.store.keep({ base: base.values, mine: state.values }) : backend.store.forget();
    kept.catch(backend.onStorageFailed);
  };

  const schedule = (delay: number = timing.draftSaveDelay): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  /** What a lost connection kept from being saved is tried again by itself. */
  const scheduleAgain = ({ code }: ErrorInfo): void => {
    if (!passing.has(code)) return;
    schedule(Math.min(timing.retryBackoffStart * timing.retryBackoffFactor ** failures, LONGEST_WAIT));
    failures += 1;
  };

  /** What was sent and came back as it was sent is no change of another. */
  const basedOn = (theirs: Values): Values => {
    const arrived = unanswered.flatMap(({ parts, values }) => parts.filter((part) => isSamePart(part, values, theirs)));
    return arrived.length > 0 ? { ...base.values, ...Object.fromEntries(arrived.map((part) => [part, theirs[part]])) } : base.values;
  };

  /** Takes another's state in; false where both changed the same and the person has to choose. */
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
      // The server names new people; what was written meanwhile stays.
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

  /** Saves what waits; false when the server did not take it. */
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

  /** What the server has now, by whoever saved it. */
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

  /** Takes up what this browser kept when the page went away before the server had it. */
  const restore = async (): Promise<void> => {
    const kept = await backend.store.read().catch(() => null);
    if (!kept) return;
    const before = state.values;
    const typed = mergeDraft(kept.base, kept.mine, before, 'theirs', backend.kind);
    if (typed.clashes.length === 0) {
      set({ values: typed.value });
    } else {
      const theirs = base;
      base = { values: kept.base, version: theirs.version };
      set({ values: kept.mine });
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
    /** Whether there is anything that the server does not have. */
    isPending: () => pending().length > 0,
  };
}
