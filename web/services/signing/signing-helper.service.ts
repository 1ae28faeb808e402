import { z } from 'zod';
import { timing } from '#contract/limits/timing.ts';
import { AppError } from '../app-error.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { fingerprintOf } from './certificate-words.ts';
import type { SigningKey } from './signing-key.ts';

/** Milliseconds. Long, because the person may have to enter a PIN. */
const TIMEOUT = 120_000;
const LOOK = 2_000;
const PREFERENCE = 'countersign.signingHelper';

const certificates = z.object({ certificates: z.array(z.object({ id: z.string(), subject: z.string(), certificate: z.base64(), chain: z.array(z.base64()) })) });
const signed = z.object({ signature: z.base64() });

/** A certificate of the signing helper. */
type HelperCertificate = z.output<typeof certificates>['certificates'][number];

async function ask(address: string, path: string, body: unknown, timeout: number): Promise<unknown> {
  const init: RequestInit = { signal: AbortSignal.timeout(timeout), credentials: 'omit', cache: 'no-store' };
  const post: RequestInit = { ...init, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(new URL(path, address), body === undefined ? init : post);
    if (!response.ok) throw new AppError('ra_error', { message: `The signing helper answered ${response.status}` });
    return await response.json();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('ra_error', { cause: error });
  }
}

/** Whether the signing helper runs on this device. */
export const findHelper = (address: string): Promise<boolean> =>
  ask(address, '/', undefined, LOOK).then(
    () => true,
    () => false,
  );

export async function helperCertificates(address: string): Promise<HelperCertificate[]> {
  return certificates.parse(await ask(address, '/certificates', undefined, TIMEOUT)).certificates;
}

/** A key in the signing helper, which signs digests. */
export async function helperKey(address: string, chosen: HelperCertificate): Promise<SigningKey> {
  const certificate = fromBase64(chosen.certificate);
  return {
    id: `helper:${await fingerprintOf(certificate)}`,
    signatureType: 'local',
    certificate,
    chain: chosen.chain.map(fromBase64),
    sign: async ({ tbs, digest }) => fromBase64(signed.parse(await ask(address, '/sign', { id: chosen.id, digest, tbs: toBase64(tbs) }, TIMEOUT)).signature),
  };
}

/** Remembers that the helper was used, to offer it first next time. */
export function prefersHelper(now = Date.now()): boolean {
  return Number(localStorage.getItem(PREFERENCE)) > now;
}

export function rememberHelper(used: boolean, now = Date.now()): void {
  if (used) localStorage.setItem(PREFERENCE, String(now + timing.signingHelperPreference));
  else localStorage.removeItem(PREFERENCE);
}
