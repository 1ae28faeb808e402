// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { withDocument } from '../engine/core/engine.service.ts';
import { knownPassword } from './document-password.ts';
import { setFilePassword } from './file-protection.service.ts';

vi.mock('../api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>(async () => ({ url: '/put', bodyRef: 'b' })) }));
vi.mock('../api/bodies.ts', () => ({ putBody: vi.fn<() => Promise<unknown>>() }));
vi.mock('../engine/core/engine.service.ts', () => ({ PDF: 'application/pdf', withDocument: vi.fn<() => Promise<unknown>>(), rewritten: async (_: Blob, made: string) => new Blob([made]) }));

/** A document whose operations answer with what they were asked for. */
const documentOf = (encrypted: boolean) => ({
  info: { encrypted },
  encrypt: async (protection: object) => `encrypt ${JSON.stringify(protection)}`,
  changePassword: async (protection: object) => `change ${JSON.stringify(protection)}`,
  decrypt: async () => 'decrypt',
});
const open = (encrypted: boolean) => vi.mocked(withDocument).mockImplementation((async (_: Blob, work: (document: unknown) => unknown) => work(documentOf(encrypted))) as never);
const stored = async () => {
  const [, body] = vi.mocked(putBody).mock.calls.at(-1) ?? [];
  return body?.text();
};

beforeEach(() => {
  vi.mocked(putBody).mockClear();
});

it.each([
  ['sets', false, 'new', 'encrypt {"user":"new","owner":"new"}'],
  ['changes', true, 'newer', 'change {"user":"newer","owner":"newer"}'],
  ['removes', true, null, 'decrypt'],
] as const)('%s a password in a new version', async (_, encrypted, next, written) => {
  open(encrypted);
  const body = new Blob(['pdf']);
  await setFilePassword({ id: 'f', body, password: encrypted ? 'old' : undefined }, next);
  expect(withDocument).toHaveBeenLastCalledWith(body, expect.any(Function), encrypted ? 'old' : undefined);
  expect(call).toHaveBeenLastCalledWith('files.updateUrl', { params: { id: 'f' }, body: { mimeType: 'application/pdf', size: written.length } });
  expect(await stored()).toBe(written);
  // The document opens without asking again.
  if (next !== null) expect(knownPassword()).toBe(next);
});

it('uploads nothing if the core refuses', async () => {
  vi.mocked(withDocument).mockImplementation(async () => {
    throw new Error('failed_to_update_password');
  });
  await expect(setFilePassword({ id: 'f', body: new Blob(['pdf']), password: 'old' }, 'next')).rejects.toThrow('failed_to_update_password');
  expect(putBody).not.toHaveBeenCalled();
});
