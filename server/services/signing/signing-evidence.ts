/** What is known of a signing at the time it happens. It is recorded in the hash-chained history and reported by the audit. */
import type { Tx } from '#server/platform/database/database.ts';
import { signInOf, type SignIn } from '#server/identity/sessions.ts';
import { isIssuedHere } from '#server/repositories/certificates.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { presenceAddress } from './presence.ts';
import type { Signing } from './signing.service.ts';

export interface SigningEvidence {
  /** How the acting account had signed in; null if not recorded. */
  signIn: SignIn | null;
  /** Whether an application acted for the account. */
  application: boolean;
  /** Set for an in-person signer: the code entered on the host's device, or null if they have no address. */
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
