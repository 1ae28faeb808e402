import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { call } from '../api/call.ts';
import { convertFile } from './convert-file.ts';

vi.mock('../api/call.ts', () => ({ call: vi.fn<typeof call>() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the server says of the queue, one after another; the last for good. */
const answering = (queue: readonly (number | null)[], metas: readonly object[]): void => {
  const [places, states] = [[...queue], [...metas]];
  const next = <Value>(values: Value[]): Value | undefined => (values.length > 1 ? values.shift() : values[0]);
  vi.mocked(call).mockImplementation((async (id: string) => (id === 'files.convertToPdf' ? { status: 'pending', ahead: next(places) } : next(states))) as typeof call);
};

it('reports the position in the queue and does not request the conversion again', async () => {
  const pending = { ext: 'docx', convert: 'pending' };
  answering([2, 1, 1, 0], [pending, pending, pending, pending, { ext: 'pdf' }]);
  const reported: number[] = [];
  const converted = convertFile('a', new AbortController().signal, (ahead) => void reported.push(ahead));
  await vi.advanceTimersByTimeAsync(6 * timing.conversionPoll);
  expect(await converted).toEqual({ ext: 'pdf' });
  expect(reported).toEqual([2, 1, 0]);
  const queries = vi.mocked(call).mock.calls.filter(([id]) => id === 'files.convertToPdf').map(([, input]) => (input as { query: object }).query);
  // Also while nobody is before it: it may have to go to the queue of long ones.
  expect(queries).toEqual([{}, ...Array.from({ length: 4 }, () => ({ ask: 'true' }))]);
});

it('keeps waiting for a document that goes to the queue of long ones', async () => {
  const pending = { ext: 'docx', convert: 'pending' };
  answering([1, 0, 4, 0], [pending, pending, pending, pending, pending, { ext: 'pdf' }]);
  const reported: number[] = [];
  const converted = convertFile('a', new AbortController().signal, (ahead) => void reported.push(ahead));
  await vi.advanceTimersByTimeAsync(8 * timing.conversionPoll);
  expect(await converted).toEqual({ ext: 'pdf' });
  expect(reported).toEqual([1, 0, 4, 0]);
});

it('keeps waiting while the queue moves and gives up when it stalls', async () => {
  answering([3, 2, 2], [{ ext: 'docx', convert: 'pending' }]);
  const failing = convertFile('a', new AbortController().signal).catch((error: { code: string }) => error.code);
  await vi.advanceTimersByTimeAsync(timing.conversionGiveUp + timing.conversionPoll / 2);
  const still = await Promise.race([failing, Promise.resolve('waits')]);
  expect(still).toBe('waits');
  await vi.advanceTimersByTimeAsync(2 * timing.conversionPoll);
  expect(await failing).toBe('conversion_failed');
});
