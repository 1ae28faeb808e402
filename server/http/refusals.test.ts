/** What the log tells an operator by default, at the level of an installation without settings. */
import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/platform/app-error.ts';
import { startTestApp } from '../../tests/support/app.ts';
import { buildApp } from '#server/app/app.ts';

test('logs a denied request with the caller, but without the resource', async () => {
  const lines: string[] = [];
  const watched = await startTestApp({ LOG_LEVEL: 'warn', APP_URL: 'http://sign.example.org', ALLOW_PLAIN_HTTP: 'true' }, {}, { write: (line) => void lines.push(line) });
  try {
    const [ada, eve] = [await watched.signIn('ada@example.org'), await watched.signIn('eve@example.org')];
    const media = await watched.app.inject({ method: 'POST', url: '/transactions', payload: { name: 'Lease of a secret' }, headers: ada.headers });
    const id = media.json().id as string;
    expect((await watched.app.inject({ method: 'GET', url: `/transactions/${id}`, headers: eve.headers })).statusCode).toBe(403);
    for (let count = 0; count < 3; count += 1) expect((await watched.app.inject({ method: 'POST', url: '/transactions', payload: { name: 'Lease of a secret', nobody: 'reads a secret' }, headers: eve.headers })).statusCode).toBe(400);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ msg }) => msg === 'refused')).toEqual([expect.objectContaining({ code: 'permission_denied', method: 'GET', route: '/transactions/:id', userId: eve.userId, traceId: expect.any(String), time: expect.any(Number) }),
      // One line for all three.
      expect.objectContaining({ code: 'request_validation_error', method: 'POST', route: '/transactions', userId: eve.userId, network: '127.0.0.0/24' }),
    ]);
    expect(lines.join('')).not.toContain('a secret');
    expect(logged.filter(({ msg }) => String(msg).includes('without TLS'))).toHaveLength(1);
  } finally {
    await watched.close();
  }
});

test('logs a defect with its position', async () => {
  const lines: string[] = [];
  const watched = await startTestApp({ LOG_LEVEL: 'warn' }, {}, { write: (line) => void lines.push(line) });
  const probe = await buildApp({ ...watched.infrastructure, close: async () => undefined });
  try {
    probe.get('/probe/defect', async () => { throw new Error('it broke'); });
    expect((await probe.inject({ method: 'GET', url: '/probe/defect' })).statusCode).toBe(500);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 50);
    expect(logged).toEqual([expect.objectContaining({ msg: 'a request failed unexpectedly', err: expect.objectContaining({ message: 'it broke', stack: expect.stringContaining('refusals.test.ts') }) })]);
  } finally {
    await probe.close();
    await watched.close();
  }
});

test('logs invalid input, exceeded limits, forged files and CAPTCHAs, and denied permissions, but not ordinary errors', async () => {
  const lines: string[] = [];
  const watched = await startTestApp({ LOG_LEVEL: 'warn' }, {}, { write: (line) => void lines.push(line) });
  const probe = await buildApp({ ...watched.infrastructure, close: async () => undefined });
  const logged = [
    'request_validation_error', 'read_only_property', 'required_property', 'wrong_mime_type', 'max_size_exceeded', 'limit_exceeded', 'verification_failed',
    'too_many_requests', 'rate_limit_exceeded', 'captcha_failed', 'permission_denied', 'forbidden', 'forbidden_by_federation',
  ] as const;
  try {
    probe.get('/probe/:code', async (request) => { throw new AppError((request.params as { code: ErrorCode }).code); });
    for (const code of [...logged, 'not_found', 'conflict', 'invalid_code', 'captcha_required']) await probe.inject({ method: 'GET', url: `/probe/${code}` });
    const refused = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'refused');
    expect(refused.map(({ code }) => code)).toEqual(logged);
    expect(refused.filter(({ route, method, level }) => route === '/probe/:code' && method === 'GET' && level === 40)).toHaveLength(logged.length);
  } finally {
    await probe.close();
    await watched.close();
  }
});
