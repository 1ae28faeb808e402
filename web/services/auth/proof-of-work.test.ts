import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { leadingZeroBits, type WorkSolution } from '#contract/entities/proof-of-work.ts';
import { AppError } from '../app-error.ts';
import { withWork } from './proof-of-work.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = (challenge: string) => new AppError('work_required', { details: { challenge, bits: 9 } });
const isDone = ({ challenge, nonce }: WorkSolution): boolean => leadingZeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest()) >= 9;

test('without a worker the main thread does the work, and the request is sent again', async () => {
  const states: boolean[] = [];
  const answer = await withWork(async (work) => {
    if (!work) throw refusal('abc');
    return isDone(work) && work.challenge === 'abc';
  }, (isWorking) => states.push(isWorking));
  expect(answer).toBe(true);
  expect(states).toEqual([true, false]);
});

test('a worker that fails to load is treated as missing', async () => {
  vi.stubGlobal('Worker', class {
    onerror: () => void = () => undefined;
    postMessage(): void { queueMicrotask(() => this.onerror()); }
    terminate(): void {}
  });
  expect(await withWork(async (work) => {
    if (!work) throw refusal('def');
    return isDone(work);
  }, () => undefined)).toBe(true);
});

test('gives up after repeated challenges, and does no work for other refusals', async () => {
  let attempts = 0;
  await expect(withWork(async () => {
    attempts += 1;
    throw refusal(String(attempts));
  }, () => undefined)).rejects.toMatchObject({ code: 'work_required' });
  expect(attempts).toBe(4);
  await expect(withWork(async () => { throw new AppError('too_many_requests'); }, () => undefined)).rejects.toMatchObject({ code: 'too_many_requests' });
});
