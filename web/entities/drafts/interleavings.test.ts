// @vitest-environment node
/** Two tabs and a second device edit one draft in random order, over a line that fails: nothing is overwritten unless somebody saw it or chose. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import { AppError } from '#web/services/app-error.ts';
import type { StoredDraft } from '#web/services/storage/draft-store.ts';
import type { DraftContent } from '../merging/merge-draft.ts';
import type { SavedDraft, Versioned } from './saved-draft.ts';
import { createSavedDraft } from './saved-draft.ts';

const RUNS = 200;
const ACTS = 40;
const people = ['bob@example.org', 'eve@example.org', 'joe@example.org'];
const start: DraftContent = { name: 'start', message: { ...transactionMessage.parse({}), title: 'start', body: 'start' }, options: transactionOptions.parse({}), recipients: people.map((email) => ({ email, firstName: 'start' })), cc: [] };

/** What can be edited, and how it reads in a state of the draft. */
const places = ['name', 'title', 'body', ...people] as const;
const at = (values: DraftContent, place: string): string => {
  if (place === 'name') return values.name;
  if (place === 'title' || place === 'body') return values.message[place];
  return values.recipients.find(({ email }) => email === place)?.firstName ?? '';
};
const withEdit = (values: DraftContent, place: string, text: string): Partial<DraftContent> => {
  if (place === 'name') return { name: text };
  if (place === 'title' || place === 'body') return { message: { ...values.message, [place]: text } };
  return { recipients: values.recipients.map((each) => (each.email === place ? { ...each, firstName: text } : each)) };
};

function chanceOf(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

interface Edit {
  readonly place: string;
  readonly text: string;
  /** What stood there, before their eyes, when they wrote. */
  readonly over: string;
}

function setUp(chance: (below: number) => number) {
  let onServer: Versioned<DraftContent> = { values: start, version: 1 };
  let isCut = false;
  const edits: Edit[] = [];
  /** What somebody was asked about. */
  const shown = new Set<string>();
  const failure = () => new AppError('unknown_network_error').toInfo();
  const save = async (change: Partial<DraftContent>, version: number): Promise<Versioned<DraftContent>> => {
    await new Promise((resolve) => setTimeout(resolve, chance(300)));
    if (isCut && chance(2) === 0) throw failure();
    if (version !== onServer.version) throw new AppError('conflict').toInfo();
    onServer = { values: { ...onServer.values, ...change }, version: version + 1 };
    const answer = onServer;
    await new Promise((resolve) => setTimeout(resolve, chance(300)));
    // The answer is lost on its way.
    if (isCut) throw failure();
    return answer;
  };
  const fetchDraft = async (): Promise<Versioned<DraftContent>> => {
    if (isCut) throw failure();
    return onServer;
  };
  const open = (): SavedDraft<DraftContent> => {
    let here: StoredDraft<DraftContent> | null = null;
    const draft = createSavedDraft<DraftContent>(onServer, {
      kind: 'transaction',
      save,
      fetch: fetchDraft,
      store: { read: async () => here, keep: async (next) => void (here = next), forget: async () => void (here = null), keepClash: async () => undefined },
      onRestored: () => undefined,
      onStorageFailed: () => undefined,
    });
    draft.subscribe(() => {
      const { conflict, values } = draft.getState();
      if (conflict) for (const place of places) for (const side of [values, conflict.theirs.values]) shown.add(`${place}: ${at(side, place)}`);
    });
    return draft;
  };
  const devices = [open(), open(), open()];
  const act = async (): Promise<void> => {
    const draft = devices[chance(devices.length)];
    if (!draft) return;
    const { values, conflict } = draft.getState();
    if (conflict) return void (chance(2) === 0 && draft.resolve(chance(2) === 0 ? 'mine' : 'theirs'));
    switch (chance(8)) {
      case 0:
        isCut = !isCut;
        return;
      case 1:
        if (!isCut) draft.receive(onServer);
        return;
      case 2:
        void draft.flush();
        return;
      default: {
        const place = places[chance(places.length)] ?? 'name';
        const text = `${devices.indexOf(draft)}-${edits.length}`;
        edits.push({ place, text, over: at(values, place) });
        draft.change(withEdit(values, place, text));
      }
    }
  };
  const end = async (): Promise<void> => {
    isCut = false;
    for (let round = 0; round < 20; round += 1) {
      for (const draft of devices) {
        draft.receive(onServer);
        if (draft.getState().conflict) void draft.resolve(chance(2) === 0 ? 'mine' : 'theirs');
        else void draft.flush();
        await vi.advanceTimersByTimeAsync(2000);
      }
    }
  };
  const overwritten = (): Edit[] => edits.filter(({ place, text }) => {
    const isThere = at(onServer.values, place) === text;
    const wasSeen = edits.some((later) => later.place === place && later.over === text);
    return !isThere && !wasSeen && !shown.has(`${place}: ${text}`);
  });
  return { act, end, overwritten, devices, server: () => onServer, edits };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each(Array.from({ length: RUNS }, (_, index) => index + 1))('nothing is overwritten silently in interleaving %i', async (seed) => {
  const chance = chanceOf(seed);
  const world = setUp(chance);
  for (let count = 0; count < ACTS; count += 1) {
    await world.act();
    await vi.advanceTimersByTimeAsync(chance(1500));
  }
  await world.end();
  expect(world.overwritten()).toEqual([]);
  // In the end, all see the same.
  for (const draft of world.devices) expect(places.map((place) => at(draft.getState().values, place))).toEqual(places.map((place) => at(world.server().values, place)));
});
