import { describe, expect, it } from 'vitest';
import { AppError, isErrorCode, isSilent, toAppError } from './app-error.ts';
import { addressOf, errorOfAnswer, retryAfterOf } from './api/request.ts';
import { safeReturnTo, mailLinkOf } from './auth/session.ts';
import { reconnectDelay } from './events/backoff.ts';
import { createStreamParser } from './events/event-stream.ts';
import { concerns } from './events/live-events.ts';
import { chooseLanguage } from './i18n/languages.ts';
import { clearCached, readCached, writeCached } from './storage/database.ts';
import { createSignal } from './signal.ts';

describe('AppError', () => {
  it('keeps codes of the catalogue, the engine\'s too', () => {
    expect(toAppError(Object.assign(new Error('locked'), { code: 'pdf_password' })).code).toBe('pdf_password');
    expect(toAppError(Object.assign(new Error('?'), { code: 'ENOENT' })).code).toBe('unknown_ui_error');
    expect(toAppError('nonsense').message).toBe('nonsense');
    expect(toAppError(new DOMException('stop', 'AbortError')).code).toBe('process_canceled');
    const known = new AppError('conflict');
    expect(toAppError(known)).toBe(known);
  });
  it('has the status and the text of its code', () => expect(new AppError('not_found').toInfo()).toMatchObject({ code: 'not_found', status: 404 }));
  it('ignores the errors that the specification ignores', () => {
    expect(isSilent('scenario_canceled')).toBe(true);
    expect(isSilent('conflict')).toBe(false);
  });
});

describe('requests', () => {
  it('fills placeholders and appends the given query parameters', () => {
    const input = { params: { id: 'a/b' }, query: { exclusiveFrom: 'x', orgId: undefined } };
    expect(addressOf({ path: '/files/{id}' }, 'http://localhost:1', input)).toBe('http://localhost:1/files/a%2Fb?exclusiveFrom=x');
  });
  it.each([{}, { params: { id: '' } }, { params: { id: 7 } }])('refuses a placeholder without a text: %o', (input) =>
    expect(() => addressOf({ path: '/files/{id}' }, 'http://localhost:1', input)).toThrow('Missed query parameter'));

  it.each([
    [404, { error: { code: 'not_found', message: 'gone' } }, 'not_found', 'gone'],
    [418, { error: { code: 'teapot', message: 'short and stout' } }, 'unregistered_server_error', 'short and stout'],
    [418, 'html', 'unregistered_server_error', 'Unregistered error returned from server'],
    [502, undefined, 'service_unavailable', 'connection has been broken, or can\'t load files'],
    [500, { error: null }, 'unregistered_server_error', 'Unregistered error returned from server'],
  ])('status %i with %o is %s', (status, body, code, message) => {
    const error = errorOfAnswer(status, body, isErrorCode);
    expect([error.code, error.status, error.message]).toEqual([code, status, message]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('Sat, 28 Nov 2026 10:00:00 GMT');
  it.each([
    ['3', 3000], ['Sat, 28 Nov 2026 10:00:05 GMT', 5000], ['Sat, 28 Nov 2026 09:00:00 GMT', 0], ['soon', null], ['', null], [null, null],
  ])('%o → %o', (header, wait) => expect(retryAfterOf(header, now)).toBe(wait));
});

describe('return addresses', () => {
  it.each([
    ['/transaction/1?a=b#c', '/transaction/1?a=b#c'],
    ['https://evil.example/', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['/authorize?code=1', '/'],
    [undefined, '/'],
    ['javascript:alert(1)', '/'],
  ])('%s → %s', (given, safe) => expect(safeReturnTo(given)).toBe(safe));

  it('removes the magic-link code and keeps the rest', () => {
    const taken = mailLinkOf(new URL('http://localhost/transaction/1?code=abc&wizard=true&lang=de#page'));
    expect(taken).toEqual({ code: 'abc', language: 'de', address: '/transaction/1?wizard=true#page' });
    expect(mailLinkOf(new URL('http://localhost/transaction/1?lang=de'))).toBeNull();
  });
});

describe('the event stream', () => {
  const read = (...chunks: string[]) => {
    const messages: unknown[] = [];
    const parse = createStreamParser((message) => messages.push(message));
    chunks.forEach(parse);
    return messages;
  };
  it('joins chunks and lines, and skips heartbeats', () => {
    expect(read(': hi\n\nid: 7\nda', 'ta: {"a":1}\n', '\n')).toEqual([{ id: '7', data: '{"a":1}' }]);
    expect(read('data: a\ndata: b\n\ndata:c\n\n')).toEqual([{ id: null, data: 'a\nb' }, { id: null, data: 'c' }]);
  });
  it('returns nothing for an incomplete message', () => expect(read('id: 1\ndata: x\n')).toEqual([]));
  it('reads lines with carriage returns across chunk boundaries', () => {
    expect(read('id: 1\r', '\ndata: x\r', '\ndata: y\r\n\r', '\n')).toEqual([{ id: '1', data: 'x\ny' }]);
  });

  it('ignores the person’s own actions, except those worth showing', () => {
    const event = (type: 'transaction_updated' | 'transaction_completed') =>
      ({ id: '1', type, resourceId: 'r', actorId: 'me', createdAt: '', data: {} }) as const;
    expect(concerns(event('transaction_updated'), 'me')).toBe(false);
    expect(concerns(event('transaction_updated'), 'other')).toBe(true);
    expect(concerns(event('transaction_completed'), 'me')).toBe(true);
  });

  it('increases the delay each time, within the limits of document 3', () => {
    expect(reconnectDelay(0, 0.5)).toBe(1000);
    expect(reconnectDelay(3, 0.5)).toBe(8000);
    expect(reconnectDelay(99, 0.5)).toBe(18_000_000);
  });
});

describe('languages', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [[null, 'it', 'en-GB'], 'en'],
    [['xx'], 'en'],
    [[], 'en'],
  ])('%o → %s', (wanted, language) => expect(chooseLanguage(wanted)).toBe(language));
});

describe('browser storage', () => {
  it('is separate for each person and cleared at sign-out', async () => {
    await writeCached('ada', 'files', [1]);
    await writeCached('grace', 'files', [2]);
    expect((await readCached('ada', 'files'))?.value).toEqual([1]);
    await clearCached('ada');
    expect(await readCached('ada', 'files')).toBeUndefined();
    expect((await readCached('grace', 'files'))?.value).toEqual([2]);
  });
});

describe('signals', () => {
  it('call each listener until it unsubscribes', () => {
    const signal = createSignal<number>();
    const heard: number[] = [];
    const stop = signal.subscribe((value) => heard.push(value));
    signal.emit(1);
    stop();
    signal.emit(2);
    expect(heard).toEqual([1]);
  });
});
