// @vitest-environment node
// Node's own fetch and signals, as browsers have them; the document's imitation mixes two kinds.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { availability, checkAvailability } from '../availability.ts';
import { prefetchCall } from './prefetch-cache.ts';
import { call, onSessionLost } from './call.ts';

const id = '0123456789abcdef01234567';
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const failure = (code: string, status: number) => json({ error: { code, message: code } }, status);

const answers = vi.fn<(request: Request) => Promise<Response>>();
const lost = vi.fn<() => void>();
onSessionLost(lost);

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => answers(new Request(input, init)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  answers.mockReset();
  lost.mockReset();
});

const failed = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return error;
};

describe('call', () => {
  it('requests JSON from the path in the contract and returns the response', async () => {
    answers.mockResolvedValue(json({ url: 'x', bodyRef: 'y' }));
    expect(await call('files.uploadUrl', { body: { mimeType: 'application/pdf' } })).toEqual({ url: 'x', bodyRef: 'y' });
    const [request] = answers.mock.calls[0] ?? [];
    expect(request?.method).toBe('POST');
    expect(new URL(request?.url ?? '').pathname).toBe('/files/upload_url');
    expect(request?.headers.get('accept')).toBe('application/json');
    expect(await request?.json()).toEqual({ mimeType: 'application/pdf' });
  });

  it('returns undefined for 204 and text for a text response', async () => {
    answers.mockResolvedValueOnce(new Response(null, { status: 204 }));
    expect(await call('files.delete', { params: { id } })).toBeUndefined();
    answers.mockResolvedValueOnce(new Response('PEM', { headers: { 'content-type': 'application/x-pem-file' } }));
    expect(await call('certificates.root', {})).toBe('PEM');
  });

  it('fails with the server’s error code', async () => {
    answers.mockResolvedValue(failure('conflict', 409));
    expect(await failed(call('files.getMeta', { params: { id } }))).toMatchObject({ code: 'conflict', status: 409 });
    expect(lost).not.toHaveBeenCalled();
  });

  describe('with prefetched responses', () => {
    const metaOf = (file: string) => ({ path: `/files/meta/${file}`, ask: () => call('files.getMeta', { params: { id: file } }) });

    it('sends its own request if the prefetch fails, and reports the error', async () => {
      const { path, ask } = metaOf('a'.repeat(24));
      answers.mockImplementation(async () => failure('service_unavailable', 503));
      prefetchCall('api', path).catch(() => undefined);
      expect(await failed(ask())).toMatchObject({ code: 'service_unavailable', status: 503 });
      expect(answers).toHaveBeenCalledTimes(2);
    });

    it('fails with a refused prefetch without another request', async () => {
      const { path, ask } = metaOf('d'.repeat(24));
      answers.mockImplementation(async () => failure('permission_denied', 403));
      void prefetchCall('api', path);
      expect(await failed(ask())).toMatchObject({ code: 'permission_denied', status: 403 });
      expect(answers).toHaveBeenCalledTimes(1);
    });

    it('takes the prefetched response', async () => {
      const { path, ask } = metaOf('b'.repeat(24));
      answers.mockImplementation(async () => json({ id }));
      void prefetchCall('api', path);
      expect(await ask()).toEqual({ id });
      expect(answers).toHaveBeenCalledTimes(1);
    });

    it('sends its own request if it comes before the prefetch', async () => {
      const { path, ask } = metaOf('c'.repeat(24));
      answers.mockImplementation(async () => json({ id }));
      expect(await ask()).toEqual({ id });
      expect(await prefetchCall('api', path)).toBeUndefined();
      expect(answers).toHaveBeenCalledTimes(1);
    });
  });

  it.each(['unauthorized', 'invalid_token'])('%s ends the session', async (code) => {
    answers.mockResolvedValue(failure(code, 401));
    expect(await failed(call('files.getMeta', { params: { id } }))).toMatchObject({ code });
    expect(lost).toHaveBeenCalledOnce();
  });

  it('invalid_session during a sign-in does not end the session', async () => {
    answers.mockResolvedValue(failure('invalid_session', 401));
    expect(await failed(call('interactions.get', { params: { uid: 'u' } }))).toMatchObject({ code: 'invalid_session' });
    expect(lost).not.toHaveBeenCalled();
  });

  it('waits and retries at the server’s rate limit', async () => {
    vi.useFakeTimers();
    answers.mockResolvedValueOnce(failure('rate_limit_exceeded', 429)).mockResolvedValueOnce(json({ list: [] }));
    const answer = call('media.list', {});
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toEqual({ list: [] });
    expect(answers).toHaveBeenCalledTimes(2);
  });

  it('does not retry rate-limited sign-in attempts', async () => {
    answers.mockResolvedValue(failure('rate_limit_exceeded', 429));
    expect(await failed(call('otp.init', { body: { email: 'a@b.org' } }))).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(answers).toHaveBeenCalledOnce();
  });

  it('reports an aborted call as canceled, not as failed', async () => {
    const stop = new AbortController();
    answers.mockImplementation(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))),
    );
    const answer = failed(call('media.list', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(answers).toHaveBeenCalledOnce());
    stop.abort();
    expect(await answer).toMatchObject({ code: 'process_canceled' });
    expect(availability()).toBe('available');
  });

  it('a network error that a check confirms makes the service unavailable until it responds', async () => {
    vi.useFakeTimers();
    answers.mockRejectedValue(new TypeError('Failed to fetch'));
    const answer = failed(call('media.list', {}));
    await vi.advanceTimersByTimeAsync(timing.serviceFortify);
    expect(await answer).toMatchObject({ code: 'unknown_network_error' });
    expect(availability()).toBe('unavailable');
    answers.mockImplementation(async () => json({ alive: true }));
    expect(await checkAvailability()).toBe('available');
  });

  describe('that was lost on the way', () => {
    const isCheck = (request: Request): boolean => request.url.endsWith('/healthz');
    const lostFor = (times: number, answer: () => Response): number[] => {
      const at: number[] = [];
      answers.mockImplementation(async (request) => {
        if (isCheck(request)) return json({ alive: true });
        at.push(Date.now());
        if (at.length <= times) throw new TypeError('Failed to fetch');
        return answer();
      });
      return at;
    };

    it('is repeated if it reads, each time after three times as long, from a second', async () => {
      vi.useFakeTimers();
      const at = lostFor(3, () => json({ list: [] }));
      const answer = call('media.list', {});
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await answer).toEqual({ list: [] });
      const waits = at.slice(1).map((each, index) => each - (at[index] ?? 0) - timing.serviceFortify);
      expect(waits).toEqual([1000, 3000, 9000]);
    });

    it('fails after four tries', async () => {
      vi.useFakeTimers();
      const at = lostFor(9, () => json({}));
      const answer = failed(call('media.list', {}));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await answer).toMatchObject({ code: 'unknown_network_error' });
      expect(at).toHaveLength(4);
    });

    it.each([
      ['changes something', () => call('files.delete', { params: { id } })],
      ['uses up a link, although it reads', () => call('auth.verifyEmail', { query: { ticket: 'ticket' } })],
    ])('is not repeated if it %s', async (_, ask) => {
      vi.useFakeTimers();
      const at = lostFor(1, () => json({}));
      const answer = failed(ask());
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await answer).toMatchObject({ code: 'unknown_network_error' });
      expect(at).toHaveLength(1);
    });

    it('is not repeated once it is aborted', async () => {
      vi.useFakeTimers();
      const at = lostFor(9, () => json({}));
      const stop = new AbortController();
      const answer = failed(call('media.list', {}, { signal: stop.signal }));
      await vi.advanceTimersByTimeAsync(timing.serviceFortify + 500);
      stop.abort();
      expect(await answer).toMatchObject({ code: 'process_canceled' });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(at).toHaveLength(1);
    });
  });

  it.each([[429, 'rate_limit_exceeded'], [503, 'service_unavailable']])('waits as long as Retry-After asks for, %i', async (status, code) => {
    vi.useFakeTimers();
    const busy = new Response(JSON.stringify({ error: { code, message: code } }), { status, headers: { 'content-type': 'application/json', 'retry-after': '7' } });
    answers.mockResolvedValueOnce(busy).mockImplementation(async () => json({ list: [] }));
    const answer = call('media.list', {});
    await vi.advanceTimersByTimeAsync(6999);
    expect(answers).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ list: [] });
  });

  it('does not wait longer than a minute by itself', async () => {
    answers.mockResolvedValue(new Response(JSON.stringify({ error: { code: 'rate_limit_exceeded', message: '' } }), { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '61' } }));
    expect(await failed(call('media.list', {}))).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 61_000 });
    expect(answers).toHaveBeenCalledOnce();
  });
});
