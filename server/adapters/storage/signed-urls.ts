/**
 * Signed addresses of bodies. An upload address is a random token, stored as a hash and bound to owner, type, size
 * and purpose, valid for one PUT. A download address contains its claims, authenticated by an HMAC with a key of
 * the installation, so that any node can serve it without a look-up.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { links } from '#contract/limits/links.ts';
import type { Base } from './storage.ts';

interface UploadToken {
  token: string;
  hash: Buffer;
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function newUploadToken(): UploadToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

const claims = z.object({
  ref: z.string(), mime: z.string(), name: z.string(), until: z.number(),
  /** Browsers may cache it for an hour, such as avatars and logos. Nothing else is cached. */
  cacheable: z.boolean().optional(),
});
export type DownloadClaims = Omit<z.output<typeof claims>, 'until'>;

export interface SignedUrls {
  /** `base`: what the uploaded tail continues, if only a tail is to come. */
  upload(token: string, base?: Omit<Base, 'ref'>): string;
  download(body: DownloadClaims): string;
  /** Returns null for an address that was not issued here, was modified, or has expired. */
  openDownload(token: string): DownloadClaims | null;
}

export function createSignedUrls(baseUrl: string, secret: Buffer, now: () => number = Date.now): SignedUrls {
  const sealOf = (payload: string): Buffer => createHmac('sha256', secret).update(payload).digest();
  return {
    upload: (token, base) => `${baseUrl}/storage/uploads/${token}${base ? `?base-length=${base.size}&base-sha256=${base.hash}` : ''}`,
    download: (body) => {
      // The expiry is rounded, so that addresses of the same body stay the same for a while and browsers can cache
      // pictures.
      const until = Math.ceil(now() / links.downloadLife + 1) * links.downloadLife;
      const payload = Buffer.from(JSON.stringify({ ...body, until })).toString('base64url');
      return `${baseUrl}/storage/downloads?token=${payload}.${sealOf(payload).toString('base64url')}`;
    },
    openDownload: (token) => {
      const [payload = '', seal = ''] = token.split('.');
      const given = Buffer.from(seal, 'base64url');
      const expected = sealOf(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      return parsed.success && parsed.data.until > now() ? parsed.data : null;
    },
  };
}
