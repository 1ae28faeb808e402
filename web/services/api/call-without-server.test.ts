// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkAvailability } from '../availability.ts';
import { call } from './call.ts';

const cached = vi.hoisted(() => ({ answer: undefined as unknown }));
vi.mock('../offline/store.ts', () => ({ cacheAnswer: () => undefined, cachedAnswer: async () => cached.answer }));
vi.mock('../offline/known-person.ts', () => ({ knownPerson: () => 'ada', noteContact: () => undefined, rememberPerson: () => undefined, forgetKnownPerson: () => undefined }));

const id = '0123456789abcdef01234567';
const answers = vi.fn<() => Promise<Response>>();

describe('a call while the server is away', () => {
  beforeEach(async () => {
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
    vi.stubGlobal('localStorage', { getItem: () => 'yes' });
    vi.stubGlobal('fetch', answers.mockRejectedValue(new TypeError('Failed to fetch')));
    cached.answer = { list: ['cached'] };
    await checkAvailability();
  });
  afterEach(async () => {
    answers.mockResolvedValue(Response.json({ alive: true }));
    await checkAvailability();
    vi.unstubAllGlobals();
  });

  it('that reads gives the last answer, and sends nothing without a session', async () => {
    answers.mockClear();
    expect(await call('media.list', {})).toEqual({ list: ['cached'] });
    expect(answers).not.toHaveBeenCalled();
  });

  it('that changes something fails', async () => {
    await expect(call('media.delete', { params: { id } })).rejects.toMatchObject({ code: 'unknown_network_error' });
  });

  it('fails without an answer', async () => {
    cached.answer = undefined;
    await expect(call('media.list', {})).rejects.toMatchObject({ code: 'unknown_network_error' });
  });
});
