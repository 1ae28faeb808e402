import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutageLog } from './outage-log.ts';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

function logged() {
  const lines: object[] = [];
  const line = (level: string) => (data: object, msg: string): void => void lines.push({ level, ...data, msg });
  return { lines, outages: createOutageLog({ error: line('error'), warn: line('warn') } as never) };
}

const begins = (part: string) => expect.objectContaining({ level: 'error', part, reason: 'connect ECONNREFUSED' });

test('an outage of a minute with thousands of failures is two lines', () => {
  const { lines, outages } = logged();
  for (let failure = 0; failure < 6000; failure += 1) {
    outages.failed('database', 'connect ECONNREFUSED');
    vi.advanceTimersByTime(10);
  }
  expect(lines).toEqual([begins('database')]);
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([begins('database'), expect.objectContaining({ level: 'warn', part: 'database', failures: 6000, seconds: 60 })]);
});

test('parts are told apart, and a later outage is logged again', () => {
  const { lines, outages } = logged();
  outages.failed('database', 'connect ECONNREFUSED');
  outages.failed('storage', 'connect ECONNREFUSED');
  expect(lines).toEqual([begins('database'), begins('storage')]);
  vi.advanceTimersByTime(60_000);
  outages.failed('database', 'connect ECONNREFUSED');
  expect(lines.slice(4)).toEqual([begins('database')]);
});
