/** @vitest-environment node */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptVersion, encryptVersion, readHeader, type EncryptedVersion, type PasswordSlot } from './container.ts';
import { aesKey, fragmentOf, hkdf, keyInLink, newTransactionKey, type Bytes } from './keys.ts';
import { pack, paddedLength, unpack } from './package.ts';
import { isAcceptableCost, stretch, unwrapKey, usualCost, wrapKey } from './password.ts';
import { decryptSegments, encryptSegments } from './segments.ts';

const hex = (text: string): Bytes => hexToBytes(text.replaceAll(' ', '')) as Bytes;
const bytesOf = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());
const random = (length: number): Bytes => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
};
const refused = { code: 'failed_to_decrypt' };
const because = (reason: string) => ({ ...refused, details: { reason } });

describe('known answers', () => {
  test('HKDF-SHA-256: RFC 5869, test cases 1 and 2', async () => {
    const first = await hkdf(hex('0b'.repeat(22)), hex('000102030405060708090a0b0c'), hex('f0f1f2f3f4f5f6f7f8f9'), 42);
    expect(bytesToHex(first)).toBe('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865');
    const series = (from: number): Bytes => Uint8Array.from({ length: 80 }, (_, index) => from + index);
    expect(bytesToHex(await hkdf(series(0), series(0x60), series(0xb0), 82))).toBe(
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    );
  });

  test('AES-256-GCM: test case 16 of McGrew and Viega, as used here', async () => {
    const key = await aesKey(hex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'));
    const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: hex('cafebabefacedbaddecaf888'), additionalData: hex('feedfacedeadbeeffeedfacedeadbeefabaddad2') }, key,
      hex('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39'));
    expect(bytesToHex(new Uint8Array(encrypted))).toBe(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    );
  });

  test('Argon2id: the reference implementation, 64 MiB and two passes', async () => {
    const key = await stretch('password', { memory: 65_536, passes: 2, lanes: 1, salt: new TextEncoder().encode('somesalt') as Bytes });
    expect(bytesToHex(key)).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7');
  });

  test('the format: a version of fixed key, salt and text has these bytes for ever', async () => {
    const { digest } = await encryptVersion(new Blob(['text']), {
      key: hex('01'.repeat(32)), salt: hex('02'.repeat(32)), transactionId: 'a'.repeat(24), version: 2, previous: hex('03'.repeat(32)),
    });
    expect(bytesToHex(digest)).toMatchInlineSnapshot(`"579840be2886d36c0d2d282215b8e8f59917bb3a3a0286a9eb5784be7fd2ae6c"`);
  });

  test('Padmé fills up by at most 12 %, and the larger the less', () => {
    expect([0, 1, 9, 1025, 1_000_000].map(paddedLength)).toEqual([0, 1, 10, 1088, 1_015_808]);
    for (let length = 1; length < 100_000; length += 37) expect(paddedLength(length) / length).toBeLessThanOrEqual(1.12);
  });
});

