// @vitest-environment node
import { expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { contentHash, isReusable } from './signed-copy.ts';
import type { SigningFile } from './signing.slice.ts';

const ada = { id: 'ada', email: 'ada@example.org', phone: null, firstName: null, lastName: null, role: '', removed: false } as Recipient;
const fileWith = (value: string): SigningFile => {
  const [before, field] = [null, value].map((each) => createField({ id: 'a', page: 1, rect: { x: 1, y: 1, width: 20, height: 5 }, recipient: { email: ada.email }, value: each }));
  return { id: 'f', before: [before!], fields: [field!] } as SigningFile;
};

test('a copy is sent again only with what was filled in when it was made', async () => {
  const [first, second, again] = await Promise.all(['12', '13', '12'].map((value) => contentHash(fileWith(value), ada)));
  const source = { fileId: 'f', baseHash: 'b', keyId: 'browser', contentHash: first! };
  const copy = { ...source, tail: new Uint8Array(), signatureId: 's', signedAt: new Date().toISOString() };
  expect(isReusable(copy, { ...source, contentHash: again! })).toBe(true);
  for (const other of [{ contentHash: second! }, { baseHash: 'c' }, { keyId: 'card' }, { fileId: 'g' }]) expect(isReusable(copy, { ...source, ...other })).toBe(false);
  expect(isReusable({ ...copy, signedAt: new Date(Date.now() - 3_600_000).toISOString() }, source)).toBe(false);
});
