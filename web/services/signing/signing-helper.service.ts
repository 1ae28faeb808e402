import { z } from 'zod';
import { timing } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { fingerprintOf } from './certificate-words.ts';
import type { SigningKey } from './signing-key.ts';

/** Somebody may be asked for a PIN before it answers. */
const PATIENCE = 120_000;
const LOOK = 2_000;
const PREFERENCE = 'countersign.signingHelper';

const certificates = z.object({ certificates: z.array(z.object({ id: z.string(), subject: z.string(), certificate: z.base64(), chain: z.array(z.base64()) })) });
const signed = z.object({ signature: z.base64() });

/** A certificate that the helper can sign with. */
export type HelperCertificate = z.output<typeof certificates>['certificates'][number];

async function ask(address: string, path: string, body: unknown, patience: number): Promise<unknown> {
  const init: RequestInit = { signal: AbortSignal.timeout(patience), credentials: 'omit', cache: 'no-store' };
  const post: RequestInit = { ...init, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(new URL(path, address), body === undefined ? init : post);
    if (!response.ok) throw new AppError('ra_error', { message: `The signing helper answered ${response.status}` });
    return await response.json();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('ra_error', { cause: error });
  }
}

/** Whether a signing helper runs on this device. */
export const findHelper = (address: string): Promise<boolean> =>
  ask(address, '/', undefined, LOOK).then(
    () => true,
    () => false,
  );

export async function helperCertificates(address: string): Promise<HelperCertificate[]> {
  return certificates.parse(await ask(address, '/certificates', undefined, PATIENCE)).certificates;
}

/** A key that stays in the helper: it is given digests and gives signatures. */
export async function helperKey(address: string, chosen: HelperCertificate): Promise<SigningKey> {
  const certificate = fromBase64(chosen.certificate);
  return {
    id: `helper:${await fingerprintOf(certificate)}`,
    signatureType: 'local',
    certificate,
    chain: chosen.chain.map(fromBase64),
    sign: async ({ tbs, digest }) => fromBase64(signed.parse(await ask(address, '/sign', { id: chosen.id, digest, tbs: toBase64(tbs) }, PATIENCE)).signature),
  };
}

/** Whoever used the helper is offered it first for a while. */
export function prefersHelper(now = Date.now()): boolean {
  return Number(localStorage.getItem(PREFERENCE)) > now;
}

export function rememberHelper(used: boolean, now = Date.now()): void {
  if (used) localStorage.setItem(PREFERENCE, String(now + timing.signingHelperPreference));
  else localStorage.removeItem(PREFERENCE);
}
