import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusalLog } from './refusal-log.ts';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

function watched() {
  const logged: Record<string, unknown>[] = [];
  const refusals = createRefusalLog();
  const log = { warn: (data: object, msg: string) => logged.push({ ...data, msg }) };
  const from = (ip: string, userId?: string) => ({ ip, method: 'POST', routeOptions: { url: '/files' }, log, ...(userId === undefined ? {} : { actor: { userId } }) }) as unknown as FastifyRequest;
  return { logged, refusals, from };
}

test('logs the first refusal of a minute at once and the rest as a count, then starts again', () => {
  const { logged, refusals, from } = watched();
  for (let count = 0; count < 500; count += 1) refusals.record('request_validation_error', from('198.51.100.7'));
  expect(logged).toEqual([{ code: 'request_validation_error', route: '/files', method: 'POST', userId: null, network: '198.51.100.0/24', msg: 'refused' }]);
  vi.advanceTimersByTime(60_000);
  expect(logged.slice(1)).toEqual([{ code: 'request_validation_error', times: 499, userId: null, network: '198.51.100.0/24', msg: 'refused again within a minute' }]);
  refusals.record('request_validation_error', from('198.51.100.7'));
  expect(logged).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(3);
});

test('logs each caller and each code separately', () => {
  const { logged, refusals, from } = watched();
  refusals.record('request_validation_error', from('198.51.100.7'));
  refusals.record('request_validation_error', from('203.0.113.7'));
  refusals.record('request_validation_error', from('203.0.113.7', 'ada'));
  refusals.record('rate_limit_exceeded', from('203.0.113.7', 'ada'));
  expect(logged.map(({ code, network, userId }) => [code, network, userId])).toEqual([
    ['request_validation_error', '198.51.100.0/24', null], ['request_validation_error', '203.0.113.0/24', null],
    ['request_validation_error', '203.0.113.0/24', 'ada'], ['rate_limit_exceeded', '203.0.113.0/24', 'ada'],
  ]);
});

test('logs a thousand callers of a flood, and all others as one count', () => {
  const { logged, refusals, from } = watched();
  for (let count = 0; count < 5000; count += 1) refusals.record('rate_limit_exceeded', from(`10.${count >> 8}.${count & 255}.1`));
  expect(logged).toHaveLength(1001);
  vi.advanceTimersByTime(60_000);
  expect(logged.slice(1001)).toEqual([{ code: 'rate_limit_exceeded', times: 3999, msg: 'refused again within a minute' }]);
});

test('keeps counting a caller that was logged before a flood', () => {
  const { logged, refusals, from } = watched();
  refusals.record('rate_limit_exceeded', from('198.51.100.7'));
  for (let count = 0; count < 2000; count += 1) refusals.record('rate_limit_exceeded', from(`10.${count >> 8}.${count & 255}.1`));
  refusals.record('rate_limit_exceeded', from('198.51.100.7'));
  vi.advanceTimersByTime(60_000);
  expect(logged.filter(({ times }) => times !== undefined)).toEqual([
    expect.objectContaining({ times: 1, network: '198.51.100.0/24' }), { code: 'rate_limit_exceeded', times: 1000, msg: 'refused again within a minute' },
  ]);
});
