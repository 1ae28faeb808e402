/** The transaction key behind a password: Argon2id (RFC 9106) makes a key of the password, which encrypts the transaction key. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { AppError } from '../app-error.ts';
import { slotLengths, type PasswordSlot } from './container.ts';
import { aesKey, derived, keyLength, undecryptable, type Bytes } from './keys.ts';
import type { StretchOptions } from './stretch.ts';

type Cost = Pick<PasswordSlot, 'memory' | 'passes' | 'lanes'>;

/** RFC 9106, second recommended option, with one lane, as browsers compute one at a time. */
export const usualCost: Cost = { memory: 65_536, passes: 3, lanes: 1 };

/** The server, or whoever has taken it over, sends the parameters: they must neither exhaust the device nor be weaker than usual. */
const costs = { memory: [19_456, 262_144], passes: [1, 10], lanes: [1, 4] } as const;

export const isAcceptableCost = (cost: Cost): boolean =>
  (['memory', 'passes', 'lanes'] as const).every((each) => cost[each] >= costs[each][0] && cost[each] <= costs[each][1]) && cost.memory * cost.passes <= 4 * usualCost.memory * usualCost.passes;

function inWorker(options: StretchOptions): Promise<Uint8Array> {
  const worker = new Worker(new URL('./stretch.worker.ts', import.meta.url), { type: 'module', name: 'countersign-password' });
  const made = new Promise<Uint8Array>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data);
    worker.onerror = () => reject(new AppError('unknown_crypto_error'));
  });
  worker.postMessage(options);
  return made.finally(() => worker.terminate());
}

export async function stretch(password: string, { memory, passes, lanes, salt }: Omit<PasswordSlot, 'recipientId' | 'wrapped'>): Promise<Bytes> {
  const options = { password, salt, memory, passes, lanes, length: keyLength };
  return (await (typeof Worker === 'undefined' ? import('./stretch.ts').then(({ stretchHere }) => stretchHere(options)) : inWorker(options))) as Bytes;
}

type SlotPlace = Pick<PasswordSlot, 'recipientId'> & { readonly transactionId: string };

function boundTo({ transactionId, recipientId }: SlotPlace, { memory, passes, lanes }: Cost): Bytes {
  const parameters = new Uint8Array(9);
  const view = new DataView(parameters.buffer);
  view.setUint32(0, memory);
  view.setUint32(4, passes);
  view.setUint8(8, lanes);
  return new Uint8Array([...hexToBytes(transactionId), ...hexToBytes(recipientId), ...parameters]);
}

async function wrapping(password: string, slot: Omit<PasswordSlot, 'recipientId' | 'wrapped'>, place: SlotPlace): Promise<{ key: CryptoKey; parameters: AesGcmParams }> {
  const key = await aesKey(await derived(await stretch(password, slot), slot.salt, 'password', keyLength));
  // The salt is random, so the key encrypts this once only.
  return { key, parameters: { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: boundTo(place, slot) } };
}

export async function wrapKey(transactionKey: Bytes, password: string, place: SlotPlace, cost: Cost = usualCost): Promise<PasswordSlot> {
  const slot = { ...cost, salt: crypto.getRandomValues(new Uint8Array(slotLengths.salt)) };
  const { key, parameters } = await wrapping(password, slot, place);
  return { ...slot, recipientId: place.recipientId, wrapped: new Uint8Array(await crypto.subtle.encrypt(parameters, key, transactionKey)) };
}

/** Throws `failed_to_decrypt` for another password, or a changed slot; which of both can't be told. */
export async function unwrapKey(slot: PasswordSlot, password: string, transactionId: string): Promise<Bytes> {
  if (!isAcceptableCost(slot)) throw undecryptable('cost');
  const { key, parameters } = await wrapping(password, slot, { transactionId, recipientId: slot.recipientId });
  return crypto.subtle.decrypt(parameters, key, slot.wrapped).then((bytes) => new Uint8Array(bytes), () => {
    throw undecryptable('password');
  });
}
