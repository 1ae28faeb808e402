/** A signed copy that the server does not have yet. After a failed connection it is sent again, so that nothing is signed twice. */
import type { Recipient } from '#contract/entities/recipient.ts';
import { timing } from '#contract/limits/timing.ts';
import { serverNow } from '#web/services/api/server-clock.ts';
import { toBase64 } from '#web/services/signing/base64.ts';
import type { SignedCopy } from '#web/services/signing/signing-draft.service.ts';
import { signedFieldsOf } from './signing.selectors.ts';
import type { SigningFile } from './signing.slice.ts';

/** What a copy was made from, except for its time. */
export type CopySource = Required<Pick<SignedCopy, 'fileId' | 'baseHash' | 'keyId' | 'contentHash'>>;

/** A copy states its signing time, which the server accepts only for some minutes. */
const isRecent = ({ signedAt }: SignedCopy): boolean => Math.abs(serverNow().getTime() - Date.parse(signedAt)) < timing.signingClock / 2;

/** Whether signing again would give the same, so that the copy is sent instead. Values may have been corrected after a refusal. */
export const isReusable = (copy: SignedCopy, source: CopySource): boolean =>
  copy.fileId === source.fileId && copy.baseHash === source.baseHash && copy.keyId === source.keyId && copy.contentHash === source.contentHash && isRecent(copy);

/** SHA-256 of everything that the signer fills in, in Base64. */
export async function contentHash(file: SigningFile, recipient: Recipient): Promise<string> {
  const content = JSON.stringify(signedFieldsOf(file, recipient).map(({ id, value }) => [id, value]));
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))));
}
