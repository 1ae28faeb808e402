/** Certificates issued by this installation, and their revocations. */
import type { Insertable } from 'kysely';
import { revocationReasonNumbers } from '#contract/calls/identity.calls.ts';
import type { IssuedCertificate, Subject } from '#server/adapters/authority/authority.ts';
import type { IssuedCertificates } from '#server/adapters/authority/own-authorities.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { CertificatesTable } from '#server/platform/database/tables/identity.tables.ts';

/** Owner of the certificates that the installation issued to itself. */
export const installationItself = 'installation';

export async function insertCertificate(db: Db, userId: string, { commonName, email }: Subject, issued: IssuedCertificate): Promise<void> {
  const row: Insertable<CertificatesTable> = {
    serial: issued.serial, user_id: userId, subject: commonName, email: email ?? '', certificate: issued.certificate, not_before: issued.notBefore, not_after: issued.notAfter,
  };
  await db.insertInto('certificates').values(row).execute();
}

/**
 * Revokes the certificates that name a person's e-mail address, because the address is given up. Earlier signatures
 * stay valid (RFC 5280, 5.3.1: `affiliationChanged`).
 */
export async function revokeCertificatesOf(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('certificates').set({ revoked_at: new Date(), revocation_reason: revocationReasonNumbers.affiliationChanged })
    .where('user_id', '=', userId).where('email', '<>', '').where('revoked_at', 'is', null).execute();
}

/** Whether this installation issued a certificate with this serial number. */
export async function isIssuedHere(db: Db | Tx, serial: string): Promise<boolean> {
  return (await db.selectFrom('certificates').select('serial').where('serial', '=', serial).executeTakeFirst()) !== undefined;
}

/** Whether this installation issued a certificate with this serial number and revoked it. */
export async function isRevoked(db: Db, serial: string): Promise<boolean> {
  const row = await db.selectFrom('certificates').select('serial').where('serial', '=', serial).where('revoked_at', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

/** The data for OCSP responses and certificate revocation lists. */
export const issuedCertificates = (db: Db): IssuedCertificates => ({
  lookUp: async (serial) => {
    const row = await db.selectFrom('certificates').select(['revoked_at', 'revocation_reason']).where('serial', '=', serial).executeTakeFirst();
    return row && (row.revoked_at === null ? null : { at: row.revoked_at, reason: row.revocation_reason ?? 0 });
  },
  revoked: async () => {
    const rows = await db.selectFrom('certificates').select(['serial', 'revoked_at', 'revocation_reason']).where('revoked_at', 'is not', null).where('not_after', '>', new Date()).execute();
    return rows.flatMap(({ serial, revoked_at: at, revocation_reason: reason }) => (at === null ? [] : [{ serial, at, reason: reason ?? 0 }]));
  },
});