describe('a version', () => {
  const key = newTransactionKey();
  const transactionId = '0123456789abcdef01234567';
  const first = { transactionId, version: 1, previous: null };
  /** Three segments. */
  const text = random(2 * 2 ** 18 + 1000);
  let one: EncryptedVersion;
  let encrypted: Bytes;
  let start: number;
  const segment = 2 ** 18 + 16;
  beforeAll(async () => {
    one = await encryptVersion(new Blob([text]), { key, ...first });
    encrypted = await bytesOf(one.body);
    start = (await readHeader(one.body)).bytes.length;
  });
  const open = (bytes: BlobPart, more = {}) => decryptVersion(new Blob([bytes]), { key, ...first, ...more });
  const parts = (): Bytes[] => [encrypted.slice(start, start + segment), encrypted.slice(start + segment, start + 2 * segment), encrypted.slice(start + 2 * segment)];
  const joined = (...several: Uint8Array[]): Blob => new Blob([encrypted.slice(0, start), ...(several as Bytes[])]);

  test('opens to what it was made of, whatever its length', async () => {
    for (const length of [0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 2 ** 19]) {
      const part = text.slice(0, length);
      const { body, digest } = await encryptVersion(new Blob([part]), { key, ...first });
      const opened = await decryptVersion(body, { key, ...first });
      expect(await bytesOf(opened.text)).toEqual(part);
      expect(opened.digest).toEqual(digest);
      expect(digest).toEqual(new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer())));
    }
  });

  test('encrypts the same twice to nothing alike', async () => {
    const again = await encryptVersion(new Blob([text]), { key, ...first });
    expect((await bytesOf(again.body)).slice(start, start + 64)).not.toEqual(encrypted.slice(start, start + 64));
  });

  test('does not open with a segment removed, repeated, exchanged or appended', async () => {
    const [a, b, c] = parts() as [Bytes, Bytes, Bytes];
    for (const changed of [joined(a, b), joined(a), joined(), joined(b, c), joined(a, c), joined(a, a, c), joined(b, a, c), joined(a, b, c, c), joined(c)]) {
      await expect(open(changed)).rejects.toMatchObject(refused);
    }
    expect((await open(joined(a, b, c))).text.size).toBe(text.length);
  });

  test('does not open cut or lengthened anywhere', async () => {
    for (const cut of [1, 15, 16, 17, 1000, 1016, segment]) await expect(open(encrypted.slice(0, -cut))).rejects.toMatchObject(refused);
    for (const more of [1, 16, 17]) await expect(open(joined(...parts(), new Uint8Array(more)))).rejects.toMatchObject(refused);
    for (const head of [0, 4, 91, start - 1, start, start + 15]) await expect(open(encrypted.slice(0, head))).rejects.toMatchObject(refused);
  });

  test('does not open with any byte of the header changed, nor with one of a segment', async () => {
    for (const at of [...Array.from({ length: start }, (_, index) => index), start, start + segment, encrypted.length - 1]) {
      const changed = encrypted.slice();
      changed[at]! ^= 1;
      await expect(open(changed), `byte ${at}`).rejects.toMatchObject(refused);
    }
  });

  test('is not read with parameters out of bounds, whoever wrote them', async () => {
    const header = (at: number, ...bytes: number[]): Blob => {
      const changed = encrypted.slice();
      changed.set(bytes, at);
      return new Blob([changed]);
    };
    for (const log of [0, 15, 21, 31, 255]) await expect(open(await bytesOf(header(8, log)))).rejects.toMatchObject(because('format'));
    const many = new Uint8Array(encrypted.length + 101 * 81);
    many.set(encrypted);
    new DataView(many.buffer).setUint16(89, 101);
    new DataView(many.buffer).setUint32(4, 91 + 101 * 81 + 32);
    await expect(open(many)).rejects.toMatchObject(because('format'));
    await expect(open(await bytesOf(header(4, 255, 255, 255, 255)))).rejects.toMatchObject(because('format'));
    await expect(open(await bytesOf(header(0, 0x25, 0x50, 0x44, 0x46)))).rejects.toMatchObject(because('format'));
  });

  test('does not open in another place: as another version, of another transaction, after another', async () => {
    await expect(open(encrypted, { version: 2 })).rejects.toMatchObject(because('place'));
    await expect(open(encrypted, { transactionId: 'f'.repeat(24) })).rejects.toMatchObject(because('place'));
    await expect(open(encrypted, { previous: random(32) })).rejects.toMatchObject(because('order'));
    const second = await encryptVersion(new Blob(['b']), { key, transactionId, version: 2, previous: one.digest });
    const other = await encryptVersion(new Blob([text]), { key, ...first });
    const place = { key, transactionId, version: 2 };
    expect(await (await decryptVersion(second.body, { ...place, previous: one.digest })).text.text()).toBe('b');
    await expect(decryptVersion(second.body, { ...place, previous: other.digest })).rejects.toMatchObject(because('order'));
    await expect(decryptVersion(second.body, { ...place, previous: null })).rejects.toMatchObject(because('order'));
  });

  test('does not open with another key, which the commitment says before anything is decrypted', async () => {
    await expect(open(encrypted, { key: newTransactionKey() })).rejects.toMatchObject(because('key'));
  });

  test('segments are bound to what they were made for', async () => {
    const own = await aesKey(key);
    const made = { key: own, prefix: random(7), bound: random(32), size: 16 };
    const [only] = await encryptSegments(new Blob(['bound']), made);
    expect(await (await decryptSegments(new Blob([only!]), made)).text()).toBe('bound');
    await expect(decryptSegments(new Blob([only!]), { ...made, bound: random(32) })).rejects.toMatchObject(because('segment'));
    await expect(decryptSegments(new Blob([only!]), { ...made, prefix: random(7) })).rejects.toMatchObject(because('segment'));
  });
});

