/** What is known of a signing when it happens, and how: it goes into the history, which is a chain, and from there into the audit. */
import type { Tx } from '#server/adapters/database/database.ts';
import { signInOf, type SignIn } from '#server/identity/sessions.ts';
import { isIssuedHere } from '#server/repositories/certificates.repository.ts';
import type { Caller } from './caller.ts';
import { presenceAddress } from './presence.ts';
import type { Signing } from './signing.service.ts';

export interface SigningEvidence {
  /** How the account that acted had signed in; null where there is no record of it. */
  signIn: SignIn | null;
  /** An application acted for the account. */
  application: boolean;
  /** Set for a signer on the device of a host: the code they typed there, or null where they have no address. */
  inPerson: { code: { address: string; at: string } | null } | null;
  certificate: { holder: string | null; address: string | null; serial: string | null; issuer: string | null; issuedHere: boolean; keyOfServer: boolean } | null;
}

export async function evidenceOf(tx: Tx, caller: Caller, { recipient, verdict: { signature } }: Signing): Promise<SigningEvidence> {
  const { presence_proven_at: at, presence_proven_by: by } = recipient;
  const proven = at !== null && by !== null && by === presenceAddress(recipient);
  return {
    signIn: await signInOf(tx, caller.bearer ?? null),
    application: (caller.applicationId ?? null) !== null,
    inPerson: recipient.in_person ? { code: proven ? { address: by, at: at.toISOString() } : null } : null,
    certificate: signature && {
      holder: signature.signerName, address: signature.signerEmail, serial: signature.serialNumber, issuer: signature.issuer ?? null,
      issuedHere: signature.serialNumber !== null && (await isIssuedHere(tx, signature.serialNumber)), keyOfServer: caller.keyOfServer ?? false,
    },
  };
}
