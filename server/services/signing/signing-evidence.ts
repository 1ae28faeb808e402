/** What is known of a signature or an approval at the time it happens. It is recorded in the hash-chained history and reported by the audit. */
import type { Tx } from '#server/platform/database/database.ts';
import { signInOf, type SignIn } from '#server/identity/sessions.ts';
import { isIssuedHere } from '#server/repositories/certificates.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { presenceAddress } from './presence.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { SignedVerdict } from '#server/services/documents/document-checker.ts';

export interface ApprovedDocument {
  title: string;
  version: number;
  hash: string;
}

export interface SigningEvidence {
  /** How the acting account had signed in; null if not recorded. */
  signIn: SignIn | null;
  /** Whether an application acted for the account. */
  application: boolean;
  /** Set for an in-person signer: the code entered on the host's device, or null if they have no address. */
  inPerson: { code: { address: string; at: string } | null } | null;
  /** The documents as they were when an approver agreed to them. */
  documents?: readonly ApprovedDocument[];
  certificate: { holder: string | null; address: string | null; serial: string | null; issuer: string | null; issuedHere: boolean; keyOfServer: boolean } | null;
}

export async function evidenceOf(tx: Tx, caller: Caller, { recipient, verdict: { signature } }: { recipient: RecipientRow; verdict: Pick<SignedVerdict, 'signature'> }): Promise<SigningEvidence> {
  const { presence_proven_at: at, presence_proven_by: by } = recipient;
  const proven = at !== null && by !== null && by === presenceAddress(recipient);
  return {
    ...(await actorOf(tx, caller)),
    inPerson: recipient.in_person ? { code: proven ? { address: by, at: at.toISOString() } : null } : null,
    certificate: signature && {
      holder: signature.signerName, address: signature.signerEmail, serial: signature.serialNumber, issuer: signature.issuer ?? null,
      issuedHere: signature.serialNumber !== null && (await isIssuedHere(tx, signature.serialNumber)), keyOfServer: caller.keyOfServer ?? false,
    },
  };
}

/** Of an approver or a viewer, who needs no certificate. */
export const evidenceOfReader = async (tx: Tx, caller: Caller, documents: readonly ApprovedDocument[] = []): Promise<SigningEvidence> =>
  ({ ...(await actorOf(tx, caller)), inPerson: null, certificate: null, documents });

const actorOf = async (tx: Tx, caller: Caller): Promise<Pick<SigningEvidence, 'signIn' | 'application'>> => ({
  signIn: await signInOf(tx, caller.bearer ?? null),
  application: (caller.applicationId ?? null) !== null,
});