describe('a password', () => {
  const key = newTransactionKey();
  const place = { transactionId: '0123456789abcdef01234567', recipientId: 'a'.repeat(24) };
  const cheap = { memory: 19_456, passes: 1, lanes: 1 };
  let slot: PasswordSlot;
  beforeAll(async () => {
    slot = await wrapKey(key, 'Zürich 7', place, cheap);
  });

  test('opens the key, however it was typed', async () => {
    expect(await unwrapKey(slot, 'Zu\u0308rich 7', place.transactionId)).toEqual(key);
  });

  test('opens nothing if it is another, of another recipient or transaction, or the parameters were changed', async () => {
    const wrong = (changed: Partial<PasswordSlot>, password = 'Zürich 7', transactionId = place.transactionId) =>
      expect(unwrapKey({ ...slot, ...changed }, password, transactionId)).rejects.toMatchObject(because('password'));
    await wrong({}, 'Zürich 8');
    await wrong({ recipientId: 'b'.repeat(24) });
    await wrong({}, 'Zürich 7', 'f'.repeat(24));
    await wrong({ memory: 19_457 });
    await wrong({ salt: random(16) });
    await wrong({ wrapped: random(48) });
  });

  test('is not tried with parameters that would exhaust the device, or that are weak', async () => {
    for (const cost of [{ memory: 2 ** 32 - 1 }, { memory: 262_145 }, { memory: 8 }, { passes: 0 }, { passes: 11 }, { passes: 2 ** 32 - 1 }, { lanes: 0 }, { lanes: 255 }, { memory: 262_144, passes: 10 }]) {
      expect(isAcceptableCost({ ...usualCost, ...cost })).toBe(false);
      await expect(unwrapKey({ ...slot, ...cost }, 'Zürich 7', place.transactionId)).rejects.toMatchObject(because('cost'));
    }
    expect(isAcceptableCost(usualCost)).toBe(true);
  });

  test('is in the header of the first version, which is bound to it', async () => {
    const { body } = await encryptVersion(new Blob(['text']), { key, transactionId: place.transactionId, version: 1, previous: null, slots: [slot] });
    expect((await readHeader(body)).header.slots).toEqual([slot]);
    const bytes = await bytesOf(body);
    bytes[91 + 12]! ^= 1;
    await expect(decryptVersion(new Blob([bytes]), { key, transactionId: place.transactionId, version: 1, previous: null })).rejects.toMatchObject(because('segment'));
  });
});

describe('a link', () => {
  test('has the key in its fragment, whole or not at all', () => {
    const key = newTransactionKey();
    expect(keyInLink(`https://example.org/transaction/1${fragmentOf(key)}`)).toEqual(key);
    expect(keyInLink('https://example.org/transaction/1')).toBeNull();
    expect(() => keyInLink(fragmentOf(key).slice(0, -1))).toThrow(expect.objectContaining(because('link')));
    expect(() => keyInLink(`${fragmentOf(key)}A`)).toThrow(expect.objectContaining(because('link')));
  });
});

describe('a package', () => {
  test('holds a manifest and bytes', async () => {
    const body = random(5000);
    const { manifest, body: read } = await unpack(pack({ title: 'Lease' }, new Blob([body])));
    expect(manifest).toEqual({ title: 'Lease' });
    expect(read).toEqual(body);
  });

  test('that claims more than it has, or no JSON, is refused', async () => {
    const bytes = await bytesOf(pack({}, new Blob(['x'])));
    const claiming = (at: number, value: number): Blob => {
      const changed = bytes.slice();
      new DataView(changed.buffer).setUint32(at, value);
      return new Blob([changed]);
    };
    for (const broken of [claiming(0, 2 ** 32 - 1), claiming(4, 2 ** 32 - 1), claiming(0, 1), new Blob(['short'])]) await expect(unpack(broken)).rejects.toMatchObject(because('package'));
  });
});
