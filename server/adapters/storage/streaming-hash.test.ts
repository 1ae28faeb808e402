import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BodyHasher } from './body-states.ts';
import { createStreamingHash } from './streaming-hash.ts';

/** States are the bytes so far. */
const hasher: Pick<BodyHasher, 'add'> = {
  add: async (state, bytes) => {
    const all = Buffer.concat([state ?? Buffer.alloc(0), bytes]);
    return { state: all, length: all.length, hash: createHash('sha256').update(all).digest('hex') };
  },
};

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function passed(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const out: Uint8Array[] = [];
  for await (const chunk of source) out.push(chunk);
  return Buffer.concat(out);
}

const body = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 131) % 251));

test.each([0, 1, 1_048_575, 1_048_576, 1_048_577, 2_500_000])('%i bytes pass, and are hashed', async (size) => {
  const bytes = body.subarray(0, size);
  const hashing = createStreamingHash(hasher);
  expect((await passed(hashing.pass(chunksOf(bytes, 65_536)))).equals(bytes)).toBe(true);
  const result = await hashing.result();
  expect(result).toMatchObject({ length: size, hash: createHash('sha256').update(bytes).digest('hex') });
  expect(bytes.equals(result?.state ?? Buffer.of(0))).toBe(true);
});

test('bytes pass where they can\'t be hashed', async () => {
  let calls = 0;
  const failing = createStreamingHash({ add: async () => Promise.reject(new Error(`failure ${(calls += 1)}`)) });
  expect((await passed(failing.pass(chunksOf(body, 65_536)))).equals(body)).toBe(true);
  expect(await failing.result()).toBeNull();
  expect(calls).toBe(1);
});

test('no more is received than two portions beyond what is hashed', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = createStreamingHash({ add: async (state, bytes) => held.then(() => hasher.add(state, bytes)) });
  let received = 0;
  const whole = (async () => {
    for await (const chunk of slow.pass(chunksOf(body, 65_536))) received += chunk.byteLength;
  })();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(received).toBeLessThanOrEqual(2 * 1_048_576);
  release();
  await whole;
  expect((await slow.result())?.length).toBe(body.length);
});
