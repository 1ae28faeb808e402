import { expect, test } from 'vitest';
import { createLog, maskAddresses } from './logging.ts';

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
};

test.each([
  ['to ada@example.org now', 'to a***@example.org now'],
  ['as ada%40example.org&x', 'as a***%40example.org&x'],
  ['told +49 151 0000 0077.', 'told +***77.'],
  ['told +491510000077', 'told +***77'],
  ['at 2026-11-23T10:00:00+01:00, 12+345 of 1e+10', 'at 2026-11-23T10:00:00+01:00, 12+345 of 1e+10'],
])('%s', (text, masked) => {
  expect(maskAddresses(text)).toBe(masked);
});

test('does not log the row values that a database error contains', () => {
  const error = Object.assign(new Error('null value in column "email" violates not-null constraint'), {
    code: '23502', table: 'users', column: 'email', schema: 'public', severity: 'ERROR',
    detail: 'Failing row contains (Ada, Byron, +491510000077, ada%40example.org).', where: 'unnamed portal parameter $1 = \'Byron\'', internalQuery: "select 'Byron'",
  });
  const line = written((log) => log.error({ err: error }, 'it failed'));
  expect(line).not.toMatch(/Byron|Failing row/);
  expect(JSON.parse(line)).toMatchObject({ msg: 'it failed', err: { code: '23502', table: 'users', column: 'email', message: error.message, stack: expect.any(String) } });
});

test('a newline in user input starts no log line, and each line has a UTC time', () => {
  const forged = 'x\n{"level":50,"msg":"forged"}\r\u2028';
  const text = written((log) => log.warn({ reason: forged }, forged));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  const line = JSON.parse(text) as { time: number; reason: string };
  expect([line.reason, Math.abs(line.time - Date.now()) < 60_000]).toEqual([forged, true]);
});
