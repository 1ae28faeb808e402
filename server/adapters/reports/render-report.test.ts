import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import type { AuditFacts } from './audit-facts.ts';
import { renderApart } from './render-report.ts';

const at = new Date('2026-05-03T12:00:00Z');
const facts = (name: string): AuditFacts => ({
  locale: 'en', installation: 'sign.example.org', madeAt: at,
  transaction: { id: 't-1', name, status: 'completed', sender: 'Ada <ada@example.org>', created: at, started: at, ended: at, reason: null },
  signers: [], readers: [], documents: [], steps: [], records: [], head: 'cd'.repeat(32),
});
const renderAudit = (of: AuditFacts): Promise<Uint8Array> => renderApart({ kind: 'audit', facts: of });
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes).subarray(0, 5).toString() === '%PDF-';

test('audits asked for at once are all rendered, and one that fails harms no other', async () => {
  const broken = { ...facts('broken'), transaction: null } as unknown as AuditFacts;
  const results = await Promise.allSettled([facts('one'), broken, facts('two'), facts('three')].map(renderAudit));
  expect(results.map((each) => (each.status === 'fulfilled' ? isPdf(each.value) : String(each.reason)))).toEqual([true, expect.stringContaining('TypeError'), true, true]);
});

test('an audit that takes too long says so, and its thread renders no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = renderAudit(facts('late')).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await late).toMatchObject({ code: 'request_timeout_error', message: 'The report was not laid out within 60 seconds' });
  expect(isPdf(await renderAudit(facts('next')))).toBe(true);
});

test('the thread of one audit renders the next', async () => {
  await renderAudit(facts('first'));
  const threads = vi.spyOn(Worker.prototype, 'postMessage');
  await renderAudit(facts('second'));
  await renderAudit(facts('third'));
  expect(new Set(threads.mock.contexts).size).toBe(1);
  vi.restoreAllMocks();
});
