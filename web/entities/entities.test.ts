// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Media } from '#contract/entities/media.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { AppError } from '#web/services/app-error.ts';
import { fileAdded, fileReceived, fileRemoved } from './files/files.slice.ts';
import { mediaListReceived, mediaReceived, ownMedia } from './media/media.slice.ts';
import { changesToSend } from './profile/profile.requests.ts';
import { profileReceived } from './profile/profile.slice.ts';
import { createRequest } from './requests/create-request.ts';
import { requestForgotten, selectRequest } from './requests/requests.slice.ts';
import { sessionStarted, visitStarted } from './session/session.slice.ts';
import { createStore } from './store.ts';
import { transactionReceived, transactionRemoved } from './transactions/transactions.slice.ts';
import { pathVisited } from './ui-state/ui.slice.ts';

const transaction = (id: string, version = 1, createdAt = '2026-05-03') => ({ id, version, name: `v${version}`, createdAt, updatedAt: createdAt }) as Transaction;
const file = (id: string, metaVersion = 1) => ({ id, metaVersion, title: `v${metaVersion}`, attributes: { title: 'x', fields: [] } }) as unknown as FileMeta;
const media = (id: string, more: Partial<Media> = {}) => ({ id, type: 'signature', default: false, origin: null, createdAt: id, ...more }) as Media;

describe('transactions', () => {
  it('never lets an older version replace a newer one', () => {
    const { dispatch, getState } = createStore();
    dispatch(transactionReceived(transaction('a', 3)));
    dispatch(transactionReceived(transaction('a', 2)));
    expect(getState().transactions.entities['a']?.name).toBe('v3');
  });
  it('never lets the counter fall below zero', () => {
    const { dispatch, getState } = createStore();
    dispatch(transactionReceived(transaction('a')));
    dispatch(transactionRemoved('a'));
    dispatch(transactionRemoved('a'));
    expect(getState().transactions.counters.all).toBe(0);
  });
  it('are forgotten when a visit starts', () => {
    const { dispatch, getState } = createStore();
    dispatch(sessionStarted('ada'));
    dispatch(transactionReceived(transaction('a')));
    dispatch(visitStarted());
    expect(getState().transactions.ids).toEqual([]);
    expect(getState().session).toEqual({ status: 'visitor', userId: null, orgId: null });
  });
});

describe('files', () => {
  it('counts a new file once and keeps its metadata', () => {
    const { dispatch, getState } = createStore();
    dispatch(fileAdded(file('a')));
    dispatch(fileAdded(file('a', 2)));
    expect(getState().files).toMatchObject({ counters: { all: 1 }, ids: ['a'] });
    expect(getState().files.entities['a']).not.toHaveProperty('attributes');
    dispatch(fileReceived(file('a', 1)));
    expect(getState().files.metas['a']?.title).toBe('v2');
    dispatch(fileRemoved('a'));
    expect(getState().files).toMatchObject({ counters: { all: 0 }, ids: [], metas: {} });
  });
  it('never lets an older body replace a newer one', () => {
    const { dispatch, getState } = createStore();
    dispatch(fileReceived({ ...file('a'), version: 3 }));
    dispatch(fileReceived({ ...file('a'), version: 2 }));
    expect(getState().files.metas['a']?.version).toBe(3);
  });
});

describe('media', () => {
  it('has one default of each type, shown first, and hides external ones', () => {
    const { dispatch, getState } = createStore();
    dispatch(mediaListReceived([media('1', { default: true }), media('2'), media('3', { origin: 'x' }), media('4', { type: 'initials', default: true })]));
    dispatch(mediaReceived(media('2', { default: true })));
    expect(ownMedia(getState().media, 'signature').map(({ id, default: standard }) => [id, standard])).toEqual([['2', true], ['1', false]]);
    expect(ownMedia(getState().media, 'initials')[0]?.default).toBe(true);
  });
});

describe('requests', () => {
  it('have a status by name and key, and can be reset', async () => {
    const { dispatch, getState } = createStore();
    const run = async ({ id }: { id: string }) => {
      if (id === 'bad') throw new AppError('conflict');
      return id;
    };
    const request = createRequest('test/asked', run, { key: ({ id }) => id });
    expect(selectRequest(getState(), 'test/asked/good').status).toBe('idle');
    expect(await dispatch(request({ id: 'good' })).unwrap()).toBe('good');
    expect(selectRequest(getState(), 'test/asked/good').status).toBe('resolved');
    await expect(dispatch(request({ id: 'bad' })).unwrap()).rejects.toMatchObject({ code: 'conflict', status: 409 });
    expect(selectRequest(getState(), 'test/asked/bad')).toMatchObject({ status: 'rejected', error: { code: 'conflict' } });
    dispatch(requestForgotten('test/asked/bad'));
    expect(selectRequest(getState(), 'test/asked/bad').status).toBe('idle');
  });
  it('are idle again after a cancellation', async () => {
    const { dispatch, getState } = createStore();
    const request = createRequest<void, void>('test/canceled', async () => {
      throw new AppError('process_canceled');
    });
    await dispatch(request());
    expect(selectRequest(getState(), 'test/canceled').status).toBe('idle');
  });
});

describe('the profile', () => {
  const known = { id: 'ada', type: 'user', firstName: 'Ada', lastName: 'Byron', theme: 'auto' } as Profile;
  it('sends only what changed', () => {
    const { dispatch, getState } = createStore();
    dispatch(profileReceived(known));
    expect(changesToSend({ firstName: 'Ada', theme: 'dark' }, getState())).toEqual({ theme: 'dark' });
    expect(changesToSend({ firstName: 'Ada' }, getState())).toEqual({});
  });
  it('sends both names of a guest', () => {
    const { dispatch, getState } = createStore();
    dispatch(profileReceived({ ...known, type: 'guest' }));
    expect(changesToSend({ theme: 'dark' }, getState())).toEqual({ firstName: 'Ada', lastName: 'Byron', theme: 'dark' });
  });
});

it('keeps the last five paths', () => {
  const { dispatch, getState } = createStore();
  for (const path of ['/1', '/2', '/2', '/3', '/4', '/5', '/6']) dispatch(pathVisited(path));
  expect(getState().ui.visited).toEqual(['/2', '/3', '/4', '/5', '/6']);
});
